//! The commands that only Dragon Slayer has: odds, advise, and most of solve.

pub mod advise;
mod infer;
pub mod odds;
mod rules;
pub mod solve;
