//! The odds as rows: those of `odds.csv`.

use serde::{Deserialize, Serialize};

use super::exact::to_f64;
use super::{Comparison, OddsRow, OddsTable};
use rivals_statistics::{Estimate, Interval};

/// A row of `odds.csv`: one dragon, number of warrior dice and number of dice left. The fields
/// are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
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

/// The rows of the file: dragons in the order of the rules, then dice upwards.
#[must_use]
pub fn rows(table: &OddsTable) -> Vec<Row> {
    let of_cell = |cell: &'_ OddsRow| {
        let rows = cell.dice_left().enumerate();
        rows.map(|(dice_left, comparison)| row(cell, dice_left, &comparison)).collect::<Vec<_>>()
    };
    table.rows.iter().flat_map(of_cell).collect()
}

fn row(cell: &OddsRow, dice_left: usize, comparison: &Comparison) -> Row {
    let rate = Rate::new(comparison);
    Row {
        dragon: cell.dragon.clone(),
        warrior_dice: cell.warrior_dice,
        dice_left,
        trials: cell.trials,
        count: rate.count,
        estimate: rate.estimate,
        low: rate.low,
        high: rate.high,
        exact: rate.exact,
        exact_fraction: rate.exact_fraction,
        z: rate.z,
        published: rate.published,
    }
}

/// A simulated rate beside its exact and its published value; the fields are those of [`Row`].
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    count: u64,
    estimate: f64,
    low: f64,
    high: f64,
    exact: f64,
    exact_fraction: String,
    z: Option<f64>,
    published: Option<f64>,
}

impl Rate {
    /// The rates of a comparison.
    #[must_use]
    pub fn new(comparison: &Comparison) -> Self {
        let simulated = comparison.simulated;
        let Interval { low, high } = simulated.interval();
        Self {
            count: simulated.count,
            estimate: simulated.rate(),
            low,
            high,
            exact: to_f64(&comparison.exact),
            exact_fraction: comparison.exact.to_string(),
            z: comparison.agreement().z(),
            published: comparison.published.map(Estimate::rate),
        }
    }
}
