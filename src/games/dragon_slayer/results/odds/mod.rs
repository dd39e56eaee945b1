//! The odds tables, as CSV, JSON and text.

mod csv;
mod json;
mod selection;
mod text;

pub(crate) use super::odds::csv::{Row, csv};
pub(crate) use super::odds::json::json;
pub(crate) use super::odds::selection::chosen;
pub(crate) use super::odds::text::{Run, list, text};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "odds";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "odds.csv";
