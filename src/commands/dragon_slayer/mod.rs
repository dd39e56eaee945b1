//! What the program knows of Dragon Slayer.

#[cfg(feature = "program")]
pub(crate) mod commands;
#[cfg(feature = "program")]
mod program;
#[cfg(feature = "program")]
pub(crate) mod report;
#[cfg(feature = "program")]
pub(crate) mod results;
pub(crate) mod review;

pub(super) use crate::dragon_slayer::NAME;
#[cfg(feature = "program")]
pub(crate) use program::*;
#[cfg(feature = "program")]
pub use program::{built_in_claims, built_in_roster};
pub(super) use review::REVIEWS;
