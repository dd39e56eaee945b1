//! Dragon Slayer: its traits and the tuning of its personalities.

pub(crate) mod traits;
pub(crate) mod trees;
pub(crate) mod tunings;
