//! One game being played: rules, seats, dice.
//!
//! [`Game`] is what all rules answer; a seat is the same in every game.

mod dice;
mod game;
mod seat;

pub use dice::{Dice, TurnDice};
pub use game::{Chances, Game, Illegal, Node, Outcome};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
