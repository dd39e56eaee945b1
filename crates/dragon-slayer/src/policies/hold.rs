//! `hold-N`: the simplest policy. It fights the lowest-valued living dragon, stops at N
//! or more points at stake, never challenges, and declines every challenge.

use std::sync::Arc;

use crate::solver::{Choice, Decision, Policy, Position, TurnPolicy};
use crate::{Action, Phase, Rules, Turn};

/// The policy `hold-N`, which decides alike in every turn.
#[derive(Clone, Debug)]
pub struct Hold {
    points: u32,
    /// By dragon: its points.
    values: Vec<u32>,
}

impl Hold {
    /// The policy that stops at this many points at stake.
    #[must_use]
    pub fn new(rules: &Rules, points: u32) -> Self {
        Self { points, values: rules.dragons.iter().map(|dragon| dragon.points).collect() }
    }
}

impl Policy for Hold {
    fn turn(&self, _: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(self.clone())
    }
}

impl TurnPolicy for Hold {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let action = match decision {
            Decision::Challenge => Action::LetStop,
            Decision::Answer => Action::Decline,
            Decision::Move if turn.phase == Phase::MayStop && turn.at_stake >= self.points => {
                Action::Stop
            }
            Decision::Move => {
                let lowest = turn.alive.iter().min_by_key(|&dragon| self.values[dragon]);
                Action::fight(lowest.unwrap_or(0))
            }
        };
        action.into()
    }
}
