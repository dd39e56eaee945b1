//! What searches with a memory need to know of a game.

use crate::play::Game;

/// A game with keys of its states, and with hints which actions to search first.
pub trait Searchable: Game {
    /// The number of slots.
    const SLOTS: usize;

    /// A hash of the state for tables. Two states with the same key have the same value at every
    /// depth up to [`Self::MAX_DEPTH`]; collisions have a probability of about 2^-64.
    fn key(&self, state: &Self::State) -> u64;

    /// The largest depth at which that holds.
    const MAX_DEPTH: u32;

    /// The slot of a legal action, below [`Self::SLOTS`]. Actions of one state have different
    /// slots, and actions of different states that are alike have the same one.
    fn slot(&self, state: &Self::State, action: Self::Action) -> usize;

    /// The mean number of actions that minimax tries in a state.
    const WIDTH: u64 = 9;

    /// The approximate time that a search takes for a state, in nanoseconds.
    const NANOS: u64 = 150;

    /// How promising a legal action looks, 0 to 1,000.
    fn promise(&self, _state: &Self::State, _action: Self::Action) -> i32 {
        0
    }

    /// Appends the actions that a search tries in a state in which a seat decides, at least one,
    /// each with its [`Self::promise`]: all legal ones, in canonical order. A game may leave out
    /// actions that are never better than another one of the list.
    fn list(&self, state: &Self::State, into: &mut Vec<Self::Action>, promises: &mut Vec<i32>) {
        let listed = into.len();
        self.legal(state, into);
        let promise = |&action: &Self::Action| self.promise(state, action);
        promises.extend(into[listed..].iter().map(promise));
    }

    /// Whether the state can be evaluated as it is: no gain is pending.
    fn is_quiet(&self, _state: &Self::State) -> bool {
        true
    }
}
