//! The odds of a fight as a turn needs them: floats, by dragon and dice.

use crate::games::dragon_slayer::odds::exact;
use crate::games::dragon_slayer::odds::exact::to_f64;
use crate::games::dragon_slayer::{MAX_DICE, Rules};

/// The odds of every fight of some rules.
#[derive(Clone, Debug)]
pub struct FightOdds {
    dice: usize,
    /// By dragon and warrior dice from 1.
    fights: Vec<[f64; MAX_DICE as usize + 1]>,
}

impl FightOdds {
    /// From the exact odds, rounded to the nearest floats.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let exact = exact::all(rules);
        let fights = exact.iter().map(|fight| {
            let mut law = [0.0; MAX_DICE as usize + 1];
            for (share, exact) in law.iter_mut().zip(&fight.dice_left) {
                *share = to_f64(exact);
            }
            law
        });
        Self {
            dice: rules.warrior.dice.into(),
            fights: fights.collect(),
        }
    }

    /// The law of dice left of a fight against `dice` dice; 0 is defeat.
    #[must_use]
    #[inline]
    pub fn law(&self, dragon: usize, dice: u8) -> &[f64] {
        &self.fights[dragon * self.dice + usize::from(dice) - 1][..=usize::from(dice)]
    }
}
