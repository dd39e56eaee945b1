//! Every decision of every player in tables, one byte per state of a turn, for playing
//! millions of games.

mod decider;
mod lines;
mod playbook;
mod recorded;

pub use decider::Decider;
pub use lines::{BEYOND, DEFEAT, Line, Lines, NEAR, PLACES};
pub use playbook::Playbooks;
