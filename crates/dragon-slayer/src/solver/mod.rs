//! Solves Dragon Slayer for two seats: computes the exact win probability in every position,
//! under optimal play or fixed policies. No game is simulated.
//!
//! * [`BackwardPass`](turn::BackwardPass) and [`FullBackwardPass`] evaluate one turn; every decision in it is
//!   optimal or made by a [`Policy`];
//! * [`Solution`] has the value of every [`Position`];
//! * [`rivals_core::search`] solves a cycle of positions and proves an error bound; `advantage`
//!   does so for cycles that hardly ever end, or never;
//! * [`checks`] compares solutions with values from other sources.
//!
//! Scores only grow and tokens only shrink, so positions are solved from the end
//! backwards. The only cycles are turns that score nothing, and ties at the end of the
//! game. All values of a cycle follow from the value of one of its positions, the anchor, so
//! each cycle is an equation with one unknown (Fang, Glenn and Kruskal on retrograde
//! approximation of jeopardy games).

mod advantage;
pub mod checks;
mod compensated_sum;
mod outlook;
mod policy;
mod policy_cap;
mod position;
mod solution;
mod stalling;
pub(crate) mod turn;

pub(crate) use compensated_sum::CompensatedSum;
pub use outlook::{End, Outlook, SolvedGame, spread};
pub use policy::{Choice, Decision, Policy, TurnPolicy};
pub(crate) use policy_cap::cap_for_policies;
pub(crate) use position::lead;
pub use position::{BIG_TURN, Position, Stage};
pub(crate) use solution::size::{MAX_FIGHTS, MAX_POSITIONS, MAX_STATES, MAX_WORK};
pub use solution::{Bound, Numbering, SolvedTurn};
pub use solution::{Play, Solution};
pub(crate) use stalling::Stalling;
pub use turn::{
    ActionValue, Ends, FightOdds, Foresight, FullBackwardPass, Horizon, Place, TIE, TurnGraph,
};
