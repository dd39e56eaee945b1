//! One game being played: rules, seats, dice.
//!
//! [`Game`] is what all rules answer; a seat is the same in every game. An [`AgentSpec`] names
//! an agent of one of a game's [`AgentKind`]s.

mod dice;
mod game;
mod seat;
pub mod spec;

pub use dice::{Dice, TurnDice};
pub use game::{Chances, Game, Illegal, Node, Outcome};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub use spec::{AgentKind, AgentSpec, GameInfo, Parameter, ParameterValues, SpecError};
