//! One game while it is played: rules, seats, dice, agents.
//!
//! The rules of every game implement [`Game`], an [`Agent`] decides for a seat, and a
//! [`Playthrough`] is one game between agents, people or scripts. An [`AgentSpec`] names an agent
//! of one of a game's [`AgentKind`]s.

mod agent;
mod dice;
#[cfg(feature = "records")]
pub mod fair;
mod game;
pub mod observed;
pub mod outside;
mod playthrough;
#[cfg(feature = "records")]
pub mod record;
mod seat;
pub mod show;
pub mod spec;
mod watch;

pub use agent::draw;
pub use agent::{Agent, Bound, Cost, Decision, Forfeit, Thought, Valued};
pub use agent::{FnAgent, RandomAgent};
pub use dice::{Dice, Stream, TurnDice};
pub use game::{
    Adjudicator, Chances, Game, Hidden, Illegal, NoEvent, NoRules, Open, Outcome, Share, Step,
    Turn, uniform_below,
};
pub use playthrough::{Logged, LoggedOf, Past, Playthrough};
/// The trait of all generators of random numbers.
pub use rand::Rng;
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub use spec::{
    AgentKind, AgentKinds, AgentRow, AgentSpec, Budget, Parameter, ParameterValues, SpecError,
};
pub use watch::{Clock, Meter, Watch};
