//! How the figures came about, how far they go, how to cite them.

use crate::report::document::{Block, Section};
use crate::report::manifest::Command;
use crate::report::number::count;
use crate::results::Folder;

pub fn section(results: &Folder) -> Section {
    let manifest = &results.tournament.manifest;
    let trials = results.odds.iter().map(|row| row.trials).max().unwrap_or(0);
    let games: u64 = results
        .tournament
        .pairings
        .iter()
        .map(|pair| pair.games)
        .sum();
    Section {
        id: "method",
        title: "Method, limits, and how to cite".to_owned(),
        blocks: vec![
            Block::List(vec![
                "Odds: a fight is an absorbing chain whose transitions are enumerated from the \
                 faces of the dice; its exact odds are fractions without rounding. Simulated \
                 fights throw every die, from generators (xoshiro256++) keyed by seed, table and \
                 batch; intervals are Wilson's."
                    .to_owned(),
                "Solution: every position's value under best play by both, by backward induction \
                 over scores and fixed points where turns may go in circles, with a proven bound \
                 on the error."
                    .to_owned(),
                "League: every ordered pair plays groups of games on the same dice with the seats \
                 exchanged, so that luck cancels; errors are computed over groups. Exact rates \
                 come from walking the same decisions through the game without dice. Ratings are \
                 one joint Bradley-Terry fit by maximum likelihood with an advantage of the seat."
                    .to_owned(),
                "Claims: a claim holds where the whole interval of the difference is on its side; \
                 highest and lowest are intervals simultaneous over all rivals."
                    .to_owned(),
            ]),
            Block::text(format!(
                "Made by rivals {} from {} fights per table (seed {}) and {} games (seed {}, \
                 configuration {}). The same seed gives the same bytes on any number of threads \
                 and machines.",
                manifest.version,
                count(trials),
                results
                    .manifest
                    .entries
                    .get(&Command::Odds)
                    .and_then(|entry| entry.seed)
                    .unwrap_or_default(),
                count(games),
                manifest.seed,
                manifest
                    .config_hash
                    .get(..12)
                    .unwrap_or(&manifest.config_hash),
            )),
            Block::Heading("Limits".to_owned()),
            Block::List(vec![
                "The faces of the dice are not in the thesis: they are inferred from its \
                 published rates, which one choice of faces alone fits."
                    .to_owned(),
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
                manifest.version, manifest.seed
            )),
        ],
    }
}
