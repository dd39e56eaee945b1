//! `odds.csv`: one row per dragon, warrior dice and dice left.

use serde::Serialize;

use crate::odds::exact::to_f64;
use crate::odds::{OddsRow, OddsTable};
use crate::statistics::{Estimate, Interval};

/// A row of `odds.csv`; the fields are the columns.
#[derive(Debug, Serialize)]
struct Row<'a> {
    dragon: &'a str,
    warrior_dice: u8,
    /// 0 is defeat.
    dice_left: usize,
    trials: u64,
    count: u64,
    /// count / trials.
    estimate: f64,
    /// Lower end of Wilson's 95 % interval.
    low: f64,
    high: f64,
    /// The float nearest to the fraction.
    exact: f64,
    /// Reduced.
    exact_fraction: String,
    /// (count - expected) / standard error; empty where nothing is left to chance.
    z: Option<f64>,
    /// The thesis's rate; empty for dice that are not the thesis's.
    published: Option<f64>,
}

/// All rows, dragons in the rules' order, dice upwards.
#[must_use]
pub fn csv(table: &OddsTable) -> String {
    crate::report::csv(table.rows.iter().flat_map(rows))
}

fn rows(row: &OddsRow) -> impl Iterator<Item = Row<'_>> {
    row.dice_left().enumerate().map(|(dice_left, comparison)| {
        let simulated = comparison.simulated;
        let Interval { low, high } = simulated.interval();
        Row {
            dragon: &row.dragon,
            warrior_dice: row.warrior_dice,
            dice_left,
            trials: simulated.trials,
            count: simulated.count,
            estimate: simulated.rate(),
            low,
            high,
            exact: to_f64(&comparison.exact),
            exact_fraction: comparison.exact.to_string(),
            z: comparison.agreement().z(),
            published: comparison.published.map(Estimate::rate),
        }
    })
}
