//! How the figures came about, how far they go, how to cite them.

use crate::files::sha256;
use crate::games::dragon_slayer::Rules;
use crate::report::{Block, Section};
use crate::results::Folder;
use crate::results::entries::{Command, Entry};
use crate::text::number::{count, counted, degrees_of_freedom, statistic};

pub fn section(results: &Folder) -> Section {
    let entry = &results.tournament.entry;
    Section {
        id: "method",
        title: "Method, limits, and how to cite".to_owned(),
        blocks: vec![
            Block::List(vec![
                "Odds: a fight is an absorbing chain whose transitions are enumerated from the \
                 faces of the dice; its exact odds are fractions without rounding. Simulated \
                 fights are rolled roll after roll, each roll one draw from its joint law, rounded \
                 by at most 2^-28, from generators (xoshiro256++) keyed by seed, table and batch; \
                 intervals are Wilson's."
                    .to_owned(),
                "Solution: every position's value under best play by both, by backward induction \
                 over scores and fixed points where turns may go in circles, with a bound on the \
                 error. The bound is proven where no turn that matters runs into the cap on \
                 points at stake, and an estimate elsewhere."
                    .to_owned(),
                "League: every ordered pair plays groups of games on the same dice with the seats \
                 exchanged, so that luck largely cancels; errors are computed over groups. Exact rates \
                 come from walking the same decisions through the game without dice; the bound on their \
                 error contains every chance that was too small to follow, as often as a game \
                 comes to it, every turn that the cap stopped, and rounding. A game in which \
                 1,000 rounds in a row change nothing is adjudicated: its winner is drawn with \
                 the chances of optimal play, in the games played and in the exact rates. Ratings are \
                 one joint Bradley-Terry fit by maximum likelihood with an advantage of the seat; \
                 all pairings weigh alike, however many games they had."
                    .to_owned(),
                "Claims: a claim holds where the whole interval of the difference is on its side. \
                 The intervals are simultaneous over all claims and, for highest and lowest, over \
                 all rivals (Bonferroni), with Student's t for the paired games that they rest on. \
                 Exact figures decide without an interval where they are known of all players. \
                 Each claim says whether it was used in tuning, is true by construction, or is a \
                 finding."
                    .to_owned(),
            ]),
            Block::text(made(results)),
            Block::Heading(heading_of_rules(results)),
            Block::List(rules(results)),
            Block::Heading("Limits".to_owned()),
            Block::List(vec![
                faces(results),
                "Only the game of two seats is solved. Beyond it, play is measured, not exact."
                    .to_owned(),
                "The personalities are this program's reading of a page of words; other readings \
                 would play otherwise."
                    .to_owned(),
                "A rating is a summary: where three beat each other in a circle, no order says \
                 all."
                    .to_owned(),
            ]),
            Block::Heading("How to cite".to_owned()),
            Block::text(format!(
                "Rivals {}: dice games simulated, solved and played out. Software, with this \
                 report generated from seed {}. The game's odds and opponents: Castells Amat, \
                 bachelor's thesis, 2018.",
                entry.version,
                seed(entry)
            )),
        ],
    }
}

fn made(results: &Folder) -> String {
    let (entry, manifest) = (&results.tournament.entry, &results.tournament.manifest);
    let odds = results.manifest.entries.get(&Command::Odds);
    let fights = match odds.and_then(|entry| entry.trials.zip(entry.seed)) {
        Some((trials, seed)) => {
            let fights = counted(trials, "fight", "fights");
            format!("{fights} per table (seed {seed})")
        }
        None => "fights".to_owned(),
    };
    format!(
        "Made by rivals {} from {fights} and {} games (seed {}, configuration {}). The same seed \
         gives the same bytes on any number of threads and machines.",
        entry.version,
        count(manifest.games),
        seed(entry),
        manifest
            .config_hash
            .get(..12)
            .unwrap_or(&manifest.config_hash),
    )
}

/// The seed of a tournament, which every tournament has.
pub(crate) fn seed(entry: &Entry) -> String {
    entry.seed.as_ref().map_or_else(String::new, u64::to_string)
}

/// The lines of the configuration that are not players.
fn rules(results: &Folder) -> Vec<String> {
    let ids: Vec<&str> = results
        .tournament
        .roster
        .iter()
        .map(|row| &*row.id)
        .collect();
    let lines = results.tournament.manifest.config.iter();
    let of_player = |line: &&String| line.split_whitespace().any(|word| ids.contains(&word));
    lines.take_while(|line| !of_player(line)).cloned().collect()
}

/// What stands above the rules.
fn heading_of_rules(results: &Folder) -> String {
    let built_in = sha256(Rules::built_in().identity().as_bytes());
    match results.tournament.entry.rules == built_in {
        true => "The rules",
        false => "The rules, which are not the built-in ones",
    }
    .to_owned()
}

/// How surely the published rates tell the faces of the dice.
fn faces(results: &Folder) -> String {
    let ranked = |rank: usize| {
        let mut rows = results.inference.iter();
        rows.find(|row| row.role == "warrior" && row.rank == rank)
    };
    let fit = match (ranked(1), ranked(2)) {
        (Some(first), Some(second)) => match (first.chi_square, second.chi_square) {
            (Some(best), Some(next)) => format!(
                ": of all warrior dice the likeliest has a chi-square of {} on {}, \
                 the next one of {}; as the dice were chosen by the rates that they \
                 are compared with, this tells dice apart and is no independent test of them, \
                 and if every free face count takes one degree of freedom, {} are left",
                statistic(best),
                degrees_of_freedom(first.degrees_of_freedom),
                statistic(next),
                first.conservative_degrees_of_freedom,
            ),
            _ => String::new(),
        },
        _ => String::new(),
    };
    let inferred = results.manifest.entries.get(&Command::OddsInfer);
    match inferred.is_some_and(|entry| entry.frequencies.is_some()) {
        true => format!(
            "The faces of the dice were inferred from a file of rates{fit} (odds_infer.csv)."
        ),
        false => format!(
            "The faces of the dice are not in the thesis. The built-in ones are inferred from its \
             published rates{fit} (odds_infer.csv)."
        ),
    }
}
