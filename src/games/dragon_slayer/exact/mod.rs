//! Exact figures of players against each other, computed from their policy tables.
//!
//! * [`League`]: the win probability of one player against another;
//! * [`conduct()`]: what each player does against optimal play: its equity loss, and the
//!   decisions that cause it ([`Faults`]); what it risks, and when it stops
//!   ([`Stakes`]).

mod conduct;
mod faults;
mod head_to_head;
mod march;
mod stakes;

pub(crate) use conduct::bytes as conduct_bytes;
pub use conduct::{Conduct, conduct};
pub use faults::Faults;
pub use head_to_head::{Exact, League};
pub use stakes::{AtStake, Stakes};
