//! BattleTech: mechs on a map of hexes.

pub mod hex;
pub mod map;
pub mod movement;
pub mod sight;

pub use hex::{Hex, Quarter, Side};
pub use map::Map;
