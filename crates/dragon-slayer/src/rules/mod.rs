//! The rules of the game as code: dice, states, actions and their effects.
//!
//! [`DragonSlayer`](crate::DragonSlayer) implements all rules for 2 to 6 seats. Simulation, solver and
//! tournament share them.

mod action;
mod dice;
mod dragon_set;
mod notation;
mod reachable;
mod roll;
mod rule_set;
mod state;

pub use action::Action;
pub use dice::{DragonDie, WarriorDie};
pub use dragon_set::DragonSet;
pub(crate) use reachable::{all_points, points_after_challenge};
pub use reachable::{horizon, slain_points};
pub use roll::{AfterRoll, Faces, Fight, FightState};
pub use rule_set::{Challenge, MAX_DICE, MAX_DRAGONS, STALLED_ROUNDS};
pub use rule_set::{Dragon, Rules};
pub use rule_set::{Fraction, Warrior};
pub use state::State;
pub use state::{BIG_TURN, Phase, Turn};
