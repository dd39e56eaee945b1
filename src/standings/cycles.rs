//! A beats B beats C beats A.
//!
//! Of two seats. One player beats another by the exact win rate over both
//! seats, beyond its error, where that is solved. Elsewhere by the sampled one,
//! if it differs from 1/2 by so many standard errors that one false edge among
//! all pairings has a chance of at most 1 %.

use super::field::Field;
use super::standing::{exact_against, sampled_against};
use crate::statistics::two_sided_point;

/// Most cycles that are kept, the strongest.
pub const MAX_CYCLES: usize = 1_000;

/// The chance of a false edge.
const ALPHA: f64 = 0.01;

/// Exact rates closer to 1/2 than this are rounding.
const ROUNDING: f64 = 1e-12;

/// Three players, each of which beats the next, and the last the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Indexes of the roster; the first is the smallest.
    pub players: [usize; 3],
    /// The win rate of each against the next.
    pub rates: [f64; 3],
    /// Whether all three are exact.
    pub exact: bool,
}

impl Cycle {
    /// By how much the closest of the three exceeds 1/2.
    #[must_use]
    pub fn strength(&self) -> f64 {
        self.rates
            .iter()
            .fold(0.5, |least: f64, rate| least.min(rate - 0.5))
    }
}

/// All cycles, strongest first.
pub(super) fn cycles(field: &Field) -> Vec<Cycle> {
    if field.finished.seats != 2 || field.pairings.is_empty() {
        return Vec::new();
    }
    let players = field.players();
    let z = two_sided_point(ALPHA, field.pairings.len());
    // By winner, then loser.
    let mut beats = vec![vec![None; players]; players];
    for pairing in &field.pairings {
        let (a, b) = (pairing.players[0], pairing.players[1]);
        let (rate, error, exact) = match exact_against(field, a, b) {
            Some((rate, error)) => (rate, error.max(ROUNDING), true),
            None => match sampled(field, a, b, z) {
                Some((rate, error)) => (rate, error, false),
                None => continue,
            },
        };
        if rate - 0.5 > error {
            beats[a][b] = Some((rate, exact));
        } else if 0.5 - rate > error {
            beats[b][a] = Some((1.0 - rate, exact));
        }
    }
    let mut cycles = Vec::new();
    for a in 0..players {
        for b in a + 1..players {
            let Some(ab) = beats[a][b] else { continue };
            for c in (a + 1..players).filter(|c| *c != b) {
                if let (Some(bc), Some(ca)) = (beats[b][c], beats[c][a]) {
                    cycles.push(Cycle {
                        players: [a, b, c],
                        rates: [ab.0, bc.0, ca.0],
                        exact: ab.1 && bc.1 && ca.1,
                    });
                }
            }
        }
        // Few are kept of the many that a large roster may have.
        keep_strongest(&mut cycles);
    }
    cycles
}

/// The win rate, and how far from 1/2 it has to be. Where no group deviates the
/// rate is 0, 1/2 or 1, and the interval of its figure is wide enough.
fn sampled(field: &Field, a: usize, b: usize, z: f64) -> Option<(f64, f64)> {
    let estimate = sampled_against(field, a, b)?.estimate;
    let error = match estimate.standard_error {
        Some(error) => z * error,
        // Wilson's interval at z for none of n excludes 1/2 from n > z^2 on.
        None if estimate.groups as f64 > z * z => 0.0,
        None => return None,
    };
    Some((estimate.value, error))
}

fn keep_strongest(cycles: &mut Vec<Cycle>) {
    cycles.sort_by(|a, b| {
        let stronger = b.strength().total_cmp(&a.strength());
        stronger.then(a.players.cmp(&b.players))
    });
    cycles.truncate(MAX_CYCLES);
}
