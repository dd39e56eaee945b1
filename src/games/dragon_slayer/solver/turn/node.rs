//! A state within a turn in which the mover is to move, and nothing else of the
//! position.

use crate::games::dragon_slayer::{DragonSet, Phase, Rules, Turn};
use crate::play::Seat;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Points at stake, in [`super::Turns`]' step.
    pub steps: u32,
    pub alive: DragonSet,
    pub dice: u8,
    /// A challenge was accepted.
    pub accepted: bool,
}

impl Node {
    /// The first of every turn.
    pub fn start(rules: &Rules) -> Self {
        Self {
            steps: 0,
            alive: DragonSet::all(rules.dragons.len()),
            dice: rules.warrior.dice,
            accepted: false,
        }
    }

    /// The same with a challenge accepted.
    pub fn accept(self) -> Self {
        Self {
            accepted: true,
            ..self
        }
    }

    /// The state as the rules have it.
    pub fn turn(self, step: u32, challenger: Seat, phase: Phase) -> Turn {
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
