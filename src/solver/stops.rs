//! How many points are enough to stop.

use super::position::Position;
use super::reachable::{horizon, slain_points};
use super::solution::{Solution, SolvedTurn};
use crate::games::dragon_slayer::{Action, DragonSet, Phase, Turn};

/// When the optimum stops in a turn that begins in some position.
pub struct Stops<'a> {
    solution: &'a Solution,
    turn: SolvedTurn<&'a Solution>,
}

impl<'a> Stops<'a> {
    /// For a turn that begins in `position`.
    ///
    /// # Panics
    /// As [`SolvedTurn::new`].
    #[must_use]
    pub fn new(solution: &'a Solution, position: &Position) -> Self {
        Self {
            solution,
            turn: solution.turn(position),
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
            if self.turn.decide(&turn) != Action::Stop {
                break;
            }
            enough = Some(at_stake);
        }
        enough
    }
}
