//! The ratio of two sums over groups of several kinds, such as games against several
//! opponents. All kinds have equal weight, however many groups they had.
//!
//! The kinds, called strata, were chosen and not drawn, so only the variance within
//! them counts. The tests compare with the formula computed group by group and with
//! [`RatioSums`], which is the case of one stratum.

use dashu_int::IBig;

use super::interval::Z_95;
use super::{RatioEstimate, RatioSums};

/// A variance below this fraction of the sum of its terms is rounding error.
const NO_VARIANCE: f64 = 1e-12;

/// A ratio of sums over strata, and what each stratum adds to its variance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StratifiedRatio {
    value: f64,
    groups: u64,
    variances: Option<Vec<f64>>,
}

impl StratifiedRatio {
    /// The ratio of the strata's mean numerators to their mean denominators, both per
    /// group; none where nothing was counted.
    ///
    /// Its variance is that of the delta method (Cochran 1977, Sampling
    /// Techniques, 3rd ed., section 6.11, the combined ratio estimate without
    /// the finite population correction): with x and n of the groups of stratum
    /// i, G_i groups, the ratio R and d = x - R n,
    ///
    /// ```text
    /// sum over i of (variance of d within i) / G_i / (sum over i of the mean of n in i)^2
    /// ```
    #[must_use]
    pub(crate) fn new(strata: &[RatioSums]) -> Option<Self> {
        let words: Vec<[i128; 6]> = strata.iter().map(RatioSums::to_words).collect();
        let counted = || words.iter().filter(|words| words[0] > 0);
        let mean = |word: usize| -> f64 {
            counted()
                .map(|words| words[word] as f64 / words[0] as f64)
                .sum()
        };
        let n = mean(2);
        let first = counted().next()?;
        if n <= 0.0 {
            return None;
        }
        let value = if counted().all(|words| words[0] == first[0]) {
            let sum = |word: usize| counted().map(|words| words[word]).sum::<i128>() as f64;
            sum(1) / sum(2)
        } else {
            mean(1) / n
        };
        let variances = (counted().all(|words| words[0] > 1)).then(|| {
            words
                .iter()
                .map(|words| variance(*words, value, n))
                .collect()
        });
        Some(Self {
            value,
            groups: counted().map(|words| words[0] as u64).sum(),
            variances,
        })
    }

    /// The ratio.
    #[must_use]
    pub(crate) fn value(&self) -> f64 {
        self.value
    }

    /// The number of groups of all strata.
    #[must_use]
    pub(crate) fn groups(&self) -> u64 {
        self.groups
    }

    /// What each stratum adds to the variance of the ratio, 0 where no group
    /// deviates; none if a stratum has a single group.
    #[must_use]
    pub(crate) fn variances(&self) -> Option<&[f64]> {
        self.variances.as_deref()
    }

    /// The ratio with its interval, as [`RatioSums::estimate`] has it.
    #[must_use]
    pub(crate) fn estimate(&self) -> RatioEstimate {
        let variance = self.variances().map(|parts| parts.iter().sum::<f64>());
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

/// What one stratum adds to the variance of the ratio, where the mean denominator of
/// all is `n`.
fn variance([groups, x, n, xx, xn, nn]: [i128; 6], ratio: f64, mean_n: f64) -> f64 {
    if groups < 2 {
        return 0.0;
    }
    // The number of groups times the sum of products about the mean: integers that may
    // exceed 128 bits and whose terms cancel.
    let centred = |products: i128, a: i128, b: i128| {
        let difference = IBig::from(groups) * products - IBig::from(a) * b;
        difference.to_f64().value()
    };
    let (xx, xn, nn) = (centred(xx, x, x), centred(xn, x, n), centred(nn, n, n));
    let apart = xx + ratio * ratio * nn;
    let squares = apart - 2.0 * ratio * xn;
    if squares <= NO_VARIANCE * apart {
        return 0.0;
    }
    let groups = groups as f64;
    squares / groups / (groups - 1.0) / groups / (mean_n * mean_n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    type Groups = Vec<(i64, i64)>;

    fn sums(groups: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        groups.iter().for_each(|&(x, n)| sums.add(x, n));
        sums
    }

    fn random(count: usize, shift: i64, rng: &mut Xoshiro256PlusPlus) -> Groups {
        (0..count)
            .map(|_| {
                let n = 2 + (rng.next_u64() % 5) as i64;
                (shift * n + (rng.next_u64() % 7) as i64, n)
            })
            .collect()
    }

    #[test]
    fn group_by_group() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let strata = [(40, 1), (90, 5), (17, 2)].map(|(count, x)| random(count, x, &mut rng));
        let mean = |groups: &Groups, of: fn(&(i64, i64)) -> i64| {
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
        assert!((found.value() - ratio).abs() < 1e-12);
        let error = found.estimate().standard_error.unwrap();
        assert!((error / variance.sqrt() - 1.0).abs() < 1e-10);
        assert_eq!(found.groups(), 147);
    }

    #[test]
    fn one_stratum_is_the_plain_ratio() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let plain = sums(&random(50, 2, &mut rng));
        let found = StratifiedRatio::new(&[RatioSums::default(), plain]).unwrap();
        let (found, expected) = (found.estimate(), plain.estimate().unwrap());
        assert_eq!(found.value, expected.value);
        let error = found.standard_error.unwrap() / expected.standard_error.unwrap();
        assert!((error - 1.0).abs() < 1e-10);
    }

    #[test]
    fn strata_count_alike_and_do_not_vary() {
        // 1 in ten groups, 3 in two.
        let strata = [sums(&[(1, 1); 10]), sums(&[(3, 1), (3, 1)])];
        let found = StratifiedRatio::new(&strata).unwrap();
        assert_eq!(found.value(), 2.0);
        assert_eq!(found.variances(), Some(&[0.0, 0.0][..]));
        assert_eq!(found.estimate().standard_error, None);
    }

    #[test]
    fn what_cannot_be_known_is_missing() {
        assert_eq!(StratifiedRatio::new(&[]), None);
        assert_eq!(StratifiedRatio::new(&[sums(&[(0, 0); 5])]), None);
        let one = StratifiedRatio::new(&[sums(&[(1, 1), (2, 1)]), sums(&[(1, 1)])]).unwrap();
        assert_eq!(one.variances(), None);
        assert_eq!(one.estimate().low, None);
    }
}
