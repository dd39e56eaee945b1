//! Integer sums over groups of paired games of one pairing. Tallies of the same pairing
//! can be added in any order.

#![expect(clippy::cast_possible_truncation, reason = "few games per seat, 60 units of a win")]

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::AddAssign;

use rivals_core::contest::GameRecord;
use rivals_core::play::Seats;
use rivals_core::play::outside::Counts;
use rivals_statistics::RatioSums;

/// The sums over some groups of a pairing. In a group each player sits in each seat equally
/// often: [`Self::games_per_seat`] times.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// The number of groups.
    pub groups: u64,
    /// The games of a group that a player has from each seat: 1 where a group has the rotations of
    /// one order, 2 where it has all orders of three players.
    #[serde(rename = "turns", default = "one", skip_serializing_if = "is_one")]
    pub games_per_seat: u64,
    /// Shares of wins in units of 1 / [`Contest::share_unit`](super::Contest::share_unit),
    /// by player of the pairing, then seat; where wins are never shared, games won.
    pub wins: Vec<u64>,
    /// The number of groups in which the player won 0, 1, ... units in all games together,
    /// by player of the pairing, then units.
    pub shares: Vec<u64>,
    /// Games that the player won together with others, by player of the pairing, then
    /// seat, then number of winners from two on; empty where wins are never shared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<u64>,
    /// With more than two seats, by two players of the pairing: the sum over groups of the games in
    /// which the first one finishes ahead of the second, in halves of a game (a tie is one half),
    /// and the sum of its squares. The pairs are in the order (0, 1), (0, 2), ..., (1, 2), ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<[u64; 2]>,
    /// With more than two seats, by player of the pairing, then place from the second on: the sum
    /// over groups of the games in which the player has this place, in units of 1 /
    /// [`Tally::PLACE_UNIT`], and the sum of its squares. Players who tie have equal parts of their
    /// places, so that the games of the first place are the wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<[u64; 2]>,
    /// With more than two seats, by seat: the sum over groups of the squares of the units that were
    /// won there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_squares: Vec<u64>,
    /// By player of the pairing, then metric: sums over groups of the numerator
    /// x, the denominator n, x * x, x * n and n * n. No |x| and no n is larger than
    /// [`Tally::MOST`], so that 127 bits hold the sums over all groups that a pairing
    /// may have.
    pub metrics: Vec<[i128; 5]>,
    /// Where pairings share their openings: the same sums over the groups of each batch of openings,
    /// by batch. Groups of different pairings are independent unless their batch is the same.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub batches: BTreeMap<u8, Self>,
    /// What was counted of the players that are programs of their own, by player of the pairing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outside: BTreeMap<usize, Counts>,
}

impl Tally {
    /// The number of batches of openings: opening g is in batch g modulo this number.
    pub const BATCHES: u64 = 40;

    /// The units of a game in which places are counted: 2 to 6 players who tie share their places
    /// without remainder.
    pub const PLACE_UNIT: u64 = 60;

    /// The largest number of groups of one tally: where no record is wide, products are
    /// below 2^46 > (6 * 2^20)^2, and 64 bits hold their sums.
    pub const MAX_CHUNK: u64 = 1 << 16;

    /// The largest sum of a metric over the games of one group: its square is 2^86, and
    /// a pairing has fewer than 2^34 groups ([`MAX_GAMES`](super::MAX_GAMES)).
    pub const MOST: i64 = 1 << 43;

    /// The same sums of two players that are listed the other way round.
    #[cfg(feature = "files")]
    pub(super) fn swap(&mut self) {
        fn halves<T>(sums: &mut [T]) {
            sums.rotate_left(sums.len() / 2);
        }
        halves(&mut self.wins);
        halves(&mut self.shares);
        halves(&mut self.draws);
        halves(&mut self.metrics);
        self.batches.values_mut().for_each(Self::swap);
        self.outside = self.outside.iter().map(|(of, counts)| (1 - of, counts.clone())).collect();
    }

