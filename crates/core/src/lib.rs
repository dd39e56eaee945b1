//! A game while it is played: rules, seats, dice, agents, records, and the searches that decide.
//!
//! * [`contest`]: a game with its players, which tournaments play;
//! * [`play`]: the trait of all rules, seats, dice, agents, and the engine's protocol;
//! * [`search`]: searches of game trees and fixed points, for any game;
//! * [`document`]: what is shown, as sections of text, tables and charts;
//! * [`drawing`]: boards as shapes;
//! * [`personalities`]: players described by traits and values, as data;
//! * [`random`]: streams of random numbers;
//! * [`values`]: ranges of numbers and forms of texts, for rule files and positions;
//! * [`json`]: reads positions and questions, with the path of what is wrong.
//!
//! Nothing here reads a file, a clock or a terminal, so that all of it compiles for WebAssembly.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod contest;
pub mod document;
pub mod drawing;
pub mod json;
pub mod personalities;
pub mod play;
pub mod random;
pub mod search;
#[cfg(feature = "records")]
pub mod sha256;
pub mod text;
pub mod values;
