#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Tests cast numbers that they chose.
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap))]
#![cfg_attr(test, allow(clippy::cast_sign_loss))]

pub mod contest;
mod error;
#[doc(hidden)]
pub mod exact;
pub mod fit;
pub mod game;
mod observed;
pub mod odds;
pub mod policies;
#[doc(hidden)]
pub mod policy_tables;
pub mod review;
mod rules;
mod show;
pub mod solver;
#[cfg(test)]
mod tests;

/// The name of the game, as in files.
pub const NAME: &str = "dragon-slayer";

pub use error::Error;
pub use game::DragonSlayer;
pub use rules::{
    Action, AfterRoll, BIG_TURN, Challenge, Dragon, DragonDie, DragonSet, Faces, Fight, FightState,
    Fraction, MAX_DICE, MAX_DRAGONS, Phase, Rules, STALLED_ROUNDS, State, Turn, Warrior,
    WarriorDie, horizon, slain_points,
};
