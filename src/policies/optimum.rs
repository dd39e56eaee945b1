//! `optimum`: the solution, decision for decision. Of equal actions it takes
//! the last in the rules' order: stop, let stop, decline, or the last dragon.

use std::sync::{Arc, Mutex};

use crate::games::dragon_slayer::{Action, Turn};
use crate::solver::{Decision, Policy, Position, Solution, TurnPolicy, Workspace};

/// The policy.
#[derive(Clone, Debug)]
pub struct Optimum {
    solution: Arc<Solution>,
}

impl Optimum {
    /// From a solution under best play.
    #[must_use]
    pub fn new(solution: Arc<Solution>) -> Self {
        Self { solution }
    }
}

impl Policy for Optimum {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(OptimalTurn {
            solution: Arc::clone(&self.solution),
            position: *position,
            workspace: Mutex::new(None),
        })
    }
}

/// The policy in a turn.
struct OptimalTurn {
    solution: Arc<Solution>,
    position: Position,
    /// Lent by the solution at the first decision.
    workspace: Mutex<Option<Workspace>>,
}

impl TurnPolicy for OptimalTurn {
    fn decide(&self, _: Decision, turn: &Turn) -> Action {
        let mut workspace = self
            .workspace
            .lock()
            .expect("no panic with the workspace in hand");
        self.solution.decide(&self.position, turn, &mut workspace)
    }
}

impl Drop for OptimalTurn {
    fn drop(&mut self) {
        if let Ok(workspace) = self.workspace.get_mut()
            && let Some(workspace) = workspace.take()
        {
            self.solution.give_back(workspace);
        }
    }
}
