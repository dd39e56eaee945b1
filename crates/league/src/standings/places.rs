//! What follows from the places at the end of a game: the advantage of each seat and, with more
//! than two seats, who finishes ahead of whom.

use std::collections::BTreeMap;

use super::estimate::dependence;
use super::field::{Field, PairingSums};
use crate::tournament::stopping::ALPHA;
use rivals_statistics::{Interval, RatioSums, StratifiedRatio, share_interval};

/// A share of games with its 95 % interval over paired games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, in 0..=1. All pairings have equal weight.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Share {
    fn new(strata: &[PairingSums]) -> Option<Self> {
        let sums: Vec<RatioSums> = strata.iter().map(|of| of.all).collect();
        Some(Self {
            value: StratifiedRatio::new(&sums)?.value,
            interval: share_interval(&sums, dependence(strata), ALPHA)?,
        })
    }
}

/// The wins of one seat, whoever sits there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatShare {
    /// The number of games.
    pub games: u64,
    /// The mean share of the win.
    pub won: Share,
    /// The exact share, where it is known for all pairings.
    pub exact: Option<f64>,
}

/// The advantage of a seat that wins this share of the games: its share less the mean of the other
/// seats.
#[must_use]
pub fn advantage(share: f64, seats: usize) -> f64 {
    (seats as f64 * share - 1.0) / (seats as f64 - 1.0)
}

/// How often one player finishes ahead of another one in the games of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// The players, in the roster's order.
    pub players: [usize; 2],
    /// The number of games.
    pub games: u64,
    /// The share of these games in which the first finishes ahead; a tie is half of one.
    pub share: Share,
}

/// The wins of each seat; none where no game was played.
pub(super) fn seats(field: &Field) -> Vec<SeatShare> {
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
        Some(SeatShare {
            games: totals().map(|totals| totals.games()).sum(),
            won: Share::new(&strata)?,
            exact: first.map(|first| if seat == 0 { first } else { 1.0 - first }),
        })
    };
    (0..field.finished.seats).filter_map(of_seat).collect()
}

/// Who finishes ahead of whom, with more than two seats, in the roster's order.
pub(super) fn ahead(field: &Field) -> Vec<Ahead> {
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
        Some(Ahead { players, games, share: Share::new(&strata)? })
    };
    met.into_iter().filter_map(ahead).collect()
}
