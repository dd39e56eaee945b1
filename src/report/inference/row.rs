//! `odds_infer.csv`, and the same rows as JSON: one per die and candidate.

use serde::Serialize;

use crate::odds::infer::{Fit, Inference};

/// A row; the fields are the columns.
#[derive(Debug, Serialize)]
struct Row<'a> {
    /// `warrior` or `dragon`.
    role: &'static str,
    /// The dragon's name; empty for the warrior.
    dragon: Option<&'a str>,
    /// From 1, the likeliest.
    rank: usize,
    axe: Option<u8>,
    shield: Option<u8>,
    part: Option<u8>,
    mountain: Option<u8>,
    flame: u8,
    /// Natural logarithm of the likelihood against the best of the same die, 0
    /// or less; empty where the die cannot have shown what was observed.
    relative_log_likelihood: Option<f64>,
    /// Empty with it.
    chi_square: Option<f64>,
    degrees_of_freedom: u32,
}

/// All rows: the warrior, then the dragons, each best first.
#[must_use]
pub fn csv(inference: &Inference) -> String {
    crate::report::csv(rows(inference))
}

/// The same rows as a JSON array.
#[must_use]
pub fn json(inference: &Inference) -> String {
    crate::report::json(&rows(inference))
}

fn rows(inference: &Inference) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for (rank, candidate) in inference.warrior.iter().enumerate() {
        rows.push(Row {
            axe: Some(candidate.die.axe()),
            shield: Some(candidate.die.shield()),
            flame: candidate.die.flame(),
            ..Row::new("warrior", rank, candidate.fit, inference.warrior[0].fit)
        });
    }
    for (name, candidates) in &inference.dragons {
        for (rank, candidate) in candidates.iter().enumerate() {
            rows.push(Row {
                dragon: Some(name),
                part: Some(candidate.die.part()),
                mountain: Some(candidate.die.mountain()),
                flame: candidate.die.flame(),
                ..Row::new("dragon", rank, candidate.fit, candidates[0].fit)
            });
        }
    }
    rows
}

impl Row<'_> {
    /// A row without its die.
    fn new(role: &'static str, rank: usize, fit: Fit, best: Fit) -> Self {
        Self {
            role,
            dragon: None,
            rank: rank + 1,
            axe: None,
            shield: None,
            part: None,
            mountain: None,
            flame: 0,
            relative_log_likelihood: finite(fit.log_likelihood - best.log_likelihood),
            chi_square: finite(fit.chi_square.statistic),
            degrees_of_freedom: fit.chi_square.degrees_of_freedom,
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
