//! The ratio of two sums over groups of paired games, with an interval: turns per game, wins per
//! game, points per turn. The groups may be of several kinds, called strata, such as games against
//! several opponents. All strata have equal weight, however many groups they had.
//!
//! The parts of a group (such as paired games on the same dice) may depend on one
//! another in any way; the groups must be independent. The strata were chosen and not
//! drawn, so only the variance within them counts. All sums are integers until the last
//! divisions, so that sums from any number of threads give the same bytes. The tests
//! compare with the formulas computed group by group and with the jackknife.

use dashu_int::IBig;

use super::Interval;
use super::interval::Z_95;
use super::normal::two_sided_point;

/// A variance below this fraction of the sum of its terms is rounding error.
const NO_VARIANCE: f64 = 1e-12;

/// The sums over the independent groups of one stratum, of which each contributes a
/// numerator x and a denominator n of at least 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatioSums {
    /// The number of groups.
    pub groups: u64,
    /// The sums of x, n, x * x, x * n and n * n.
    pub sums: [i128; 5],
}

impl RatioSums {
    /// The sums of shares, where `counts[won]` groups won this many units of `counts.len() - 1`.
    #[must_use]
    pub fn of_counts(counts: &[u64]) -> Self {
        let units = counts.len() as i128 - 1;
        let mut of = Self::default();
        for (won, &groups) in counts.iter().enumerate() {
            let (won, many) = (won as i128, i128::from(groups));
            of.groups += groups;
            let squares = [won, units, won * won, won * units, units * units];
            for (sum, square) in of.sums.iter_mut().zip(squares) {
                *sum += many * square;
            }
        }
        of
    }

    /// The sums of groups that all have the denominator `all`, from the sum of their numerators
    /// and of the squares of these.
    #[must_use]
    pub fn of_whole(groups: u64, sum: i128, squares: i128, all: i128) -> Self {
        let many = i128::from(groups);
        Self { groups, sums: [sum, many * all, squares, sum * all, many * all * all] }
    }

    /// The sums of n - x and n.
    #[must_use]
    pub fn rest(self) -> Self {
        let [x, n, xx, xn, nn] = self.sums;
        Self { sums: [n - x, n, nn - 2 * xn + xx, nn - xn, nn], ..self }
    }

    /// The sums of (x + n) and 2n, which are a share where x is the difference of two shares.
    #[must_use]
    pub fn of_difference(self) -> Self {
        let [x, n, xx, xn, nn] = self.sums;
        Self { sums: [x + n, 2 * n, xx + 2 * xn + nn, 2 * (xn + nn), 4 * nn], ..self }
    }

    /// The same sums with denominators in units of 1 / `scale`, as the numerators are.
    #[must_use]
    pub fn scaled(self, scale: u32) -> Self {
        let scale = i128::from(scale);
        let [x, n, xx, xn, nn] = self.sums;
        Self { sums: [x, n * scale, xx, xn * scale, nn * scale * scale], ..self }
    }
}

/// A ratio of sums with its standard error and interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioEstimate {
    /// The sum of x divided by the sum of n.
    pub value: f64,
    /// The standard error, in the same units; `None` with fewer than two groups, and `None`
    /// when no group deviates from the ratio, because the groups then do not show how
    /// far others would.
    pub standard_error: Option<f64>,
    /// The lower end of the 95 % interval; `None` where there is no standard error.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of groups, at least one.
    pub groups: u64,
}

/// A ratio of sums over strata, and what each stratum adds to its variance.
#[derive(Clone, Debug, PartialEq)]
pub struct StratifiedRatio {
    /// The ratio.
    pub value: f64,
    /// The number of groups of all strata.
    pub groups: u64,
    /// What each stratum adds to the variance of the ratio, 0 where no group deviates;
    /// `None` if a stratum has a single group.
    pub variances: Option<Vec<f64>>,
}

