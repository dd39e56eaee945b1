//! At how many points at stake the optimum stops.

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

    /// The points at stake, with these dragons alive and so many dice left, at which
    /// the optimum stops: of those below the [`horizon`] that slain dragons add up to,
    /// no challenge accepted.
    #[must_use]
    pub fn at(&self, alive: DragonSet, dice: u8) -> StopPoints {
        let rules = self.solution.rules();
        let stops = |at_stake: &u32| {
            let turn = Turn {
                at_stake: *at_stake,
                alive,
                dice,
                challenger: None,
                phase: Phase::MayStop,
            };
            self.turn.decide(&turn) == Action::Stop
        };
        let (mut from, mut also) = (None, Vec::new());
        let reached = slain_points(rules, alive).into_iter().rev();
        let mut always = true;
        for points in reached.filter(|&points| points < horizon(rules)) {
            match (stops(&points), always) {
                (true, true) => from = Some(points),
                (true, false) => also.insert(0, points),
                (false, _) => always = false,
            }
        }
        StopPoints { from, also }
    }
}

/// The points at stake at which the optimum stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopPoints {
    /// The least from which it stops at all points; none where it fights on below the
    /// [`horizon`].
    pub from: Option<u32>,
    /// Fewer points at which it stops as well, upwards; it fights on in between.
    pub also: Vec<u32>,
}
