//! The solved game, as CSV, JSON and text.

mod csv;
mod json;
mod text;

pub(crate) use super::solve::csv::{StopRow, ValueRow, stops, values};
pub(crate) use super::solve::json::{advice_json, match_json, respond_json, solution_json};
pub(crate) use super::solve::text::{
    Comparison, advice_text, match_text, respond_text, solution_text,
};

/// The command that writes [`VALUES`] and [`STOPS`].
pub(crate) const COMMAND: &str = "solve";
/// The file of the values of all positions, in a folder of results.
pub(crate) const VALUES: &str = "values.csv";
/// The file of the points at which optimal play stops, in a folder of results.
pub(crate) const STOPS: &str = "stops.csv";
