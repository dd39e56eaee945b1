//! Personalities as data: their names, how they decide, and what they value.
//!
//! A [`Personality`] is a TOML file of figures on scales, never code. With all figures neutral
//! it plays optimally. A [`Roster`] lists the players of a game: personalities, and agents of
//! the game to compare them with. This module does not play or solve games, and knows none.
//!
//! The scales are those of Castells Amat 2018, chapter 6: risk aversion, analysis
//! paralysis (here: thinking), calculation, intuition and nerves. What a
//! personality values follows the four types of players of Bartle 1996.

mod file;
mod personality;
pub mod remarks;
#[cfg(any(test, feature = "fake"))]
pub use roster::fake;
mod roster;
mod traits;

pub use file::is_id;
pub use personality::Personality;
pub use roster::BUILT_IN_FILES;
pub use roster::Variants;
pub use roster::{Member, Roster};
pub use traits::{Scale, Traits, Values};
