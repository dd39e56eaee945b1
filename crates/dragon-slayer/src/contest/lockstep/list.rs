//! Lists of games that are played in lockstep, such as those that are not over. Lists grow
//! and shrink without branches, because no processor can predict whether a game belongs to a
//! list.

/// The largest number of games that are played together. A byte numbers them, so that
/// indices need no bounds checks.
pub(super) const LANES: usize = 1 << u8::BITS;

/// A list of games, each at most once.
#[derive(Clone, Debug)]
pub(super) struct List {
    games: [u8; LANES],
    count: usize,
}

impl List {
    pub(super) const EMPTY: Self = Self { games: [0; LANES], count: 0 };

    /// The first `count` games.
    #[expect(clippy::cast_possible_truncation, reason = "below `LANES`")]
    pub(super) fn first(count: usize) -> Self {
        Self { games: std::array::from_fn(|game| game as u8), count }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn games(&self) -> &[u8] {
        &self.games[..self.count]
    }

    /// Appends a game that is not in the list, if it belongs there.
    #[inline(always)]
    pub(super) fn push_if(&mut self, game: u8, belongs: bool) {
        self.games[self.count % LANES] = game;
        self.count += usize::from(belongs);
    }

    /// Keeps the games for which `goes_on` holds.
    #[inline(always)]
    pub(super) fn retain(&mut self, mut goes_on: impl FnMut(u8) -> bool) {
        let mut kept = 0;
        // A copy is read, so that no read waits for a write to the same list.
        let games = self.games;
        for &game in &games[..self.count] {
            self.games[kept % LANES] = game;
            kept += usize::from(goes_on(game));
        }
        self.count = kept;
    }
}
