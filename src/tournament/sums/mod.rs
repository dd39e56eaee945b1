//! Fast sums over many groups of paired games. For each metric and player there are five
//! sums (numerator, denominator, their squares and their product), so that 40 metrics of two
//! players need 400 for each game, and a game may take only a quarter of a microsecond.
//!
//! The sums of one kind are adjacent in memory, so that vector registers add several
//! metrics at once; [`Tally`] stores them by metric. [`Tally::add`] is the reference
//! implementation, and the tests compare both.

mod kernel;

use super::contest::GameRecord;
use super::tally::{Tally, add_metrics, refuse, sizes, units};
use crate::play::{Seat, Seats};
use kernel::{Adder, MetricSums};

/// The sums of a block while it is being played.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    adder: Adder,
    players: usize,
    metrics: usize,
    share_unit: u32,
    /// By set of winners: the units that each of them gets; 0 for a set that cannot share
    /// the win.
    units: [u8; 1 << u8::BITS],
    groups: u64,
    wins: Vec<u64>,
    shares: Vec<u64>,
    draws: Vec<u64>,
    measured: MetricSums,
    /// The same sums of batches with a wide record, as [`Tally::metrics`]; empty if
    /// there was none.
    wide: Vec<[i128; 5]>,
}

impl Sums {
    /// Empty sums of games that count wins in units of 1 / `share_unit`.
    #[must_use]
    pub(crate) fn new(players: usize, metrics: usize, share_unit: u32) -> Self {
        Self::with(Adder::best(), players, metrics, share_unit)
    }

    fn with(adder: Adder, players: usize, metrics: usize, share_unit: u32) -> Self {
        let [wins, shares, draws] = sizes(players, share_unit);
        let of = |bits: usize| {
            let seats = (0..u8::BITS as u8).filter(|seat| bits >> seat & 1 != 0);
            let winners: Seats = seats.map(Seat).collect();
            units(winners, players, share_unit).unwrap_or(0)
        };
        Self {
            adder,
            players,
            metrics,
            share_unit,
            units: std::array::from_fn(of),
            groups: 0,
            wins: vec![0; wins],
            shares: vec![0; shares],
            draws: vec![0; draws],
            measured: MetricSums::new(players, metrics),
            wide: Vec::new(),
        }
    }

    /// The number of groups that were added.
    #[must_use]
    pub(crate) fn groups(&self) -> u64 {
        self.groups
    }

    /// Adds `groups` groups, as [`Tally::add`] does: the games of each are
    /// `games[..][group]`.
    ///
    /// # Errors
    /// As [`Tally::add`].
    ///
    /// # Panics
    /// As [`Tally::add`], and if records or seats have another size.
    pub(crate) fn add(
        &mut self,
        seats: &[Vec<usize>],
        games: &[Vec<GameRecord>],
        groups: usize,
    ) -> Result<(), i64> {
        let players = self.players;
        assert_eq!([seats.len(), games.len()], [players; 2]);
        self.groups += groups as u64;
        let by_player = self.shares.len() / players;
        let (mut wide, mut fewest) = (false, u8::MAX);
        for player in 0..players {
            for group in 0..groups {
                let mut won = 0;
                for (seats, records) in seats.iter().zip(games) {
                    let (seat, winners) = (seats[player], records[group].winners);
                    let units = self.units[usize::from(winners.bits())];
                    fewest = fewest.min(units);
                    // The winner is unpredictable, so the code does not branch on it.
                    let units = units * u8::from(winners.contains(Seat(seat as u8)));
                    wide |= records[group].wide.is_some();
                    self.wins[player * players + seat] += u64::from(units);
                    won += usize::from(units);
                }
                self.shares[player * by_player + won] += 1;
            }
        }
        if fewest == 0 {
            self.refuse(games, groups);
        }
        if self.share_unit > 1 {
            self.add_draws(seats, games, groups);
        }
        if wide {
            return self.add_wide(seats, games, groups);
        }
        self.adder.add(seats, games, groups, &mut self.measured);
        Ok(())
    }

    /// Counts the games of these groups that have several winners.
    fn add_draws(&mut self, seats: &[Vec<usize>], games: &[Vec<GameRecord>], groups: usize) {
        let players = self.players;
        for (seats, records) in seats.iter().zip(games) {
            for winners in records[..groups].iter().map(|record| record.winners) {
                let Some(others) = winners.len().checked_sub(2) else {
                    continue;
                };
                for (player, &seat) in seats.iter().enumerate() {
                    let won = u64::from(winners.contains(Seat(seat as u8)));
                    self.draws[(player * players + seat) * (players - 1) + others] += won;
                }
            }
        }
    }

    /// Names a set of winners that cannot share a win.
    #[cold]
    fn refuse(&self, games: &[Vec<GameRecord>], groups: usize) -> ! {
        let winners = games
            .iter()
            .flat_map(|games| &games[..groups])
            .map(|game| game.winners);
        let mut wrong = winners.filter(|winners| self.units[usize::from(winners.bits())] == 0);
        refuse(
            wrong.next().unwrap_or_default(),
            self.players,
            self.share_unit,
        )
    }

    /// Adds what was measured in these groups where one of their games has a wide
    /// record.
    #[cold]
    fn add_wide(
        &mut self,
        seats: &[Vec<usize>],
        games: &[Vec<GameRecord>],
        groups: usize,
    ) -> Result<(), i64> {
        self.wide.resize(self.players * self.metrics, [0; 5]);
        for group in 0..groups {
            let games: Vec<_> = games.iter().map(|games| &games[group]).collect();
            add_metrics(&mut self.wide, self.metrics, seats, &games)?;
        }
        Ok(())
    }

