//! Dragon Slayer's results as text, CSV and JSON: odds, dice ranked, the solved game.

pub mod inference;
pub mod odds;
pub mod solve;
