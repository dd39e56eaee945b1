//! The games, one folder each: their rules, and nothing about who plays them.
//!
//! [`Game`] is what all rules answer; a seat is the same in every game.

pub mod dragon_slayer;
mod game;
pub mod pig;
mod seat;

pub use game::{Chances, Game, Illegal, Node, Outcome};
pub use seat::{BySeat, MAX_SEATS, Seat};
