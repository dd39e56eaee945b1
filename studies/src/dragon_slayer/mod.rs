//! Dragon Slayer: its traits and the tuning of its personalities.

pub mod traits;
pub mod tunings;
