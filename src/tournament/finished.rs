//! A tournament that is over: plain data for the reports.

use super::player::Player;
use super::tally::Totals;

/// What was played, and what came of it. The same whatever the threads, the
/// interruptions and the shards were.
#[derive(Debug)]
pub struct Finished {
    /// Seats at a table.
    pub seats: usize,
    /// The seed that all dice are keyed by.
    pub seed: u64,
    /// A hash of the game, its rules and the players, in hexadecimal.
    pub config_hash: String,
    /// The version of the program that played.
    pub version: String,
    /// As [`Settings::games`](super::Settings::games): groups per pairing; where
    /// `until_ci` is given, at most so many.
    pub games: u64,
    /// The width below which a pairing's intervals had to be, in 0..=1, where
    /// pairings were played until then.
    pub until_ci: Option<f64>,
    /// As [`Contest::share_unit`](super::Contest::share_unit): wins are counted in units
    /// of 1 / `share_unit`; 1 where they are never shared.
    pub share_unit: u32,
    /// Who played: the contest's roster, in its order.
    pub roster: Vec<Player>,
    /// Every pairing, in the order of the schedule.
    pub pairings: Vec<FinishedPairing>,
}

/// What came of a pairing.
#[derive(Debug)]
pub struct FinishedPairing {
    /// Indices into the roster, growing; what [`Totals`] call a player is a
    /// place in this list.
    pub players: Vec<usize>,
    /// The sums over its groups.
    pub totals: Totals,
}
