//! Who decides: a policy answers every decision of a two-seat game.
//!
//! A policy sees positions, not scores beyond the target, and a decision
//! depends on nothing else: the same position always gets the same answer. So
//! its chance of winning can be evaluated without dice.

use std::sync::Arc;

use super::position::Position;
use crate::games::dragon_slayer::{Action, Turn};

/// A way to play Dragon Slayer for two, from either seat.
pub trait Policy: Send + Sync {
    /// Gets ready for a turn that begins in this position, be it its own or the
    /// other seat's.
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy>;
}

/// A policy within one turn.
pub trait TurnPolicy: Send + Sync {
    /// The action for the seat whose decision it is. It is one of those the
    /// rules allow: [`Decision::Move`] with nothing at stake, or after a
    /// challenge nothing slain since, must fight.
    fn decide(&self, decision: Decision, turn: &Turn) -> Action;
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
