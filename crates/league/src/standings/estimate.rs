//! An estimate of one player, and how estimates are compared.

use std::collections::BTreeMap;

use super::field::{Appearance, Field, PairingSums};
use crate::tournament::stopping::ALPHA;
use crate::tournament::{DIFFERENCE, Metric};
use rivals_statistics::{
    RatioEstimate, RatioSums, StratifiedRatio, share_interval, two_sided_t_point,
};

/// The number of groups of paired games below which a standard error decides nothing:
/// with fewer groups, neither the standard error nor the normal approximation is
/// accurate enough.
pub const MIN_GROUPS: u64 = 30;

/// The most that rounding may change a number of groups.
const ROUNDING: f64 = 1e-6;

/// A ratio over a player's pairings, which all have equal weight.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEstimate {
    /// The ratio with its interval, in the quantity's own unit.
    pub estimate: RatioEstimate,
    /// The part of each pairing, in order. `None` where a pairing has a single group.
    parts: Option<Vec<Part>>,
    /// Where pairings share their openings: by batch of openings, by how much it moves the estimate
    /// from what it would be without it. Empty where pairings are independent.
    batches: BTreeMap<u8, f64>,
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
    /// An upper bound on the standard error; 0 where nothing varies, `None` where it is
    /// unknown.
    pub standard_error: Option<f64>,
    /// The effective number of groups that the standard error was estimated from (Welch
    /// and Satterthwaite), which is 1 more than its degrees of freedom. Where nothing
    /// varies, it is the number of groups of the estimate that has the fewest; `None` where
    /// nothing was sampled.
    pub groups: Option<f64>,
}

impl PlayerEstimate {
    /// The estimate from the sums at each appearance, with numerators in units of 1 / `scale`;
    /// `None` where nothing was counted.
    pub(super) fn new(
        appearances: &[Appearance],
        sums: &[PairingSums],
        scale: f64,
    ) -> Option<Self> {
        let batches = sums.iter().map(|sums| &sums.batches[..]);
        let batches: Vec<_> = batches.collect();
        let sums: Vec<RatioSums> = sums.iter().map(|sums| sums.all).collect();
        let ratio = StratifiedRatio::new(&sums)?;
        let varies = (ratio.variances.iter().flatten()).any(|variance| *variance > 0.0);
        let batches =
            if varies { shifts(&sums, &batches, ratio.value, scale) } else { BTreeMap::new() };
        let parts = ratio.variances.as_ref().map(|variances| {
            (appearances.iter().zip(&sums).zip(variances))
                .map(|((appearance, sums), variance)| Part {
                    pairing: appearance.pairing,
                    error: variance.sqrt() / scale,
                    degrees: degrees(sums),
                })
                .collect()
        });
        let of_ratio = ratio.estimate();
        let scaled = |value: Option<f64>| value.map(|value| value / scale);
        let mut estimate = RatioEstimate {
            value: of_ratio.value / scale,
            standard_error: scaled(of_ratio.standard_error),
            low: scaled(of_ratio.low),
            high: scaled(of_ratio.high),
            groups: of_ratio.groups,
        };
        if let Some(error) = error_of(&batches) {
            let half = two_sided_t_point(0.05, 1, batches.len() as f64 - 1.0) * error;
            estimate.standard_error = Some(error);
            estimate.low = Some(estimate.value - half);
            estimate.high = Some(estimate.value + half);
        }
        Some(Self { estimate, parts, batches })
    }

    /// A metric in some of a player's pairings.
    pub(super) fn metric(field: &Field, appearances: &[Appearance], metric: usize) -> Option<Self> {
        Self::metric_at(field, appearances, metric, ALPHA)
    }

    /// A metric whose interval, if it is one of a share or a difference of shares, misses with a
    /// probability of `alpha`.
    pub(super) fn metric_at(
        field: &Field,
        appearances: &[Appearance],
        metric: usize,
        alpha: f64,
    ) -> Option<Self> {
        let sums = appearances.iter().map(|&at| field.metric(at, metric));
        let Metric { scale, unit, .. } = field.contest.metrics()[metric];
        let sums = sums.collect::<Vec<_>>();
        let estimate = Self::new(appearances, &sums, f64::from(scale))?;
        let more = dependence(&sums);
        let scaled = || sums.iter().map(|sums| sums.all.scaled(scale));
        Some(match unit {
            "share" | "probability" => {
                estimate.of_share(&scaled().collect::<Vec<_>>(), more, 0.0, alpha)
            }
            DIFFERENCE => {
                let halves = scaled().map(RatioSums::of_difference);
                estimate.of_share(&halves.collect::<Vec<_>>(), more, -1.0, alpha)
            }
            _ => estimate,
        })
    }

    /// The metric that ranks, if there is one.
    pub(super) fn ranked(field: &Field, appearances: &[Appearance]) -> Option<Self> {
        Self::metric(field, appearances, field.contest.ranking()?)
    }

