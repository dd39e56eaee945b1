//! The transposition table: what a search found out about states, by their keys.

use crate::play::Bound;

/// What a search found out about a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub value: f64,
    /// The slot of the best action.
    pub best: u16,
    /// The number of moves that the search looked ahead.
    pub depth: u8,
    pub bound: Bound,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: Known,
    /// The number of the search that made the entry; 0 for none.
    search: u32,
}

/// A table of a fixed size. A new entry replaces that of another state in its place unless the
/// old one is deeper and of the same search.
pub struct Transpositions {
    entries: Vec<Entry>,
    search: u32,
}

impl Transpositions {
    /// The size, as `bits`, for a search of this number of states: room for each, up to 2^22.
    pub(crate) fn bits_for(nodes: u64) -> u32 {
        nodes.next_power_of_two().trailing_zeros().clamp(8, 22)
    }

    /// The size of a table with room for 2^`bits` states.
    pub(super) fn bytes(bits: u32) -> u64 {
        (size_of::<Entry>() as u64) << bits
    }

    /// An empty table with room for 2^`bits` states.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let known = Known { value: 0.0, best: 0, depth: 0, bound: Bound::Exact };
        let none = Entry { key: 0, known, search: 0 };
        Self { entries: vec![none; 1 << bits], search: 0 }
    }

    /// Begins a search, which finds nothing of those before.
    pub(super) fn begin(&mut self) {
        self.search += 1;
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Known> {
        let entry = &self.entries[self.place(key)];
        (entry.search == self.search && entry.key == key).then_some(entry.known)
    }

    #[inline]
    pub(super) fn keep(&mut self, key: u64, known: Known) {
        let place = self.place(key);
        let (entry, search) = (&mut self.entries[place], self.search);
        let other = entry.search == search && entry.key != key;
        if !(other && entry.known.depth > known.depth) {
            *entry = Entry { key, known, search };
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.entries.len() - 1)
    }
}
