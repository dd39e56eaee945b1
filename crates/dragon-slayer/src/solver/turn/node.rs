//! A node: a state within a turn in which the mover has to move, without the position.

use crate::{DragonSet, Phase, Rules, Turn};
use rivals_core::play::Seat;

/// A state within a turn in which the mover has to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The points at stake, in the steps of [`super::Turns`].
    pub steps: u32,
    pub alive: DragonSet,
    pub dice: u8,
    /// Whether a challenge was accepted.
    pub accepted: bool,
}

impl Node {
    /// The first node of every turn.
    pub(super) fn start(rules: &Rules) -> Self {
        Self {
            steps: 0,
            alive: DragonSet::all(rules.dragons.len()),
            dice: rules.warrior.dice,
            accepted: false,
        }
    }

    /// The same node after accepting a challenge.
    pub(super) fn accept(self) -> Self {
        Self { accepted: true, ..self }
    }

    /// The same state in the representation of the rules.
    pub(super) fn turn(self, step: u32, challenger: Seat, phase: Phase) -> Turn {
        let challenged = self.accepted || phase == Phase::Challenged;
        Turn {
            at_stake: self.steps * step,
            alive: self.alive,
            dice: self.dice,
            challenger: challenged.then_some(challenger),
            phase,
        }
    }
}
