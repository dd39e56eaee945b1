//! An estimate of one player, and how estimates are compared.

use super::field::{Appearance, Field};
use crate::statistics::{Interval, RatioEstimate, RatioSums, StratifiedRatio, two_sided_t_point};

/// The number of groups of paired games below which a standard error decides nothing:
/// with fewer groups, neither the standard error nor the normal approximation is
/// accurate enough.
pub(super) const MIN_GROUPS: f64 = 30.0;

/// The most that rounding may change a number of groups.
const ROUNDING: f64 = 1e-6;

/// A ratio over a player's pairings, which all have equal weight.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEstimate {
    /// The ratio with its interval, in the quantity's own unit.
    pub estimate: RatioEstimate,
    /// The part of each pairing, in order. None where a pairing has a single group.
    parts: Option<Vec<Part>>,
}

/// What one pairing adds to an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    pairing: usize,
    /// The standard error that it adds.
    error: f64,
    /// The degrees of freedom of that error: see [`degrees`].
    degrees: f64,
}

/// A weighted sum of estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The value of the sum.
    pub value: f64,
    /// An upper bound on the standard error; 0 where nothing varies, none where it is
    /// unknown.
    pub standard_error: Option<f64>,
    /// The effective number of groups that the standard error was estimated from (Welch
    /// and Satterthwaite), which is 1 more than its degrees of freedom. Where nothing
    /// varies, it is the number of groups of the estimate that has the fewest; none where
    /// nothing was sampled.
    pub groups: Option<f64>,
}

impl PlayerEstimate {
    /// The estimate from the sums at each appearance, with numerators in units of 1 / `scale`;
    /// none where nothing was counted.
    pub(super) fn new(appearances: &[Appearance], sums: &[RatioSums], scale: f64) -> Option<Self> {
        let ratio = StratifiedRatio::new(sums)?;
        let parts = ratio.variances.as_ref().map(|variances| {
            (appearances.iter().zip(sums).zip(variances))
                .map(|((appearance, sums), variance)| Part {
                    pairing: appearance.pairing,
                    error: variance.sqrt() / scale,
                    degrees: degrees(sums),
                })
                .collect()
        });
        let of_ratio = ratio.estimate();
        let scaled = |value: Option<f64>| value.map(|value| value / scale);
        let estimate = RatioEstimate {
            value: of_ratio.value / scale,
            standard_error: scaled(of_ratio.standard_error),
            low: scaled(of_ratio.low),
            high: scaled(of_ratio.high),
            groups: of_ratio.groups,
        };
        Some(Self { estimate, parts })
    }

    /// A metric in some of a player's pairings.
    pub(super) fn metric(field: &Field, appearances: &[Appearance], metric: usize) -> Option<Self> {
        let sums = appearances.iter().map(|&at| field.metric(at, metric));
        let scale = f64::from(field.contest.metrics()[metric].scale);
        Self::new(appearances, &sums.collect::<Vec<_>>(), scale)
    }

    /// The player's share of the wins. Its interval stays within 0..=1. Where no group
    /// deviates it is Wilson's interval for this number of groups, which is wide enough
    /// for any distribution of shares with this mean.
    pub(super) fn win_rate(field: &Field, player: usize) -> Option<Self> {
        Self::share(field, field.appearances(player))
    }

    /// The player's share of the wins in some of its pairings, as [`Self::win_rate`] has it.
    pub(super) fn share(field: &Field, appearances: &[Appearance]) -> Option<Self> {
        let wins = appearances.iter().map(|&appearance| field.wins(appearance));
        let mut share = Self::new(appearances, &wins.collect::<Vec<_>>(), 1.0)?;
        let estimate = &mut share.estimate;
        let Interval { low, high } = match (estimate.low, estimate.high) {
            (Some(low), Some(high)) => Interval {
                low: low.max(0.0),
                high: high.min(1.0),
            },
            _ => {
                let count = (estimate.value * estimate.groups as f64).round();
                Interval::wilson(count as u64, estimate.groups)
            }
        };
        (estimate.low, estimate.high) = (Some(low), Some(high));
        Some(share)
    }

    /// The value of the estimate.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.estimate.value
    }
}

impl Difference {
    /// The weighted sum of the estimates. Two estimates may depend on each other in any way
    /// within one pairing, so their errors there are added, not their variances: no
    /// covariance makes the sum vary more.
    #[must_use]
    pub fn new(terms: &[(f64, &PlayerEstimate)]) -> Self {
        let value = (terms.iter().map(|(weight, term)| weight * term.value())).sum();
        let counted = terms.iter().map(|(_, term)| term.estimate.groups);
        let fewest = counted.min().map(|groups| groups as f64);
        let mut parts = Vec::new();
        for (weight, estimate) in terms {
            let Some(of_estimate) = &estimate.parts else {
                return Self {
                    value,
                    standard_error: None,
                    groups: fewest,
                };
            };
            parts.extend(of_estimate.iter().map(|part| Part {
                error: weight.abs() * part.error,
                ..*part
            }));
        }
        parts.sort_by_key(|part| part.pairing);
        let (mut variance, mut squares) = (0.0, 0.0);
        for same in parts.chunk_by(|a, b| a.pairing == b.pairing) {
            let error: f64 = same.iter().map(|part| part.error).sum();
            let varying = same.iter().filter(|part| part.error > 0.0);
            let degrees = varying
                .map(|part| part.degrees)
                .fold(f64::INFINITY, f64::min);
            variance += error * error;
            squares += (error * error) * (error * error) / degrees;
        }
        Self {
            value,
            standard_error: Some(variance.sqrt()),
            groups: if variance > 0.0 {
                Some(1.0 + variance * variance / squares)
            } else {
                fewest
            },
        }
    }

