//! The decisions of one turn as a table of bytes, one for every state.
//!
//! ```text
//! before a challenge   0..=2 move   3 accepts   4 challenges   5..=7 obliged
//! after accepting one  0..=2 move
//! ```
//!
//! A move is 0 to stop and 1 + dragon to fight. The obliged move is the fight that the
//! mover must begin when it accepts a challenge. One byte holds what a player does in a
//! state as the mover, and whether it challenges a stop there as the other seat.

use std::sync::Arc;

use crate::solver::{Choice, Decision, SolvedGame, TurnPolicy};
use crate::{Action, DragonSet, Phase, Turn};

const MOVE: u8 = 0b111;
const ACCEPTS: u8 = 1 << 3;
const CHALLENGES: u8 = 1 << 4;
const OBLIGED: u32 = 5;

/// The bytes of one turn, to be filled in: as many states as the slices are long.
#[derive(Debug)]
pub struct TurnTable<'a> {
    /// By state before a challenge, from the first state.
    pub plain: &'a mut [u8],
    /// By state after accepting a challenge, from the first state.
    pub accepted: &'a mut [u8],
}

impl TurnTable<'_> {
    /// The number of states in the table.
    #[must_use]
    pub fn states(&self, accepted: bool) -> usize {
        if accepted { self.accepted.len() } else { self.plain.len() }
    }

    /// Sets the mover's move in a state.
    pub fn set_move(&mut self, accepted: bool, state: usize, action: Action) {
        let byte = if accepted { &mut self.accepted[state] } else { &mut self.plain[state] };
        *byte = *byte & !MOVE | encode(action);
    }

    /// Sets the fight that the mover begins when it accepts a challenge.
    pub fn set_obliged(&mut self, state: usize, action: Action) {
        let byte = &mut self.plain[state];
        *byte = *byte & !(MOVE << OBLIGED) | encode(action) << OBLIGED;
    }

    /// Sets whether the mover accepts a challenge.
    pub fn set_accepts(&mut self, state: usize, accepts: bool) {
        set(&mut self.plain[state], ACCEPTS, accepts);
    }

    /// Sets whether the player challenges a stop of the other seat.
    pub fn set_challenges(&mut self, state: usize, challenges: bool) {
        set(&mut self.plain[state], CHALLENGES, challenges);
    }
}

fn set(byte: &mut u8, bit: u8, on: bool) {
    *byte = if on { *byte | bit } else { *byte & !bit };
}

/// The move of an action: 0 to stop, 1 + dragon to fight.
fn encode(action: Action) -> u8 {
    match action {
        Action::Fight(dragon) => dragon + 1,
        _ => 0,
    }
}

/// The move in a byte: 0 to stop, 1 + dragon to fight.
#[must_use]
#[inline]
pub(crate) fn code(byte: u8) -> u8 {
    byte & MOVE
}

/// The dragon that the mover fights; `None` if it stops.
#[must_use]
#[inline]
pub(crate) fn fights(byte: u8) -> Option<usize> {
    usize::from(byte & MOVE).checked_sub(1)
}

/// The dragon that the mover fights when it accepts a challenge; `None` where no such
/// fight was written.
#[must_use]
#[inline]
pub(crate) fn obliged(byte: u8) -> Option<usize> {
    usize::from(byte >> OBLIGED).checked_sub(1)
}

/// The dragon that the mover fights when it accepts a challenge. Where no such fight was
/// written, as the state lies beyond the cap, it is the first living dragon.
#[must_use]
#[inline]
pub(crate) fn obliged_dragon(byte: u8, alive: DragonSet) -> usize {
    obliged(byte).unwrap_or_else(|| first(alive))
}

/// The first living dragon.
#[inline]
fn first(alive: DragonSet) -> usize {
    (alive.iter().next()).expect("a turn always has a living dragon")
}

/// Whether the mover accepts a challenge.
#[must_use]
#[inline]
pub(crate) fn accepts(byte: u8) -> bool {
    byte & ACCEPTS != 0
}

/// Whether the player challenges a stop of the other seat.
#[must_use]
#[inline]
pub(crate) fn challenges(byte: u8) -> bool {
    byte & CHALLENGES != 0
}

/// The action that a state's byte holds for a decision in this turn.
#[must_use]
pub(crate) fn action(byte: u8, decision: Decision, turn: &Turn) -> Action {
    match decision {
        Decision::Challenge if challenges(byte) => Action::Challenge,
        Decision::Challenge => Action::LetStop,
        Decision::Answer if accepts(byte) => Action::Accept,
        Decision::Answer => Action::Decline,
        Decision::Move if turn.phase == Phase::MustFight && turn.challenger.is_some() => {
            Action::fight(obliged_dragon(byte, turn.alive))
        }
        Decision::Move => match fights(byte) {
            Some(dragon) => Action::fight(dragon),
            None if turn.phase == Phase::MustFight => Action::fight(first(turn.alive)),
            None => Action::Stop,
        },
    }
}

/// The number of the state in which a decision is made, and whether it is a state after
/// accepting a challenge. `None` for states beyond the cap.
#[must_use]
pub(crate) fn state(game: &SolvedGame, decision: Decision, turn: &Turn) -> Option<(usize, bool)> {
    let accepted =
        decision == Decision::Move && turn.challenger.is_some() && turn.phase != Phase::MustFight;
    Some((game.graph().place(turn, accepted)?, accepted))
}

/// The complete table of one turn, which decides as a policy within that turn.
#[derive(Debug)]
pub(crate) struct OwnedTurnTable {
    game: Arc<SolvedGame>,
    plain: Vec<u8>,
    accepted: Vec<u8>,
}

impl OwnedTurnTable {
    /// A table of all states of the game's turn graph, filled in by `write`.
    #[must_use]
    pub(crate) fn filled(game: &Arc<SolvedGame>, write: impl FnOnce(&mut TurnTable<'_>)) -> Self {
        let mut plain = vec![0; game.graph().places(false).len()];
        let mut accepted = vec![0; game.graph().places(true).len()];
        write(&mut TurnTable { plain: &mut plain, accepted: &mut accepted });
        Self { game: Arc::clone(game), plain, accepted }
    }

    /// The bytes of the states after accepting a challenge.
    #[must_use]
    pub(crate) fn accepted(&self) -> &[u8] {
        &self.accepted
    }
}

impl TurnPolicy for OwnedTurnTable {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let byte = match state(&self.game, decision, turn) {
            Some((state, true)) => self.accepted[state],
            Some((state, false)) => self.plain[state],
            None => 0,
        };
        action(byte, decision, turn).into()
    }
}
