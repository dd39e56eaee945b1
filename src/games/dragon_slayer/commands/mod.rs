//! The commands that only Dragon Slayer has: odds, advise, and most of solve.

pub(crate) mod advise;
mod infer;
pub(crate) mod odds;
mod rules;
pub(crate) mod solve;