    /// The player's share of the wins, with the interval of [`share_interval`].
    pub(super) fn win_rate(field: &Field, player: usize) -> Option<Self> {
        Self::share(field, field.appearances(player))
    }

    /// The player's share of the wins in some of its pairings, as [`Self::win_rate`] has it.
    pub(super) fn share(field: &Field, appearances: &[Appearance]) -> Option<Self> {
        let wins: Vec<_> = appearances.iter().map(|&of| field.wins(of)).collect();
        let sums: Vec<RatioSums> = wins.iter().map(|of| of.all).collect();
        Some(Self::new(appearances, &wins, 1.0)?.of_share(&sums, dependence(&wins), 0.0, ALPHA))
    }

    /// The value of [`Self::share`] alone.
    pub(super) fn mean_share(field: &Field, appearances: &[Appearance]) -> Option<f64> {
        let wins: Vec<_> = appearances.iter().map(|&of| field.wins(of).all).collect();
        StratifiedRatio::new(&wins).map(|ratio| ratio.value)
    }

    /// The same estimate with the interval of a share, stretched from 0..=1 to `least`..=1, where
    /// the variance is `more` times that of independent groups.
    fn of_share(mut self, sums: &[RatioSums], more: f64, least: f64, alpha: f64) -> Self {
        let stretched = |end: f64| least + (1.0 - least) * end;
        let interval = share_interval(sums, more, alpha);
        self.estimate.low = interval.map(|of| stretched(of.low));
        self.estimate.high = interval.map(|of| stretched(of.high));
        self
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
    /// covariance makes the sum vary more. Where pairings share their openings, the sum is paired
    /// by batches of openings instead.
    #[must_use]
    pub fn new(terms: &[(f64, &PlayerEstimate)]) -> Self {
        let value = (terms.iter().map(|(weight, term)| weight * term.value())).sum();
        let counted = terms.iter().map(|(_, term)| term.estimate.groups);
        let fewest = counted.min().map(|groups| groups as f64);
        let mut shifts: BTreeMap<u8, f64> = BTreeMap::new();
        let mut apart: f64 = 0.0;
        for (weight, estimate) in terms {
            for (&batch, shift) in &estimate.batches {
                *shifts.entry(batch).or_default() += weight * shift;
                apart = apart.max((weight * shift).abs());
            }
        }
        if shifts.len() > 1 {
            // What is left of equal terms is rounding.
            let error = error_of(&shifts).unwrap_or(0.0);
            let varies = error > 1e-9 * apart;
            return Self {
                value,
                standard_error: Some(if varies { error } else { 0.0 }),
                groups: if varies { Some(shifts.len() as f64) } else { fewest },
            };
        }
        let mut parts = Vec::new();
        for (weight, estimate) in terms {
            let Some(of_estimate) = &estimate.parts else {
                return Self { value, standard_error: None, groups: fewest };
            };
            parts.extend(
                of_estimate.iter().map(|part| Part { error: weight.abs() * part.error, ..*part }),
            );
        }
        parts.sort_by_key(|part| part.pairing);
        let (mut variance, mut squares) = (0.0, 0.0);
        for same in parts.chunk_by(|a, b| a.pairing == b.pairing) {
            let error: f64 = same.iter().map(|part| part.error).sum();
            let varying = same.iter().filter(|part| part.error > 0.0);
            let degrees = varying.map(|part| part.degrees).fold(f64::INFINITY, f64::min);
            variance += error * error;
            squares += (error * error) * (error * error) / degrees;
        }
        Self {
            value,
            standard_error: Some(variance.sqrt()),
            groups: if variance > 0.0 { Some(1.0 + variance * variance / squares) } else { fewest },
        }
    }

    /// Whether enough groups were sampled for a verdict: [`MIN_GROUPS`].
    pub(super) fn has_enough(&self) -> bool {
        (self.groups).is_some_and(|groups| groups >= MIN_GROUPS as f64 - ROUNDING)
    }

    /// The point of Student's t distribution that belongs to the standard error, for
    /// this number of tests together; `None` where nothing varies or too few groups were
    /// sampled.
    pub(super) fn point(&self, alpha: f64, tests: usize) -> Option<f64> {
        let varies = self.standard_error.is_some_and(|error| error > 0.0);
        (self.groups)
            .filter(|_| varies && self.has_enough())
            .map(|groups| two_sided_t_point(alpha, tests, groups - 1.0))
    }

    /// The distance from 0 in standard errors; `None` where these are unknown or nothing
    /// varies.
    #[must_use]
    pub fn z(&self) -> Option<f64> {
        (self.standard_error.filter(|error| *error > 0.0)).map(|error| self.value / error)
    }
}

/// How many times the variance of a ratio over pairings is that of independent groups, where the
/// pairings share their openings, with the part that few batches of openings do not show; 1 where
/// it is no larger, or nothing varies.
pub(super) fn dependence(sums: &[PairingSums]) -> f64 {
    let batches: Vec<_> = sums.iter().map(|sums| &sums.batches[..]).collect();
    let all: Vec<RatioSums> = sums.iter().map(|sums| sums.all).collect();
    let of_batches = || {
        let ratio = StratifiedRatio::new(&all)?;
        let alone = ratio.estimate().standard_error?;
        let shifts = shifts(&all, &batches, ratio.value, 1.0);
        let point = |degrees: f64| two_sided_t_point(ALPHA, 1, degrees);
        let error = error_of(&shifts)?;
        Some(point(shifts.len() as f64 - 1.0) / point(f64::INFINITY) * error / alone)
    };
    let errors = of_batches().unwrap_or(1.0);
    (errors * errors).max(1.0)
}

/// By batch of openings, what its groups add to a ratio over pairings beyond what as many groups add
/// on average (the linear term of the delta method); empty where a pairing has no batches.
fn shifts(
    sums: &[RatioSums],
    batches: &[&[(u8, RatioSums)]],
    ratio: f64,
    scale: f64,
) -> BTreeMap<u8, f64> {
    if batches.iter().any(|batches| batches.is_empty()) {
        return BTreeMap::new();
    }
    let off = |sums: &RatioSums| sums.sums[0] as f64 - ratio * sums.sums[1] as f64;
    let per_group = |of: &RatioSums, sum: f64| sum / of.groups as f64;
    let mean: f64 = (sums.iter()).map(|sums| per_group(sums, sums.sums[1] as f64)).sum();
    let mut shifts: BTreeMap<u8, f64> = BTreeMap::new();
    for (all, batches) in sums.iter().zip(batches) {
        for (number, batch) in *batches {
            let expected = batch.groups as f64 * per_group(all, off(all));
            *shifts.entry(*number).or_default() +=
                per_group(all, off(batch) - expected) / mean / scale;
        }
    }
    shifts
}

/// The standard error of a sum of independent shifts; `None` where there are not two of them, or
/// where they all are 0.
fn error_of(shifts: &BTreeMap<u8, f64>) -> Option<f64> {
    let count = shifts.len() as f64;
    let squares: f64 = shifts.values().map(|shift| shift * shift).sum();
    (count > 1.0 && squares > 0.0).then(|| (count / (count - 1.0) * squares).sqrt())
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
        let estimate =
            RatioEstimate { value, standard_error: None, low: None, high: None, groups: 90 };
        let part = |&(pairing, error): &(usize, f64)| Part { pairing, error, degrees: 29.0 };
        let parts = Some(parts.iter().map(part).collect());
        PlayerEstimate { estimate, parts, batches: BTreeMap::new() }
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
        let of = |groups| RatioSums { groups, sums: [0, 200, 0, 0, 400] };
        assert_eq!(degrees(&of(100)), 99.0);
        assert_eq!(degrees(&of(1_000)), 100.0);
    }

