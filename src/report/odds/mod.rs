//! The odds tables: as CSV and JSON for programs, as a table for people.

mod csv;
mod json;
mod selection;
mod text;

pub use self::csv::{Row, csv};
pub use self::json::json;
pub(crate) use self::selection::chosen;
pub use self::text::{Run, list, text};

/// The file's name in a folder of results.
pub const FILE: &str = "odds.csv";
