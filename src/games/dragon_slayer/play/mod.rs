//! The game as it is played: states, actions, and what follows.
//!
//! [`DragonSlayer`] is the whole rule book, for 2 to 6 seats; simulation,
//! solver and tournament all play through it.

mod action;
mod dragon_set;
mod game;
mod state;

pub use action::Action;
pub use dragon_set::DragonSet;
pub use game::DragonSlayer;
pub use state::{Phase, State, Turn};
