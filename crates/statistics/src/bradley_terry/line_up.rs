//! The counts of games that the three fits take: line-ups in fixed seats, mixed line-ups whose
//! seats change, and pairs with paired games.

/// The games of some players in fixed seats, independent of one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// The players by seat; the same player may sit in several seats.
    pub players: Vec<usize>,
    /// The games won by seat, or shares of wins in any unit. Games without a winner are
    /// not counted.
    pub wins: Vec<u64>,
}

impl LineUp {
    /// The number of games with a winner, in the unit of the wins. Counts from a damaged file may
    /// not add up, and must not wrap round to a plausible number.
    pub(super) fn games(&self) -> u64 {
        (self.wins.iter()).fold(0, |games, wins| games.saturating_add(*wins))
    }
}

/// The games of some players who had given seatings in turn: of n seatings, game i had
/// number i modulo n. Every game has a winner. The wins are counted by seat and not by
/// seating, which is all that the likelihood needs.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedLineUp {
    /// The players; seatings name them by their index here.
    pub players: Vec<usize>,
    /// Shares of wins in units of 1 / `unit`, by place, then seat.
    pub wins: Vec<u64>,
    /// The number of units of a win, at least 1: 1 where wins are not shared.
    pub unit: u64,
    /// The number of groups of paired games.
    pub groups: u64,
    /// The sum over players and groups of the squared deviation of a player's wins in a group
    /// from their mean.
    pub squares: f64,
}

impl MixedLineUp {
    /// The number of games.
    pub(super) fn games(&self) -> u64 {
        (self.wins.iter()).fold(0_u64, |games, wins| games.saturating_add(*wins)) / self.unit
    }

    /// The wins of a place in a seat.
    pub(super) fn won(&self, cell: usize) -> f64 {
        self.wins[cell] as f64 / self.unit as f64
    }

    /// The number of games of a seating, which is one of `seatings`.
    pub(super) fn games_of(&self, seating: usize, seatings: usize) -> u64 {
        let (games, seatings) = (self.games(), seatings as u64);
        games / seatings + u64::from((seating as u64) < games % seatings)
    }

    /// Each win once, with its player and seat, as if the players changed seats by
    /// rotation. This is enough to see who won at all.
    pub(super) fn rotations(&self) -> Vec<LineUp> {
        let seats = self.players.len();
        let rotation = |shift: usize| {
            let place = move |seat: usize| (seat + shift) % seats;
            let wins = |seat: usize| self.wins[place(seat) * seats + seat];
            LineUp {
                players: (0..seats).map(|seat| self.players[place(seat)]).collect(),
                wins: (0..seats).map(wins).collect(),
            }
        };
        (0..seats).map(rotation).collect()
    }
}

/// The games of two players in groups of two games on the same dice, one from each seat,
/// which may depend on one another.
///
/// A *cell* is a seat of one of the two games: the first player's and the second player's seat
/// in the game that the first player begins, then the second player's and the first player's
/// seat in the other game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedLineUp {
    /// The two players.
    pub players: [usize; 2],
    /// The number of units of a win, at least 1: 1 where wins are not shared.
    pub unit: u64,
    /// The number of groups.
    pub groups: u64,
    /// The first player's shares of wins in units of 1 / `unit`, from the first seat and
    /// from the second.
    pub shares: [u64; 2],
    /// The sums over groups of the products of these shares: first with first, first with
    /// second, second with second.
    pub products: [u64; 3],
    /// Where groups of different line-ups depend on each other: by batch of groups that do, its
    /// number, its groups, and the first player's shares in them from both seats. Empty where all
    /// groups are independent.
    pub batches: Vec<(u8, u64, [u64; 2])>,
}

impl PairedLineUp {
    /// The number of cells.
    pub(super) const CELLS: usize = 4;

    /// Both seatings with their wins, in units of 1 / `unit`.
    pub(super) fn line_ups(&self) -> [LineUp; 2] {
        let (all, [a, b]) = (self.groups * self.unit, self.players);
        let [first, second] = self.shares;
        let line_up = |players: [usize; 2], wins: [u64; 2]| LineUp {
            players: players.to_vec(),
            wins: wins.to_vec(),
        };
        [
            line_up([a, b], [first, all.saturating_sub(first)]),
            line_up([b, a], [all.saturating_sub(second), second]),
        ]
    }

    /// The covariance of the shares of two cells in their units, from the variation between
    /// groups; there must be at least two groups.
    pub(super) fn covariance(&self, cell: usize, other: usize) -> f64 {
        let [a, b] = [cell, other].map(|cell| cell / 2);
        let wide = |count: u64| i128::from(count);
        let squares = wide(self.groups) * wide(self.products[a + b])
            - wide(self.shares[a]) * wide(self.shares[b]);
        // The second player has the rest of a win, so that its share varies in the other
        // direction.
        let of_first = |cell: usize| cell == 0 || cell == 3;
        let squares = if of_first(cell) == of_first(other) { squares } else { -squares };
        // The number of groups times the covariance within a group, whose sum of
        // squares about the mean is `squares / groups`.
        squares as f64 / (self.groups - 1) as f64
    }
}
