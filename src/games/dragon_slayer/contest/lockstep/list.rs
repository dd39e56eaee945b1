//! Some of the games that are played together, in lists that grow and shrink
//! without branches: whether a game belongs is nothing a processor could guess.

/// Games that are played together at most: a byte numbers them, so that no index
/// is ever out of bounds.
pub(super) const LANES: usize = 1 << u8::BITS;

/// Some of the games, each at most once.
#[derive(Clone, Debug)]
pub(super) struct List {
    games: [u8; LANES],
    count: usize,
}

impl List {
    pub const EMPTY: Self = Self {
        games: [0; LANES],
        count: 0,
    };

    /// The first so many games.
    pub fn first(count: usize) -> Self {
        Self {
            games: std::array::from_fn(|game| game as u8),
            count,
        }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn games(&self) -> &[u8] {
        &self.games[..self.count]
    }

    /// Appends a game, which is not in the list, if it belongs there.
    #[inline(always)]
    pub fn push_if(&mut self, game: u8, belongs: bool) {
        self.games[self.count % LANES] = game;
        self.count += usize::from(belongs);
    }

    /// Keeps the games that go on.
    #[inline(always)]
    pub fn retain(&mut self, mut goes_on: impl FnMut(u8) -> bool) {
        let mut kept = 0;
        // Read apart from what is written, which no reading then has to wait for.
        let games = self.games;
        for &game in &games[..self.count] {
            self.games[kept % LANES] = game;
            kept += usize::from(goes_on(game));
        }
        self.count = kept;
    }
}
