//! The odds tables as JSON: one object for each cell, with sampled, exact and published rates.

use serde::Serialize;

use crate::games::dragon_slayer::odds::exact::to_f64;
use crate::games::dragon_slayer::odds::{Comparison, OddsRow, OddsTable, Selection};
use crate::statistics::{ChiSquare, Estimate, FAMILY_LEVEL, Interval};
use crate::text::by_rules;

#[derive(Serialize)]
struct Document<'a> {
    seed: u64,
    cells: Vec<CellObject<'a>>,
    agreement: AgreementObject,
    /// The fit of the published rates; null if none were published for these dice.
    published_fit: Option<FitObject>,
}

#[derive(Serialize)]
struct CellObject<'a> {
    dragon: &'a str,
    warrior_dice: u8,
    trials: u64,
    win: RateObject,
    /// The mean number of rolls of a simulated fight.
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

/// Whether the simulated figures contradict the exact ones.
#[derive(Serialize)]
struct AgreementObject {
    contradiction: bool,
    /// The number of tests: one for each number of dice left of each cell.
    tests: usize,
    /// A bound on the probability that any figure deviates so far by chance.
    family_p_value: f64,
    /// The figures contradict each other if `family_p_value` is below this level.
    level: f64,
}

#[derive(Serialize)]
struct FitObject {
    chi_square: f64,
    degrees_of_freedom: u32,
    /// The p-value for dice that were known beforehand; these were chosen by the same counts.
    p_value: Option<f64>,
    chosen_by_the_same_counts: bool,
    /// The number of sets of dice that were compared.
    candidates: u64,
    /// `degrees_of_freedom` minus the free face counts; the p-value is then a lower bound.
    conservative_degrees_of_freedom: u32,
    conservative_p_value: Option<f64>,
    /// The same search in simulated counts of these dice; null for more than 1,000,000 fights,
    /// and if not all published tables are compared.
    simulated: Option<SimulatedObject>,
}

#[derive(Serialize)]
struct SimulatedObject {
    searches: u32,
    /// The number of simulated searches that found other dice.
    other_dice: u32,
    /// The probability of a fit that is as bad or worse.
    p_value: f64,
}

impl FitObject {
    fn new(fit: ChiSquare, selection: &Selection) -> Self {
        let conservative = selection.conservative(fit);
        Self {
            chi_square: fit.statistic,
            degrees_of_freedom: fit.degrees_of_freedom,
            p_value: fit.p_value(),
            chosen_by_the_same_counts: true,
            candidates: selection.candidates,
            conservative_degrees_of_freedom: conservative.degrees_of_freedom,
            conservative_p_value: conservative.p_value(),
            simulated: selection.simulated.map(|simulated| SimulatedObject {
                searches: simulated.searches,
                other_dice: simulated.other_dice,
                p_value: simulated.p_value(),
            }),
        }
    }
}

/// The whole table, simulated with `seed`; `rules` names rules that are not the built-in ones.
#[must_use]
pub(crate) fn json(table: &OddsTable, seed: u64, rules: Option<&str>) -> String {
    let document = Document {
        seed,
        cells: table.rows.iter().map(cell).collect(),
        agreement: AgreementObject {
            contradiction: !table.refuted().is_empty(),
            tests: table.tests(),
            family_p_value: table.family_p_value(),
            level: FAMILY_LEVEL,
        },
        published_fit: (table.published_fit())
            .map(|fit| FitObject::new(fit, &table.published_selection())),
    };
    crate::text::json(&by_rules(rules, document))
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
