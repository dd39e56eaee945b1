//! Who sat where and how often each seat won.

use super::BradleyTerryError;

/// The games of some players in fixed seats, independent of one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// By seat; the same player may sit in several.
    pub players: Vec<usize>,
    /// Games won by seat. Games without a winner are not counted.
    pub wins: Vec<u64>,
}

impl LineUp {
    /// Games with a winner. Counts from a damaged file may not add up, and
    /// must not wrap round to something that does.
    pub(super) fn games(&self) -> u64 {
        (self.wins.iter()).fold(0, |games, wins| games.saturating_add(*wins))
    }
}

/// The games of some players who had given seatings in turn: of n seatings, game
/// i had number i modulo n. Every game has a winner. Who won in which seating is
/// not counted, only from which seat: the likelihood needs no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedLineUp {
    /// The players; seatings name them by their place here.
    pub players: Vec<usize>,
    /// Games won, by place, then seat.
    pub wins: Vec<u64>,
}

impl MixedLineUp {
    /// All games.
    pub(super) fn games(&self) -> u64 {
        (self.wins.iter()).fold(0, |games, wins| games.saturating_add(*wins))
    }

    /// The games of a seating, of so many.
    pub(super) fn games_of(&self, seating: usize, seatings: usize) -> u64 {
        let (games, seatings) = (self.games(), seatings as u64);
        games / seatings + u64::from((seating as u64) < games % seatings)
    }

    /// All wins once, each with its player and seat, as if every player went
    /// round the table: enough to see who won at all, and from where.
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
/// Counted are the groups in which two given seats both won, each a seat of
/// its seating: a *cell* is seating x seats + seat, and the counts are a
/// square table of cells. Its diagonal has the wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupedLineUp {
    seatings: Vec<Vec<usize>>,
    groups: u64,
    joint: Vec<u64>,
}

impl GroupedLineUp {
    /// No groups yet. Each seating lists its players by seat.
    pub(super) fn new(seatings: Vec<Vec<usize>>) -> Self {
        let cells: usize = seatings.iter().map(Vec::len).sum();
        Self {
            seatings,
            groups: 0,
            joint: vec![0; cells * cells],
        }
    }

    /// The counts of so many groups, row by row: each seating lists its players by
    /// seat.
    ///
    /// # Errors
    /// [`BradleyTerryError::Joint`] for counts of the wrong length and counts
    /// that no groups could have.
    pub fn from_joint(
        seatings: Vec<Vec<usize>>,
        groups: u64,
        joint: Vec<u64>,
    ) -> Result<Self, BradleyTerryError> {
        let counted = Self {
            groups,
            ..Self::new(seatings)
        };
        let consistent = joint.len() == counted.joint.len();
        let counted = Self { joint, ..counted };
        if consistent && counted.is_consistent() {
            Ok(counted)
        } else {
            Err(BradleyTerryError::Joint)
        }
    }

    /// How many groups.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Each seating with its wins.
    #[must_use]
    pub fn line_ups(&self) -> Vec<LineUp> {
        let mut wins = (0..self.cells()).map(|cell| self.count(cell, cell));
        (self.seatings.iter())
            .map(|players| LineUp {
                players: players.clone(),
                wins: wins.by_ref().take(players.len()).collect(),
            })
            .collect()
    }

    /// Over all seatings.
    pub(super) fn cells(&self) -> usize {
        self.seatings.iter().map(Vec::len).sum()
    }

    /// The covariance of the wins of two cells, from how they vary between
    /// groups; of at least two groups.
    pub(super) fn covariance(&self, cell: usize, other: usize) -> f64 {
        let wide = |count: u64| i128::from(count);
        let squares = wide(self.groups) * wide(self.count(cell, other))
            - wide(self.count(cell, cell)) * wide(self.count(other, other));
        // Groups times the covariance within a group, whose sum of squares
        // about the mean is `squares / groups`.
        squares as f64 / (self.groups - 1) as f64
    }

    fn count(&self, cell: usize, other: usize) -> u64 {
        self.joint[cell * self.cells() + other]
    }

    /// Symmetric, at most one winner per seating and group, nothing more often
    /// together than alone.
    fn is_consistent(&self) -> bool {
        let seating_of: Vec<usize> = (self.seatings.iter().enumerate())
            .flat_map(|(seating, players)| players.iter().map(move |_| seating))
            .collect();
        let cells = 0..self.cells();
        let pairs = cells.flat_map(|cell| (0..cell).map(move |other| (cell, other)));
        let games_fit = (self.line_ups().iter()).all(|line_up| line_up.games() <= self.groups);
        games_fit
            && pairs.into_iter().all(|(cell, other)| {
                let both = self.count(cell, other);
                let excluded = seating_of[cell] == seating_of[other];
                both == self.count(other, cell)
                    && both <= self.count(cell, cell).min(self.count(other, other))
                    && (both == 0 || !excluded)
            })
    }
}

/// Counting group by group, for the tests.
#[cfg(test)]
impl GroupedLineUp {
    /// Counts one group: the winner's seat in each seating, none without one.
    ///
    /// # Panics
    /// Unless there is an existing seat, or none, for every seating.
    pub(super) fn add(&mut self, winners: &[Option<usize>]) {
        assert_eq!(winners.len(), self.seatings.len());
        let mut start = 0;
        let mut won = Vec::with_capacity(winners.len());
        for (seating, winner) in self.seatings.iter().zip(winners) {
            if let Some(seat) = *winner {
                assert!(seat < seating.len(), "no seat {seat}");
                won.push(start + seat);
            }
            start += seating.len();
        }
        for &cell in &won {
            for &other in &won {
                self.joint[cell * start + other] += 1;
            }
        }
        self.groups += 1;
    }

    /// Counts the groups of `other` as well.
    ///
    /// # Panics
    /// If the seatings differ.
    pub(super) fn merge(&mut self, other: &Self) {
        assert_eq!(self.seatings, other.seatings);
        self.groups += other.groups;
        for (mine, theirs) in self.joint.iter_mut().zip(&other.joint) {
            *mine += theirs;
        }
    }

    /// The table of cells, row by row.
    pub(super) fn joint(&self) -> &[u64] {
        &self.joint
    }
}
