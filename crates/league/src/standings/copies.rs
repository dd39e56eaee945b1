//! The pairings in which a player meets copies of another one in all other seats: who does better
//! there, which a round-robin of different players does not show.

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use crate::tournament::{Contest, Finished, FinishedPairing};
use rivals_statistics::RatioEstimate;

/// The results of a player with copies of another one.
pub struct WithCopies<'a> {
    /// The pairing: the player, then the copies.
    pub pairing: &'a FinishedPairing,
    /// The player's share of the games, with a 95 % interval over groups of paired games.
    pub win_rate: RatioEstimate,
    /// The metric that ranks in this game, of the player and of the mean of the copies. The
    /// interval of the mean allows for any dependence between the copies.
    pub ranked: Option<[RatioEstimate; 2]>,
}

/// The results of all pairings with copies, in the order of the schedule.
pub(super) fn copies<'a>(contest: &'a dyn Contest, finished: &'a Finished) -> Vec<WithCopies<'a>> {
    let field = Field::of_copies(contest, finished);
    let with_copies = |pairing: usize| {
        let member = |member| Appearance { pairing, member };
        let ranked = |of: usize| PlayerEstimate::ranked(&field, &[member(of)]);
        let copies: Option<Vec<_>> = (1..finished.seats).map(ranked).collect();
        Some(WithCopies {
            pairing: field.pairings[pairing],
            win_rate: PlayerEstimate::share(&field, &[member(0)])?.estimate,
            ranked: (ranked(0).zip(copies))
                .map(|(player, copies)| [player.estimate, mean(&copies)]),
        })
    };
    (0..field.pairings.len()).filter_map(with_copies).collect()
}

/// The mean of estimates from the same games. Their errors may depend on each other in any way, so
/// that they are added.
fn mean(of: &[PlayerEstimate]) -> RatioEstimate {
    let mean = |value: fn(&RatioEstimate) -> Option<f64>| -> Option<f64> {
        let values: Option<Vec<f64>> = of.iter().map(|of| value(&of.estimate)).collect();
        values.map(|values| values.iter().sum::<f64>() / of.len() as f64)
    };
    RatioEstimate {
        value: mean(|of| Some(of.value)).unwrap_or_default(),
        standard_error: mean(|of| of.standard_error),
        low: mean(|of| of.low),
        high: mean(|of| of.high),
        groups: of[0].estimate.groups,
    }
}
