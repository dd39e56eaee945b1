//! Policy tables: every decision of every player in every position, one byte per state of
//! a turn. Games are played from them, and exact results are computed from them.

mod packed;
mod player_policy;
mod rows;
mod tables;

pub use player_policy::PlayerPolicy;
pub(crate) use rows::{BEYOND, DEFEAT, NEAR, PLACES, TableRow, TableRows};
pub use tables::PolicyTables;
