//! The decisions of one player before a challenge, as games look them up: a row of bytes
//! for every position, whose first states also lie in a cache line of their own.
//!
//! A place numbers the bytes of that cache line: the first [`NEAR`] places are states,
//! the last two stand for [`BEYOND`] and [`DEFEAT`].

/// The number of places in a cache line.
pub(crate) const PLACES: usize = 64;

/// The first `NEAR` states before a challenge, which most turns never leave; the place of
/// each is the state's number.
pub(crate) const NEAR: usize = PLACES - 2;

/// The place of all other states. Its byte is 0, like that of [`DEFEAT`].
pub(crate) const BEYOND: usize = NEAR;

/// The place of a turn that ended in a defeat.
pub(crate) const DEFEAT: usize = NEAR + 1;

/// By place: the bytes of the first [`NEAR`] states of a row.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct NearRow(pub [u8; PLACES]);

/// One row: a player's decisions in the turn of one position, before a challenge.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    pub(super) first: &'a [u8; PLACES],
    pub(super) all: &'a [u8],
}

impl TableRow<'_> {
    /// The empty row, for a player that chooses at random.
    pub(super) const EMPTY: Self = Self { first: &[0; PLACES], all: &[] };

    /// The byte of a state.
    #[must_use]
    #[inline]
    pub fn byte(&self, state: usize) -> u8 {
        match self.first[..NEAR].get(state) {
            Some(&byte) => byte,
            None => self.all.get(state).copied().unwrap_or_default(),
        }
    }
}

/// All rows of one player: its decisions in all positions, before a challenge.
#[derive(Clone, Copy, Debug)]
pub struct TableRows<'a> {
    pub(super) first: &'a [NearRow],
    pub(super) all: &'a [u8],
    pub(super) states: usize,
    pub(super) positions: usize,
    pub(super) variants: usize,
}

impl<'a> TableRows<'a> {
    /// The number of the row of a position, which is numbered as by
    /// [`crate::solver::Numbering`].
    #[must_use]
    #[inline]
    pub fn number(&self, position: usize, after_big_turn: bool) -> usize {
        let second = after_big_turn & (self.variants == 2);
        position + usize::from(second) * self.positions
    }

    /// The byte of a state in a row; 0 where there is none, as for a player that chooses at
    /// random.
    #[must_use]
    #[inline]
    pub fn byte(&self, row: usize, state: usize) -> u8 {
        let near = |NearRow(first): &'a NearRow| first[..NEAR].get(state);
        match self.first.get(row).and_then(near) {
            Some(&byte) => byte,
            None => self.rare_byte(row, state),
        }
    }

    /// The byte of a place in a row; 0 for [`BEYOND`] and [`DEFEAT`], and where there is no
    /// such row.
    #[must_use]
    #[inline]
    pub fn near_byte(&self, row: usize, place: u8) -> u8 {
        let first = self.first.get(row);
        first.map_or(0, |NearRow(first)| first[usize::from(place) % PLACES])
    }

    #[cold]
    fn rare_byte(&self, row: usize, state: usize) -> u8 {
        self.row(row).byte(state)
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> TableRow<'a> {
        match self.first.get(row) {
            Some(NearRow(first)) => {
                TableRow { first, all: &self.all[row * self.states..(row + 1) * self.states] }
            }
            None => TableRow::EMPTY,
        }
    }
}
