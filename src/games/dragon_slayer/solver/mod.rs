//! Games of two seats, solved: the chance of winning in every position, under
//! best play or under fixed policies, without dice.
//!
//! * [`fixed_point`](crate::search) solves the one unknown of a cycle and proves a bound; `advantage`
//!   does so where a cycle hardly ever ends, or never;
//! * [`TurnTree`] and [`Walk`] evaluate one turn of Dragon Slayer, every decision
//!   in it made by best play or by a [`Policy`];
//! * [`Solution`] holds the value of every [`Position`];
//! * [`Situation`] is what players see at a decision, and finds its place in
//!   the solution or says why it cannot come about;
//! * [`checks`] compares the solutions of both games with
//!   values from elsewhere.
//!
//! Scores only grow and tokens only shrink, so positions are solved from the
//! end backwards. The only cycles run through turns that score nothing, or
//! through ties at the end: each has one unknown (Fang, Glenn and Kruskal on
//! retrograde approximation of jeopardy games).

mod advantage;
pub mod checks;
mod outlook;
mod patience;
mod policy;
mod position;
mod reachable;
mod situation;
mod solution;
mod stalling;
mod stops;
mod sum;
mod turn;
mod unreachable;

pub(crate) use outlook::{End, spread};
pub use outlook::{Outlook, SolvedGame};
pub(crate) use patience::patient_cap;
pub use policy::{Choice, Decision, Policy, TurnPolicy};
pub use position::{BIG_TURN, Position, Stage};
pub use reachable::{horizon, points_after_challenge, slain_points};
pub use situation::{Moment, Situation};
pub use solution::{Bound, Numbering, Play, Report, Solution, SolveError, SolvedTurn};
pub(crate) use stalling::Stalling;
pub use stops::{StopPoints, Stops};
pub(crate) use sum::Sum;
pub use turn::{
    ActionValue, After, Ends, FightOdds, Foresight, Horizon, Place, Sweep, TIE, TurnGraph,
    TurnPlay, TurnTree, TurnValue, Turns, Walk, Walked, Workspace,
};
pub use unreachable::Unreachable;
