//! `cycles.csv`, only with two seats: the non-transitive triples, in which a beats b,
//! b beats c, and c beats a.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `cycles.csv`; the fields are the columns.
    struct CycleRow;
    /// The rows, the strongest cycle first; at most [`crate::standings::MAX_CYCLES`].
    fn rows(results), for cycle in results.cycles.iter() => {
        let rate = |edge: usize, exact: bool| {
            Some(cycle.rates[edge]).filter(|_| cycle.exact[edge] == exact)
        };
        let strength = |exact: bool| Some(cycle.strength()).filter(|_| cycle.is_exact() == exact);
        let [a, b, c] = cycle.players.map(|player| results.id(player).to_owned());
    }
    /// The id of the player that beats b.
    a: String = a;
    /// The id of the player that beats c.
    b: String = b;
    /// The id of the player that beats a.
    c: String = c;
    /// The sampled win rate of a against b over both seats; empty where the exact one is known.
    a_beats_b: Option<f64> = rate(0, false);
    /// The same of b against c.
    b_beats_c: Option<f64> = rate(1, false);
    /// The same of c against a.
    c_beats_a: Option<f64> = rate(2, false);
    /// The smallest of the three rates, minus 1/2, where at least one of them is sampled.
    strength: Option<f64> = strength(false);
    /// The exact win rate of a against b over both seats; empty where it is unknown.
    exact_a_beats_b: Option<f64> = rate(0, true);
    /// The same of b against c.
    exact_b_beats_c: Option<f64> = rate(1, true);
    /// The same of c against a.
    exact_c_beats_a: Option<f64> = rate(2, true);
    /// The smallest of the three rates, minus 1/2, where all three are exact.
    exact_strength: Option<f64> = strength(true);
    /// Whether all three rates are exact; otherwise at least one is sampled.
    exact: bool = cycle.is_exact();
    /// With `--until-ci` only: whether the comparison of sampled rates with 1/2 is corrected for
    /// optional stopping, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(true);
}

impl CycleRow {
    /// The win rate of each player against the next, exact where that is known.
    pub fn rates(&self) -> [f64; 3] {
        let sampled = [self.a_beats_b, self.b_beats_c, self.c_beats_a];
        let exact = [self.exact_a_beats_b, self.exact_b_beats_c, self.exact_c_beats_a];
        [0, 1, 2].map(|edge| exact[edge].or(sampled[edge]).unwrap_or_default())
    }
}
