//! Policy tables: every decision of every player in every position, one byte per state of
//! a turn. Games are played from them, and exact results are computed from them.

mod decider;
mod lines;
mod playbook;
mod recorded;

pub use decider::Decider;
pub use lines::{BEYOND, DEFEAT, Line, Lines, NEAR, PLACES};
pub use playbook::Playbooks;
