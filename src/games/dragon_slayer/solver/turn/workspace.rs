//! What evaluations of a turn remember while they run, lent from turn to turn
//! so that nothing is allocated.

use std::cell::Cell;

use super::Turns;
use crate::games::dragon_slayer::solver::policy::Choice;
use crate::search::Linear;

/// Things that were worked out already, as long as their generation is current.
#[derive(Debug)]
pub(super) struct Memo<T: Copy> {
    generation: Cell<u32>,
    entries: Vec<Cell<(u32, T)>>,
}

impl<T: Copy + Default> Memo<T> {
    fn new(states: usize) -> Self {
        Self {
            generation: Cell::new(1),
            entries: vec![Cell::new((0, T::default())); states],
        }
    }

    /// None as well beyond what turns reach under the cap.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let (generation, value) = self.entries.get(index)?.get();
        (generation == self.generation.get()).then_some(value)
    }

    /// Nothing is remembered beyond what turns reach under the cap.
    #[inline]
    pub fn set(&self, index: usize, value: T) {
        if let Some(entry) = self.entries.get(index) {
            entry.set((self.generation.get(), value));
        }
    }

    pub fn clear(&self) {
        self.generation.set(self.generation.get() + 1);
    }
}

/// The memory of evaluations, to be used again from turn to turn.
#[derive(Debug)]
pub struct Workspace<V: Copy = Linear> {
    /// Where the mover may stop, before and after accepting a challenge.
    pub(super) moves: [Memo<V>; 2],
    /// What a challenge makes of a stop.
    pub(super) challenged: Memo<V>,
    /// What a stop is worth that stands, by points, before and after a challenge.
    pub(super) stands: [Memo<V>; 2],
    /// Whether the cap stopped a turn that might have gone on.
    pub(super) capped: Cell<bool>,
    /// Fights that were evaluated.
    pub(super) fights: Cell<u64>,
    /// What policies decided, by kind of decision.
    pub(super) decisions: [Memo<Option<Choice>>; 4],
}

impl<V: Copy + Default> Workspace<V> {
    /// For turns of these rules.
    #[must_use]
    pub fn new(turns: &Turns) -> Self {
        let states = turns.nodes();
        Self {
            moves: [(); 2].map(|()| Memo::new(states)),
            challenged: Memo::new(states),
            stands: [(); 2].map(|()| Memo::new(states)),
            capped: Cell::new(false),
            fights: Cell::new(0),
            decisions: [(); 4].map(|()| Memo::new(states)),
        }
    }

    /// Forgets everything: another position begins.
    pub fn clear(&self) {
        let values = self.moves.iter().chain(&self.stands);
        values.chain([&self.challenged]).for_each(Memo::clear);
        self.decisions.iter().for_each(Memo::clear);
        self.capped.set(false);
    }

    /// How many fights were evaluated since this was last asked.
    #[must_use]
    pub fn take_fights(&self) -> u64 {
        self.fights.take()
    }

    /// Whether a turn evaluated since the last clearing was stopped by the cap
    /// though going on might have been better, or a policy wanted to.
    #[must_use]
    pub fn capped(&self) -> bool {
        self.capped.get()
    }
}
