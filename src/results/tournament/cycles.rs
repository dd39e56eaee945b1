//! `cycles.csv`: A beats B beats C beats A.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// The file's name.
pub const FILE: &str = "cycles.csv";

/// A row of `cycles.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CycleRow {
    /// Who beats b, by id.
    pub a: String,
    /// Who beats c.
    pub b: String,
    /// Who beats a.
    pub c: String,
    /// The win rate of a against b over both seats.
    pub a_beats_b: f64,
    /// That of b against c.
    pub b_beats_c: f64,
    /// That of c against a.
    pub c_beats_a: f64,
    /// By how much the least of the three exceeds 1/2.
    pub strength: f64,
    /// Whether all three rates are exact, or at least one sampled.
    pub exact: bool,
    /// With `--until-ci` alone: whether sampled rates were compared with 1/2 so as to allow for the number of
    /// games having depended on the games, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// Strongest first, at most [`crate::standings::MAX_CYCLES`].
pub(super) fn rows(results: &Analysis) -> Vec<CycleRow> {
    let rows = results.cycles.iter().map(|cycle| {
        let [a, b, c] = cycle.players.map(|player| results.id(player).to_owned());
        let [a_beats_b, b_beats_c, c_beats_a] = cycle.rates;
        CycleRow {
            a,
            b,
            c,
            a_beats_b,
            b_beats_c,
            c_beats_a,
            strength: cycle.strength(),
            exact: cycle.exact,
            optional_stopping: results.optional_stopping(true),
        }
    });
    rows.collect()
}
