//! Line-ups: the seats of the players, and how often each seat won.

use super::BradleyTerryError;

/// The games of some players in fixed seats, independent of one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineUp {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MixedLineUp {
    /// The players; seatings name them by their index here.
    pub players: Vec<usize>,
    /// Shares of wins in units of 1 / `unit`, by place, then seat.
    pub wins: Vec<u64>,
    /// The number of units of a win, at least 1: 1 where wins are not shared.
    pub unit: u64,
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
    /// rotation. This is enough to see which players and seats won at all.
    pub(super) fn rotations(&self) -> Vec<LineUp> {
        let seats = self.players.len();
        let rotation = |shift: usize| {
            let place = move |seat: usize| (seat + shift) % seats;
            let wins = |seat: usize| self.wins.get(place(seat) * seats + seat).copied();
            LineUp {
                players: (0..seats).map(|seat| self.players[place(seat)]).collect(),
                wins: (0..seats).filter_map(wins).collect(),
            }
        };
        (0..seats).map(rotation).collect()
    }
}

/// The games of some players in several seatings, where the games of a group,
/// one of each seating, share their dice and may depend on one another.
///
/// A *cell* is a seat of a seating, with the number seating x seats + seat. The counts are
/// the shares of wins of every cell, and the sums over groups of the products of the shares
/// of every two cells, as a square table. Where wins are not shared, such a sum is the
/// number of groups in which both cells won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupedLineUp {
    seatings: Vec<Vec<usize>>,
    unit: u64,
    groups: u64,
    wins: Vec<u64>,
    products: Vec<u64>,
}

impl GroupedLineUp {
    /// The sums of `groups` groups, with shares of wins in units of 1 / `unit`: each
    /// seating lists its players by seat, `wins` the units by cell, and `products` the sums
    /// of products, row by row.
    ///
    /// # Errors
    /// [`BradleyTerryError::Joint`] for sums of the wrong length and sums that no groups
    /// can have.
    pub(crate) fn from_products(
        seatings: Vec<Vec<usize>>,
        unit: u64,
        groups: u64,
        wins: Vec<u64>,
        products: Vec<u64>,
    ) -> Result<Self, BradleyTerryError> {
        let cells: usize = seatings.iter().map(Vec::len).sum();
        let complete = wins.len() == cells && products.len() == cells * cells;
        let counted = Self {
            seatings,
            unit,
            groups,
            wins,
            products,
        };
        if complete && counted.is_consistent() {
            Ok(counted)
        } else {
            Err(BradleyTerryError::Joint)
        }
    }

    /// The number of groups.
    #[must_use]
    pub(crate) fn groups(&self) -> u64 {
        self.groups
    }

    /// The number of units of a win.
    pub(super) fn unit(&self) -> u64 {
        self.unit
    }

    /// Each seating with its wins, in the unit of the line-up.
    #[must_use]
    pub(crate) fn line_ups(&self) -> Vec<LineUp> {
        let mut wins = self.wins.iter().copied();
        (self.seatings.iter())
            .map(|players| LineUp {
                players: players.clone(),
                wins: wins.by_ref().take(players.len()).collect(),
            })
            .collect()
    }

    /// The number of cells of all seatings.
    pub(super) fn cells(&self) -> usize {
        self.seatings.iter().map(Vec::len).sum()
    }

    /// The covariance of the wins of two cells in their units, from the variation between
    /// groups; there must be at least two groups.
    pub(super) fn covariance(&self, cell: usize, other: usize) -> f64 {
        let wide = |count: u64| i128::from(count);
        let squares = wide(self.groups) * wide(self.product(cell, other))
            - wide(self.wins[cell]) * wide(self.wins[other]);
        // The number of groups times the covariance within a group, whose sum of
        // squares about the mean is `squares / groups`.
        squares as f64 / (self.groups - 1) as f64
    }

    fn product(&self, cell: usize, other: usize) -> u64 {
        self.products[cell * self.cells() + other]
    }

    /// Whether the sums are possible: the products are symmetric, each seating has at
    /// most one win per group, and each product fits the shares of its cells.
    fn is_consistent(&self) -> bool {
        let wide = |count: u64| u128::from(count);
        let most = |cell: usize| wide(self.unit) * wide(self.wins[cell]);
        let pairs = (0..self.cells()).flat_map(|cell| (0..cell).map(move |other| (cell, other)));
        let mut possible = pairs.into_iter().all(|(cell, other)| {
            let product = self.product(cell, other);
            product == self.product(other, cell) && wide(product) <= most(cell).min(most(other))
        });
        let mut first = 0;
        for seating in &self.seatings {
            let cells = first..first + seating.len();
            first = cells.end;
            let wins: u128 = cells.clone().map(|cell| wide(self.wins[cell])).sum();
            possible &= wins <= wide(self.unit) * wide(self.groups);
            // Where a cell has a share, all cells of its seating together have one win.
            possible &= cells.clone().all(|cell| {
                let products = cells.clone().map(|other| wide(self.product(cell, other)));
                self.product(cell, cell) >= self.wins[cell] && products.sum::<u128>() <= most(cell)
            });
        }
        possible
    }
}

/// Counts group by group, for the tests.
#[cfg(test)]
impl GroupedLineUp {
    /// A line-up without groups. Each seating lists its players by seat.
    pub(super) fn new(seatings: Vec<Vec<usize>>, unit: u64) -> Self {
        let cells: usize = seatings.iter().map(Vec::len).sum();
        Self {
            seatings,
            unit,
            groups: 0,
            wins: vec![0; cells],
            products: vec![0; cells * cells],
        }
    }

    /// Adds one group: the winners' seats in each seating.
    ///
    /// # Panics
    /// Unless there are seats, or none, for every seating.
    pub(super) fn add(&mut self, winners: &[&[usize]]) {
        assert_eq!(winners.len(), self.seatings.len());
        let cells = self.cells();
        let mut shares = vec![0; cells];
        let mut start = 0;
        for (seating, winners) in self.seatings.iter().zip(winners) {
            for &seat in *winners {
                assert!(seat < seating.len(), "no seat {seat}");
                shares[start + seat] = self.unit / winners.len() as u64;
            }
            start += seating.len();
        }
        for cell in 0..cells {
            self.wins[cell] += shares[cell];
            for other in 0..cells {
                self.products[cell * cells + other] += shares[cell] * shares[other];
            }
        }
        self.groups += 1;
    }

    /// Adds the groups of `other`.
    ///
    /// # Panics
    /// If the seatings differ.
    pub(super) fn merge(&mut self, other: &Self) {
        assert_eq!((&self.seatings, self.unit), (&other.seatings, other.unit));
        self.groups += other.groups;
        let mine = self.wins.iter_mut().chain(&mut self.products);
        for (mine, theirs) in mine.zip(other.wins.iter().chain(&other.products)) {
            *mine += theirs;
        }
    }

    /// The wins by cell, and the table of products, row by row.
    pub(super) fn sums(&self) -> [&[u64]; 2] {
        [&self.wins, &self.products]
    }
}
