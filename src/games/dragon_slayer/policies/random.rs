//! `random`: draws one of the actions that the rules allow, each as likely as
//! another. The worst that still plays by the book.

use std::sync::Arc;

use crate::games::dragon_slayer::Turn;
use crate::games::dragon_slayer::solver::{Choice, Decision, Policy, Position, TurnPolicy};

/// The policy, and what it does in every turn.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Policy for Random {
    fn turn(&self, _: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(Self)
    }
}

impl TurnPolicy for Random {
    fn decide(&self, _: Decision, _: &Turn) -> Choice {
        Choice::AnyAlike
    }
}