    /// Returns the sums so far, and sets them to 0.
    #[must_use]
    pub(crate) fn take(&mut self) -> Tally {
        let mut tally = Tally::new(self.players, self.metrics, self.share_unit);
        tally.groups = std::mem::take(&mut self.groups);
        std::mem::swap(&mut tally.wins, &mut self.wins);
        std::mem::swap(&mut tally.shares, &mut self.shares);
        std::mem::swap(&mut tally.draws, &mut self.draws);
        for (place, sums) in self.measured.sums.iter_mut().enumerate() {
            for (metric, sum) in tally.metrics.iter_mut().zip(sums) {
                metric[place] = std::mem::take(sum).into();
            }
        }
        for (metric, wide) in tally.metrics.iter_mut().zip(self.wide.drain(..)) {
            for (sum, more) in metric.iter_mut().zip(wide) {
                *sum += more;
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::kernel::Kernel;
    use super::*;
    use crate::tournament::Seating;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The largest absolute value of a record.
    const MOST: u64 = GameRecord::MOST as u64;

    fn record(players: usize, metrics: usize, unit: u32, rng: &mut impl Rng) -> GameRecord {
        let mut record = GameRecord::new(players, metrics);
        while !(1..=unit as usize).contains(&record.winners.len()) {
            let drawn = rng.next_u64();
            let seats = (0..players as u8).filter(|seat| drawn >> seat & 1 != 0);
            record.winners = seats.map(Seat).collect();
        }
        for numerator in &mut record.numerators {
            *numerator = (rng.next_u64() % (2 * MOST + 1)) as i32 - MOST as i32;
        }
        for denominator in &mut record.denominators {
            *denominator = (rng.next_u64() % (MOST + 1)) as i32;
        }
        record
    }

    fn won_by_the_first(players: usize, metrics: usize) -> GameRecord {
        GameRecord {
            winners: Seats::one(Seat::FIRST),
            ..GameRecord::new(players, metrics)
        }
    }

    #[test]
    fn every_kernel_adds_up_as_the_plain_way_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for kernel in Kernel::available() {
            for (players, metrics, unit) in [
                (2, 40, 1),
                (2, 0, 1),
                (2, 3, 2),
                (3, 17, 1),
                (3, 17, 6),
                (6, 40, 1),
                (6, 4, 60),
            ] {
                let mut sums = Sums::with(Adder::new(kernel), players, metrics, unit);
                for _ in 0..2 {
                    let mut tally = Tally::new(players, metrics, unit);
                    for group in 0..50 {
                        let seatings = Seating::all(players);
                        let seats = &seatings[group % seatings.len()].seats;
                        let games: Vec<GameRecord> = (0..players)
                            .map(|_| record(players, metrics, unit, &mut rng))
                            .collect();
                        let grouped: Vec<_> = games.iter().map(|game| vec![game.clone()]).collect();
                        sums.add(seats, &grouped, 1).unwrap();
                        tally.add(seats, &games).unwrap();
                    }
                    tally.check(players, metrics, unit).unwrap();
                    assert_eq!(sums.take(), tally, "{kernel:?}");
                }
                assert_eq!(sums.take(), Tally::new(players, metrics, unit));
            }
        }
    }

    #[test]
    fn the_largest_block_of_the_largest_values_fits() {
        let (players, metrics) = (6, 2);
        let mut record = won_by_the_first(players, metrics);
        record.numerators.fill(-(MOST as i32));
        record.denominators.fill(MOST as i32);
        let games = vec![vec![record; 2]; players];
        let seats = &Seating::all(players)[0].seats;
        let mut sums = Sums::new(players, metrics, 1);
        for _ in 0..Tally::MAX_BLOCK / 2 {
            sums.add(seats, &games, 2).unwrap();
        }
        let tally = sums.take();
        tally.check(players, metrics, 1).unwrap();
        let of_group = 6 * i128::from(MOST);
        let squares = of_group * of_group * i128::from(Tally::MAX_BLOCK);
        assert_eq!(tally.metrics[0][2..], [squares, -squares, squares]);
    }

    #[test]
    fn wide_records_are_added_exactly_among_others() {
        let (players, metrics) = (2, 3);
        let seats = &Seating::all(players)[0].seats;
        let wide = [1 << 20, 1 << 33, Tally::MOST - 3];
        let mut sums = Sums::new(players, metrics, 1);
        let mut expected = vec![[0_i128; 5]; players * metrics];
        // Every other batch has a wide record.
        for value in wide.into_iter().flat_map(|wide| [5, wide]) {
            let game = |value: i64| {
                let mut record = won_by_the_first(players, metrics);
                record.set_sums(std::iter::repeat_n([value - 7, value], players * metrics));
                assert_eq!(record.wide.is_some(), value >= 1 << 20);
                record
            };
            let games = [vec![game(value)], vec![game(2)]];
            sums.add(seats, &games, 1).unwrap();
            let (x, n) = (i128::from(value) - 12, i128::from(value) + 2);
            for sums in &mut expected {
                for (sum, more) in sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
                    *sum += more;
                }
            }
        }
        let tally = sums.take();
        tally.check(players, metrics, 1).unwrap();
        assert_eq!(tally.metrics, expected);
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
        assert_eq!(sums.take(), Tally::new(players, metrics, 1));
    }

    #[test]
    fn larger_sums_are_refused() {
        let seats = &Seating::all(2)[0].seats;
        let mut record = won_by_the_first(2, 1);
        record.set_sums(std::iter::repeat_n([1, Tally::MOST / 2 + 1], 2));
        let games = vec![vec![record]; 2];
        let refused = Sums::new(2, 1, 1).add(seats, &games, 1);
        assert_eq!(refused, Err(Tally::MOST + 2));
    }
}
