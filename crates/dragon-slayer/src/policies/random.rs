//! `random`: chooses a legal action at random, all equally likely. It is a
//! lower reference point for the other policies.

use std::sync::Arc;

use crate::Turn;
use crate::solver::{Choice, Decision, Policy, Position, TurnPolicy};

/// The policy `random`, which chooses at random in every state.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Policy for Random {
    fn turn(&self, _: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(Self)
    }

    fn chooses_at_random(&self) -> bool {
        true
    }
}

impl TurnPolicy for Random {
    fn decide(&self, _: Decision, _: &Turn) -> Choice {
        Choice::Uniform
    }
}
