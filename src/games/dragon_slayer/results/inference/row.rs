//! `odds_infer.csv`, and the same rows as JSON: one row for each die and candidate.

use serde::{Deserialize, Serialize};

use crate::games::dragon_slayer::odds::infer::{Fit, Inference};
use crate::text::by_rules;

/// A row of `odds_infer.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// `warrior` or `dragon`.
    pub role: String,
    /// The dragon's name; empty for the warrior.
    pub dragon: Option<String>,
    /// The rank by likelihood, from 1.
    pub rank: usize,
    /// Faces with an axe, of six; empty for a dragon.
    pub axe: Option<u8>,
    /// Faces with a shield; empty for a dragon.
    pub shield: Option<u8>,
    /// Faces with the part; empty for the warrior.
    pub part: Option<u8>,
    /// Faces with a mountain; empty for the warrior.
    pub mountain: Option<u8>,
    /// Faces with a flame.
    pub flame: u8,
    /// The natural logarithm of the likelihood, minus that of the best candidate for the same
    /// die; empty where the candidate makes the observations impossible.
    pub relative_log_likelihood: Option<f64>,
    /// Pearson's statistic; empty where `relative_log_likelihood` is empty.
    pub chi_square: Option<f64>,
    /// The degrees of freedom of `chi_square` if the dice were known beforehand.
    pub degrees_of_freedom: u32,
    /// `degrees_of_freedom` minus the free face counts of all dice. This is a lower bound for
    /// dice that were chosen for their fit.
    pub conservative_degrees_of_freedom: u32,
}

/// The text of the file: the warrior die, then the dragons, the best candidates first.
#[must_use]
pub(crate) fn csv(inference: &Inference) -> String {
    crate::text::csv(rows(inference))
}

/// The same rows as a JSON array; `by` names rules that are not the built-in ones.
#[must_use]
pub(crate) fn json(inference: &Inference, by: Option<&str>) -> String {
    let rows = rows(inference).into_iter().map(|row| by_rules(by, row));
    crate::text::json(&rows.collect::<Vec<_>>())
}

fn rows(inference: &Inference) -> Vec<Row> {
    let mut rows = Vec::new();
    for (rank, candidate) in inference.warrior.iter().enumerate() {
        let best = inference.warrior[0].fit;
        rows.push(Row {
            axe: Some(candidate.die.axe()),
            shield: Some(candidate.die.shield()),
            flame: candidate.die.flame(),
            ..Row::new("warrior", rank, inference, [candidate.fit, best])
        });
    }
    for (name, candidates) in &inference.dragons {
        for (rank, candidate) in candidates.iter().enumerate() {
            rows.push(Row {
                dragon: Some(name.clone()),
                part: Some(candidate.die.part()),
                mountain: Some(candidate.die.mountain()),
                flame: candidate.die.flame(),
                ..Row::new(
                    "dragon",
                    rank,
                    inference,
                    [candidate.fit, candidates[0].fit],
                )
            });
        }
    }
    rows
}

impl Row {
    /// A row without faces, from the fit of its candidate and that of the best one.
    fn new(role: &'static str, rank: usize, inference: &Inference, [fit, best]: [Fit; 2]) -> Self {
        let conservative = inference.selection.conservative(fit.chi_square);
        Self {
            role: role.to_owned(),
            rank: rank + 1,
            relative_log_likelihood: finite(fit.log_likelihood - best.log_likelihood),
            chi_square: finite(fit.chi_square.statistic),
            degrees_of_freedom: fit.chi_square.degrees_of_freedom,
            conservative_degrees_of_freedom: conservative.degrees_of_freedom,
            ..Self::default()
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
