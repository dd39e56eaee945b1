//! The luck of several rolls as a percentile of its distribution.
//!
//! Each roll keeps the state in which it was made, and its result is drawn again from its exact
//! distribution; the percentile is the share of these sums that are smaller than the sum that
//! was rolled. The distribution of the sum is computed and not sampled. It is kept on a grid: a
//! luck between two points of the grid is shared between them so that its mean stays.

#![expect(clippy::cast_possible_truncation, reason = "at most 1 / `STEP`, as lucks are at most 1")]

use super::values::Rolled;

/// The distance of the points of the grid, in win probability.
const STEP: f64 = 0.001;

/// Sums that are less probable are left out of the distribution.
const LEAST: f64 = 1e-15;

/// The percentile of the summed luck of these rolls, in 0..=1; none without rolls.
pub(super) fn percentile<'a>(rolls: impl Iterator<Item = &'a Rolled>) -> Option<f64> {
    let (mut sums, mut first) = (vec![1.0], 0.0);
    let (mut luck, mut count) = (0.0, 0);
    for roll in rolls {
        luck += roll.luck;
        count += 1;
        let (parts, low) = on_grid(&roll.results);
        let mut next = vec![0.0; sums.len() + parts.len() - 1];
        for (place, part) in parts.iter().enumerate().filter(|(_, part)| **part > 0.0) {
            for (sum, before) in next[place..].iter_mut().zip(&sums) {
                *sum += part * before;
            }
        }
        first += f64::from(low);
        let start = next.iter().position(|&sum| sum > LEAST).unwrap_or(0);
        let end = next.iter().rposition(|&sum| sum > LEAST).unwrap_or(0);
        first += start as f64;
        sums = next[start..=end].to_vec();
    }
    // A sum on the grid stands for the sums around it, so that the one at the luck counts in part.
    let place = luck / STEP - first;
    let below = sums
        .iter()
        .enumerate()
        .map(|(at, chance)| chance * (place - at as f64 + 0.5).clamp(0.0, 1.0));
    (count > 0).then(|| below.sum::<f64>().clamp(0.0, 1.0))
}

/// The probabilities of one roll on the grid, and the number of the first point.
fn on_grid(results: &[(f64, f64)]) -> (Vec<f64>, i32) {
    let places = results.iter().map(|&(luck, chance)| {
        let low = (luck / STEP).floor();
        (low as i32, luck / STEP - low, chance)
    });
    let places: Vec<_> = places.collect();
    let first = places.iter().map(|place| place.0).min().unwrap_or(0);
    let last = places.iter().map(|place| place.0).max().unwrap_or(0);
    let mut parts = vec![0.0; last.abs_diff(first) as usize + 2];
    for (low, share, chance) in places {
        let at = low.abs_diff(first) as usize;
        parts[at] += (1.0 - share) * chance;
        parts[at + 1] += share * chance;
    }
    (parts, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AfterRoll;

    fn rolled(luck: f64, results: &[(f64, f64)]) -> Rolled {
        Rolled {
            event: AfterRoll::Defeat,
            wins: 0.5 + luck,
            luck,
            percentile: 0.5,
            results: results.to_vec(),
        }
    }

    /// Two rolls of four results each, against all sixteen sums.
    #[test]
    fn percentiles_are_those_of_all_sums() {
        let one = [(-0.3, 0.1), (-0.02, 0.5), (0.05, 0.3), (0.25, 0.1)];
        let other = [(-0.1, 0.25), (0.0, 0.25), (0.02, 0.25), (0.08, 0.25)];
        for (a, _) in one {
            for (b, _) in other {
                let rolls = [rolled(a, &one), rolled(b, &other)];
                let found = percentile(rolls.iter()).unwrap();
                let mut expected = 0.0;
                for (x, p) in one {
                    for (y, q) in other {
                        let less = x + y - a - b;
                        expected += p
                            * q
                            * if less.abs() < 1e-9 { 0.5 } else { f64::from(u8::from(less < 0.0)) };
                    }
                }
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
        assert_eq!(percentile([].into_iter()), None);
    }
}
