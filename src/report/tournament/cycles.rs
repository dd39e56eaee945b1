//! `cycles.csv`: A beats B beats C beats A.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "cycles.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    c: &'a str,
    /// The win rate of a against b over both seats.
    a_beats_b: f64,
    b_beats_c: f64,
    c_beats_a: f64,
    /// By how much the least of the three exceeds 1/2.
    strength: f64,
    /// Whether all three rates are exact, or at least one sampled.
    exact: bool,
}

/// Strongest first, at most [`crate::standings::MAX_CYCLES`].
pub(super) fn csv(results: &Results) -> String {
    let rows = results.cycles.iter().map(|cycle| {
        let [a, b, c] = cycle.players.map(|player| results.id(player));
        let [a_beats_b, b_beats_c, c_beats_a] = cycle.rates;
        Row {
            a,
            b,
            c,
            a_beats_b,
            b_beats_c,
            c_beats_a,
            strength: cycle.strength(),
            exact: cycle.exact,
        }
    });
    crate::report::csv_or_header(rows.collect())
}
