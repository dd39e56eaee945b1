//! With two seats: the sampled and the exact win rate of every unordered pair of players over both
//! seats.

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::standing::exact_against;
use crate::tournament::FinishedPairing;
use crate::tournament::stopping::{ALPHA, share_interval as interval_at_any_time};
use rivals_statistics::{RatioSums, share_interval};

csv_rows! {
    /// A row of `pairs.csv`; the fields are the columns.
    struct PairRow;
    /// The rows in the roster's order of `a`, then of `b`.
    fn rows(field: &Field), for pairing in sorted(field) => {
        let [a, b] = [pairing.players[0], pairing.players[1]];
        let sums = RatioSums::of_counts(pairing.totals.shares_of(0));
        let interval = match field.finished.until_ci {
            None => share_interval(&[sums], 1.0, ALPHA),
            Some(_) => Some(interval_at_any_time(&pairing.totals, 0, ALPHA)),
        };
    }
    /// The id of the player that comes first in the roster.
    a: String = field.id(a);
    /// The id of the other player.
    b: String = field.id(b);
    /// The number of sets of paired games: two games on the same dice, one from each seat.
    paired_games: u64 = pairing.totals.groups;
    /// The sampled win rate of `a` over both seats, where a draw counts as half a win.
    a_win_rate: f64 = sums.sums[0] as f64 / sums.sums[1] as f64;
    /// Lower end of the 95 % interval over sets of paired games, with `--until-ci` of the
    /// anytime-valid interval.
    low: Option<f64> = interval.map(|interval| interval.low);
    /// Upper end of the interval.
    high: Option<f64> = interval.map(|interval| interval.high);
    /// The exact win rate of `a` over both seats; empty where the game is not solved.
    exact: Option<f64> = exact_against(field, a, b).map(|exact| exact.0);
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(true);
}

/// The pairings with their players in the roster's order; empty if there are not two seats.
fn sorted<'a>(field: &Field<'a>) -> impl Iterator<Item = &'a FinishedPairing> {
    let mut pairings = if field.finished.seats == 2 { field.pairings.clone() } else { Vec::new() };
    pairings.sort_by(|a, b| a.players.cmp(&b.players));
    pairings.into_iter()
}