impl StratifiedRatio {
    /// The ratio of the strata's mean numerators to their mean denominators, both per
    /// group; `None` where nothing was counted.
    ///
    /// Its variance is that of the delta method (Cochran 1977, Sampling
    /// Techniques, 3rd ed., section 6.11, the combined ratio estimate without
    /// the finite population correction): with x and n of the groups of stratum
    /// i, G_i groups, the ratio R and d = x - R n,
    ///
    /// ```text
    /// sum over i of (variance of d within i) / G_i / (sum over i of the mean of n in i)^2
    /// ```
    ///
    /// It is accurate for many groups, about 30 and more, of which none dominates.
    #[must_use]
    pub fn new(strata: &[RatioSums]) -> Option<Self> {
        let counted = || strata.iter().filter(|stratum| stratum.groups > 0);
        let mean = |summand: usize| -> f64 {
            counted().map(|stratum| stratum.sums[summand] as f64 / stratum.groups as f64).sum()
        };
        let n = mean(1);
        let first = counted().next()?;
        if n <= 0.0 {
            return None;
        }
        let value = if counted().all(|stratum| stratum.groups == first.groups) {
            let sum = |summand: usize| {
                let sums = counted().map(|stratum| stratum.sums[summand]);
                sums.sum::<i128>() as f64
            };
            sum(0) / sum(1)
        } else {
            mean(0) / n
        };
        let variances = (counted().all(|stratum| stratum.groups > 1))
            .then(|| (strata.iter().map(|stratum| variance(stratum, value, n))).collect());
        Some(Self { value, groups: counted().map(|stratum| stratum.groups).sum(), variances })
    }

    /// The ratio with its interval.
    #[must_use]
    pub fn estimate(&self) -> RatioEstimate {
        let variance = (self.variances.as_ref()).map(|parts| parts.iter().sum::<f64>());
        let standard_error = variance.filter(|sum| *sum > 0.0).map(f64::sqrt);
        let half = standard_error.map(|error| Z_95 * error);
        RatioEstimate {
            value: self.value,
            standard_error,
            low: half.map(|half| self.value - half),
            high: half.map(|half| self.value + half),
            groups: self.groups,
        }
    }
}

/// The interval of a share: a ratio of the strata's mean numerators to their mean denominators
/// whose numerator is in 0..=n in each group. It misses the share with a probability of about
/// `alpha`; `None` where nothing was counted.
///
/// It is the interval of Korn and Graubard (1998, Survey Methodology 24, 193-201): the exact
/// binomial one (Clopper and Pearson 1934, Biometrika 26, 404-413) for the number of independent
/// groups that would vary as much as these do. Groups that all are won, or all lost, do not show
/// how far others would deviate. So the variance is that of the groups with z^2 more, half of them
/// won and half of them lost (Agresti and Coull 1998, American Statistician 52, 119-126), spread
/// evenly over the strata. Where the share of every group is 0 or 1, it is the binomial one, and
/// the interval that of Clopper and Pearson for the groups. Where groups depend on each other,
/// `more` is how many times as large as that of independent groups the variance is.
#[must_use]
pub fn share_interval(strata: &[RatioSums], more: f64, alpha: f64) -> Option<Interval> {
    let StratifiedRatio { value, .. } = StratifiedRatio::new(strata)?;
    let counted: Vec<_> = strata.iter().filter(|of| of.groups > 0).collect();
    let square = |value: f64| value * value;
    // Where groups depend on each other, it takes more of them to add as much.
    let added = more * square(two_sided_point(alpha, 1));
    let share = value.clamp(0.0, 1.0);
    let mean_n: f64 = (counted.iter()).map(|of| of.sums[1] as f64 / of.groups as f64).sum();
    // The variance of the ratio if every group were won or lost as a whole is this, times
    // share * (1 - share).
    let whole: f64 =
        (counted.iter()).map(|of| of.sums[4] as f64 / square(of.groups as f64 * mean_n)).sum();
    let middle = (share / whole + added / 2.0) / (1.0 / whole + added);
    let of_stratum = |of: &&RatioSums| {
        let (groups, more) = (of.groups as f64, added / counted.len() as f64);
        let [x, n, _, _, nn] = of.sums.map(|sum| sum as f64);
        let size = (nn / groups).sqrt();
        let sum = [x - middle * n, more * size * (0.5 - middle)];
        let squares = [
            centred_squares(of, middle) / groups + sum[0] * sum[0] / groups,
            more * size * size * (square(middle) + square(1.0 - middle)) / 2.0,
        ];
        let mean = (sum[0] + sum[1]) / (groups + more);
        ((squares[0] + squares[1]) / (groups + more) - mean * mean) / groups / square(mean_n)
    };
    let variance: f64 = more * counted.iter().map(of_stratum).sum::<f64>();
    let groups = middle * (1.0 - middle) / variance;
    Some(Interval::binomial(share * groups, groups, alpha))
}

