//! Fast sums over many groups of paired games: wins, shares of wins, draws and metrics. For
//! each metric and player there are five sums (numerator, denominator, their squares and their
//! product), so that 40 metrics of two players need 400 additions for each group of paired
//! games, and a game may take only a quarter of a microsecond.
//!
//! The sums of one kind are adjacent in memory, so that vector registers add several
//! metrics at once; [`Tally`] stores them by metric. The tests compare them with sums that
//! are added one by one.

mod kernel;

use std::cmp::Ordering;

use super::tally::{Tally, add_metrics, pair, units};
use kernel::{Add, MetricSums};
use rivals_core::contest::GameRecord;
use rivals_core::play::{MAX_SEATS, Seat, Seats};

/// The sums of a chunk while it is being played.
#[derive(Clone, Debug)]
pub struct Sums {
    add: Add,
    players: usize,
    share_unit: u32,
    /// By set of winners: the units that each of them gets; 0 for a set that cannot share
    /// the win.
    units: [u8; 1 << u8::BITS],
    /// The sums, without those of `measured`.
    tally: Tally,
    /// The sums of the metrics in batches without a wide record.
    measured: MetricSums,
}

impl Sums {
    /// Empty sums of games that count wins in units of 1 / `share_unit`, in groups in which each
    /// player has each seat `games_per_seat` times.
    pub fn new(players: usize, metrics: usize, share_unit: u32, games_per_seat: u64) -> Self {
        let of = |bits: usize| {
            let winners: Seats = (0..8).map(Seat).filter(|seat| bits >> seat.0 & 1 != 0).collect();
            units(winners, players, share_unit).unwrap_or(0)
        };
        Self {
            add: kernel::fastest(),
            players,
            share_unit,
            units: std::array::from_fn(of),
            tally: Tally::new(players, metrics, share_unit, games_per_seat),
            measured: MetricSums::new(players, metrics),
        }
    }

    /// As [`Tally::games_per_seat`].
    #[must_use]
    pub fn games_per_seat(&self) -> u64 {
        self.tally.games_per_seat
    }

