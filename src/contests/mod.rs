//! Games as tournaments play them, one folder per game.
//!
//! A game is whatever implements [`crate::tournament::Contest`]: the library plays
//! it, resumes it and writes its files without knowing it. The program plays one
//! game, which `cli::tournament::contest` makes of a [`crate::tournament_config`];
//! both know Dragon Slayer. The README has the steps to add a game.

pub mod dragon_slayer;
pub mod pig;
