//! The games, one folder each: their rules, and nothing about who plays them.

pub mod dragon_slayer;
