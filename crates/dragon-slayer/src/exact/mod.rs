//! Exact figures of players against each other, computed from their policy tables.
//!
//! * [`HeadToHead`]: the win probability of one player against another;
//! * [`against_optimal()`]: what each player does against optimal play: its equity loss, and the
//!   decisions that cause it ([`EquityLoss`]); what it risks, and when it stops
//!   ([`stakes::Stakes`]).

mod against_optimal;
mod equity_loss;
mod head_to_head;
pub(crate) mod stakes;
mod turn_forward;

pub use against_optimal::bytes as against_optimal_bytes;
pub use against_optimal::{AgainstOptimal, against_optimal};
pub use equity_loss::EquityLoss;
pub use head_to_head::{Exact, HeadToHead};
