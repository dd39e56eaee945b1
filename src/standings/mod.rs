//! What follows from a tournament's games, once all are played.
//!
//! Everything here is a pure function of a [`Finished`](crate::tournament::Finished)
//! tournament and of what its [`Contest`](crate::tournament::Contest) knows
//! exactly; nothing plays, prints or opens a file, and nothing knows a game.
//!
//! * `field`: who played whom, with what the contest knows of them;
//! * `figure`: a figure of one player with its variance by pairing, and how
//!   figures of several players are compared;
//! * [`CrossTable`]: sampled win rates beside exact ones, and their [`Disagreement`];
//! * [`Standing`]: win rates, ratings, worst opponents, in order;
//! * [`Cycle`]: A beats B beats C beats A;
//! * [`Fingerprints`] and [`Distance`]: how players play, and how far apart;
//! * [`claims`]: what somebody says of players, put to the test.
//!
//! # How far a figure may be off
//! Groups of games are independent and the games of a group are not, so every
//! variance is one over groups. Opponents were chosen and not drawn: a player's
//! figure is the mean over its pairings, all counting alike, and varies only
//! within them. Two players share the dice of the pairing in which they meet,
//! and the covariance there is not recorded: a difference takes the largest one
//! possible, so that its interval is a little too wide and never too narrow.
//!
//! From fewer than 30 paired games nothing is concluded, and points are Student's t.
//!
//! # Shared wins
//! Where games may be drawn, a win rate is a mean share of the win: a draw of two counts as
//! half a win for each, one of three as a third. Variances over groups are those of the
//! shares; a pair's interval is the score interval of won, drawn and lost games; ratings
//! are fitted to the shares. Exact results are expected shares.
//!
//! With more than two seats there are no ordered pairs, no exact chances and no
//! cycles: who beats whom at a table of three is not defined.
//!
//! # Where the number of games depended on the games
//! After `--until-ci`, pairings, line-ups and cycles have intervals that hold at any time.
//! The others treat the number of games as fixed, and are labelled: ratios of unbounded
//! metrics have no such interval, and for ratings and mean win rates the union over all
//! pairings would be several times as wide. A pairing stops by the widths of its
//! intervals, not by who is ahead; the usual interval is then right as widths go to 0
//! (Chow and Robbins 1965, Ann. Math. Statist. 36, 457-462). The tests play 200 seeds.

mod analysis;
pub mod claims;
mod cross_table;
mod cycles;
mod distances;
mod field;
mod figure;
mod fingerprints;
mod ratings;
mod standing;

pub use analysis::{Analysis, Counts, Participant};
pub use cross_table::{CrossTable, Disagreement, OrderedPair, Refuted};
pub use cycles::{Cycle, MAX_CYCLES};
pub use distances::{Distance, Neighbour, neighbours};
pub use figure::{Difference, PlayerEstimate};
pub use fingerprints::Fingerprints;
pub use ratings::Ratings;
pub use standing::{Standing, WinRate, Worst};

#[cfg(test)]
pub(crate) mod fake;
#[cfg(test)]
mod tests;
