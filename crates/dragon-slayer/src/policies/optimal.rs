//! `optimum`: optimal play, looked up in the solution. Among equally good actions it prefers
//! to stop, to challenge, to accept, and the last dragon, so that it makes the thesis's fixed
//! plays even where they change nothing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Turn;
use crate::solver::{Choice, Decision, Policy, Position, Solution, SolvedTurn, TurnPolicy};

/// The optimal policy.
#[derive(Clone, Debug)]
pub struct OptimalPolicy(Arc<Solution>);

impl OptimalPolicy {
    /// The policy of a solution of optimal play by both seats.
    ///
    /// # Panics
    /// If one of the seats does not play optimally in the solution.
    #[must_use]
    pub fn new(solution: Solution) -> Self {
        solution.assert_best();
        Self(Arc::new(solution))
    }
}

impl Policy for OptimalPolicy {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let turn = SolvedTurn::new(Arc::clone(&self.0), position);
        Arc::new(OptimalTurn(Mutex::new(turn)))
    }
}

/// The policy within one turn.
struct OptimalTurn(Mutex<SolvedTurn<Arc<Solution>>>);

impl TurnPolicy for OptimalTurn {
    fn decide(&self, _: Decision, turn: &Turn) -> Choice {
        let solved = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        solved.decide(turn).into()
    }
}
