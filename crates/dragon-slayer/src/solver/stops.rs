//! The points at stake at which the optimal policy stops.

use super::position::Position;
use super::solution::{Solution, SolvedTurn};
use crate::{Action, DragonSet, Phase, Turn, horizon, slain_points};

/// The stops of the optimal policy in a turn that begins in a position.
pub struct Stops<'a> {
    solution: &'a Solution,
    turn: SolvedTurn<&'a Solution>,
}

impl<'a> Stops<'a> {
    /// The stops in a turn that begins in `position`.
    ///
    /// # Panics
    /// As [`SolvedTurn::new`].
    #[must_use]
    pub fn new(solution: &'a Solution, position: &Position) -> Self {
        Self { solution, turn: solution.turn(position) }
    }

    /// The points at stake at which the optimal policy stops, with these dragons alive, this
    /// number of dice left, and no challenge accepted. Only points below the [`horizon`]
    /// that slain dragons can give are considered.
    #[must_use]
    pub fn at(&self, alive: DragonSet, dice: u8) -> StopPoints {
        let rules = self.solution.rules();
        let stops = |at_stake: &u32| {
            let turn =
                Turn { at_stake: *at_stake, alive, dice, challenger: None, phase: Phase::MayStop };
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

/// The points at stake at which the optimal policy stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopPoints {
    /// The fewest points from which on it always stops; none if it fights on at the last
    /// points below the [`horizon`].
    pub from: Option<u32>,
    /// Fewer points at which it also stops, in ascending order; it fights on in between.
    pub also: Vec<u32>,
}
