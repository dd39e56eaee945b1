//! `pairs.csv`, only with two seats: the sampled and the exact win rate of every unordered pair
//! of players over both seats.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::tournament::FinishedPairing;
use crate::tournament::stopping::{ALPHA, pair_interval};
use rivals_statistics::{RatioSums, share_interval};

csv_rows! {
    /// A row of `pairs.csv`; the fields are the columns.
    struct PairRow;
    /// The rows in the roster's order of `a`, then of `b`.
    fn rows(results), for pairing in sorted(results) => {
        let [a, b] = [pairing.players[0], pairing.players[1]];
        let sums = RatioSums::of_counts(pairing.totals.shares_of(0));
        let interval = match results.finished.until_ci {
            None => share_interval(&[sums], 1.0, ALPHA),
            Some(_) => Some(pair_interval(&pairing.totals)),
        };
    }
    /// The id of the player that comes first in the roster.
    a: String = results.id(a).to_owned();
    /// The id of the other player.
    b: String = results.id(b).to_owned();
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
    exact: Option<f64> = exact(results, a, b);
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(true);
}

/// The pairings with their players in the roster's order.
fn sorted<'a>(results: &'a Analysis) -> impl Iterator<Item = &'a FinishedPairing> {
    let two_seats = results.finished.seats == 2;
    let mut pairings: Vec<_> = (results.finished.pairings.iter())
        .filter(|pairing| two_seats && pairing.totals.groups > 0)
        .collect();
    pairings.sort_by_key(|pairing| pairing.players.clone());
    pairings.into_iter()
}

/// The exact win rate of `a` against `b` over both seats.
fn exact(results: &Analysis, a: usize, b: usize) -> Option<f64> {
    let exact = |first: usize, second: usize| {
        let pairs = &results.cross_table.pairs;
        let at = pairs.binary_search_by_key(&(first, second), |pair| (pair.first, pair.second));
        Some(pairs[at.ok()?].exact?.0)
    };
    Some(f64::midpoint(exact(a, b)?, 1.0 - exact(b, a)?))
}
