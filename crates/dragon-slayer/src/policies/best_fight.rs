//! The best fight in a state of a turn, for `greedy` and `tree-K`, which look ahead fight by
//! fight.

use crate::solver::FightOdds;
use crate::{Phase, Rules, Turn};

/// The fight with the largest expected value, and that value; among equals the first.
/// `defeat` is the value of a defeat, and `value` returns that of a state after slaying a
/// dragon.
pub(super) fn best_fight(
    turn: &Turn,
    rules: &Rules,
    odds: &FightOdds,
    defeat: f64,
    mut value: impl FnMut(&Turn) -> f64,
) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for dragon in turn.alive.iter() {
        let accepted = turn.challenger.is_some();
        let (at_stake, alive) = rules.slay(turn.at_stake, turn.alive, dragon, accepted);
        let dice_left = odds.dice_left(dragon, turn.dice);
        let mut expected = dice_left[0] * defeat;
        for (dice, chance) in (1..).zip(&dice_left[1..]) {
            let slain = Turn { at_stake, alive, dice, phase: Phase::MayStop, ..*turn };
            expected += chance * value(&slain);
        }
        if expected > best.1 {
            best = (dragon, expected);
        }
    }
    best
}