    /// Whether enough groups were sampled for a verdict: [`MIN_GROUPS`].
    pub(super) fn has_enough(&self) -> bool {
        (self.groups).is_some_and(|groups| groups >= MIN_GROUPS - ROUNDING)
    }

    /// The point of Student's t distribution that belongs to the standard error, for
    /// this number of tests together; none where nothing varies or too few groups were
    /// sampled.
    pub(super) fn point(&self, alpha: f64, tests: usize) -> Option<f64> {
        let varies = self.standard_error.is_some_and(|error| error > 0.0);
        (self.groups)
            .filter(|_| varies && self.has_enough())
            .map(|groups| two_sided_t_point(alpha, tests, groups - 1.0))
    }

    /// The distance from 0 in standard errors; none where these are unknown or nothing
    /// varies.
    #[must_use]
    pub fn z(&self) -> Option<f64> {
        (self.standard_error.filter(|error| *error > 0.0)).map(|error| self.value / error)
    }
}

/// The degrees of freedom of one pairing: the number of groups less one, and at most
/// Kish's effective number of groups, (sum of n)^2 / sum of n^2 over the denominators
/// n. That is small where few groups contribute.
fn degrees(sums: &RatioSums) -> f64 {
    let [_, n, _, _, nn] = sums.sums.map(|sum| sum as f64);
    let effective = if nn > 0.0 { n * n / nn } else { 0.0 };
    effective.min(sums.groups as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, parts: &[(usize, f64)]) -> PlayerEstimate {
        let estimate = RatioEstimate {
            value,
            standard_error: None,
            low: None,
            high: None,
            groups: 90,
        };
        let part = |&(pairing, error): &(usize, f64)| Part {
            pairing,
            error,
            degrees: 29.0,
        };
        let parts = Some(parts.iter().map(part).collect());
        PlayerEstimate { estimate, parts }
    }

    #[test]
    fn errors_add_where_players_met() {
        let a = estimate(5.0, &[(0, 3.0), (1, 2.0)]);
        let b = estimate(2.0, &[(0, 1.0), (2, 3.0)]);
        let difference = Difference::new(&[(1.0, &a), (-1.0, &b)]);
        assert_eq!(difference.value, 3.0);
        // (3 + 1)^2 + 2^2 + 3^2.
        assert_eq!(difference.standard_error, Some(29.0_f64.sqrt()));
        // 1 + 29 (16 + 4 + 9)^2 / (16^2 + 4^2 + 9^2).
        let groups = 1.0 + 29.0 * 841.0 / 353.0;
        assert!((difference.groups.unwrap() - groups).abs() < 1e-9);
        let mean = Difference::new(&[(1.0, &a), (-0.5, &b), (-0.5, &b)]);
        assert_eq!(mean, difference);
    }

    #[test]
    fn groups_that_count_nothing_are_no_degrees_of_freedom() {
        // A hundred groups with a denominator of 2, then 900 with one of 0.
        let of = |groups| RatioSums {
            groups,
            sums: [0, 200, 0, 0, 400],
        };
        assert_eq!(degrees(&of(100)), 99.0);
        assert_eq!(degrees(&of(1_000)), 100.0);
    }

    #[test]
    fn what_does_not_vary_has_no_point() {
        let a = estimate(1.0, &[(0, 0.0)]);
        let difference = Difference::new(&[(1.0, &a)]);
        assert_eq!(difference.z(), None);
        assert_eq!(difference.groups, Some(90.0));
        assert_eq!(difference.point(0.05, 1), None);
        let unknown = PlayerEstimate { parts: None, ..a };
        assert_eq!(Difference::new(&[(1.0, &unknown)]).standard_error, None);
        assert_eq!(Difference::new(&[]).groups, None);
        // One of 29 degrees of freedom.
        let varies = estimate(1.0, &[(0, 0.1)]);
        let point = Difference::new(&[(1.0, &varies)]).point(0.05, 1);
        assert!((point.unwrap() - 2.045_230).abs() < 1e-5);
        let few = Difference {
            groups: Some(29.9),
            ..Difference::new(&[(1.0, &varies)])
        };
        assert_eq!(few.point(0.05, 1), None);
    }
}
