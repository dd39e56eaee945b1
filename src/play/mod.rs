//! One game while it is played: rules, seats, dice, agents.
//!
//! The rules of every game implement [`Game`], an [`Agent`] decides for a seat, and a
//! [`Sitting`] is one game between agents, persons or scripts. An [`AgentSpec`] names an agent
//! of one of a game's [`AgentKind`]s. [`engine`] answers questions about any game.

mod agent;
mod dice;
pub(crate) mod engine;
pub(crate) mod fair;
mod game;
mod info;
pub(crate) mod record;
mod seat;
pub(crate) mod seated;
pub(crate) mod show;
mod sitting;
pub(crate) mod spec;
mod watch;

pub(crate) use agent::draw;
pub use agent::{Agent, Decision, Forfeit, Thought};
pub(crate) use agent::{AnyAction, Rule};
pub use dice::{Dice, TurnDice};
pub(crate) use game::uniform_below;
pub use game::{Chances, Game, Illegal, NoEvent, Node, NotationError, Outcome, Share};
pub(crate) use info::GameInfo;
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub use sitting::{Sitting, Step, StepOf};
pub(crate) use sitting::{agent_dice, deal_dice};
pub(crate) use spec::{AgentKind, AgentSpec, Parameter, ParameterValues, SpecError};
pub(crate) use watch::Meter;
pub use watch::Watch;
