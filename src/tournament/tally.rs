//! Integer sums over the groups of one pairing, which can be added in any order
//! and to any other's of the same pairing.

use super::contest::GameRecord;
use crate::statistics::RatioSums;

/// What the groups of a pairing brought. A group is one game for every rotation
/// of the seats, so each player sits in each seat once.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// How many groups.
    pub groups: u64,
    /// Games won, by player of the pairing, then seat.
    pub wins: Vec<u64>,
    /// Groups of which the player won 0, 1, ... all games, by player of the
    /// pairing, then games won.
    pub shares: Vec<u64>,
    /// By player of the pairing, then metric: sums over groups of the numerator
    /// x, the denominator n, x * x, x * n and n * n. Sixty-four bits hold those of
    /// a block of [`Tally::MAX_BLOCK`] groups; more are added up wider.
    pub metrics: Vec<[i64; 5]>,
}

impl Tally {
    /// Most groups of one tally: products are below 2^46 = (6 * 2^20)^2.
    pub const MAX_BLOCK: u64 = 1 << 16;

    /// Nothing yet.
    #[must_use]
    pub fn new(players: usize, metrics: usize) -> Self {
        Self {
            groups: 0,
            wins: vec![0; players * players],
            shares: vec![0; players * (players + 1)],
            metrics: vec![[0; 5]; players * metrics],
        }
    }

    /// Adds a group: its games, in each of which player p of the pairing has the
    /// seat `seats[game][p]`. [`super::Sums`] does the same, faster.
    pub fn add(&mut self, seats: &[Vec<usize>], games: &[GameRecord]) {
        let players = seats.len();
        let metrics = self.metrics.len() / players;
        self.groups += 1;
        for player in 0..players {
            let mut won = 0;
            for (seats, game) in seats.iter().zip(games) {
                if game.winner == seats[player] {
                    self.wins[player * players + seats[player]] += 1;
                    won += 1;
                }
            }
            self.shares[player * (players + 1) + won] += 1;
            for metric in 0..metrics {
                let of = |sums: fn(&GameRecord) -> &[i32]| -> i64 {
                    (seats.iter().zip(games))
                        .map(|(seats, game)| {
                            i64::from(sums(game)[seats[player] * metrics + metric])
                        })
                        .sum()
                };
                let x = of(|game| &game.numerators);
                let n = of(|game| &game.denominators);
                let sums = &mut self.metrics[player * metrics + metric];
                for (sum, value) in sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
                    *sum += value;
                }
            }
        }
    }
}

impl Tally {
    /// Looks whether groups of so many players and metrics can have brought
    /// this: what a file says may be anything.
    ///
    /// # Errors
    /// Says what cannot be.
    pub fn check(&self, players: usize, metrics: usize) -> Result<(), String> {
        let sizes = [self.wins.len(), self.shares.len(), self.metrics.len()];
        let expected = [
            players * players,
            players * (players + 1),
            players * metrics,
        ];
        if sizes != expected {
            return Err(format!(
                "its sums are of other players or metrics: {sizes:?} of them instead of {expected:?}"
            ));
        }
        if !(1..=Self::MAX_BLOCK).contains(&self.groups) {
            return Err(format!("no block has {} groups", self.groups));
        }
        let adds_up = |counts: &[u64], total: u64| {
            let sum = (counts.iter()).try_fold(0_u64, |sum, &count| sum.checked_add(count));
            sum == Some(total)
        };
        let games = self.groups * players as u64;
        let shared = (self.shares.chunks(players + 1)).all(|of| adds_up(of, self.groups));
        if !adds_up(&self.wins, games) || !shared {
            return Err("its games do not add up".to_owned());
        }
        if let Some(sums) = (self.metrics.iter()).find(|[_, n, xx, _, nn]| *n.min(xx).min(nn) < 0) {
            return Err(format!("no groups have the sums {sums:?}"));
        }
        Ok(())
    }
}

/// The blocks of a pairing, added up.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// How many groups.
    pub groups: u64,
    /// As [`Tally::wins`].
    pub wins: Vec<u64>,
    /// As [`Tally::shares`].
    pub shares: Vec<u64>,
    /// By player of the pairing, then metric.
    pub metrics: Vec<RatioSums>,
}

impl Totals {
    /// Nothing yet.
    #[must_use]
    pub fn new(players: usize, metrics: usize) -> Self {
        Self {
            groups: 0,
            wins: vec![0; players * players],
            shares: vec![0; players * (players + 1)],
            metrics: vec![RatioSums::default(); players * metrics],
        }
    }

    /// Adds a block.
    ///
    /// # Panics
    /// If the block is no sum over groups.
    pub fn add(&mut self, block: &Tally) {
        self.groups += block.groups;
        let add = |sums: &mut [u64], more: &[u64]| {
            sums.iter_mut()
                .zip(more)
                .for_each(|(sum, more)| *sum += more);
        };
        add(&mut self.wins, &block.wins);
        add(&mut self.shares, &block.shares);
        for (sums, block_sums) in self.metrics.iter_mut().zip(&block.metrics) {
            let [x, n, xx, xn, nn] = block_sums.map(i128::from);
            let words = [block.groups.into(), x, n, xx, xn, nn];
            let more = RatioSums::from_words(words).expect("a block is a sum over groups");
            sums.merge(&more);
        }
    }
}
