//! Dragon Slayer in `rivals engine`: its agents in games of 2 to 6 seats ([`agent`]), and
//! its positions in JSON, their solution and the judge of stalled games ([`DragonSlayerEngine`]).

pub mod agent;
mod decisions;
mod positions;
mod solved;

pub use solved::{DragonSlayerEngine, OPTIMUM};
