//! Confidence intervals of rates.

use super::special::beta_lower;

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The number of halvings of 0..=1 that leave only the last digit of an end.
const HALVINGS: u32 = 60;

/// A confidence interval of a rate, within 0..=1; its level is 95 % unless the function
/// that makes it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Wilson's score interval for `count` of `trials` (Wilson 1927, JASA 22,
    /// 209-212). It uses only operations that IEEE 754 rounds correctly, so it
    /// is the same on every machine.
    ///
    /// # Panics
    /// If `trials` is zero or less than `count`.
    #[must_use]
    pub fn wilson(count: u64, trials: u64) -> Self {
        assert!(trials > 0 && count <= trials, "{count} of {trials} is not a rate");
        let n = trials as f64;
        let rate = count as f64 / n;
        let square = Z_95 * Z_95 / n;
        let centre = rate + square / 2.0;
        let half = Z_95 * ((rate * (1.0 - rate) + square / 4.0) / n).sqrt();
        // At the ends the interval touches 0 or 1; rounding must not miss it.
        Self {
            low: if count == 0 { 0.0 } else { (centre - half) / (1.0 + square) },
            high: if count == trials { 1.0 } else { (centre + half) / (1.0 + square) },
        }
    }

    /// The exact binomial interval for `count` of `trials`, which need not be whole numbers; it
    /// misses the rate with a probability of at most `alpha` (Clopper and Pearson 1934). An end
    /// is 0 or 1 only where nothing was won or nothing was lost.
    #[must_use]
    pub fn binomial(count: f64, trials: f64, alpha: f64) -> Self {
        Self {
            low: lowest_rate(count, trials, alpha / 2.0),
            high: 1.0 - lowest_rate(trials - count, trials, alpha / 2.0),
        }
    }
}

/// The rate at which this count or more of `trials` have the probability `alpha`, 0 for a count of
/// 0: the quantile of a beta distribution, by Newton's method between bounds.
fn lowest_rate(count: f64, trials: f64, alpha: f64) -> f64 {
    // Rounding errors of a count of 0.
    if count <= 1e-9 * trials {
        return 0.0;
    }
    let (a, b) = (count, trials - count + 1.0);
    let norm = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let (mut below, mut above) = (0.0, count / trials);
    let mut rate = above / 2.0;
    for _ in 0..2 * HALVINGS {
        let excess = beta_lower(a, b, rate, 1.0 - rate) - alpha;
        if excess > 0.0 {
            above = rate
        } else {
            below = rate
        }
        let log = norm + (a - 1.0) * libm::log(rate) + (b - 1.0) * libm::log1p(-rate);
        let mut next = rate - excess / libm::exp(log);
        if !(below < next && next < above) {
            next = f64::midpoint(below, above);
        }
        if (next - rate).abs() <= 1e-14 * rate {
            return next;
        }
        rate = next;
    }
    rate
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17.1: `binomtest(k, n).proportion_ci(method="wilson")`.
    #[test]
    fn wilson_as_scipy_has_it() {
        for (count, trials, low, high) in [
            (0, 10, 0.0, 0.277_532_799_862_889_26),
            (5, 10, 0.236_593_090_512_564, 0.763_406_909_487_436_1),
            (10, 10, 0.722_467_200_137_110_9, 1.0),
            (3_078, 10_000, 0.298_828_373_739_776, 0.316_919_235_233_912),
        ] {
            let interval = Interval::wilson(count, trials);
            assert!((interval.low - low).abs() < 1e-14, "{interval:?}");
            assert!((interval.high - high).abs() < 1e-14, "{interval:?}");
        }
    }
}
