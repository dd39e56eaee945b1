//! Games as tournaments play them, one folder per game.
//!
//! To add a game, implement [`crate::tournament::Contest`] here and name it in
//! `cli::tournament::contest`; nothing else knows.

pub mod dragon_slayer;
pub mod pig;
