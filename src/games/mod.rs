//! The games, one folder each, with everything that only that game knows.

pub mod dragon_slayer;
pub mod pig;
