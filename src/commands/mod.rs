//! What the program knows of single games: their commands, reports and claims. The folders here and
//! the [catalogue](crate::catalogue) are the only places of the program that name a game.

#[cfg(feature = "program")]
mod battletech;
pub(crate) mod dragon_slayer;
#[cfg(feature = "program")]
mod parchis;
#[cfg(feature = "program")]
mod pig;
#[cfg(feature = "program")]
mod program;
pub(crate) mod review;
#[cfg(feature = "program")]
mod row;
#[cfg(feature = "program")]
mod solve;
#[cfg(feature = "program")]
mod tic_tac_toe_sp;
mod tute;

#[cfg(feature = "program")]
pub(crate) use program::*;
