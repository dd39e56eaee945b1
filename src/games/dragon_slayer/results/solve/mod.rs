//! The solved game: as CSV and JSON for programs, as text for people.

mod csv;
mod json;
mod text;

pub use super::solve::csv::{StopRow, ValueRow, stops, values};
pub use super::solve::json::{advice_json, match_json, respond_json, solution_json};
pub use super::solve::text::{Comparison, advice_text, match_text, respond_text, solution_text};

/// The file of all values in a folder of results.
pub const VALUES: &str = "values.csv";
/// The file of stopping points in a folder of results.
pub const STOPS: &str = "stops.csv";
