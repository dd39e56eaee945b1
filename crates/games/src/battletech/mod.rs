//! BattleTech: mechs on a map of hexes.

pub mod agents;
pub mod asks;
pub mod attack;
pub mod board;
pub mod conduct;
pub mod contest;
pub mod damage;
pub mod drawn;
pub mod evaluate;
mod facts;
pub mod fighting;
pub mod hex;
pub mod knapsack;
pub mod map;
pub mod mech;
pub mod movement;
pub mod moving;
mod observed;
pub mod path;
pub mod picture;
pub mod position;
pub mod record;
pub mod rollouts;
pub mod rules;
pub mod sbt;
pub mod setups;
pub mod show;
pub mod sight;
pub mod state;
pub mod tables;
pub mod terrain;
#[cfg(test)]
mod tests;
pub mod turn;

pub use hex::{Hex, Quarter, Side};
pub use map::Map;
pub use rules::BattleTech;
pub use state::{Action, Event, State};
