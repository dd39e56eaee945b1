//! The pairings in which a player meets copies of another one in all other seats: who does better
//! there, which a round-robin of different players does not show. With three seats, the row of A and B
//! is the table (A, B, B), and the row of B and A the table (A, A, B).

use serde::{Deserialize, Serialize};

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use crate::tournament::FinishedPairing;
use rivals_statistics::RatioEstimate;

csv_rows! {
    /// A row of `copies.csv`: the results of a player with copies of another one; the fields are the
    /// columns.
    struct CopiesRow;
    /// The results of all pairings with copies, in the order of the schedule: the roster's order of
    /// the player, then of the copies.
    fn rows(field: &Field), for (pairing, win_rate) in rated(field) => {
        let FinishedPairing { players, totals, .. } = field.pairings[pairing];
        let ranked = |member| PlayerEstimate::ranked(field, &[Appearance { pairing, member }]);
        let all: Option<Vec<_>> = (1..players.len()).map(ranked).collect();
        let both = ranked(0).zip(all).map(|(alone, others)| (alone.estimate, mean(&others)));
        let (alone, others) = both.unzip();
    }
    /// The id of the player that sits alone.
    id: String = field.id(players[0]);
    /// The id of the player whose copies have all other seats.
    copies: String = field.id(players[1]);
    /// The number of games.
    games: u64 = totals.games();
    /// The mean share of the win of the player that sits alone.
    win_rate: f64 = win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = win_rate.high;
    /// The metric that ranks the players, such as `porotos`; empty where there is none.
    ranked_by: Option<String> = field.ranked_by();
    /// The value of this metric of the player that sits alone.
    ranked_value: Option<f64> = alone.map(|of| of.value);
    /// Lower end of the 95 % interval, computed over paired games.
    ranked_low: Option<f64> = alone.and_then(|of| of.low);
    /// Upper end of the interval.
    ranked_high: Option<f64> = alone.and_then(|of| of.high);
    /// The mean value of this metric over the copies.
    copies_value: Option<f64> = others.map(|of| of.value);
    /// Lower end of the 95 % interval, which allows for any dependence between the copies.
    copies_low: Option<f64> = others.and_then(|of| of.low);
    /// Upper end of the interval.
    copies_high: Option<f64> = others.and_then(|of| of.high);
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The pairings, each with the share of the player that sits alone.
fn rated(field: &Field) -> impl Iterator<Item = (usize, RatioEstimate)> {
    let share = |pairing| PlayerEstimate::share(field, &[Appearance { pairing, member: 0 }]);
    (0..field.pairings.len()).filter_map(move |at| Some((at, share(at)?.estimate)))
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
