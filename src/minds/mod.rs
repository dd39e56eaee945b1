//! How personalities decide, and their decisions written down.
//!
//! * [`SolvedGame`] and [`Outlook`]: what the solved game says of a turn;
//! * [`Mind`]: what a personality makes of it, as a [`crate::solver::Policy`];
//! * [`Playbooks`]: every decision of every player in a table, a byte per state,
//!   for playing millions of games;
//! * [`League`]: the exact chance of one against another, from their books;
//! * [`conduct()`]: what each does against the optimum, exactly: what it gives away, and
//!   in which decisions ([`Faults`]); what it risks, and when it stops ([`Stakes`]);
//! * [`fit()`]: the traits of somebody whose decisions were seen.

pub mod book;
mod conduct;
mod decider;
mod faults;
mod fit;
mod league;
mod lines;
mod march;
mod mind;
mod misjudgement;
mod outlook;
mod playbook;
mod recorded;
mod stakes;
mod worth;

pub use conduct::{Conduct, conduct};
pub(crate) use conduct::{bytes as conduct_bytes, conduct_with};
pub use decider::Decider;
pub use faults::Faults;
pub use fit::{Fitted, Observed, Range, fit};
pub use league::{Exact, League};
pub use lines::{BEYOND, DEFEAT, Line, Lines, NEAR, PLACES};
pub use mind::{Mind, Thoughts};
pub use outlook::{Outlook, SolvedGame};
pub use playbook::Playbooks;
pub use stakes::{AtStake, Stakes};
