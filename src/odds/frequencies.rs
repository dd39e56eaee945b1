//! Measured frequencies of fights, read from a CSV file.
//!
//! Columns `dragon`, `warrior_dice`, `dice_left`, and `count` or `percent`;
//! others are ignored, so that the program's own `odds.csv` is such a file.
//! Every `dice_left` from 0 to `warrior_dice` must be there once.

use std::io::Read;

use miette::Diagnostic;
use serde::Deserialize;
use thiserror::Error;

use crate::games::dragon_slayer::MAX_DICE;

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

/// Reads the cells of a CSV file, in the order of their first rows.
/// `trials` is the fights behind each cell, for files that give percentages.
///
/// # Errors
/// [`FrequencyError`], at the first row that is wrong or the first cell that
/// lacks one.
pub fn read_frequencies(
    file: &str,
    input: impl Read,
    trials: Option<u64>,
) -> Result<Vec<FrequencyCell>, FrequencyError> {
    let refuse = |line: Option<u64>, message: String, help: &str| FrequencyError {
        file: file.to_owned(),
        line,
        message,
        help: help.to_owned(),
    };
    let mut cells: Vec<(String, u8, Vec<Option<u64>>)> = Vec::new();
    for row in csv::Reader::from_reader(input).into_deserialize() {
        let row: FrequencyRow = row.map_err(|error| {
            let line = error.position().map(csv::Position::line);
            let columns = "give the columns dragon, warrior_dice, dice_left, and count or percent";
            refuse(line, error.to_string(), columns)
        })?;
        let place = format!("{} with {} warrior dice", row.dragon, row.warrior_dice);
        if !(1..=MAX_DICE).contains(&row.warrior_dice) || row.dice_left > row.warrior_dice {
            let message = format!("{place} cannot leave {} dice", row.dice_left);
            let help = "warrior_dice is 1 to 4, dice_left 0 to warrior_dice";
            return Err(refuse(None, message, help));
        }
        let count = match (row.count, row.percent, trials) {
            (Some(count), _, _) => count,
            (None, Some(percent), Some(trials)) if (0.0..=100.0).contains(&percent) => {
                (percent * trials as f64 / 100.0).round() as u64
            }
            (None, Some(percent), Some(_)) => {
                let message = format!("{place}: {percent} is no percentage");
                return Err(refuse(None, message, "write a number from 0 to 100"));
            }
            (None, Some(_), None) => {
                let message = "percentages do not say how many fights they stand for".to_owned();
                let help = "say how many fights each cell has, or give the column count";
                return Err(refuse(None, message, help));
            }
            (None, None, _) => {
                let message = format!("{place}: neither count nor percent");
                return Err(refuse(None, message, "fill in one of the two columns"));
            }
        };
        let index = (cells.iter())
            .position(|(dragon, dice, _)| (dragon, *dice) == (&row.dragon, row.warrior_dice))
            .unwrap_or_else(|| {
                let empty = vec![None; usize::from(row.warrior_dice) + 1];
                cells.push((row.dragon.clone(), row.warrior_dice, empty));
                cells.len() - 1
            });
        let slot = &mut cells[index].2[usize::from(row.dice_left)];
        if slot.replace(count).is_some() {
            let message = format!("{place}: two rows for dice_left {}", row.dice_left);
            return Err(refuse(None, message, "remove one of them"));
        }
    }
    if cells.is_empty() {
        let message = "no frequencies in it".to_owned();
        return Err(refuse(None, message, "give at least one cell"));
    }
    (cells.into_iter())
        .map(|(dragon, warrior_dice, counts)| {
            if let Some(missing) = counts.iter().position(Option::is_none) {
                let message = format!(
                    "{dragon} with {warrior_dice} warrior dice: no row for dice_left {missing}"
                );
                return Err(refuse(
                    None,
                    message,
                    "add the row, with count 0 if it never happened",
                ));
            }
            Ok(FrequencyCell {
                dragon,
                warrior_dice,
                dice_left: counts.into_iter().flatten().collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "dragon,warrior_dice,dice_left,count\n";

    fn read(rows: &str) -> Result<Vec<FrequencyCell>, FrequencyError> {
        read_frequencies("f.csv", format!("{HEADER}{rows}").as_bytes(), None)
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
        let cells = read_frequencies("f.csv", text.as_bytes(), Some(10_000)).unwrap();
        assert_eq!(cells[0].dice_left, [6_922, 3_078]);
        let error = read_frequencies("f.csv", text.as_bytes(), None).unwrap_err();
        assert!(error.to_string().contains("how many fights"));
    }

    #[test]
    fn refusals() {
        for (rows, message) in [
            ("", "f.csv: no frequencies"),
            ("red,1,0,x\n", "line 2"),
            ("red,5,0,1\n", "red with 5 warrior dice cannot"),
            ("red,1,2,1\n", "cannot leave 2 dice"),
            ("red,1,0,1\n", "no row for dice_left 1"),
            ("red,1,0,1\nred,1,0,1\n", "two rows for dice_left 0"),
            ("red,1,0,\n", "neither count nor percent"),
        ] {
            let error = read(rows).unwrap_err().to_string();
            assert!(error.contains(message), "{rows:?}: {error}");
        }
    }
}
