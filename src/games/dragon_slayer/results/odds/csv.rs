//! `odds.csv`: one row per dragon, warrior dice and dice left.

use serde::{Deserialize, Serialize};

use crate::games::dragon_slayer::odds::exact::to_f64;
use crate::games::dragon_slayer::odds::{OddsRow, OddsTable};
use crate::statistics::{Estimate, Interval};

/// A row of `odds.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start.
    pub warrior_dice: u8,
    /// 0 is defeat.
    pub dice_left: usize,
    /// Fights simulated.
    pub trials: u64,
    /// Those that ended so.
    pub count: u64,
    /// count / trials.
    pub estimate: f64,
    /// Lower end of Wilson's 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The float nearest to the fraction.
    pub exact: f64,
    /// Reduced.
    pub exact_fraction: String,
    /// (count - expected) / standard error; empty where nothing is left to chance.
    pub z: Option<f64>,
    /// The thesis's rate; empty for dice that are not the thesis's.
    pub published: Option<f64>,
}

/// All rows, dragons in the rules' order, dice upwards.
#[must_use]
pub fn csv(table: &OddsTable) -> String {
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
