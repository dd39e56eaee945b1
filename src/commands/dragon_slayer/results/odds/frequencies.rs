//! Measured frequencies of fights, read from a CSV file.
//!
//! The file has the columns `dragon`, `warrior_dice`, `dice_left`, and `count` or
//! `percent`. Other columns are ignored, so the program's own `odds.csv` can be read. Each
//! cell has exactly one row for every `dice_left` from 0 to `warrior_dice`.

use miette::Diagnostic;
use serde::Deserialize;
use thiserror::Error;

use crate::config::nearest;
use crate::dragon_slayer::MAX_DICE;
use crate::dragon_slayer::odds::FrequencyCell;

/// The largest count: sums of larger ones might overflow 64 bits, or not be exact as
/// floats.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Why a file of frequencies was refused.
#[derive(Debug, Default, Error, Diagnostic)]
#[error("{file}{}: {message}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub(crate) struct FrequencyError {
    /// The file's name as it was given.
    pub file: String,
    /// The line's number, from 1; none if no single line is wrong.
    pub line: Option<u64>,
    /// What is wrong.
    pub message: String,
    /// How to correct it.
    #[help]
    pub help: String,
}

#[derive(Deserialize)]
struct FrequencyRow {
    dragon: String,
    warrior_dice: u8,
    dice_left: u8,
    count: Option<u64>,
    percent: Option<f64>,
}

const COLUMNS: &str =
    "give rows under the columns dragon, warrior_dice, dice_left, and count or percent";

/// Reads the cells of a CSV text, in the order of their first rows. `file` is the name
/// for errors. `fights` is the number of fights of each cell, which texts with percentages
/// need.
///
/// # Errors
/// [`FrequencyError`], at the first wrong row, or the first cell with a missing row.
pub(crate) fn read_frequencies(
    file: &str,
    text: &str,
    fights: Option<u64>,
) -> Result<Vec<FrequencyCell>, FrequencyError> {
    let file = file.to_owned();
    read(text, fights).map_err(|error| FrequencyError { file, ..error })
}

/// The error without its place.
fn error(message: impl Into<String>, help: impl Into<String>) -> FrequencyError {
    FrequencyError { message: message.into(), help: help.into(), ..FrequencyError::default() }
}

fn read(text: &str, fights: Option<u64>) -> Result<Vec<FrequencyCell>, FrequencyError> {
    let malformed = |wrong: csv::Error| FrequencyError {
        line: wrong.position().map(csv::Position::line),
        ..error(
            "its number of fields is not that of the first line",
            "separate the columns by commas",
        )
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(malformed)?.clone();
    check_header(&header, fights).map_err(|error| FrequencyError { line: Some(1), ..error })?;
    // Each cell's first row, and what is known of it by dice left.
    let mut cells: Vec<(FrequencyRow, Vec<Option<u64>>)> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(malformed)?;
        let here =
            |error| FrequencyError { line: record.position().map(csv::Position::line), ..error };
        let row: FrequencyRow = (record.deserialize(Some(&header)))
            .map_err(|wrong| here(bad_field(&wrong, &header, &record)))?;
        let count = row.count(fights).map_err(here)?;
        let (name, dice_left) = (row.cell(), usize::from(row.dice_left));
        let known = cells.iter().position(|(first, _)| first.cell() == name);
        let index = known.unwrap_or_else(|| {
            let missing = vec![None; usize::from(row.warrior_dice) + 1];
            cells.push((row, missing));
            cells.len() - 1
        });
        if cells[index].1[dice_left].replace(count).is_some() {
            let message = format!("{name}: a second row for dice_left {dice_left}");
            return Err(here(error(message, "remove one of them")));
        }
    }
    if cells.is_empty() {
        return Err(error("the file contains no frequencies", COLUMNS));
    }
    (cells.into_iter()).map(|(first, dice_left)| first.complete_cell(dice_left, fights)).collect()
}

fn check_header(header: &csv::StringRecord, fights: Option<u64>) -> Result<(), FrequencyError> {
    let has = |column: &str| header.iter().any(|name| name == column);
    let required = ["dragon", "warrior_dice", "dice_left"];
    if let Some(column) = required.into_iter().find(|column| !has(column)) {
        let misspelt = nearest(column, header.iter())
            .map(|name| format!("is `{name}` misspelt? "))
            .unwrap_or_default();
        return Err(error(format!("no column `{column}`"), misspelt + COLUMNS));
    }
    match (has("count"), has("percent"), fights) {
        (false, false, _) => Err(error("no column `count` and no column `percent`", COLUMNS)),
        (true, _, Some(_)) => Err(error(
            "the column `count` already gives the number of fights",
            "leave out --fights",
        )),
        (false, true, None) => Err(error(
            "percentages do not give the number of fights",
            "give the number of fights of each cell with --fights, or add a column `count`",
        )),
        _ => Ok(()),
    }
}

/// The error about the field that cannot be read, with the name of its column.
fn bad_field(
    wrong: &csv::Error,
    header: &csv::StringRecord,
    record: &csv::StringRecord,
) -> FrequencyError {
    let field = match wrong.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.field(),
        _ => None,
    };
    let index = field.unwrap_or(0) as usize;
    let [column, text] = [header, record].map(|fields| fields.get(index).unwrap_or(""));
    error(
        format!("`{text}` cannot be read as {column}"),
        "write a plain number, such as 120 for a count or 30.78 for a percentage",
    )
}

