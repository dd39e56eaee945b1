//! The ratio of two sums over groups, with an interval: turns per game, wins per game,
//! points per turn.
//!
//! The parts of a group (such as paired games on the same dice) may depend on one
//! another in any way; the groups must be independent. All sums are integers until the
//! last division, so that sums from any number of threads give the same bytes. The
//! tests compare with the two-pass formula and with the jackknife.

use dashu_int::IBig;

use super::interval::Z_95;

/// The sums over independent groups, of which each contributes a numerator x and a
/// denominator n.
///
/// With |x| and |n| at most 2^31, no number of groups overflows; with at most 2^40,
/// 2^46 groups do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatioSums {
    groups: u64,
    x: i128,
    n: i128,
    xx: i128,
    xn: i128,
    nn: i128,
}

/// A ratio of sums with its standard error and interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioEstimate {
    /// The sum of x divided by the sum of n.
    pub value: f64,
    /// The standard error, in the same units; none with fewer than two groups, and none
    /// when no group deviates from the ratio, because the groups then do not show how
    /// far others would.
    pub standard_error: Option<f64>,
    /// The lower end of the 95 % interval; none where there is no standard error.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of groups, at least one.
    pub groups: u64,
}

impl RatioSums {
    /// Adds one group: its numerator, and its denominator of at least 0.
    pub fn add(&mut self, x: i64, n: i64) {
        debug_assert!(n >= 0, "a denominator of {n} counts nothing");
        let (x, n) = (i128::from(x), i128::from(n));
        self.groups += 1;
        self.x += x;
        self.n += n;
        self.xx += x * x;
        self.xn += x * n;
        self.nn += n * n;
    }

    /// The sum of n.
    #[must_use]
    pub fn denominator(&self) -> i128 {
        self.n
    }

