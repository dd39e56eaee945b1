//! Integer sums over the groups of one pairing, which can be added in any order
//! and to any other's of the same pairing.

use miette::Diagnostic;
use thiserror::Error;

use super::contest::GameRecord;
use crate::statistics::RatioSums;

/// A group of games with a sum that is too large to be added up exactly.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
#[error(
    "a sum over games of {players} on the same dice reaches {sum}, and only sums up to {} are added up exactly",
    Tally::MOST
)]
#[diagnostic(help(
    "leave out one of these players, or change the rules so that their games are shorter"
))]
pub struct SumTooLarge {
    /// The sum.
    pub sum: i64,
    /// The ids of the players of the pairing.
    pub players: String,
}

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
    /// x, the denominator n, x * x, x * n and n * n. No |x| and no n is larger than
    /// [`Tally::MOST`], so that 127 bits hold the sums over all groups that a pairing
    /// may have.
    pub metrics: Vec<[i128; 5]>,
}

impl Tally {
    /// Most groups of one tally: where no record is wide, products are below
    /// 2^46 > (6 * 2^20)^2, and 64 bits hold their sums.
    pub const MAX_BLOCK: u64 = 1 << 16;

    /// The largest sum of a metric over the games of one group: its square is 2^86, and
    /// a pairing has fewer than 2^34 groups ([`MAX_GAMES`](super::MAX_GAMES)).
    pub const MOST: i64 = 1 << 43;

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
    ///
    /// # Errors
    /// The sum over the games that exceeds [`Tally::MOST`].
    pub fn add(&mut self, seats: &[Vec<usize>], games: &[GameRecord]) -> Result<(), i64> {
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
        }
        let games: Vec<&GameRecord> = games.iter().collect();
        add_metrics(&mut self.metrics, metrics, seats, &games)
    }
}

/// Adds what was measured in the games of a group, by player of the pairing, then
/// metric.
///
/// # Errors
/// The sum over the games that exceeds [`Tally::MOST`].
pub(super) fn add_metrics(
    to: &mut [[i128; 5]],
    metrics: usize,
    seats: &[Vec<usize>],
    games: &[&GameRecord],
) -> Result<(), i64> {
    for (place, sums) in to.iter_mut().enumerate() {
        let (player, metric) = (place / metrics, place % metrics);
        let mut group = [0_i64; 2];
        for (seats, game) in seats.iter().zip(games) {
            let of_game = game.sums(seats[player] * metrics + metric);
            for (sum, more) in group.iter_mut().zip(of_game) {
                *sum = sum.saturating_add(more);
                if sum.unsigned_abs() > Tally::MOST.unsigned_abs() {
                    return Err(*sum);
                }
            }
        }
        let [x, n] = group.map(i128::from);
        for (sum, value) in sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
            *sum += value;
        }
    }
    Ok(())
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
        let most = u128::from(self.groups) * u128::from(Self::MOST.unsigned_abs());
        let squares = most * u128::from(Self::MOST.unsigned_abs());
        let possible = |&[x, n, xx, xn, nn]: &[i128; 5]| {
            n.min(xx).min(nn) >= 0
                && x.unsigned_abs().max(n.unsigned_abs()) <= most
                && [xx, xn, nn].iter().all(|sum| sum.unsigned_abs() <= squares)
        };
        if let Some(sums) = self.metrics.iter().find(|sums| !possible(sums)) {
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
            let [x, n, xx, xn, nn] = *block_sums;
            let words = [block.groups.into(), x, n, xx, xn, nn];
            let more = RatioSums::from_words(words).expect("a block is a sum over groups");
            sums.merge(&more);
        }
    }
}
