//! Round-robin tournaments of any game.
//!
//! A tournament meets a game through one narrow trait, [`Contest`], and never
//! names a game. Scheduling, playing, tallying and writing are separate and meet
//! through plain data:
//!
//! * [`Dice`]: the generators of a group of games, the same for every seating;
//! * [`GameRecord`]: what one game brought;
//! * [`Tally`]: integer sums over a block of groups of games, and [`Totals`] over
//!   blocks, which can be added in any order;
//! * [`Finished`]: the totals of every pairing, from which all results follow.

mod contest;
mod dice;
mod finished;
mod tally;

pub use contest::{Contest, GameRecord, Metric, Player};
pub use dice::{Dice, TurnDice};
pub use finished::{Finished, FinishedPairing};
pub use tally::{Tally, Totals};
