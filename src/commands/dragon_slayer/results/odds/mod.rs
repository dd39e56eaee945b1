//! Results of `rivals odds`: the rows of `odds.csv`, the JSON answer, and the text.

mod fit;
mod frequencies;
mod rows;
mod text;

pub(crate) use fit::{chosen, dice, fit, misprints};
pub(crate) use frequencies::read_frequencies;
pub(crate) use rows::{OddsAnswer, Row, csv};
pub(crate) use text::{Run, list, text};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "odds";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "odds.csv";
