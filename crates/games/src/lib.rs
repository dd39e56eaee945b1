//! Games: rules, agents, metrics, solutions and words, a folder and a feature each.
//!
//! Each opens with its rules in prose and their source.

#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "parchis")]
pub mod parchis;
#[cfg(feature = "pig")]
pub mod pig;
#[cfg(feature = "tic-tac-toe-sp")]
pub mod tic_tac_toe_sp;
#[cfg(feature = "tute")]
pub mod tute;
