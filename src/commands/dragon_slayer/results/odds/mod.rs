//! Results of `rivals odds`: the rows of `odds.csv`, the answer as JSON and as a document.

mod document;
mod fit;
mod frequencies;
mod rows;

pub(crate) use document::{Run, list, wins};
pub(crate) use fit::{chosen, dice, fit, misprints};
pub(crate) use frequencies::read_frequencies;
use rows::rows;
pub(crate) use rows::{OddsAnswer, Row, csv};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "odds";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "odds.csv";
