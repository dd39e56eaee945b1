//! `pairs.csv`, only with two seats: the sampled and the exact win rate of every unordered pair
//! of players over both seats.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::statistics::{RatioSums, StratifiedRatio};
use crate::tournament::stopping::pair_interval;
use crate::tournament::{FinishedPairing, Tally};

csv_rows! {
    /// A row of `pairs.csv`; the fields are the columns.
    struct PairRow;
    /// The rows in the roster's order of `a`, then of `b`.
    fn rows(results), for pairing in sorted(results) => {
        let [a, b] = [pairing.players[0], pairing.players[1]];
        let estimate = paired(&pairing.totals);
        let (low, high) = match results.finished.until_ci {
            // A win rate cannot leave these bounds, but its interval of few games can.
            None => (estimate.low.map(|low| low.max(0.0)), estimate.high.map(|high| high.min(1.0))),
            Some(_) => {
                let interval = pair_interval(&pairing.totals);
                (Some(interval.low), Some(interval.high))
            }
        };
    }
    /// The id of the player that comes first in the roster.
    a: String = results.id(a).to_owned();
    /// The id of the other player.
    b: String = results.id(b).to_owned();
    /// The number of sets of paired games: two games on the same dice, one from each seat.
    paired_games: u64 = pairing.totals.groups;
    /// The sampled win rate of `a` over both seats, where a draw counts as half a win.
    a_win_rate: f64 = estimate.value;
    /// Lower end of the 95 % interval over sets of paired games, with `--until-ci` of the
    /// anytime-valid interval; empty where nothing varied.
    low: Option<f64> = low;
    /// Upper end of the interval.
    high: Option<f64> = high;
    /// The exact win rate of `a` over both seats; empty where the game is not solved.
    exact: Option<f64> = exact(results, a, b);
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(true);
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

/// The mean share of the first player of a pairing, with its interval over paired games.
fn paired(totals: &Tally) -> crate::statistics::RatioEstimate {
    let of_group = 2 * i128::from(totals.share_unit());
    let mut sums = RatioSums {
        groups: totals.groups,
        ..RatioSums::default()
    };
    for (share, &groups) in totals.shares_of(0).iter().enumerate() {
        let (share, groups) = (share as i128, i128::from(groups));
        let terms = [
            share,
            of_group,
            share * share,
            share * of_group,
            of_group * of_group,
        ];
        for (sum, term) in sums.sums.iter_mut().zip(terms) {
            *sum += groups * term;
        }
    }
    let ratio = StratifiedRatio::new(&[sums]).expect("every group has two games");
    ratio.estimate()
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