    /// The same sums, which are those of the group with this number, as the sums of its batch.
    #[must_use]
    pub(super) fn of_opening(mut self, group: u64) -> Self {
        self.batches = BTreeMap::from([((group % Self::BATCHES) as u8, self.clone())]);
        self
    }

    /// The number of parts of the groups that are independent of each other and of those of other
    /// pairings: batches of openings, or the groups themselves.
    #[must_use]
    pub fn independent(&self) -> u64 {
        match self.batches.len() {
            0 => self.groups,
            batches => batches as u64,
        }
    }

    /// An empty tally of games that count wins in units of 1 / `share_unit`, in groups in which
    /// each player has each seat `games_per_seat` times.
    pub fn new(players: usize, metrics: usize, share_unit: u32, games_per_seat: u64) -> Self {
        let [wins, shares, draws] = sizes(players, share_unit, games_per_seat);
        let pairs = players * (players - 1) / 2;
        let [pairs, places, seats] = if players > 2 { [pairs, 2 * pairs, players] } else { [0; 3] };
        Self {
            groups: 0,
            games_per_seat,
            wins: vec![0; wins],
            shares: vec![0; shares],
            draws: vec![0; draws],
            ahead: vec![[0; 2]; pairs],
            places: vec![[0; 2]; places],
            seat_squares: vec![0; seats],
            metrics: vec![[0; 5]; players * metrics],
            batches: BTreeMap::new(),
            outside: BTreeMap::new(),
        }
    }
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(games_per_seat: &u64) -> bool {
    *games_per_seat == 1
}

/// The lengths of [`Tally::wins`], [`Tally::shares`] and [`Tally::draws`].
pub(super) fn sizes(players: usize, share_unit: u32, games_per_seat: u64) -> [usize; 3] {
    let seats = players * players;
    let draws = if share_unit == 1 { 0 } else { seats * (players - 1) };
    let games = players * games_per_seat as usize;
    [seats, players * (games * share_unit as usize + 1), draws]
}

/// The units of 1 / `share_unit` that each winner of a game gets; `None` if the winners
/// cannot share the win.
pub(super) fn units(winners: Seats, seats: usize, share_unit: u32) -> Option<u8> {
    let possible = winners.iter().all(|seat| usize::from(seat.0) < seats);
    let count = winners.len() as u32;
    let shared = possible && share_unit.checked_rem(count) == Some(0);
    shared.then(|| (share_unit / count) as u8)
}

/// The place of two players, the first below the second, in [`Tally::ahead`].
pub(super) fn pair(players: usize, a: usize, b: usize) -> usize {
    a * (2 * players - a - 1) / 2 + b - a - 1
}

/// Adds what was measured in the games of a group, by player of the pairing, then
/// metric.
///
/// # Errors
/// The sum over the games that exceeds [`Tally::MOST`].
pub(super) fn add_metrics(
    to: &mut [[i128; 5]],
    players: usize,
    seats: &[Vec<usize>],
    games: &[&GameRecord],
) -> Result<(), i64> {
    let metrics = to.len() / players;
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
    /// Checks whether groups of games with this number of players, metrics and units can
    /// have these sums, because a damaged file may contain anything.
    ///
    /// # Errors
    /// A message that says what is impossible.
    pub fn check(&self, players: usize, metrics: usize, share_unit: u32) -> Result<(), String> {
        let empty = Self::new(players, metrics, share_unit, self.games_per_seat);
        let (found, expected) = (self.lengths(), empty.lengths());
        if found != expected {
            return Err(format!(
                "the chunk has {found:?} counts of wins, shares, draws, orders of players, places, \
                 seats and metrics; this tournament needs {expected:?}"
            ));
        }
        if self.outside.keys().any(|player| *player >= players) {
            return Err(format!("the chunk counts a program beyond its {players} players"));
        }
        if !(1..=Self::MAX_CHUNK).contains(&self.groups) {
            return Err(format!(
                "a chunk has 1 to 65,536 groups of paired games; this one has {}",
                self.groups
            ));
        }
        if !self.wins_add_up(players, share_unit.into()) {
            return Err("the wins of the chunk do not add up to its number of games".to_owned());
        }
        if !self.orders_add_up(players, share_unit.into()) {
            return Err("the order of the players does not add up to the chunk's games".to_owned());
        }
        let most = u128::from(self.groups) * u128::from(Self::MOST.unsigned_abs());
        let squares = most * u128::from(Self::MOST.unsigned_abs());
        let possible = |&[x, n, xx, xn, nn]: &[i128; 5]| {
            n.min(xx).min(nn) >= 0
                && x.unsigned_abs().max(n.unsigned_abs()) <= most
                && [xx, xn, nn].iter().all(|sum| sum.unsigned_abs() <= squares)
        };
        if let Some(sums) = self.metrics.iter().find(|sums| !possible(sums)) {
            return Err(format!("the metric sums {sums:?} are impossible"));
        }
        let mut sum = empty;
        for (&number, batch) in &self.batches {
            let plain = batch.batches.is_empty() && batch.games_per_seat == self.games_per_seat;
            if !plain || u64::from(number) >= Self::BATCHES {
                return Err(format!("the batch {number} of openings is impossible"));
            }
            batch.check(players, metrics, share_unit)?;
            sum.merge(batch);
        }
        sum.batches.clone_from(&self.batches);
        // What programs took is counted once.
        sum.outside.clone_from(&self.outside);
        if !self.batches.is_empty() && sum != *self {
            return Err("the batches of openings do not add up to the chunk".to_owned());
        }
        Ok(())
    }

    /// The numbers of sums.
    fn lengths(&self) -> [usize; 7] {
        let [wins, shares, draws, seats] =
            [&self.wins, &self.shares, &self.draws, &self.seat_squares].map(Vec::len);
        let [ahead, places] = [&self.ahead, &self.places].map(Vec::len);
        [wins, shares, draws, ahead, places, seats, self.metrics.len()]
    }

    /// Whether the units that were won are those of all games, of each player as its shares say.
    fn wins_add_up(&self, players: usize, unit: u64) -> bool {
        let all = |counts: &[u64]| counts.iter().copied().map(u128::from).sum::<u128>();
        let of_player = |(wins, shares): (&[u64], &[u64])| {
            let units = (0..).zip(shares).map(|(units, &groups)| units * u128::from(groups));
            all(shares) == u128::from(self.groups) && all(wins) == units.sum()
        };
        let by_player = self.shares.chunks(self.shares.len() / players);
        all(&self.wins) == u128::from(self.games() * unit)
            && self.wins.chunks(players).zip(by_player).all(of_player)
            && self.wins_are_possible(unit)
    }

    /// Whether the sums of who finishes ahead of whom, of the places and of the seats are possible.
    fn orders_add_up(&self, players: usize, unit: u64) -> bool {
        let of_group = players as u64 * self.games_per_seat;
        let possible = |sums: &[[u64; 2]], of_game: u64| {
            let mut sums = sums.iter();
            sums.all(|&[x, xx]| x <= of_game * self.games() && xx <= of_game * of_group * x)
        };
        // A player has one place in each game, and the first one where it wins.
        let placed = |(wins, later): (&[u64], &[[u64; 2]])| {
            let won: u64 = wins.iter().sum();
            let later: u64 = later.iter().map(|[sum, _]| sum).sum();
            Self::PLACE_UNIT * won + unit * later == Self::PLACE_UNIT * unit * self.games()
        };
        possible(&self.ahead, 2)
            && possible(&self.places, Self::PLACE_UNIT)
            && self.wins.chunks(players).zip(self.places.chunks(players - 1)).all(placed)
            && (0..self.seat_squares.len()).all(|seat| {
                let [x, _, xx, ..] = self.of_seat(seat).sums;
                xx <= x * i128::from(of_group * unit)
            })
    }

    /// Whether each player's wins in each seat, less the shares of its drawn games, are
    /// whole wins, and whether there are at most as many of these games as were played.
    fn wins_are_possible(&self, unit: u64) -> bool {
        let by_seat = self.draws.len() / self.wins.len();
        let possible = |at: usize| {
            let (mut units, mut games) = (self.wins[at], self.groups * self.games_per_seat);
            for (winners, &drawn) in (2..).zip(&self.draws[at * by_seat..][..by_seat]) {
                games = games.checked_sub(drawn)?;
                units = units.checked_sub(drawn * (unit / winners))?;
                (drawn == 0 || unit.is_multiple_of(winners)).then_some(())?;
            }
            (units % unit == 0 && units / unit <= games).then_some(())
        };
        (0..self.wins.len()).all(|at| possible(at).is_some())
    }

    /// Adds the groups of another tally of the same pairing.
    pub fn merge(&mut self, more: &Self) {
        fn add<T: Copy + AddAssign>(sums: &mut [T], more: &[T]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += *more);
        }
        self.groups += more.groups;
        add(&mut self.wins, &more.wins);
        add(&mut self.shares, &more.shares);
        add(&mut self.draws, &more.draws);
        add(self.ahead.as_flattened_mut(), more.ahead.as_flattened());
        add(self.places.as_flattened_mut(), more.places.as_flattened());
        add(&mut self.seat_squares, &more.seat_squares);
        add(self.metrics.as_flattened_mut(), more.metrics.as_flattened());
        for (&player, counts) in &more.outside {
            self.outside.entry(player).or_default().add(counts);
        }
        for (&number, batch) in &more.batches {
            match self.batches.entry(number) {
                Entry::Vacant(place) => drop(place.insert(batch.clone())),
                Entry::Occupied(mut sums) => sums.get_mut().merge(batch),
            }
        }
    }

