//! The odds tables as JSON: one object per cell, with everything that is known.

use serde::Serialize;

use crate::odds::exact::to_f64;
use crate::odds::{Comparison, OddsRow, OddsTable};
use crate::report::by_rules;
use crate::statistics::{ChiSquare, Estimate, Interval};

#[derive(Serialize)]
struct Document<'a> {
    seed: u64,
    cells: Vec<CellObject<'a>>,
    /// Null where nothing was published for these dice.
    published_fit: Option<FitObject>,
}

#[derive(Serialize)]
struct CellObject<'a> {
    dragon: &'a str,
    warrior_dice: u8,
    trials: u64,
    win: RateObject,
    /// Rolls per fight, simulated.
    mean_rolls: f64,
    expected_rolls: f64,
    expected_rolls_fraction: String,
    dice_left: Vec<DiceLeftObject>,
}

#[derive(Serialize)]
struct DiceLeftObject {
    dice_left: usize,
    #[serde(flatten)]
    rate: RateObject,
}

/// A simulated rate beside its exact and its published value.
#[derive(Serialize)]
struct RateObject {
    count: u64,
    estimate: f64,
    low: f64,
    high: f64,
    exact: f64,
    exact_fraction: String,
    z: Option<f64>,
    published: Option<f64>,
}

#[derive(Serialize)]
struct FitObject {
    chi_square: f64,
    degrees_of_freedom: u32,
}

impl From<ChiSquare> for FitObject {
    fn from(fit: ChiSquare) -> Self {
        Self {
            chi_square: fit.statistic,
            degrees_of_freedom: fit.degrees_of_freedom,
        }
    }
}

/// The whole table. `seed` is what it was simulated with; `rules` names rules that are not
/// the built-in ones.
#[must_use]
pub fn json(table: &OddsTable, seed: u64, rules: Option<&str>) -> String {
    let document = Document {
        seed,
        cells: table.rows.iter().map(cell).collect(),
        published_fit: table.published_fit().map(FitObject::from),
    };
    crate::report::json(&by_rules(rules, document))
}

fn cell(row: &OddsRow) -> CellObject<'_> {
    CellObject {
        dragon: &row.dragon,
        warrior_dice: row.warrior_dice,
        trials: row.trials,
        win: rate(&row.win()),
        mean_rolls: row.rolls as f64 / row.trials as f64,
        expected_rolls: to_f64(&row.exact.expected_rolls),
        expected_rolls_fraction: row.exact.expected_rolls.to_string(),
        dice_left: (row.dice_left().enumerate())
            .map(|(dice_left, comparison)| DiceLeftObject {
                dice_left,
                rate: rate(&comparison),
            })
            .collect(),
    }
}

fn rate(comparison: &Comparison) -> RateObject {
    let simulated = comparison.simulated;
    let Interval { low, high } = simulated.interval();
    RateObject {
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
