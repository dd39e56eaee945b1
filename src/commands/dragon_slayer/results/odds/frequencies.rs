//! Measured frequencies of fights, read from a CSV file.
//!
//! The file has the columns `dragon`, `warrior_dice`, `dice_left`, and `count` or
//! `percent`. Other columns are ignored, so the program's own `odds.csv` can be read. Each
//! cell has exactly one row for every `dice_left` from 0 to `warrior_dice`.

use miette::{Report, miette};
use serde::{Deserialize, Serialize};

use super::dice;
use crate::dragon_slayer::MAX_DICE;
use crate::dragon_slayer::odds::FrequencyCell;
use crate::results::rows_of;

/// The largest count: sums of larger ones might overflow 64 bits, or not be exact as
/// floats.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

#[derive(Serialize, Deserialize)]
struct FrequencyRow {
    dragon: String,
    warrior_dice: u8,
    dice_left: u8,
    count: Option<u64>,
    percent: Option<f64>,
}

const COLUMNS: &str =
    "give rows under the columns dragon, warrior_dice, dice_left, and count or percent";

/// What is wrong with a row or a cell, and how to correct it.
type Wrong = (String, &'static str);

/// Reads the cells of a CSV text, in the order of their first rows. `file` is the name
/// for errors. `fights` is the number of fights of each cell, which texts with percentages
/// need.
///
/// # Errors
/// At the first wrong row, or the first cell with a missing row.
pub(crate) fn read_frequencies(
    file: &str,
    text: &str,
    fights: Option<u64>,
) -> Result<Vec<FrequencyCell>, Report> {
    let rows: Vec<FrequencyRow> = rows_of(file.as_ref(), text.as_bytes(), COLUMNS)?;
    let refuse =
        |place: &str, (message, help): Wrong| miette!(help = help, "{file}{place}: {message}");
    // By cell, what is known of it by dice left.
    let mut cells: Vec<(&FrequencyRow, Vec<Option<u64>>)> = Vec::new();
    for (row, line) in rows.iter().zip(2..) {
        let here = |wrong| refuse(&format!(", line {line}"), wrong);
        let count = row.count(fights).map_err(here)?;
        let known = cells.iter().position(|(first, _)| first.cell() == row.cell());
        let index = known.unwrap_or_else(|| {
            cells.push((row, vec![None; usize::from(row.warrior_dice) + 1]));
            cells.len() - 1
        });
        if cells[index].1[usize::from(row.dice_left)].replace(count).is_some() {
            let message = format!("{}: a second row for dice_left {}", row.cell(), row.dice_left);
            return Err(here((message, "remove one of them")));
        }
    }
    if cells.is_empty() {
        return Err(refuse("", ("the file contains no frequencies".to_owned(), COLUMNS)));
    }
    let complete = |(first, dice_left): (&FrequencyRow, Vec<Option<u64>>)| {
        first.complete_cell(&dice_left, fights).map_err(|wrong| refuse("", wrong))
    };
    cells.into_iter().map(complete).collect()
}

impl FrequencyRow {
    /// The name of the row's cell in messages.
    fn cell(&self) -> String {
        format!("{} with {}", self.dragon, dice(self.warrior_dice))
    }

    /// The number of fights of the row.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below fights")]
    fn count(&self, fights: Option<u64>) -> Result<u64, Wrong> {
        let (cell, left) = (self.cell(), self.dice_left);
        let wrong = |message: String, help| Err((message, help));
        if !(1..=MAX_DICE).contains(&self.warrior_dice) || left > self.warrior_dice {
            return wrong(
                format!("{cell} cannot leave {}", dice(left)),
                "warrior_dice is 1 to 4, dice_left 0 to warrior_dice",
            );
        }
        match (self.count, self.percent, fights) {
            (Some(_), _, Some(_)) => wrong(
                "the column `count` already gives the number of fights".to_owned(),
                "leave out --fights",
            ),
            (Some(count), _, _) if count > MAX_COUNT => {
                wrong(format!("{cell}: {count} is too large a count"), "write at most 10^15")
            }
            (Some(count), _, _) => Ok(count),
            (None, Some(percent), Some(fights)) if (0.0..=100.0).contains(&percent) => {
                Ok((percent * fights as f64 / 100.0).round() as u64)
            }
            (None, Some(percent), Some(_)) => {
                wrong(format!("{cell}: {percent} is not a percentage"), "write 0 to 100")
            }
            (None, Some(_), None) => wrong(
                "percentages do not give the number of fights".to_owned(),
                "give the number of fights of each cell with --fights, or add a column `count`",
            ),
            _ => wrong(format!("{cell}: the number is missing"), "fill in count or percent"),
        }
    }

    /// The row's cell with the counts by dice left, if none is missing and they add up.
    fn complete_cell(
        &self,
        dice_left: &[Option<u64>],
        fights: Option<u64>,
    ) -> Result<FrequencyCell, Wrong> {
        let name = self.cell();
        if let Some(missing) = dice_left.iter().position(Option::is_none) {
            let message = format!("{name}: no row for dice_left {missing}");
            return Err((message, "add the row, with count 0 if it never happened"));
        }
        let cell = FrequencyCell {
            dragon: self.dragon.clone(),
            warrior_dice: self.warrior_dice,
            dice_left: dice_left.iter().copied().flatten().collect(),
        };
        // A percentage may be rounded by up to half a fight, or to its number of digits.
        let sum = cell.fights();
        if let Some(fights) = fights
            && sum.abs_diff(fights) > (fights / 1_000).max(cell.dice_left.len() as u64)
        {
            let message = format!("{name}: its rows add up to {sum} of {fights} fights");
            return Err((message, "correct the percentages: those of a cell add up to 100"));
        }
        if sum == 0 {
            return Err((format!("{name}: the cell has no fights"), "remove its rows"));
        }
        Ok(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "dragon,warrior_dice,dice_left,count\n";

    fn read(rows: &str) -> Result<Vec<FrequencyCell>, Report> {
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
    fn refusals() {
        for (rows, message) in [
            ("", "f.csv: the file contains no frequencies"),
            ("red,1,0,x\n", "line 2: count: not a whole number"),
            ("red,5,0,1\n", "f.csv, line 2: red with 5 dice cannot"),
            ("red,1,2,1\n", "cannot leave 2 dice"),
            ("red,1,0,1\n", "no row for dice_left 1"),
            ("red,1,0,1\nred,1,0,1\n", "line 3: red with 1 die: a second row"),
            ("red,1,0,\n", "the number is missing"),
            ("red,1,0,0\nred,1,1,0\n", "the cell has no fights"),
            ("red,1\n", "line 2: 2 fields, but the first line has 4"),
            ("red,1,0,9999999999999999\n", "too large a count"),
        ] {
            let error = read(rows).unwrap_err().to_string();
            assert!(error.contains(message), "{rows:?}: {error}");
        }
    }
}
