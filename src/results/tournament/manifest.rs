//! The tournament's part of its entry in `manifest.json`: who played, with which
//! settings, and how many games. It contains no time and no machine, so that it is the
//! same everywhere.

use serde::{Deserialize, Serialize};

use crate::results::entries::{Command, Entry};
use crate::standings::Analysis;

/// The players, the settings and the number of games of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentManifest {
    /// Seats at a table.
    pub seats: usize,
    /// Everything that decides how a game goes, dice aside, by line: the rules, then
    /// the players, each with all its figures.
    pub config: Vec<String>,
    /// SHA-256 of the game, of that text and of the names of the metrics, in hexadecimal.
    pub config_hash: String,
    /// Groups of games that every pairing was to play; with `until_ci`, at most.
    pub groups_per_pairing: u64,
    /// The width at which a pairing was to stop; null if it was not.
    pub until_ci: Option<f64>,
    /// Who played, in the roster's order.
    pub roster: Vec<RosterEntry>,
    /// Line-ups, whatever the seating.
    pub pairings: usize,
    /// Groups of games on the same dice.
    pub groups: u64,
    /// Games.
    pub games: u64,
    /// How well sampled and exact win rates agree; null where there are no exact ones.
    pub agreement: Option<AgreementEntry>,
}

/// Sampled win rates against exact ones. The chi-square is over all pairings that are large
/// enough; the two seatings of a pairing share their dice, and it uses their covariance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreementEntry {
    /// The statistic.
    pub chi_square: f64,
    /// Its degrees of freedom; 0 where no pairing is large enough.
    pub degrees_of_freedom: u32,
    /// The chance of a larger one; null without degrees of freedom.
    pub p_value: Option<f64>,
    /// Tests: the ordered pairs and the chi-square; with `until_ci` the ordered pairs
    /// alone, once for every time at which they might have stopped.
    pub tests: usize,
    /// A bound on the probability that chance makes any of them come out so far. The games
    /// contradict the exact win rates if it is below 0.000001.
    pub family_p_value: f64,
}

/// A member of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterEntry {
    /// Unique.
    pub id: String,
    /// As people read it.
    pub name: String,
}

/// The manifest's entry of a tournament. It lists no files yet.
#[must_use]
pub fn entry(results: &Analysis) -> Entry {
    let finished = results.finished;
    let counts = results.counts();
    let fit = results.cross_table.chi_square;
    let roster = finished.roster.iter();
    let tournament = TournamentManifest {
        seats: finished.seats,
        config: (results.contest.identity().lines())
            .map(str::to_owned)
            .collect(),
        config_hash: finished.config_hash.clone(),
        groups_per_pairing: finished.games,
        until_ci: finished.until_ci,
        roster: roster
            .map(|player| RosterEntry {
                id: player.id.clone(),
                name: player.name.clone(),
            })
            .collect(),
        pairings: counts.pairings,
        groups: counts.groups,
        games: counts.games,
        agreement: (results.cross_table.family_p_value()).map(|family_p_value| AgreementEntry {
            chi_square: fit.statistic,
            degrees_of_freedom: fit.degrees_of_freedom,
            p_value: fit.p_value(),
            tests: results.cross_table.tests(),
            family_p_value,
        }),
    };
    let (game, rules) = (results.contest.name(), results.contest.rules());
    Entry {
        version: finished.version.clone(),
        seed: Some(finished.seed),
        tournament: Some(tournament),
        ..Entry::new(Command::Tournament, game, &rules)
    }
}