    /// The same sums of the first `count` metrics alone.
    #[must_use]
    pub(super) fn of_first_metrics(&self, count: usize) -> Self {
        let metrics = self.metrics.len() / self.players();
        let mut tally = self.clone();
        if metrics > 0 {
            let by_player = self.metrics.chunks(metrics);
            tally.metrics = by_player.flat_map(|of| &of[..count]).copied().collect();
        }
        let batches = self.batches.iter();
        tally.batches = batches.map(|(at, of)| (*at, of.of_first_metrics(count))).collect();
        tally
    }

    /// The number of players, which is the number of seats.
    fn players(&self) -> usize {
        self.wins.len().isqrt()
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.groups * self.games_per_seat * self.players() as u64
    }

    /// The number of units of a win.
    #[must_use]
    pub fn share_unit(&self) -> u64 {
        (self.shares_of(0).len() as u64 - 1) / (self.players() as u64 * self.games_per_seat)
    }

    /// The number of groups in which a player won 0, 1, ... units in all games together.
    #[must_use]
    pub fn shares_of(&self, player: usize) -> &[u64] {
        let by_player = self.shares.len() / self.players();
        &self.shares[player * by_player..][..by_player]
    }

    /// The number of games in which a player won 0, 1, ... units in this seat.
    #[must_use]
    pub fn shares_in_seat(&self, player: usize, seat: usize) -> Vec<u64> {
        let unit = self.share_unit();
        let mut shares = vec![0; unit as usize + 1];
        let mut rest = self.wins[player * self.players() + seat];
        let mut lost = self.groups * self.games_per_seat;
        for (winners, &games) in (2..).zip(self.draws_in_seat(player, seat)) {
            if games > 0 {
                shares[(unit / winners) as usize] = games;
                rest -= games * (unit / winners);
                lost -= games;
            }
        }
        let alone = rest / unit;
        shares[unit as usize] = alone;
        shares[0] = lost - alone;
        shares
    }

