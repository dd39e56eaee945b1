//! Dragon Slayer: traits, learning and tuning of its personalities, and deeper trees.

pub(crate) mod learning;
pub(crate) mod traits;
pub(crate) mod trees;
pub(crate) mod tunings;
