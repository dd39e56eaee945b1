//! `odds.csv`: one row for each dragon, number of warrior dice and number of dice left.

use serde::{Deserialize, Serialize};

use crate::games::dragon_slayer::odds::exact::to_f64;
use crate::games::dragon_slayer::odds::{OddsRow, OddsTable};
use crate::statistics::{Estimate, Interval};

/// A row of `odds.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start.
    pub warrior_dice: u8,
    /// Warrior dice left at the end; 0 is a defeat.
    pub dice_left: usize,
    /// Fights simulated.
    pub trials: u64,
    /// Fights that ended with `dice_left`.
    pub count: u64,
    /// `count` / `trials`.
    pub estimate: f64,
    /// Lower end of Wilson's 95 % interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The exact probability, as the nearest floating-point number.
    pub exact: f64,
    /// The exact probability as a reduced fraction.
    pub exact_fraction: String,
    /// (`count` - expected) / standard error; empty where the exact probability is 0 or 1.
    pub z: Option<f64>,
    /// The rate that the thesis printed; empty for dice that the thesis does not have.
    pub published: Option<f64>,
}

/// The text of the file: dragons in the order of the rules, then dice upwards.
#[must_use]
pub(crate) fn csv(table: &OddsTable) -> String {
    crate::text::csv(table.rows.iter().flat_map(rows))
}

fn rows(row: &OddsRow) -> impl Iterator<Item = Row> {
    row.dice_left().enumerate().map(|(dice_left, comparison)| {
        let simulated = comparison.simulated;
        let Interval { low, high } = simulated.interval();
        Row {
            dragon: row.dragon.clone(),
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
