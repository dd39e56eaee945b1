//! `manifest.json`: what the tournament was, and how much was played. No time
//! and no machine, so that it is the same everywhere.

use serde::Serialize;

use crate::standings::Results;

#[derive(Serialize)]
struct Manifest<'a> {
    version: &'a str,
    game: &'a str,
    seats: usize,
    seed: u64,
    config_hash: &'a str,
    /// Groups of games that every pairing was to play; with `until_ci`, at most.
    groups_per_pairing: u64,
    /// The width at which a pairing was to stop; null if it was not.
    until_ci: Option<f64>,
    roster: Vec<Entry<'a>>,
    pairings: usize,
    /// Groups of games on the same dice.
    groups: u64,
    games: u64,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    name: &'a str,
}

/// The manifest.
pub(super) fn json(results: &Results) -> String {
    let finished = results.finished;
    let counts = results.counts();
    let roster = finished.roster.iter();
    crate::report::json(&Manifest {
        version: &finished.version,
        game: results.contest.name(),
        seats: finished.seats,
        seed: finished.seed,
        config_hash: &finished.config_hash,
        groups_per_pairing: finished.games,
        until_ci: finished.until_ci,
        roster: roster
            .map(|player| Entry {
                id: &player.id,
                name: &player.name,
            })
            .collect(),
        pairings: counts.pairings,
        groups: counts.groups,
        games: counts.games,
    })
}
