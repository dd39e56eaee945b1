//! The odds tables as data: the rows of `odds.csv`, and the answer of `rivals odds` as JSON.

use serde::Serialize;

use super::Run;
use crate::dragon_slayer::odds::exact::to_f64;
use crate::dragon_slayer::odds::rows::Rate;
pub(crate) use crate::dragon_slayer::odds::rows::Row;
pub(super) use crate::dragon_slayer::odds::rows::rows;
use crate::dragon_slayer::odds::{OddsRow, OddsTable};
use crate::statistics::FAMILY_LEVEL;

/// The text of the file.
#[must_use]
pub(crate) fn csv(table: &OddsTable) -> String {
    crate::text::csv(rows(table))
}

/// The JSON answer of `rivals odds`.
#[derive(Serialize)]
pub(crate) struct OddsAnswer<'a> {
    seed: u64,
    cells: Vec<CellAnswer<'a>>,
    agreement: AgreementAnswer,
    /// The fit of the published rates; null if none were published for these dice.
    published_fit: Option<FitAnswer>,
    #[serde(skip)]
    pub(super) table: &'a OddsTable,
    #[serde(skip)]
    pub(super) run: Run,
}

#[derive(Serialize)]
struct CellAnswer<'a> {
    dragon: &'a str,
    warrior_dice: u8,
    trials: u64,
    win: Rate,
    /// The mean number of rolls of a simulated fight.
    mean_rolls: f64,
    expected_rolls: f64,
    expected_rolls_fraction: String,
    dice_left: Vec<DiceLeftAnswer>,
}

#[derive(Serialize)]
struct DiceLeftAnswer {
    dice_left: usize,
    #[serde(flatten)]
    rate: Rate,
}

/// Whether the simulated figures contradict the exact ones.
#[derive(Serialize)]
struct AgreementAnswer {
    contradiction: bool,
    /// The number of tests: one for each number of dice left of each cell.
    tests: usize,
    /// A bound on the probability that any figure deviates so far by chance.
    family_p_value: f64,
    /// The figures contradict each other if `family_p_value` is below this level.
    level: f64,
}

#[derive(Serialize)]
struct FitAnswer {
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
    simulated: Option<SearchesAnswer>,
}

#[derive(Serialize)]
struct SearchesAnswer {
    searches: u32,
    /// The number of simulated searches that found other dice.
    other_dice: u32,
    /// The probability of a fit that is as bad or worse.
    p_value: f64,
}

impl<'a> OddsAnswer<'a> {
    /// The table that this run simulated.
    #[must_use]
    pub(crate) fn new(table: &'a OddsTable, run: Run) -> Self {
        Self {
            seed: run.seed,
            cells: table.rows.iter().map(CellAnswer::new).collect(),
            agreement: AgreementAnswer {
                contradiction: !table.refuted().is_empty(),
                tests: table.tests(),
                family_p_value: table.family_p_value(),
                level: FAMILY_LEVEL,
            },
            published_fit: published_fit(table),
            table,
            run,
        }
    }
}

impl<'a> CellAnswer<'a> {
    fn new(cell: &'a OddsRow) -> Self {
        let dice_left = cell.dice_left().enumerate();
        Self {
            dragon: &cell.dragon,
            warrior_dice: cell.warrior_dice,
            trials: cell.trials,
            win: Rate::new(&cell.win()),
            mean_rolls: cell.rolls as f64 / cell.trials as f64,
            expected_rolls: to_f64(&cell.exact.expected_rolls),
            expected_rolls_fraction: cell.exact.expected_rolls.to_string(),
            dice_left: dice_left
                .map(|(dice_left, comparison)| DiceLeftAnswer {
                    dice_left,
                    rate: Rate::new(&comparison),
                })
                .collect(),
        }
    }
}

fn published_fit(table: &OddsTable) -> Option<FitAnswer> {
    let fit = table.published_fit()?;
    let selection = table.published_selection();
    let conservative = selection.conservative(fit);
    Some(FitAnswer {
        chi_square: fit.statistic,
        degrees_of_freedom: fit.degrees_of_freedom,
        p_value: fit.p_value(),
        chosen_by_the_same_counts: true,
        candidates: selection.candidates,
        conservative_degrees_of_freedom: conservative.degrees_of_freedom,
        conservative_p_value: conservative.p_value(),
        simulated: selection.simulated.map(|simulated| SearchesAnswer {
            searches: simulated.searches,
            other_dice: simulated.other_dice,
            p_value: simulated.p_value(),
        }),
    })
}
