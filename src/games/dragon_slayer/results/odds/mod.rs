//! The odds tables, as CSV, JSON and text.

mod csv;
mod json;
mod selection;
mod text;

pub use super::odds::csv::{Row, csv};
pub use super::odds::json::json;
pub(crate) use super::odds::selection::chosen;
pub use super::odds::text::{Run, list, text};

/// The command that writes [`FILE`].
pub const COMMAND: &str = "odds";
/// The file's name in a folder of results.
pub const FILE: &str = "odds.csv";
