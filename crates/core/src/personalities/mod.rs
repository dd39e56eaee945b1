//! Personalities as data: their names, how they decide, and what they value.
//!
//! A [`Personality`] is a file of figures on scales, never code. With all figures neutral
//! it plays optimally. A [`Roster`] lists the players of a game: personalities, and agents of
//! the game to compare them with. This module reads no files, does not play or solve games, and
//! knows none.
//!
//! The scales are those of Castells Amat 2018, chapter 6: risk aversion, analysis
//! paralysis (here: thinking), calculation, intuition and nerves. What a
//! personality values follows the four types of players of Bartle 1996.

mod built_in;
mod character;
mod file;
mod member;
pub(crate) mod memo;
mod personality;
pub mod remarks;
mod roster;
mod traits;
mod units;

pub use built_in::{BUILT_IN_FILES, built_in};
pub use character::Character;
pub use file::is_id;
pub use member::Member;
pub use personality::Personality;
pub use roster::Roster;
pub use traits::{Habits, Scale, Traits, Values};
pub use units::{Level, SeatUnits, Units};
