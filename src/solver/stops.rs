//! How many points are enough to stop.

use std::cell::RefCell;

use super::position::Position;
use super::reachable::{horizon, slain_points};
use super::solution::Solution;
use super::turn::Workspace;
use crate::games::dragon_slayer::{Action, DragonSet, Phase, Turn};

/// When the optimum stops in a turn that begins in some position.
pub struct Stops<'a> {
    solution: &'a Solution,
    position: Position,
    workspace: RefCell<Option<Workspace>>,
}

impl<'a> Stops<'a> {
    /// For a turn that begins in `position`.
    #[must_use]
    pub fn new(solution: &'a Solution, position: &Position) -> Self {
        Self {
            solution,
            position: *position,
            workspace: RefCell::new(None),
        }
    }

    /// The least points at stake, with these dragons alive and so many dice
    /// left, from which the optimum stops; none below the [`horizon`].
    #[must_use]
    pub fn enough(&self, alive: DragonSet, dice: u8) -> Option<u32> {
        let rules = self.solution.rules();
        let mut enough = None;
        let reached = slain_points(rules, alive);
        for at_stake in reached
            .into_iter()
            .rev()
            .filter(|&points| points < horizon(rules))
        {
            let turn = Turn {
                at_stake,
                alive,
                dice,
                challenger: None,
                phase: Phase::MayStop,
            };
            let workspace = &mut *self.workspace.borrow_mut();
            if self.solution.decide(&self.position, &turn, workspace) != Action::Stop {
                break;
            }
            enough = Some(at_stake);
        }
        enough
    }
}

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        if let Some(workspace) = self.workspace.get_mut().take() {
            self.solution.give_back(workspace);
        }
    }
}