    /// With two seats: the sums over groups of the products of a player's units from the
    /// first seat with themselves, of those from both seats, and of those from the second
    /// seat with themselves; `None` if the totals contradict one another.
    #[must_use]
    pub fn products_of_pair(&self, player: usize) -> Option<[u64; 3]> {
        let squares = |shares: &[u64]| -> u64 {
            (0..).zip(shares).map(|(units, count)| units * units * count).sum()
        };
        let [first, second] = [0, 1].map(|seat| squares(&self.shares_in_seat(player, seat)));
        let twice = squares(self.shares_of(player)).checked_sub(first + second)?;
        (twice % 2 == 0).then_some([first, twice / 2, second])
    }

    /// The share of the win of a seat, over the groups.
    #[must_use]
    pub fn of_seat(&self, seat: usize) -> RatioSums {
        let players = self.players();
        let won = |player: usize| i128::from(self.wins[player * players + seat]);
        let x = (0..players).map(won).sum();
        let all = i128::from(players as u64 * self.games_per_seat * self.share_unit());
        // With two seats, a seat has the first player's units there, and those that it does not win
        // in the other seat.
        let of_two = || {
            let [first, both, second] = self.products_of_pair(0)?.map(i128::from);
            let [own, other] = [seat, 1 - seat].map(|seat| i128::from(self.wins[seat]));
            let (unit, groups) = (i128::from(self.share_unit()), i128::from(self.groups));
            Some(first + second - 2 * both + unit * unit * groups + 2 * unit * (own - other))
        };
        let known = self.seat_squares.get(seat).copied().map(i128::from);
        let squares = known.or_else(of_two).unwrap_or(x * all);
        RatioSums::of_whole(self.groups, x, squares, all)
    }