    /// One pairing whose groups are batches of their own has the error of independent groups, and a
    /// player that always has one more has no error beside it.
    #[test]
    fn batches_of_openings_pair_differences() {
        let sums = |groups: &[i128]| {
            let one = |x: i128| RatioSums { groups: 1, sums: [x, 1, x * x, x, 1] };
            let batches: Vec<_> = (0..).zip(groups.iter().map(|&x| one(x))).collect();
            let mut all = RatioSums { groups: groups.len() as u64, sums: [0; 5] };
            for (_, batch) in &batches {
                for (sum, more) in all.sums.iter_mut().zip(batch.sums) {
                    *sum += more;
                }
            }
            PairingSums { all, batches }
        };
        let of = |pairing: usize, groups: &[i128]| {
            let (member, sums) = (0, sums(groups));
            PlayerEstimate::new(&[Appearance { pairing, member }], &[sums], 1.0).unwrap()
        };
        let values: Vec<i128> = (0..36).map(|at| at * at % 7).collect();
        let more: Vec<i128> = values.iter().map(|value| value + 1).collect();
        let other: Vec<i128> = (0..36).map(|at| at * at * at % 5).collect();
        let [a, b, c] = [(0, &values), (1, &more), (2, &other)].map(|(at, of_it)| of(at, of_it));
        let independent = StratifiedRatio::new(&[sums(&values).all]).unwrap().estimate();
        let [found, expected] = [&a.estimate, &independent].map(|of| of.standard_error.unwrap());
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
        let same = Difference::new(&[(1.0, &b), (-1.0, &a)]);
        assert!((same.value - 1.0).abs() < 1e-12);
        assert_eq!(same.standard_error, Some(0.0));
        // The error of the mean of the differences, opening by opening.
        let differences: Vec<i128> = values.iter().zip(&other).map(|(a, c)| a - c).collect();
        let paired = of(0, &differences).estimate.standard_error.unwrap();
        let found = Difference::new(&[(1.0, &a), (-1.0, &c)]);
        assert!((found.standard_error.unwrap() / paired - 1.0).abs() < 1e-12);
        assert_eq!(found.groups, Some(36.0));
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
        let few = Difference { groups: Some(29.9), ..Difference::new(&[(1.0, &varies)]) };
        assert_eq!(few.point(0.05, 1), None);
    }
}
