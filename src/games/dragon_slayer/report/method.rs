//! How the figures came about, how far they go, how to cite them.

use crate::files::sha256;
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::results::Folder;
use crate::report::tournament::{citation, limits, made, points};
use crate::report::{Block, Section};
use crate::results::Tournament;
use crate::text::number::{counted, degrees_of_freedom, statistic};

pub fn section(own: &Folder, played: &Tournament) -> Section {
    let mut method = Vec::new();
    if own.odds.is_some() {
        method.push(
            "Odds: a fight is an absorbing chain whose transitions are enumerated from the faces \
             of the dice; its exact odds are fractions without rounding. Simulated fights are \
             rolled roll after roll, each roll one draw from its joint distribution, rounded by at \
             most 2^-28, from generators (xoshiro256++) keyed by seed, table and batch; intervals \
             are Wilson's."
                .to_owned(),
        );
    }
    if own.solution.is_some() {
        method.push(
            "Solution: the value of every position under optimal play by both players, by backward \
             induction over scores and fixed points where turns may repeat, with a bound on the \
             error. The bound is proven where no turn that matters reaches the cap on points at \
             stake, and an estimate elsewhere."
                .to_owned(),
        );
    }
    method.extend(points(played));
    if played.settings.seats == 2 {
        method.push(
            "Exact win rates come from following the same decisions through the game without dice. \
             The bound on their error contains every chance that was too small to follow, as often \
             as a game comes to it, every turn that the cap stopped, and rounding."
                .to_owned(),
        );
    }
    method.push(
        "A game in which 1,000 rounds in a row change nothing is adjudicated: its winner is drawn \
         with the chances of optimal play, in the games played and in the exact rates."
            .to_owned(),
    );
    let built_in = sha256(Rules::built_in().identity().as_bytes());
    let rules = match played.entry.rules == built_in {
        true => "The rules",
        false => "The rules, which are not the built-in ones",
    };
    let mut bounds: Vec<String> = dice(own).into_iter().collect();
    bounds.push(
        "Only the game of two seats is solved. With more seats, play is measured, not exact."
            .to_owned(),
    );
    bounds.push(
        "The personalities are this program's reading of a page of words; other readings would \
         play otherwise."
            .to_owned(),
    );
    bounds.extend(limits(played));
    let fights = own.odds.as_ref().map_or_else(String::new, |(entry, _)| {
        let fights = counted(entry.trials.unwrap_or(0), "fight", "fights");
        format!("{fights} per table (seed {}) and ", entry.seed.unwrap_or(0))
    });
    let mut blocks = vec![
        Block::list(method),
        Block::text(made(played, &fights)),
        Block::heading(rules),
        Block::list(rules_of(played)),
        Block::heading("Limits"),
        Block::list(bounds),
    ];
    let thesis = " The game's odds and opponents: Castells Amat, bachelor's thesis, 2018.";
    blocks.extend(citation(played, thesis));
    Section::new("method", "Method, limits, and how to cite", blocks)
}

/// How surely the published rates determine the faces of the dice, where that was computed.
fn dice(own: &Folder) -> Option<String> {
    let (entry, rows) = own.inference.as_ref()?;
    let ranked = |rank: usize| {
        let row = (rows.iter()).find(|row| row.role == "warrior" && row.rank == rank)?;
        Some((row, row.chi_square?))
    };
    let fit = match ranked(1).zip(ranked(2)) {
        Some(((first, best), (_, next))) => format!(
            ": of all warrior dice the likeliest has a chi-square of {} on {}, the next one of {}; \
             as the dice were chosen by the rates that they are compared with, this tells dice \
             apart and is no independent test of them, and if every free face count takes one \
             degree of freedom, {} are left",
            statistic(best),
            degrees_of_freedom(first.degrees_of_freedom),
            statistic(next),
            first.conservative_degrees_of_freedom,
        ),
        None => String::new(),
    };
    Some(match entry.frequencies {
        Some(_) => format!(
            "The faces of the dice were inferred from a file of rates{fit} (odds_infer.csv)."
        ),
        None => format!(
            "The faces of the dice are not in the thesis. The built-in ones are inferred from its \
             published rates{fit} (odds_infer.csv)."
        ),
    })
}

/// The rules: the lines of the configuration before the players.
fn rules_of(played: &Tournament) -> Vec<String> {
    let is_id = |word: &str| played.roster.iter().any(|row| row.id == word);
    let of_player = |line: &&String| line.split_whitespace().any(is_id);
    let lines = played.settings.config.iter();
    lines.take_while(|line| !of_player(line)).cloned().collect()
}