    /// The number of groups that were added.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.tally.groups
    }

    /// Adds `groups` groups: the games of each are `games[..][group]`, and player p of the
    /// pairing has the seat `seats[game][p]` in each of them.
    ///
    /// # Errors
    /// A sum over the games of a group that exceeds [`Tally::MOST`].
    ///
    /// # Panics
    /// If records or seats have another size, or if the winners of a game cannot share its
    /// win in whole units: if there are none, if one of them has no seat, or if their number
    /// does not divide the unit.
    pub fn add(
        &mut self,
        seats: &[Vec<usize>],
        games: &[Vec<GameRecord>],
        groups: usize,
    ) -> Result<(), i64> {
        let players = self.players;
        let tally = &mut self.tally;
        let group = players as u64 * tally.games_per_seat;
        assert_eq!([seats.len() as u64, games.len() as u64], [group; 2]);
        tally.groups += groups as u64;
        let by_player = tally.shares.len() / players;
        let (mut wide, mut fewest) = (false, u8::MAX);
        for player in 0..players {
            for group in 0..groups {
                let mut won = 0;
                for (seats, records) in seats.iter().zip(games) {
                    let (seat, winners) = (seats[player], records[group].winners);
                    let units = self.units[usize::from(winners.bits())];
                    fewest = fewest.min(units);
                    // The winner is unpredictable, so the code does not branch on it.
                    let units = units * u8::from(winners.contains(Seat::at(seat)));
                    wide |= records[group].wide.is_some();
                    tally.wins[player * players + seat] += u64::from(units);
                    won += usize::from(units);
                }
                tally.shares[player * by_player + won] += 1;
            }
        }
        if fewest == 0 {
            self.refuse(games, groups);
        }
        if self.share_unit > 1 {
            self.add_draws(seats, games, groups);
        }
        if players > 2 {
            self.add_orders(seats, games, groups);
        }
        if wide {
            for group in 0..groups {
                let games: Vec<_> = games.iter().map(|games| &games[group]).collect();
                add_metrics(&mut self.tally.metrics, players, seats, &games)?;
            }
            return Ok(());
        }
        (self.add)(seats, games, groups, &mut self.measured);
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
                    let won = u64::from(winners.contains(Seat::at(seat)));
                    self.tally.draws[(player * players + seat) * (players - 1) + others] += won;
                }
            }
        }
    }

    /// Counts who finishes ahead of whom in these groups, the places, and the wins of each seat.
    fn add_orders(&mut self, seats: &[Vec<usize>], games: &[Vec<GameRecord>], groups: usize) {
        let players = self.players;
        for group in 0..groups {
            let games = || seats.iter().zip(games).map(|(seats, games)| (seats, &games[group]));
            let mut halves = [0_u64; MAX_SEATS * (MAX_SEATS - 1) / 2];
            let mut parts = [[0_u64; MAX_SEATS]; MAX_SEATS];
            for (seats, game) in games() {
                // By player: those who finish ahead of it, and those who tie, itself included.
                let mut ranks = [[0_usize, 1]; MAX_SEATS];
                for a in 0..players {
                    for b in a + 1..players {
                        halves[pair(players, a, b)] += match game.order(seats[a], seats[b]) {
                            Ordering::Greater => {
                                ranks[b][0] += 1;
                                2
                            }
                            Ordering::Equal => {
                                ranks[a][1] += 1;
                                ranks[b][1] += 1;
                                1
                            }
                            Ordering::Less => {
                                ranks[a][0] += 1;
                                0
                            }
                        };
                    }
                }
                for (parts, &[ahead, tied]) in parts.iter_mut().zip(&ranks[..players]) {
                    for part in &mut parts[ahead..ahead + tied] {
                        *part += Tally::PLACE_UNIT / tied as u64;
                    }
                }
            }
            let later = parts[..players].iter().flat_map(|parts| &parts[1..players]);
            let orders = self.tally.ahead.iter_mut().zip(&halves);
            for ([sum, squares], more) in orders.chain(self.tally.places.iter_mut().zip(later)) {
                *sum += more;
                *squares += more * more;
            }
            for (seat, squares) in self.tally.seat_squares.iter_mut().enumerate() {
                let units = games().map(|(_, game)| {
                    let units = self.units[usize::from(game.winners.bits())];
                    u64::from(units) * u64::from(game.winners.contains(Seat::at(seat)))
                });
                let units: u64 = units.sum();
                *squares += units * units;
            }
        }
    }

    /// Panics, and names a set of winners that cannot share a win. Only the source of a game can
    /// cause it: the games of a journal are read as sums, which are checked elsewhere.
    #[cold]
    fn refuse(&self, games: &[Vec<GameRecord>], groups: usize) -> ! {
        let winners = (games.iter().flat_map(|games| &games[..groups])).map(|game| game.winners);
        let mut wrong = winners.filter(|winners| self.units[usize::from(winners.bits())] == 0);
        let winners = wrong.next().unwrap_or_default();
        panic!(
            "a game of {} seats names {} winners ({winners}), and its contest counts wins in \
             units of 1/{}: name seats of the game, in a number that divides \
             Contest::share_unit",
            self.players,
            winners.len(),
            self.share_unit
        )
    }

    /// Returns the sums so far, and sets them to 0.
    #[must_use]
    pub fn take(&mut self) -> Tally {
        let metrics = self.tally.metrics.len() / self.players;
        let games_per_seat = self.tally.games_per_seat;
        let empty = Tally::new(self.players, metrics, self.share_unit, games_per_seat);
        let mut tally = std::mem::replace(&mut self.tally, empty);
        for (summand, sums) in self.measured.sums.iter_mut().enumerate() {
            for (metric, sum) in tally.metrics.iter_mut().zip(sums) {
                metric[summand] += i128::from(std::mem::take(sum));
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
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
        for score in &mut record.scores {
            *score = (rng.next_u64() % 4) as i32;
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
        GameRecord { winners: Seats::one(Seat::FIRST), ..GameRecord::new(players, metrics) }
    }

    /// Adds one group to a tally: the reference implementation.
    fn add_plainly(tally: &mut Tally, seats: &[Vec<usize>], games: &[GameRecord], unit: u32) {
        let players = seats.len();
        let by_player = tally.shares.len() / players;
        tally.groups += 1;
        for player in 0..players {
            let mut won = 0;
            for (seats, game) in seats.iter().zip(games) {
                let seat = seats[player];
                if !game.winners.contains(Seat::at(seat)) {
                    continue;
                }
                let units = units(game.winners, players, unit).unwrap();
                let at = player * players + seat;
                tally.wins[at] += u64::from(units);
                won += usize::from(units);
                if let Some(others) = game.winners.len().checked_sub(2).filter(|_| unit > 1) {
                    tally.draws[at * (players - 1) + others] += 1;
                }
            }
            tally.shares[player * by_player + won] += 1;
        }
        let finish = |seats: &[usize], game: &GameRecord, player: usize| {
            let seat = seats[player];
            if game.winners.contains(Seat::at(seat)) { i32::MAX } else { game.scores[seat] }
        };
        let mut at = 0;
        for a in 0..players {
            for b in (a + 1..players).filter(|_| players > 2) {
                let of_games = seats.iter().zip(games).map(|(seats, game)| {
                    let [a, b] = [a, b].map(|player| finish(seats, game, player));
                    2 * u64::from(a > b) + u64::from(a == b)
                });
                let halves: u64 = of_games.sum();
                tally.ahead[at][0] += halves;
                tally.ahead[at][1] += halves * halves;
                at += 1;
            }
        }
        for (at, [sum, squares]) in tally.places.iter_mut().enumerate() {
            let (player, place) = (at / (players - 1), at % (players - 1) + 1);
            let of_games = seats.iter().zip(games).map(|(seats, game)| {
                let own = finish(seats, game, player);
                let others = || (0..players).map(|other| finish(seats, game, other));
                let ahead = others().filter(|other| *other > own).count();
                let tied = others().filter(|other| *other == own).count();
                if (ahead..ahead + tied).contains(&place) { 60 / tied as u64 } else { 0 }
            });
            let units: u64 = of_games.sum();
            *sum += units;
            *squares += units * units;
        }
        for (seat, squares) in tally.seat_squares.iter_mut().enumerate() {
            let won = games.iter().filter(|game| game.winners.contains(Seat::at(seat)));
            let won = won.map(|game| u64::from(units(game.winners, players, unit).unwrap()));
            let won: u64 = won.sum();
            *squares += won * won;
        }
        let games: Vec<&GameRecord> = games.iter().collect();
        add_metrics(&mut tally.metrics, players, seats, &games).unwrap();
    }

    #[test]
    fn every_kernel_adds_up_as_the_plain_way_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (kernel, add) in kernel::available().into_iter().enumerate() {
            for (players, metrics, unit) in
                [(2, 40, 1), (2, 0, 1), (2, 3, 2), (3, 17, 1), (3, 17, 6), (6, 40, 1), (6, 4, 60)]
            {
                let mut sums = Sums { add, ..Sums::new(players, metrics, unit, 1) };
                for _ in 0..2 {
                    let mut tally = Tally::new(players, metrics, unit, 1);
                    for group in 0..50 {
                        let seatings = Seating::all(players);
                        let seats = &seatings[group % seatings.len()].seats;
                        let games: Vec<GameRecord> = (0..players)
                            .map(|_| record(players, metrics, unit, &mut rng))
                            .collect();
                        let grouped: Vec<_> = games.iter().map(|game| vec![game.clone()]).collect();
                        sums.add(seats, &grouped, 1).unwrap();
                        add_plainly(&mut tally, seats, &games, unit);
                    }
                    tally.check(players, metrics, unit).unwrap();
                    assert_eq!(sums.take(), tally, "kernel {kernel}");
                }
                assert_eq!(sums.take(), Tally::new(players, metrics, unit, 1));
            }
        }
    }

    #[test]
    fn the_largest_chunk_of_the_largest_values_fits() {
        let (players, metrics) = (6, 2);
        let mut record = won_by_the_first(players, metrics);
        record.numerators.fill(-(MOST as i32));
        record.denominators.fill(MOST as i32);
        let games = vec![vec![record; 2]; players];
        let seats = &Seating::all(players)[0].seats;
        let mut sums = Sums::new(players, metrics, 1, 1);
        for _ in 0..Tally::MAX_CHUNK / 2 {
            sums.add(seats, &games, 2).unwrap();
        }
        let tally = sums.take();
        tally.check(players, metrics, 1).unwrap();
        let of_group = 6 * i128::from(MOST);
        let squares = of_group * of_group * i128::from(Tally::MAX_CHUNK);
        assert_eq!(tally.metrics[0][2..], [squares, -squares, squares]);
    }

    #[test]
    fn wide_records_are_added_exactly_among_others() {
        let (players, metrics) = (2, 3);
        let seats = &Seating::all(players)[0].seats;
        let wide = [1 << 20, 1 << 33, Tally::MOST - 3];
        let mut sums = Sums::new(players, metrics, 1, 1);
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
        assert_eq!(sums.take(), Tally::new(players, metrics, 1, 1));
    }

    #[test]
    fn larger_sums_are_refused() {
        let seats = &Seating::all(2)[0].seats;
        let mut record = won_by_the_first(2, 1);
        record.set_sums(std::iter::repeat_n([1, Tally::MOST / 2 + 1], 2));
        let games = vec![vec![record]; 2];
        let refused = Sums::new(2, 1, 1, 1).add(seats, &games, 1);
        assert_eq!(refused, Err(Tally::MOST + 2));
    }
}