    /// The share of the games in which the first of two members of the pairing finishes ahead of
    /// the second; only with more than two seats, and with `a` below `b`.
    #[must_use]
    pub fn ahead_of(&self, a: usize, b: usize) -> RatioSums {
        let [x, squares] = self.ahead[pair(self.players(), a, b)].map(i128::from);
        let all = 2 * i128::from(self.players() as u64 * self.games_per_seat);
        RatioSums::of_whole(self.groups, x, squares, all)
    }

    /// The share of the games in which a member of the pairing has this place, from 0; only with
    /// more than two seats.
    #[must_use]
    pub fn in_place(&self, player: usize, place: usize) -> RatioSums {
        let players = self.players();
        let Some(later) = place.checked_sub(1) else {
            return RatioSums::of_counts(self.shares_of(player));
        };
        let [x, squares] = self.places[player * (players - 1) + later].map(i128::from);
        let all = i128::from(Self::PLACE_UNIT * players as u64 * self.games_per_seat);
        RatioSums::of_whole(self.groups, x, squares, all)
    }

    /// The number of games that a player won in this seat together with others, by the
    /// number of winners from two on; empty where wins are never shared.
    #[must_use]
    pub fn draws_in_seat(&self, player: usize, seat: usize) -> &[u64] {
        let players = self.players();
        let by_seat = self.draws.len() / self.wins.len();
        &self.draws[(player * players + seat) * by_seat..][..by_seat]
    }

    /// The games that a player won together with all others, which are draws, and those that it won
    /// together with some of them.
    #[must_use]
    pub fn drawn_and_shared(&self, player: usize) -> [u64; 2] {
        let by_seat = (0..self.players()).map(|seat| self.draws_in_seat(player, seat));
        by_seat.fold([0; 2], |[drawn, shared], counts| {
            let all = counts.last().copied().unwrap_or_default();
            [drawn + all, shared + counts.iter().sum::<u64>() - all]
        })
    }
}
