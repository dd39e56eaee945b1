//! A state within a turn and its best fight, for `greedy` and `tree-K`, which look ahead fight
//! by fight.

use crate::solver::FightOdds;
use crate::{DragonSet, Rules, Turn};

/// A state within a turn in which the mover may fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub at_stake: u32,
    pub alive: DragonSet,
    /// Warrior dice left.
    pub dice: u8,
    /// Whether a challenge was accepted.
    pub accepted: bool,
}

impl Node {
    /// The state of this turn.
    pub(super) fn new(turn: &Turn, accepted: bool) -> Self {
        Self { at_stake: turn.at_stake, alive: turn.alive, dice: turn.dice, accepted }
    }

    /// The fight with the largest expected value, and that value; among equals the first.
    /// `defeat` is the value of a defeat, and `value` returns that of a state after slaying a
    /// dragon.
    pub(super) fn best_fight(
        self,
        rules: &Rules,
        odds: &FightOdds,
        defeat: f64,
        mut value: impl FnMut(Self) -> f64,
    ) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for dragon in self.alive.iter() {
            let (at_stake, alive) = rules.slay(self.at_stake, self.alive, dragon, self.accepted);
            let dice_left = odds.dice_left(dragon, self.dice);
            let mut expected = dice_left[0] * defeat;
            for (dice, chance) in dice_left.iter().enumerate().skip(1) {
                let slain = Self { at_stake, alive, dice: dice as u8, ..self };
                expected += chance * value(slain);
            }
            if expected > best.1 {
                best = (dragon, expected);
            }
        }
        best
    }
}
