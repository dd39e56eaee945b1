//! `cycles.csv`, only with two seats: the non-transitive triples, in which a beats b,
//! b beats c, and c beats a.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// A row of `cycles.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CycleRow {
    /// The id of the player that beats b.
    pub a: String,
    /// The id of the player that beats c.
    pub b: String,
    /// The id of the player that beats a.
    pub c: String,
    /// The win rate of a against b over both seats.
    pub a_beats_b: f64,
    /// The win rate of b against c.
    pub b_beats_c: f64,
    /// The win rate of c against a.
    pub c_beats_a: f64,
    /// The smallest of the three rates, minus 1/2.
    pub strength: f64,
    /// Whether all three rates are exact; otherwise at least one is sampled.
    pub exact: bool,
    /// With `--until-ci` only: whether the comparison of sampled rates with 1/2 is corrected for
    /// optional stopping, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The rows, the strongest cycle first; at most [`crate::standings::MAX_CYCLES`].
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
