//! Results of `rivals odds infer`, as CSV, JSON and text: the face counts of each die that
//! best explain given frequencies, ranked by likelihood.

mod row;
mod text;

pub(crate) use super::inference::row::{Row, csv, json};
pub(crate) use super::inference::text::text;

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "odds infer";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "odds_infer.csv";
