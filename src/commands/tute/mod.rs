//! What the program knows of Tute Cabrero.

mod deals;
#[cfg(feature = "program")]
mod program;

use crate::games::tute::Tute;
use crate::play::Game;

pub(super) use deals::deals;
#[cfg(feature = "program")]
pub(super) use program::COMMANDS;

pub(super) const NAME: &str = Tute::NAME;
