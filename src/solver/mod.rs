//! Games of two seats, solved: the chance of winning in every position, under
//! best play or under fixed policies, without dice.
//!
//! * [`fixed_point`] solves the one unknown of a cycle and proves a bound;
//! * [`TurnTree`] and [`Walk`] evaluate one turn of Dragon Slayer, every decision
//!   in it made by best play or by a [`Policy`];
//! * [`Solution`] holds the value of every [`Position`];
//! * [`pig`] solves Pig with the same fixed points, as a check against
//!   published values.
//!
//! Scores and tokens only ever grow or shrink, so positions are solved from the
//! end backwards. The only cycles run through turns that score nothing, or
//! through ties at the end: each has one unknown (Fang, Glenn and Kruskal on
//! retrograde approximation of jeopardy games).

mod fixed_point;
pub mod pig;
mod policy;
mod position;
mod solution;
mod stops;
mod turn;

pub use fixed_point::{
    FixedPoint, Linear, NoFixedPoint, alternating, fixed_point, rounding, two_lines,
};
pub use policy::{Choice, Decision, Policy, TurnPolicy};
pub use position::{BIG_TURN, Position, Stage};
pub use solution::{Play, Solution, SolveError};
pub use stops::{Stops, points_after_challenge, slain_points};
pub use turn::{ActionValue, After, FightOdds, TurnPlay, TurnTree, Turns, Walk, Walked, Workspace};
