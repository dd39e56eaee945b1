//! Configuration files in TOML, read by serde; every error points at its place in the file.
//!
//! [`Source`] is the text of a file. [`Source::parse`] reads it into any type, and
//! [`Source::wrong`] refuses what a type cannot express, such as two values that contradict each
//! other. [`rivals_core::values`] has the ranges of numbers and the forms of texts. The module is independent of
//! any game.

mod source;
#[cfg(test)]
mod tests;

pub use crate::error::Error;
pub use rivals_core::text::nearest::{did_you_mean, nearest};
pub use rivals_core::values::{Table, Whole, canonical, checked, line, number, table, whole, word};
pub use source::{Source, built, rules};
