//! `cycles.csv`, only with two seats: the non-transitive triples, in which a beats b,
//! b beats c, and c beats a.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `cycles.csv`; the fields are the columns.
    struct CycleRow;
    /// The rows, the strongest cycle first; at most [`crate::standings::MAX_CYCLES`].
    fn rows(results), for cycle in results.cycles.iter() => {
        let [a, b, c] = cycle.players.map(|player| results.id(player).to_owned());
    }
    /// The id of the player that beats b.
    a: String = a;
    /// The id of the player that beats c.
    b: String = b;
    /// The id of the player that beats a.
    c: String = c;
    /// The win rate of a against b over both seats.
    a_beats_b: f64 = cycle.rates[0];
    /// The win rate of b against c.
    b_beats_c: f64 = cycle.rates[1];
    /// The win rate of c against a.
    c_beats_a: f64 = cycle.rates[2];
    /// The smallest of the three rates, minus 1/2.
    strength: f64 = cycle.strength();
    /// Whether all three rates are exact; otherwise at least one is sampled.
    exact: bool = cycle.exact;
    /// With `--until-ci` only: whether the comparison of sampled rates with 1/2 is corrected for
    /// optional stopping, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(true);
}
