#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Tests cast numbers that they chose.
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap))]
#![cfg_attr(test, allow(clippy::cast_sign_loss))]

pub use rivals_core;

#[cfg(feature = "battletech")]
pub mod battletech;
#[cfg(feature = "parchis")]
pub mod parchis;
#[cfg(feature = "pig")]
pub mod pig;
#[cfg(feature = "tic-tac-toe-sp")]
pub mod tic_tac_toe_sp;
#[cfg(feature = "tute")]
pub mod tute;

#[cfg(test)]
mod tests;
