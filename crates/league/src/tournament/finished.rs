//! A finished tournament: the sums of every pairing, from which `standings` computes
//! everything.

use std::collections::{BTreeMap, HashMap};

use super::tally::Tally;
use rivals_core::contest::Player;
use rivals_core::play::outside::Counts;

/// What was played and the results. They do not depend on threads, interruptions or
/// shards.
#[derive(Debug)]
pub struct Finished {
    /// The number of seats in a game.
    pub seats: usize,
    /// The seed that all dice are keyed by.
    pub seed: u64,
    /// A hash of the game, its rules and the players, in hexadecimal.
    pub config_hash: String,
    /// The version of the program that played.
    pub version: String,
    /// The number of groups of paired games per pairing, as
    /// [`Settings::games`](super::Settings::games); where `until_ci` is given, the
    /// largest number.
    pub games: u64,
    /// The width in 0..=1 that a pairing's intervals had to fall below, where pairings
    /// were played until then.
    pub until_ci: Option<f64>,
    /// As [`Settings::until_pairs`](super::Settings::until_pairs).
    pub until_pairs: bool,
    /// The design of the pairings, such as `random:20`, where not all are played.
    pub design: Option<String>,
    /// The exact results of the ordered pairs that met, with a bound on their error, where not all
    /// pairings are played: then only these are computed.
    pub exact: Option<ExactPairs>,
    /// As [`Contest::share_unit`](super::Contest::share_unit): wins are counted in units
    /// of 1 / `share_unit`; 1 where wins are never shared.
    pub share_unit: u32,
    /// The players: the contest's roster, in its order.
    pub roster: Vec<Player>,
    /// All pairings, in the order of the schedule.
    pub pairings: Vec<FinishedPairing>,
}

impl Finished {
    /// What was counted of the players that are programs of their own, by player.
    #[must_use]
    pub fn outside(&self) -> BTreeMap<usize, Counts> {
        let mut sums: BTreeMap<usize, Counts> = BTreeMap::new();
        for pairing in &self.pairings {
            for (&place, counts) in &pairing.totals.outside {
                sums.entry(pairing.players[place]).or_default().add(counts);
            }
        }
        sums
    }

    /// The word in files for whether an interval allows for a number of games that
    /// depended on the results: intervals that hold at any time do, intervals for a
    /// fixed number of games do not. `None` where the number of games was fixed
    /// beforehand.
    #[must_use]
    pub fn optional_stopping(&self, holds_at_any_time: bool) -> Option<String> {
        let words = if holds_at_any_time { "corrected" } else { "not corrected" };
        self.until_ci.map(|_| words.to_owned())
    }
}

/// Exact results by first and second player, as [`Solved::exact`](super::Solved::exact).
pub type ExactPairs = HashMap<(usize, usize), (f64, f64)>;

/// The results of one pairing.
#[derive(Debug)]
pub struct FinishedPairing {
    /// Indices into the roster, as [`Pairing`](super::Pairing) has them. A player's number in
    /// [`Tally`] is its place in this list.
    pub players: Vec<usize>,
    /// The number from which its dice were drawn: pairings with the same one share their dice.
    pub dice: u64,
    /// The sums over the pairing's groups.
    pub totals: Tally,
}
