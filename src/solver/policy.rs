//! Who decides: a policy answers every decision of a two-seat game.
//!
//! A policy sees positions, not scores beyond the target, and a decision
//! depends on nothing else: the same position always gets the same answer, or
//! the same draw of answers. So its chance of winning can be evaluated without
//! dice.

use std::sync::Arc;

use super::position::Position;
use crate::games::dragon_slayer::{Action, Turn};

/// A way to play Dragon Slayer for two, from either seat.
pub trait Policy: Send + Sync {
    /// Gets ready for a turn that begins in this position, be it its own or the
    /// other seat's.
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy>;

    /// Whether it looks at [`Position::after_big_turn`]; nobody else pays for it.
    fn minds_big_turns(&self) -> bool {
        false
    }
}

/// A policy within one turn.
pub trait TurnPolicy: Send + Sync {
    /// The choice of the seat whose decision it is: an action that the rules
    /// allow. [`Decision::Move`] with nothing at stake, or after a challenge
    /// nothing slain since, must fight.
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice;
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The mover fights, or stops where that is allowed.
    Move,
    /// The other seat challenges or lets the stop stand.
    Challenge,
    /// The mover accepts or declines.
    Answer,
}

/// What a policy does with a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Takes this action, always.
    Take(Action),
    /// Draws one of the actions that the rules allow, each as likely as another.
    AnyAlike,
}

impl From<Action> for Choice {
    fn from(action: Action) -> Self {
        Self::Take(action)
    }
}
