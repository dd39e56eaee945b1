//! The pairings in which a player meets copies of another one in all other seats: who does better
//! there, which a round-robin of different players does not show. With three seats, the row of A and B
//! is the table (A, B, B), and the row of B and A the table (A, A, B).

use serde::{Deserialize, Serialize};

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use crate::tournament::{Contest, Finished, FinishedPairing};
use rivals_statistics::RatioEstimate;

/// A row of `copies.csv`: the results of a player with copies of another one; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopiesRow {
    /// The id of the player that sits alone.
    pub id: String,
    /// The id of the player whose copies have all other seats.
    pub copies: String,
    /// The number of games.
    pub games: u64,
    /// The mean share of the win of the player that sits alone.
    pub win_rate: f64,
    /// Lower end of the 95 % interval, computed over paired games.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The metric that ranks the players, such as `porotos`; empty where there is none.
    pub ranked_by: Option<String>,
    /// The value of this metric of the player that sits alone.
    pub ranked_value: Option<f64>,
    /// Lower end of the 95 % interval, computed over paired games.
    pub ranked_low: Option<f64>,
    /// Upper end of the interval.
    pub ranked_high: Option<f64>,
    /// The mean value of this metric over the copies.
    pub copies_value: Option<f64>,
    /// Lower end of the 95 % interval, which allows for any dependence between the copies.
    pub copies_low: Option<f64>,
    /// Upper end of the interval.
    pub copies_high: Option<f64>,
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The results of all pairings with copies, in the order of the schedule: the roster's order of the
/// player, then of the copies.
pub(super) fn copies(contest: &dyn Contest, finished: &Finished) -> Vec<CopiesRow> {
    let field = Field::of_copies(contest, finished);
    let with_copies = |pairing: usize| {
        let member = |member| Appearance { pairing, member };
        let ranked = |of: usize| PlayerEstimate::ranked(&field, &[member(of)]);
        let all: Option<Vec<_>> = (1..finished.seats).map(ranked).collect();
        let alone = ranked(0).map(|of| of.estimate);
        let others = alone.and(all).map(|all| mean(&all));
        let alone = alone.filter(|_| others.is_some());
        let win_rate = PlayerEstimate::share(&field, &[member(0)])?.estimate;
        let FinishedPairing { players, totals } = field.pairings[pairing];
        Some(CopiesRow {
            id: field.id(players[0]),
            copies: field.id(players[1]),
            games: totals.games(),
            win_rate: win_rate.value,
            low: win_rate.low,
            high: win_rate.high,
            ranked_by: field.ranked_by(),
            ranked_value: alone.map(|of| of.value),
            ranked_low: alone.and_then(|of| of.low),
            ranked_high: alone.and_then(|of| of.high),
            copies_value: others.map(|of| of.value),
            copies_low: others.and_then(|of| of.low),
            copies_high: others.and_then(|of| of.high),
            optional_stopping: finished.optional_stopping(false),
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
