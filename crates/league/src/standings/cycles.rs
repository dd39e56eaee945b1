//! Non-transitive triples, or cycles: A beats B, B beats C and C beats A.
//!
//! Cycles are defined for two seats. One player beats another if its exact win rate
//! over both seats exceeds 1/2 by more than its error, where the game is solved.
//! Elsewhere its sampled win rate must have an interval above 1/2, at a level such that
//! the chance of one false edge among all pairings is at most 1 %. Where pairings were
//! played until their intervals were narrow, that interval is one that holds at any
//! time. With a number of games fixed beforehand there must be 30 paired games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::estimate::MIN_GROUPS;
use super::field::Field;
use super::standing::exact_against;
use crate::tournament::FinishedPairing;
use crate::tournament::stopping::share_interval as share_interval_at_any_time;
use rivals_statistics::{Interval, RatioSums, share_interval};

/// The largest number of cycles that are kept, the strongest.
pub const MAX_CYCLES: usize = 1_000;

/// The probability of any false edge, at most.
const ALPHA: f64 = 0.01;

/// Exact rates closer to 1/2 than this differ from it only by rounding.
const ROUNDING: f64 = 1e-12;

csv_rows! {
    /// A row of `cycles.csv`; the fields are the columns.
    struct CycleRow;
    fn rows(field: &Field), for Cycle { players, edges, strength } in found(field).into_iter() => {
        let all_exact = edges.iter().all(|edge| edge.1);
        let rate = |edge: usize, exact: bool| Some(edges[edge].0).filter(|_| edges[edge].1 == exact);
        let [a, b, c] = players.map(|player| field.id(player));
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
    strength: Option<f64> = Some(strength).filter(|_| !all_exact);
    /// The exact win rate of a against b over both seats; empty where it is unknown.
    exact_a_beats_b: Option<f64> = rate(0, true);
    /// The same of b against c.
    exact_b_beats_c: Option<f64> = rate(1, true);
    /// The same of c against a.
    exact_c_beats_a: Option<f64> = rate(2, true);
    /// The smallest of the three rates, minus 1/2, where all three are exact.
    exact_strength: Option<f64> = Some(strength).filter(|_| all_exact);
    /// Whether all three rates are exact; otherwise at least one is sampled.
    exact: bool = all_exact;
    /// With `--until-ci` only: whether the comparison of sampled rates with 1/2 is corrected for
    /// optional stopping, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(true);
}

impl CycleRow {
    /// The win rate of each player against the next, exact where that is known.
    pub fn rates(&self) -> [f64; 3] {
        let sampled = [self.a_beats_b, self.b_beats_c, self.c_beats_a];
        let exact = [self.exact_a_beats_b, self.exact_b_beats_c, self.exact_c_beats_a];
        [0, 1, 2].map(|edge| exact[edge].or(sampled[edge]).unwrap_or_default())
    }
}

/// Three players, of whom each beats the next and the last beats the first.
struct Cycle {
    /// Indices into the roster; the first is the smallest.
    players: [usize; 3],
    /// The win rate of each player against the next, and whether it is exact.
    edges: [(f64, bool); 3],
    /// How much the closest of the three rates exceeds 1/2.
    strength: f64,
}

/// The players that a player beats, with its win rate and whether that is exact.
type Edges = BTreeMap<usize, (f64, bool)>;

/// The strongest cycles, at most [`MAX_CYCLES`], strongest first.
fn found(field: &Field) -> Vec<Cycle> {
    if field.finished.seats != 2 || field.pairings.is_empty() {
        return Vec::new();
    }
    let players = field.players();
    // The edges, by winner, then loser.
    let mut beats: Vec<Edges> = vec![BTreeMap::new(); players];
    for pairing in &field.pairings {
        let (a, b) = (pairing.players[0], pairing.players[1]);
        let (rate, interval, exact) = match exact_against(field, a, b) {
            Some((rate, error)) => {
                let error = error.max(ROUNDING);
                let (low, high) = (rate - error, rate + error);
                (rate, Interval { low, high }, true)
            }
            None => match sampled(field, pairing) {
                Some((rate, interval)) => (rate, interval, false),
                None => continue,
            },
        };
        if interval.low > 0.5 {
            beats[a].insert(b, (rate, exact));
        } else if interval.high < 0.5 {
            beats[b].insert(a, (1.0 - rate, exact));
        }
    }
    let mut cycles = Vec::new();
    for a in 0..players {
        for (&b, &ab) in beats[a].range(a + 1..) {
            for (&c, &bc) in beats[b].range(a + 1..) {
                if let Some(&ca) = beats[c].get(&a) {
                    let edges = [ab, bc, ca];
                    let strength =
                        edges.iter().fold(0.5, |least: f64, edge| least.min(edge.0 - 0.5));
                    cycles.push(Cycle { players: [a, b, c], edges, strength });
                }
            }
        }
        // A large roster may have many cycles, of which few are kept.
        cycles.sort_by(|a: &Cycle, b| {
            let stronger = b.strength.total_cmp(&a.strength);
            stronger.then(a.players.cmp(&b.players))
        });
        cycles.truncate(MAX_CYCLES);
    }
    cycles
}

/// The win rate of the first player of a pairing, and its interval; `None` if there are
/// too few games.
fn sampled(field: &Field, pairing: &FinishedPairing) -> Option<(f64, Interval)> {
    let sums = RatioSums::of_counts(pairing.totals.shares_of(0));
    let rate = sums.sums[0] as f64 / sums.sums[1] as f64;
    let alpha = ALPHA / field.pairings.len() as f64;
    let interval = match field.finished.until_ci {
        Some(_) => share_interval_at_any_time(&pairing.totals, 0, alpha),
        None if sums.groups >= MIN_GROUPS => share_interval(&[sums], 1.0, alpha)?,
        None => return None,
    };
    Some((rate, interval))
}
