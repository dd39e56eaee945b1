//! Adding up the groups of a block, fast: a game takes a quarter of a
//! microsecond, and forty metrics of two players bring 400 sums each.
//!
//! The sums of a kind stand side by side, so that vector registers add several
//! metrics at once; [`Tally`] has them by metric, as they are stored.
//! [`Tally::add`] is the plain way, and the tests hold both together.

use super::contest::GameRecord;
use super::tally::Tally;

/// A block's sums while it is being played.
#[derive(Clone, Debug)]
pub struct Sums {
    players: usize,
    metrics: usize,
    groups: u64,
    wins: Vec<u64>,
    shares: Vec<u64>,
    /// Of the group, by player of the pairing, then metric: numerators and
    /// denominators.
    x: Vec<i32>,
    n: Vec<i32>,
    /// By what is summed (x, n, x * x, x * n, n * n), then as those.
    sums: [Vec<i64>; 5],
}

impl Sums {
    /// Nothing yet.
    #[must_use]
    pub fn new(players: usize, metrics: usize) -> Self {
        let size = players * metrics;
        Self {
            players,
            metrics,
            groups: 0,
            wins: vec![0; players * players],
            shares: vec![0; players * (players + 1)],
            x: vec![0; size],
            n: vec![0; size],
            sums: [(); 5].map(|()| vec![0; size]),
        }
    }

    /// How many groups were added.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// As [`Tally::add`].
    ///
    /// # Panics
    /// If records or seats are of another size.
    #[inline]
    pub fn add(&mut self, seats: &[Vec<usize>], games: &[GameRecord]) {
        let (players, metrics) = (self.players, self.metrics);
        self.groups += 1;
        for player in 0..players {
            let mut won = 0;
            let of_player = player * metrics..(player + 1) * metrics;
            let (x, n) = (&mut self.x[of_player.clone()], &mut self.n[of_player]);
            for (game, (seats, record)) in seats.iter().zip(games).enumerate() {
                let seat = seats[player];
                if record.winner == seat {
                    self.wins[player * players + seat] += 1;
                    won += 1;
                }
                let of_seat = seat * metrics..(seat + 1) * metrics;
                let numerators = &record.numerators[of_seat.clone()];
                let denominators = &record.denominators[of_seat];
                if game == 0 {
                    x.copy_from_slice(numerators);
                    n.copy_from_slice(denominators);
                } else {
                    x.iter_mut()
                        .zip(numerators)
                        .for_each(|(x, more)| *x += more);
                    n.iter_mut()
                        .zip(denominators)
                        .for_each(|(n, more)| *n += more);
                }
            }
            self.shares[player * (players + 1) + won] += 1;
        }
        accumulate(&self.x, &self.n, &mut self.sums);
    }

    /// The sums so far; begins again with none.
    #[must_use]
    pub fn take(&mut self) -> Tally {
        let mut tally = Tally::new(self.players, self.metrics);
        tally.groups = std::mem::take(&mut self.groups);
        std::mem::swap(&mut tally.wins, &mut self.wins);
        std::mem::swap(&mut tally.shares, &mut self.shares);
        for (place, sums) in self.sums.iter_mut().enumerate() {
            for (metric, sum) in tally.metrics.iter_mut().zip(sums) {
                metric[place] = std::mem::take(sum);
            }
        }
        tally
    }
}

/// Adds a group's values and products.
#[inline(always)]
fn accumulate(x: &[i32], n: &[i32], sums: &mut [Vec<i64>; 5]) {
    let size = x.len();
    let n = &n[..size];
    let [sx, sn, sxx, sxn, snn] = sums.each_mut().map(|sums| &mut sums[..size]);
    for i in 0..size {
        let (x, n) = (i64::from(x[i]), i64::from(n[i]));
        sx[i] += x;
        sn[i] += n;
        sxx[i] += x * x;
        sxn[i] += x * n;
        snn[i] += n * n;
    }
}
