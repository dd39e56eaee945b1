//! What follows from the places at the end of a game: the advantage of each seat and, with more
//! than two seats, who finishes ahead of whom.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::estimate::dependence;
use super::field::{Field, PairingSums};
use crate::tournament::stopping::ALPHA;
use rivals_statistics::{Interval, RatioSums, StratifiedRatio, share_interval};

/// A share of games, in 0..=1, with its 95 % interval over paired games. All pairings have equal
/// weight.
fn share(strata: &[PairingSums]) -> Option<(f64, Interval)> {
    let sums: Vec<RatioSums> = strata.iter().map(|of| of.all).collect();
    let interval = share_interval(&sums, dependence(strata), ALPHA)?;
    Some((StratifiedRatio::new(&sums)?.value, interval))
}

/// A row of `seats.csv`: the wins of one seat; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRow {
    /// The number of the seat, from 1.
    pub seat: usize,
    /// The number of games.
    pub games: u64,
    /// The share of these games that the seat won, whoever sat there; all pairings have equal weight.
    pub win_rate: f64,
    /// Lower end of the 95 % interval, computed over paired games.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The advantage of the seat: `win_rate` less the mean win rate of the other seats; with two
    /// seats, the difference of their win rates.
    pub advantage: f64,
    /// Lower end of the 95 % interval of the advantage.
    pub advantage_low: f64,
    /// Upper end of the interval.
    pub advantage_high: f64,
    /// The exact win rate of the seat; empty unless it is known for all pairings.
    pub exact_win_rate: Option<f64>,
    /// The exact advantage.
    pub exact_advantage: Option<f64>,
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The advantage of a seat that wins this share of the games: its share less the mean of the other
/// seats.
fn advantage(share: f64, seats: usize) -> f64 {
    (seats as f64 * share - 1.0) / (seats as f64 - 1.0)
}

/// A row of `ahead.csv`: how often one player finishes ahead of another in the games of both; the
/// fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AheadRow {
    /// The id of the player that comes first in the roster.
    pub a: String,
    /// The id of the other player.
    pub b: String,
    /// The number of games in which both played.
    pub games: u64,
    /// The share of these games in which `a` finishes ahead of `b`: it wins and `b` does not, or
    /// neither wins and it has more points. A tie is half of one. All line-ups of both have equal weight.
    pub a_ahead: f64,
    /// Lower end of the 95 % interval, computed over paired games.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The wins of each seat; none where no game was played.
pub(super) fn seats(field: &Field) -> Vec<SeatRow> {
    let totals = || field.pairings.iter().map(|pairing| &pairing.totals);
    // The exact share of the first of two seats.
    let exact = || -> Option<f64> {
        let solved = field.solved()?;
        let first = field.pairings.iter().map(|pairing| {
            let [a, b] = [pairing.players[0], pairing.players[1]];
            Some(f64::midpoint(solved.exact(a, b)?.0, solved.exact(b, a)?.0))
        });
        let first: Option<Vec<f64>> = first.collect();
        first.map(|first| first.iter().sum::<f64>() / first.len() as f64)
    };
    let first = exact();
    let of_seat = |seat: usize| {
        let strata: Vec<_> = totals()
            .map(|totals| PairingSums::new(totals, |totals| totals.of_seat(seat)))
            .collect();
        let (win_rate, Interval { low, high }) = share(&strata)?;
        let exact = first.map(|first| if seat == 0 { first } else { 1.0 - first });
        let advantage = |share: f64| advantage(share, field.finished.seats);
        Some(SeatRow {
            seat: seat + 1,
            games: totals().map(|totals| totals.games()).sum(),
            win_rate,
            low,
            high,
            advantage: advantage(win_rate),
            advantage_low: advantage(low),
            advantage_high: advantage(high),
            exact_win_rate: exact,
            exact_advantage: exact.map(advantage),
            optional_stopping: field.finished.optional_stopping(false),
        })
    };
    (0..field.finished.seats).filter_map(of_seat).collect()
}

/// Who finishes ahead of whom, with more than two seats, in the roster's order.
pub(super) fn ahead(field: &Field) -> Vec<AheadRow> {
    if field.finished.seats == 2 || field.has_only_copies() {
        return Vec::new();
    }
    let mut met: BTreeMap<[usize; 2], (u64, Vec<PairingSums>)> = BTreeMap::new();
    for pairing in &field.pairings {
        for (b, &second) in pairing.players.iter().enumerate() {
            for (a, &first) in pairing.players[..b].iter().enumerate() {
                let sums = PairingSums::new(&pairing.totals, |totals| {
                    let sums = totals.ahead_of(a, b);
                    if first > second { sums.rest() } else { sums }
                });
                let (games, strata) =
                    met.entry([first.min(second), first.max(second)]).or_default();
                *games += pairing.totals.games();
                strata.push(sums);
            }
        }
    }
    let ahead = |(players, (games, strata)): ([usize; 2], (u64, Vec<PairingSums>))| {
        let (a_ahead, Interval { low, high }) = share(&strata)?;
        let [a, b] = players.map(|player| field.finished.roster[player].id.clone());
        let optional_stopping = field.finished.optional_stopping(false);
        Some(AheadRow { a, b, games, a_ahead, low, high, optional_stopping })
    };
    met.into_iter().filter_map(ahead).collect()
}
