//! The memory of evaluations of turns, which is reused from turn to turn to avoid
//! allocations.

use std::cell::Cell;

use super::TurnGraph;
use crate::solver::policy::Choice;
use rivals_core::search::Linear;

/// A table of values that were already computed. An entry is valid if its generation is the
/// current one, so clearing the table only changes the generation.
#[derive(Debug)]
pub(super) struct Memo<T: Copy> {
    generation: Cell<u32>,
    entries: Vec<Cell<(u32, T)>>,
}

impl<T: Copy + Default> Memo<T> {
    fn new(states: usize) -> Self {
        Self { generation: Cell::new(1), entries: vec![Cell::new((0, T::default())); states] }
    }

    /// The value with this index, if it is known; indices beyond the table are not.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<T> {
        let (generation, value) = self.entries.get(index)?.get();
        (generation == self.generation.get()).then_some(value)
    }

    /// Remembers a value; one with an index beyond the table is not remembered.
    #[inline]
    pub(super) fn set(&self, index: usize, value: T) {
        if let Some(entry) = self.entries.get(index) {
            entry.set((self.generation.get(), value));
        }
    }

    /// Forgets all values.
    pub(super) fn clear(&self) {
        self.generation.set(self.generation.get() + 1);
    }
}

/// The memory of evaluations, which is reused from turn to turn.
#[derive(Debug)]
pub(crate) struct Workspace<V: Copy = Linear> {
    /// The values where the mover may stop, before and after accepting a challenge.
    pub(super) moves: [Memo<V>; 2],
    /// The values of stops that are challenged.
    pub(super) challenged: Memo<V>,
    /// The values of stops that are not challenged, by points, before and after accepting a
    /// challenge.
    pub(super) stands: [Memo<V>; 2],
    /// Whether the cap stopped a turn in which fighting on might have been better.
    pub(in crate::solver) capped: Cell<bool>,
    /// The number of fights that were evaluated.
    pub(in crate::solver) fights: Cell<u64>,
    /// The decisions of policies, by kind of decision.
    pub(super) decisions: [Memo<Option<Choice>>; 4],
}

impl<V: Copy + Default> Workspace<V> {
    /// An empty workspace for turns of this graph.
    #[must_use]
    pub(crate) fn new(graph: &TurnGraph) -> Self {
        let states = [false, true].map(|accepted| graph.places(accepted).len());
        let points = graph.most_points() as usize + 1;
        Self {
            moves: states.map(Memo::new),
            challenged: Memo::new(states[0]),
            stands: [points; 2].map(Memo::new),
            capped: Cell::new(false),
            fights: Cell::new(0),
            decisions: [0, 0, 0, 1].map(|kind| Memo::new(states[kind])),
        }
    }

    /// Forgets all values, for another position.
    pub(crate) fn clear(&self) {
        let values = self.moves.iter().chain(&self.stands);
        values.chain([&self.challenged]).for_each(Memo::clear);
        self.decisions.iter().for_each(Memo::clear);
        self.capped.set(false);
    }
}
