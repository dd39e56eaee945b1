//! Dragon Slayer: push your luck against three dragons.
//!
//! **A fight.** The player picks a living dragon and throws all its dice
//! together with all warrior dice that are left. Once begun, a fight runs to
//! its end without a decision. After each roll:
//!
//! 1. every dragon die that shows its part is set aside (a mountain does nothing);
//! 2. flames (on dragon and warrior dice) less shields, if positive, is the
//!    number of warrior dice lost for the rest of the turn;
//! 3. no warrior die left: defeat, the turn ends with nothing;
//! 4. all parts aside, this roll included, and an axe in *this* roll: the
//!    dragon is slain, and the dice left go on to the next fight;
//! 5. otherwise everything not set aside and not lost is rolled again.
//!
//! **A turn** starts with all warrior dice, no points, and all dragons alive. At
//! least one fight must be begun. After each slain dragon the player stops and
//! scores, or fights another living dragon with the dice left; when all are
//! slain they all revive. Dice lost stay lost until the turn ends.
//!
//! **The challenge.** When a player declares a stop, the others are asked
//! clockwise; the first who spends a token challenges, at most once a turn. A
//! player who declines scores a share of the turn's points, rounded down, and the
//! challenger scores a bonus. A player who accepts must slay at least one more
//! dragon before stopping, and every dragon slain from then on counts double. A
//! defeat after accepting scores nothing and gives the challenger the bonus.
//!
//! **The end.** The game ends after the first round in which one player leads
//! alone with at least the target score; that player wins. While the lead is
//! tied, the game goes on, round by round.
//!
//! **Adjudication** ends a game that stalls. A round stalls if it ends with the
//! scores and tokens with which it began. Past the target only the lead matters: a
//! round stalls if the lead is shared when it begins and when it ends, and no token
//! is spent in it. After 1,000 stalled rounds in a row the winner is drawn. With two
//! seats, each wins with its win probability under optimal play by both from there
//! on; with more, all seats with the highest score are equally likely to win. As
//! these are the probabilities of optimal play, adjudication changes neither optimal
//! play nor its value. This rule is not in the thesis. [`DragonSlayer`], whose states
//! do not count rounds, leaves it to the tournament and to the evaluation of
//! policies. Under optimal play, a game that never ends counts half for each seat.
//!
//! | parameter | default |
//! |---|---|
//! | target | 40 points |
//! | warrior | 3 dice of 3 axes, 2 shields, 1 flame |
//! | blue dragon | 2 points, 3 dice of 4 parts, 2 mountains |
//! | green dragon | 4 points, 3 dice of 4 parts, 1 mountain, 1 flame |
//! | red dragon | 6 points, 3 dice of 4 parts, 2 flames |
//! | adjudication | after 1,000 stalled rounds; in no rule file |
//! | challenge | 1 token, 5 points to the challenger, half when declined, double when accepted |
//!
//! # Where things are
//!
//! * [`DragonSlayer`] and [`Rules`]: the rules as a game of `rivals-core`;
//! * [`odds`]: exact and simulated odds of fights;
//! * [`solver`]: optimal play of two seats, and the exact value of any policy;
//! * [`policies`]: greedy play, `tree-K`, personalities and others; [`fit`] estimates a personality
//!   from games;
//! * [`contest`]: tournaments, with a fast path for games of two seats;
//! * [`game`]: the game of 2 to 6 seats, its agents and its values of positions;
//! * [`review`]: the decisions and the luck of a game that was played.
//!
//! # Example
//!
//! ```
//! use rivals_dragon_slayer::Rules;
//! use rivals_dragon_slayer::solver::{Play, Solution};
//!
//! let mut rules = Rules::built_in();
//! rules.target = 6;
//! let optimal = Solution::solve(&rules, [Play::Optimal; 2])?;
//! // In a short game it is better to go second, with the first seat's points in view.
//! assert!(optimal.first_wins() < 0.5 && optimal.error() < 1e-9);
//! # Ok::<(), rivals_dragon_slayer::Error>(())
//! ```
//!
//! Source: Castells Amat 2018, chapter 5. The thesis shows the faces as
//! pictures only; [`crate::odds::infer`] shows where these counts come from.

#![deny(missing_docs, unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Tests cast numbers that they chose.
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap))]
#![cfg_attr(test, allow(clippy::cast_sign_loss))]

pub mod contest;
mod error;
#[doc(hidden)]
pub mod exact;
pub mod fit;
pub mod game;
pub mod odds;
pub mod policies;
#[doc(hidden)]
pub mod policy_tables;
pub mod review;
mod rules;
mod show;
pub mod solver;
#[cfg(test)]
mod tests;

/// The name of the game, as in files.
pub const NAME: &str = "dragon-slayer";

pub use error::Error;
pub use game::DragonSlayer;
pub use rules::{
    Action, AfterRoll, BIG_TURN, Challenge, Dragon, DragonDie, DragonSet, Faces, Fight, FightState,
    Fraction, MAX_DICE, MAX_DRAGONS, Phase, Rules, STALLED_ROUNDS, State, Turn, Warrior,
    WarriorDie, horizon, slain_points,
};
