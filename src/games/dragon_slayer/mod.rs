//! Dragon Slayer: push your luck against three dragons.
//!
//! **A fight.** The player picks a living dragon and throws all its dice
//! together with all warrior dice that are left. Once begun, a fight runs to
//! its end without a decision. After each roll:
//!
//! 1. every dragon die that shows its part is set aside;
//! 2. flames (on dragon and warrior dice) less shields, if positive, is the
//!    number of warrior dice lost for the rest of the turn;
//! 3. no warrior die left: defeat, the turn ends with nothing;
//! 4. all parts aside, this roll included, and an axe in *this* roll: the
//!    dragon is slain, and the dice left go on to the next fight;
//! 5. otherwise everything not set aside and not lost is rolled again.
//!
//! A turn, the challenge and the end of the game have their parameters in
//! [`Rules`]; the odds of a fight depend on the dice alone.
//!
//! | parameter | default |
//! |---|---|
//! | target | 40 points |
//! | warrior | 3 dice of 3 axes, 2 shields, 1 flame |
//! | blue dragon | 2 points, 3 dice of 4 parts, 2 mountains |
//! | green dragon | 4 points, 3 dice of 4 parts, 1 mountain, 1 flame |
//! | red dragon | 6 points, 3 dice of 4 parts, 2 flames |
//! | challenge | 1 token, 5 points to the challenger, half when declined, double when accepted |
//!
//! Source: Castells Amat 2018, chapter 5. The thesis shows the faces as
//! pictures only; [`crate::odds::infer`] shows where these counts come from.

mod dice;
mod roll;
mod rule_file;
mod rules;

pub use dice::{DieError, DragonDie, FACES, WarriorDie};
pub use roll::{AfterRoll, FightState, RollLaw, Throw};
pub use rules::{Challenge, Dragon, MAX_DICE, MAX_DRAGONS, Rules, Share, Warrior};
