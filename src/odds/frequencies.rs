//! Measured frequencies of fights, read from a CSV file.
//!
//! Columns `dragon`, `warrior_dice`, `dice_left`, and `count` or `percent`;
//! others are ignored, so that the program's own `odds.csv` is such a file.
//! Every `dice_left` from 0 to `warrior_dice` must be there once.

use miette::Diagnostic;
use serde::Deserialize;
use thiserror::Error;

use crate::games::dragon_slayer::MAX_DICE;

/// Larger counts would not add up in 64 bits, nor be exact in a float.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// How the fights of one cell ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrequencyCell {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start, 1 to [`MAX_DICE`].
    pub warrior_dice: u8,
    /// `dice_left[n]` fights ended with n dice left, 0 being defeat.
    pub dice_left: Vec<u64>,
}

/// Why a file of frequencies was refused.
#[derive(Debug, Error, Diagnostic)]
#[error("{file}{}: {message}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct FrequencyError {
    /// The file's name as it was given.
    pub file: String,
    /// 1-based; none where the file as a whole is wrong.
    pub line: Option<u64>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
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

/// Reads the cells of a CSV text, in the order of their first rows. `file`
/// names it in errors; `fights` is how many stand behind each cell, for texts
/// that give percentages.
///
/// # Errors
/// [`FrequencyError`], at the first row that is wrong or the first cell that
/// lacks one.
pub fn read_frequencies(
    file: &str,
    text: &str,
    fights: Option<u64>,
) -> Result<Vec<FrequencyCell>, FrequencyError> {
    let refuse = |line: Option<u64>, (message, help): (String, &str)| FrequencyError {
        file: file.to_owned(),
        line,
        message,
        help: help.to_owned(),
    };
    let malformed = |error: csv::Error| {
        let line = error.position().map(csv::Position::line);
        refuse(line, (error.to_string(), COLUMNS))
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(malformed)?.clone();
    let mut cells: Vec<PartialCell> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(malformed)?;
        let line = record.position().map(csv::Position::line);
        let row: FrequencyRow = record.deserialize(Some(&header)).map_err(malformed)?;
        let count = row
            .count(fights)
            .map_err(|complaint| refuse(line, complaint))?;
        let index = (cells.iter().position(|cell| cell.holds(&row))).unwrap_or_else(|| {
            cells.push(PartialCell::new(&row));
            cells.len() - 1
        });
        let slot = &mut cells[index].dice_left[usize::from(row.dice_left)];
        if slot.replace(count).is_some() {
            let message = format!(
                "{}: a second row for dice_left {}",
                row.name(),
                row.dice_left
            );
            return Err(refuse(line, (message, "remove one of them")));
        }
    }
    if cells.is_empty() {
        return Err(refuse(None, ("no frequencies in it".to_owned(), COLUMNS)));
    }
    (cells.into_iter())
        .map(|cell| cell.complete().map_err(|complaint| refuse(None, complaint)))
        .collect()
}

const COLUMNS: &str =
    "give rows under the columns dragon, warrior_dice, dice_left, and count or percent";

/// What is wrong and what to do about it.
type Complaint = (String, &'static str);

impl FrequencyRow {
    fn name(&self) -> String {
        format!("{} with {} warrior dice", self.dragon, self.warrior_dice)
    }

    /// The row's fights.
    fn count(&self, fights: Option<u64>) -> Result<u64, Complaint> {
        let name = self.name();
        if !(1..=MAX_DICE).contains(&self.warrior_dice) || self.dice_left > self.warrior_dice {
            let message = format!("{name} cannot leave {} dice", self.dice_left);
            return Err((
                message,
                "warrior_dice is 1 to 4, dice_left 0 to warrior_dice",
            ));
        }
        match (self.count, self.percent, fights) {
            (Some(count), _, _) if count > MAX_COUNT => Err((
                format!("{name}: {count} is too large a count"),
                "write at most 10^15",
            )),
            (Some(count), _, _) => Ok(count),
            (None, None, _) => {
                let message = format!("{name}: neither count nor percent");
                Err((message, "fill in one of the two columns"))
            }
            (None, Some(percent), _) if !(0.0..=100.0).contains(&percent) => {
                let message = format!("{name}: {percent} is no percentage");
                Err((message, "write a number from 0 to 100"))
            }
            (None, Some(percent), Some(fights)) => {
                Ok((percent * fights as f64 / 100.0).round() as u64)
            }
            (None, Some(_), None) => {
                let message = "percentages do not say how many fights they stand for".to_owned();
                Err((message, "add --fights N, or a column count"))
            }
        }
    }
}

/// A cell some of whose rows were read.
struct PartialCell {
    dragon: String,
    warrior_dice: u8,
    dice_left: Vec<Option<u64>>,
}

impl PartialCell {
    fn new(row: &FrequencyRow) -> Self {
        Self {
            dragon: row.dragon.clone(),
            warrior_dice: row.warrior_dice,
            dice_left: vec![None; usize::from(row.warrior_dice) + 1],
        }
    }

    fn holds(&self, row: &FrequencyRow) -> bool {
        (&self.dragon, self.warrior_dice) == (&row.dragon, row.warrior_dice)
    }

    fn complete(self) -> Result<FrequencyCell, Complaint> {
        let Self {
            dragon,
            warrior_dice,
            dice_left,
        } = self;
        if let Some(missing) = dice_left.iter().position(Option::is_none) {
            let message = format!(
                "{dragon} with {warrior_dice} warrior dice: no row for dice_left {missing}"
            );
            return Err((message, "add the row, with count 0 if it never happened"));
        }
        Ok(FrequencyCell {
            dragon,
            warrior_dice,
            dice_left: dice_left.into_iter().flatten().collect(),
        })
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
    fn percentages_need_their_trials() {
        let text = "dragon,warrior_dice,dice_left,percent\nred,1,0,69.22\nred,1,1,30.78\n";
        let cells = read_frequencies("f.csv", text, Some(10_000)).unwrap();
        assert_eq!(cells[0].dice_left, [6_922, 3_078]);
        let error = read_frequencies("f.csv", text, None).unwrap_err();
        assert!(error.to_string().contains("how many fights"));
    }

    #[test]
    fn refusals() {
        for (rows, message) in [
            ("", "f.csv: no frequencies"),
            ("red,1,0,x\n", "line 2"),
            (
                "red,5,0,1\n",
                "f.csv, line 2: red with 5 warrior dice cannot",
            ),
            ("red,1,2,1\n", "cannot leave 2 dice"),
            ("red,1,0,1\n", "no row for dice_left 1"),
            (
                "red,1,0,1\nred,1,0,1\n",
                "line 3: red with 1 warrior dice: a second row",
            ),
            ("red,1,0,\n", "neither count nor percent"),
            ("red,1,0,9999999999999999\n", "too large a count"),
        ] {
            let error = read(rows).unwrap_err().to_string();
            assert!(error.contains(message), "{rows:?}: {error}");
        }
    }
}
