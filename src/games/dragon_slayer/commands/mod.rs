//! The commands of Dragon Slayer alone.

pub mod advise;
mod infer;
pub mod odds;
pub mod solve;