fn dice(count: u8) -> &'static str {
    if count == 1 { "die" } else { "dice" }
}

impl FrequencyRow {
    /// The name of the row's cell in messages.
    fn cell(&self) -> String {
        let Self { dragon, warrior_dice, .. } = self;
        format!("{dragon} with {warrior_dice} warrior {}", dice(*warrior_dice))
    }

    /// The number of fights of the row.
    fn count(&self, fights: Option<u64>) -> Result<u64, FrequencyError> {
        let (cell, left) = (self.cell(), self.dice_left);
        if !(1..=MAX_DICE).contains(&self.warrior_dice) || left > self.warrior_dice {
            return Err(error(
                format!("{cell} cannot leave {left} {}", dice(left)),
                "warrior_dice is 1 to 4, dice_left 0 to warrior_dice",
            ));
        }
        match (self.count, self.percent, fights) {
            (Some(count), _, _) if count > MAX_COUNT => {
                Err(error(format!("{cell}: {count} is too large a count"), "write at most 10^15"))
            }
            (Some(count), _, _) => Ok(count),
            (None, Some(percent), Some(fights)) if (0.0..=100.0).contains(&percent) => {
                Ok((percent * fights as f64 / 100.0).round() as u64)
            }
            (None, Some(percent), Some(_)) => {
                Err(error(format!("{cell}: {percent} is not a percentage"), "write 0 to 100"))
            }
            _ => Err(error(format!("{cell}: the number is missing"), "fill in count or percent")),
        }
    }

    /// The row's cell with the counts by dice left, if none is missing and they add up.
    fn complete_cell(
        self,
        dice_left: Vec<Option<u64>>,
        fights: Option<u64>,
    ) -> Result<FrequencyCell, FrequencyError> {
        let name = self.cell();
        if let Some(missing) = dice_left.iter().position(Option::is_none) {
            return Err(error(
                format!("{name}: no row for dice_left {missing}"),
                "add the row, with count 0 if it never happened",
            ));
        }
        let cell = FrequencyCell {
            dragon: self.dragon,
            warrior_dice: self.warrior_dice,
            dice_left: dice_left.into_iter().flatten().collect(),
        };
        // A percentage may be rounded by up to half a fight, or to its number of digits.
        let sum = cell.fights();
        if let Some(fights) = fights
            && sum.abs_diff(fights) > (fights / 1_000).max(cell.dice_left.len() as u64)
        {
            return Err(error(
                format!("{name}: its rows add up to {sum} of {fights} fights"),
                "correct the percentages: those of a cell add up to 100",
            ));
        }
        if sum == 0 {
            return Err(error(format!("{name}: the cell has no fights"), "remove its rows"));
        }
        Ok(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "dragon,warrior_dice,dice_left,count\n";

    fn read(rows: &str) -> Result<Vec<FrequencyCell>, FrequencyError> {
        read_frequencies("f.csv", &format!("{HEADER}{rows}"), None)
    }

    #[test]
    fn rows_in_any_order_make_cells() {
        let cells = read("red,1,1,30\nblue,1,0,4\nred,1,0,70\nblue,1,1,6\n").unwrap();
        assert_eq!(cells[0].dragon, "red");
        assert_eq!(cells[0].dice_left, [70, 30]);
        assert_eq!(cells[1].dice_left, [4, 6]);
    }

    #[test]
    fn percentages_need_the_number_of_fights() {
        let text = "dragon,warrior_dice,dice_left,percent\nred,1,0,69.22\nred,1,1,30.78\n";
        let cells = read_frequencies("f.csv", text, Some(10_000)).unwrap();
        assert_eq!(cells[0].dice_left, [6_922, 3_078]);
        let error = read_frequencies("f.csv", text, None).unwrap_err();
        assert!(error.to_string().contains("do not give the number of fights"));
        let halved = text.replace("69.22", "19.22");
        let error = read_frequencies("f.csv", &halved, Some(10_000)).unwrap_err();
        assert!(error.to_string().contains("5000 of 10000"), "{error}");
    }

    #[test]
    fn misspelt_columns() {
        let text = "dragon,warior_dice,dice_left,count\nred,1,0,5\n";
        let error = read_frequencies("f.csv", text, None).unwrap_err();
        assert_eq!(error.to_string(), "f.csv, line 1: no column `warrior_dice`");
        assert!(error.help.contains("is `warior_dice` misspelt?"), "{}", error.help);
    }

    #[test]
    fn refusals() {
        for (rows, message) in [
            ("", "f.csv: the file contains no frequencies"),
            ("red,1,0,x\n", "line 2: `x` cannot be read as count"),
            ("red,5,0,1\n", "f.csv, line 2: red with 5 warrior dice cannot"),
            ("red,1,2,1\n", "cannot leave 2 dice"),
            ("red,1,0,1\n", "no row for dice_left 1"),
            ("red,1,0,1\nred,1,0,1\n", "line 3: red with 1 warrior die: a second row"),
            ("red,1,0,\n", "the number is missing"),
            ("red,1,0,0\nred,1,1,0\n", "the cell has no fights"),
            ("red,1\n", "line 2: its number of fields"),
            ("red,1,0,9999999999999999\n", "too large a count"),
        ] {
            let error = read(rows).unwrap_err().to_string();
            assert!(error.contains(message), "{rows:?}: {error}");
        }
    }
}