    /// Adds the groups of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.groups += other.groups;
        self.x += other.x;
        self.n += other.n;
        self.xx += other.xx;
        self.xn += other.xn;
        self.nn += other.nn;
    }

    /// The sums as six words: groups, x, n, x^2, x n, n^2.
    #[must_use]
    pub fn to_words(&self) -> [i128; 6] {
        let groups = i128::from(self.groups);
        [groups, self.x, self.n, self.xx, self.xn, self.nn]
    }

    /// The sums from [`Self::to_words`]; none if a count or a sum of squares is
    /// negative, or if no groups can have these sums.
    #[must_use]
    pub fn from_words(words: [i128; 6]) -> Option<Self> {
        let [groups, x, n, xx, xn, nn] = words;
        let possible = n >= 0 && xx >= 0 && nn >= 0;
        let empty = groups == 0 && words != [0; 6];
        let sums = Self {
            groups: u64::try_from(groups).ok()?,
            x,
            n,
            xx,
            xn,
            nn,
        };
        (possible && !empty).then_some(sums)
    }

    /// The ratio of the sums; none where the denominators add up to 0.
    ///
    /// The standard error is that of the delta method over groups (Cochran 1977,
    /// Sampling Techniques, 3rd ed., ch. 6, the variance of the ratio estimate without
    /// the finite population correction), for G groups with the ratio R:
    ///
    /// ```text
    /// SE^2 = G / (G - 1) * sum of (x - R n)^2 / (sum of n)^2
    /// ```
    ///
    /// It is accurate for many groups, about 30 and more, of which none dominates.
    #[must_use]
    pub fn estimate(&self) -> Option<RatioEstimate> {
        if self.n == 0 {
            return None;
        }
        let value = self.x as f64 / self.n as f64;
        let standard_error = self.standard_error();
        let half = standard_error.map(|error| Z_95 * error);
        Some(RatioEstimate {
            value,
            standard_error,
            low: half.map(|half| value - half),
            high: half.map(|half| value + half),
            groups: self.groups,
        })
    }

    /// See [`Self::estimate`].
    fn standard_error(&self) -> Option<f64> {
        // With R = X / N, N^2 times the sum of squares is an integer,
        // N^2 xx - 2 X N xn + X^2 nn. Its terms cancel almost entirely and may
        // have 300 bits, hence the long integers.
        let [groups, x, n, xx, xn, nn] = self.to_words().map(IBig::from);
        let squares = &n * &n * xx - IBig::from(2) * &x * &n * xn + &x * &x * nn;
        if self.groups < 2 || squares <= IBig::ZERO {
            return None;
        }
        let numerator = &groups * squares;
        let denominator = (groups - IBig::ONE) * n.pow(4);
        // Both fit: 2^127 to the fourth power is far from 2^1024.
        Some((numerator.to_f64().value() / denominator.to_f64().value()).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn sums(groups: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for &(x, n) in groups {
            sums.add(x, n);
        }
        sums
    }

    /// Random groups of 0 to 7 games of 3 to 30 turns; later games are longer.
    fn random_groups(count: usize, seed: u64) -> Vec<(i64, i64)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |end: u64| (rng.next_u64() % end) as i64;
        (0..count)
            .map(|_| {
                let n = below(8);
                ((0..n).map(|game| 3 + below(27) + game).sum(), n)
            })
            .collect()
    }

    /// The mean and standard error in two passes of floats: the reference
    /// implementation.
    fn two_pass(groups: &[(i64, i64)]) -> (f64, f64) {
        let count = groups.len() as f64;
        let n: f64 = groups.iter().map(|group| group.1 as f64).sum();
        let ratio = groups.iter().map(|group| group.0 as f64).sum::<f64>() / n;
        let squares: f64 = groups
            .iter()
            .map(|&(x, n)| (x as f64 - ratio * n as f64).powi(2))
            .sum();
        let variance = squares / (count - 1.0);
        (ratio, (variance / count).sqrt() / (n / count))
    }

    #[test]
    fn the_two_pass_formula() {
        for seed in 0..20 {
            let groups = random_groups(2 + 50 * seed as usize, seed);
            let (ratio, error) = two_pass(&groups);
            let estimate = sums(&groups).estimate().unwrap();
            assert!((estimate.value / ratio - 1.0).abs() < 1e-13);
            let found = estimate.standard_error.unwrap();
            assert!((found / error - 1.0).abs() < 1e-11, "{found} {error}");
            assert!((estimate.high.unwrap() - ratio - 1.959_964 * error).abs() < 1e-6);
            assert!((ratio - estimate.low.unwrap() - 1.959_964 * error).abs() < 1e-6);
        }
    }

    #[test]
    fn the_jackknife_is_close() {
        let groups = random_groups(2_000, 77);
        let all = sums(&groups);
        let without: Vec<f64> = (groups.iter())
            .map(|&(x, n)| (all.x - i128::from(x)) as f64 / (all.n - i128::from(n)) as f64)
            .collect();
        let count = groups.len() as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|r| (r - mean).powi(2)).sum();
        let jackknife = ((count - 1.0) / count * squares).sqrt();
        let found = all.estimate().unwrap().standard_error.unwrap();
        assert!(
            (found / jackknife - 1.0).abs() < 2e-3,
            "{found} {jackknife}"
        );
    }

    #[test]
    fn a_plain_mean_when_all_denominators_are_one() {
        // 1, 2, 3, 4: mean 2.5, variance 5 / 3, standard error of the mean
        // the root of 5 / 12.
        let estimate = sums(&[(1, 1), (2, 1), (3, 1), (4, 1)]).estimate().unwrap();
        assert_eq!(estimate.value, 2.5);
        assert_eq!(estimate.standard_error, Some((5.0_f64 / 12.0).sqrt()));
    }

    #[test]
    fn nothing_cancels_and_nothing_overflows() {
        // A deviation of 1 from 2^40: the squares agree in their first 80 bits.
        let large = 1_i64 << 40;
        let estimate = sums(&[(large + 1, large), (large - 1, large)])
            .estimate()
            .unwrap();
        assert_eq!(estimate.value, 1.0);
        // 2 / 1 * 2 / (2^41)^2, the root of which is 2^-40.
        assert_eq!(estimate.standard_error, Some(2.0_f64.powi(-40)));
    }

    #[test]
    fn what_cannot_be_known_is_missing() {
        assert_eq!(RatioSums::default().estimate(), None);
        assert_eq!(sums(&[(0, 0), (0, 0)]).estimate(), None);
        let one = sums(&[(3, 6)]).estimate().unwrap();
        assert_eq!((one.value, one.standard_error, one.groups), (0.5, None, 1));
        let alike = sums(&[(3, 6), (1, 2)]).estimate().unwrap();
        assert_eq!((alike.low, alike.high), (None, None));
    }

    #[test]
    fn merged_and_journaled() {
        let groups = random_groups(100, 5);
        let mut merged = sums(&groups[..37]);
        merged.merge(&sums(&groups[37..]));
        assert_eq!(merged, sums(&groups));
        assert_eq!(RatioSums::from_words(merged.to_words()), Some(merged));
        for wrong in [
            [-1, 0, 0, 0, 0, 0],
            [0, 1, 1, 1, 1, 1],
            [2, 1, -1, 1, 1, 1],
            [2, 1, 1, -1, 1, 1],
            [2, 1, 1, 1, 1, -1],
            [1 << 64, 0, 0, 0, 0, 0],
        ] {
            assert_eq!(RatioSums::from_words(wrong), None);
        }
    }

    #[test]
    fn value_stability() {
        let estimate = sums(&random_groups(500, 11)).estimate().unwrap();
        let bits = |value: f64| format!("{:016x}", value.to_bits());
        assert_eq!(
            [bits(estimate.value), bits(estimate.standard_error.unwrap())],
            ["4031a9474068b873", "3fc8f57006f13993"]
        );
    }
}
