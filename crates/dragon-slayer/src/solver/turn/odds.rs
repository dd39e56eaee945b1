//! The odds of fights as floats, for the evaluation of turns.

use crate::odds::exact;
use crate::odds::exact::to_f64;
use crate::{MAX_DICE, Rules};

/// The odds of every fight of some rules.
#[derive(Clone, Debug)]
pub struct FightOdds {
    dice: usize,
    /// By dragon, then by the number of warrior dice from 1.
    fights: Vec<[f64; MAX_DICE as usize + 1]>,
}

impl FightOdds {
    /// The exact odds of all fights of these rules, rounded to the nearest floats.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let exact = exact::all(rules);
        let fights = exact.iter().map(|fight| {
            let mut dice_left = [0.0; MAX_DICE as usize + 1];
            for (chance, exact) in dice_left.iter_mut().zip(&fight.dice_left) {
                *chance = to_f64(exact);
            }
            dice_left
        });
        Self { dice: rules.warrior.dice.into(), fights: fights.collect() }
    }

    /// The distribution of the dice left after a fight against `dice` dice, where 0 is a
    /// defeat.
    #[must_use]
    #[inline]
    pub fn dice_left(&self, dragon: usize, dice: u8) -> &[f64] {
        &self.fights[dragon * self.dice + usize::from(dice) - 1][..=usize::from(dice)]
    }
}