/// What one stratum adds to the variance of the ratio, where the mean denominator of
/// all is `mean_n`.
fn variance(stratum: &RatioSums, ratio: f64, mean_n: f64) -> f64 {
    if stratum.groups < 2 {
        return 0.0;
    }
    let groups = stratum.groups as f64;
    let squares = centred_squares(stratum, ratio);
    squares / groups / (groups - 1.0) / groups / (mean_n * mean_n)
}

/// The number of groups of a stratum times the sum of squares of x - `ratio` n about its mean.
fn centred_squares(stratum: &RatioSums, ratio: f64) -> f64 {
    let [x, n, xx, xn, nn] = stratum.sums;
    // The number of groups times the sum of products about the mean: integers that may
    // exceed 128 bits and whose terms cancel.
    let centred = |products: i128, a: i128, b: i128| {
        let difference = IBig::from(stratum.groups) * products - IBig::from(a) * b;
        difference.to_f64().value()
    };
    let (xx, xn, nn) = (centred(xx, x, x), centred(xn, x, n), centred(nn, n, n));
    let apart = xx + ratio * ratio * nn;
    let squares = apart - 2.0 * ratio * xn;
    if squares <= NO_VARIANCE * apart {
        return 0.0;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn sums(groups: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for &(x, n) in groups {
            let (x, n) = (i128::from(x), i128::from(n));
            sums.groups += 1;
            for (sum, more) in sums.sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
                *sum += more;
            }
        }
        sums
    }

    fn estimate(groups: &[(i64, i64)]) -> RatioEstimate {
        StratifiedRatio::new(&[sums(groups)]).unwrap().estimate()
    }

    /// Random groups of 0 to 7 games of 3 to 30 turns; later games are longer.
    fn random_groups(count: usize, seed: u64) -> Vec<(i64, i64)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |end| i64::try_from(rng.next_u64() % end).unwrap();
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
        let squares: f64 = groups.iter().map(|&(x, n)| (x as f64 - ratio * n as f64).powi(2)).sum();
        let variance = squares / (count - 1.0);
        (ratio, (variance / count).sqrt() / (n / count))
    }

    #[test]
    fn the_two_pass_formula() {
        for (more, seed) in (0..20).zip(0..) {
            let groups = random_groups(2 + 50 * more, seed);
            let (ratio, error) = two_pass(&groups);
            let estimate = estimate(&groups);
            assert!((estimate.value / ratio - 1.0).abs() < 1e-13);
            let found = estimate.standard_error.unwrap();
            assert!((found / error - 1.0).abs() < 1e-10, "{found} {error}");
            assert!((estimate.high.unwrap() - ratio - 1.959_964 * error).abs() < 1e-6);
            assert!((ratio - estimate.low.unwrap() - 1.959_964 * error).abs() < 1e-6);
        }
    }

    #[test]
    fn the_jackknife_is_close() {
        let groups = random_groups(2_000, 77);
        let [x, n] = [0, 1].map(|summand| sums(&groups).sums[summand] as f64);
        let without: Vec<f64> =
            (groups.iter()).map(|group| (x - group.0 as f64) / (n - group.1 as f64)).collect();
        let count = groups.len() as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|r| (r - mean).powi(2)).sum();
        let jackknife = ((count - 1.0) / count * squares).sqrt();
        let found = estimate(&groups).standard_error.unwrap();
        assert!((found / jackknife - 1.0).abs() < 2e-3, "{found} {jackknife}");
    }

    #[test]
    fn a_plain_mean_when_all_denominators_are_one() {
        // 1, 2, 3, 4: mean 2.5, variance 5 / 3, standard error of the mean
        // the root of 5 / 12.
        let estimate = estimate(&[(1, 1), (2, 1), (3, 1), (4, 1)]);
        assert_eq!(estimate.value, 2.5);
        let error = estimate.standard_error.unwrap();
        assert!((error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        // Deviations of 2^20 from 2^40, of which the products take more than 128 bits.
        let (large, part) = (1_i64 << 40, 1_i64 << 20);
        let groups = [(large + part, large), (large - part, large)].repeat(1 << 12);
        let estimate = estimate(&groups);
        assert_eq!(estimate.value, 1.0);
        let error = 2.0_f64.powi(-20) / (f64::from(1 << 13) - 1.0).sqrt();
        assert!((estimate.standard_error.unwrap() / error - 1.0).abs() < 1e-3);
    }

    #[test]
    fn strata_group_by_group() {
        let strata = [(40, 1), (90, 2), (17, 3)].map(|(count, seed)| random_groups(count, seed));
        let mean = |groups: &Vec<(i64, i64)>, of: fn(&(i64, i64)) -> i64| {
            groups.iter().map(|group| of(group) as f64).sum::<f64>() / groups.len() as f64
        };
        let x: f64 = strata.iter().map(|groups| mean(groups, |g| g.0)).sum();
        let n: f64 = strata.iter().map(|groups| mean(groups, |g| g.1)).sum();
        let ratio = x / n;
        let variance: f64 = strata
            .iter()
            .map(|groups| {
                let d = |g: &(i64, i64)| g.0 as f64 - ratio * g.1 as f64;
                let count = groups.len() as f64;
                let centre = groups.iter().map(d).sum::<f64>() / count;
                let squares: f64 = groups.iter().map(|g| (d(g) - centre).powi(2)).sum();
                squares / (count - 1.0) / count / n / n
            })
            .sum();
        let found = StratifiedRatio::new(&strata.map(|groups| sums(&groups))).unwrap();
        assert!((found.value - ratio).abs() < 1e-12);
        let error = found.estimate().standard_error.unwrap();
        assert!((error / variance.sqrt() - 1.0).abs() < 1e-10);
        assert_eq!(found.groups, 147);
    }

    #[test]
    fn strata_count_alike_and_do_not_vary() {
        // 1 in ten groups, 3 in two.
        let strata = [sums(&[(1, 1); 10]), sums(&[(3, 1), (3, 1)])];
        let found = StratifiedRatio::new(&strata).unwrap();
        assert_eq!(found.value, 2.0);
        assert_eq!(found.variances, Some(vec![0.0, 0.0]));
        assert_eq!(found.estimate().standard_error, None);
    }

    /// Near the end, an interval of a share is never empty and never narrower for one loss more,
    /// whichever game of a group is lost and however many times as large the variance is.
    #[test]
    fn a_loss_makes_no_interval_narrower() {
        let width = |counts: [u64; 3], more| {
            let of = RatioSums::of_counts(&counts);
            let share = of.sums[0] as f64 / of.sums[1] as f64;
            let Interval { low, high } = share_interval(&[of], more, 0.05).unwrap();
            assert!(low < share && share <= high, "{counts:?} {low} {high}");
            // Less than a loss of independent groups may round to none.
            let lost = counts[0] + counts[1] > 0;
            assert!(high == 1.0 || lost, "{counts:?} {high}");
            assert!(high < 1.0 || !lost || more > 1.0, "{counts:?} {high}");
            high - low
        };
        for groups in [2, 3, 5, 10, 40, 100, 400, 1_000] {
            for more in [1.0, 1.5, 2.0, 5.0, 40.0] {
                for kind in 0..3 {
                    // Lost are one game of each of some groups, some groups as a whole, or both
                    // games of a group before one of the next.
                    let counts = |lost: u64| match kind {
                        0 => [0, lost, groups - lost],
                        1 => [lost, 0, groups - lost],
                        _ => [lost / 2, lost % 2, groups - lost / 2 - lost % 2],
                    };
                    for lost in 0..=groups / 8 {
                        let [less, wide] = [lost, lost + 1].map(|lost| width(counts(lost), more));
                        assert!(less <= wide, "{:?} {more}: {less} {wide}", counts(lost));
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_known_is_missing() {
        assert_eq!(StratifiedRatio::new(&[]), None);
        assert_eq!(StratifiedRatio::new(&[RatioSums::default()]), None);
        assert_eq!(StratifiedRatio::new(&[sums(&[(0, 0); 5])]), None);
        let one = estimate(&[(3, 6)]);
        assert_eq!((one.value, one.standard_error, one.groups), (0.5, None, 1));
        let alike = estimate(&[(3, 6), (1, 2)]);
        assert_eq!((alike.low, alike.high), (None, None));
        let one = StratifiedRatio::new(&[sums(&[(1, 1), (2, 1)]), sums(&[(1, 1)])]).unwrap();
        assert_eq!(one.variances, None);
        assert_eq!(one.estimate().low, None);
    }

    #[test]
    fn value_stability() {
        let estimate = estimate(&random_groups(500, 11));
        let bits = |value: f64| format!("{:016x}", value.to_bits());
        assert_eq!(bits(estimate.value), "4031a9474068b873");
        let error = estimate.standard_error.unwrap();
        assert!((error / f64::from_bits(0x3fc8_f570_06f1_3993) - 1.0).abs() < 1e-12);
    }
}
