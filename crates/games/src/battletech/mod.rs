//! BattleTech: mechs on a map of hexes.

pub mod drawn;
pub mod hex;
pub mod map;
pub mod movement;
pub mod path;
pub mod sight;
#[cfg(test)]
mod tests;

pub use hex::{Hex, Quarter, Side};
pub use map::Map;
