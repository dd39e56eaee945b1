//! The commands of Dragon Slayer alone.

pub mod advise;
mod infer;
pub mod odds;
mod rules;
pub mod solve;
