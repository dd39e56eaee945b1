//! A confidence interval that is valid at any number of looks at the data. Its cost does
//! not depend on the number of games per group.
//!
//! An interval for a fixed number of games fails far more often than its level says if the
//! run stops as soon as the interval looks good. The interval below is valid at all times
//! at once, so that a tournament may stop as soon as its results are precise enough.
//!
//! The interval bets on the mean of values in 0..=1. If the mean is mu, a bet has no
//! expected gain that puts a share b of the wealth on v / mu and the rest on
//! (1 - v) / (1 - mu) for each value v: the wealth, a product over the groups, is a
//! martingale. The mean of the wealths over b with the arcsine distribution, Beta(1/2,
//! 1/2), is a martingale as well, and after n groups it is at least
//!
//! ```text
//! (largest wealth of any b) * Gamma(n + 1/2) / (Gamma(1/2) Gamma(n + 1))
//! ```
//!
//! (universal portfolios: Cover and Ordentlich 1996, IEEE Trans. Inform. Theory 42,
//! 348-363). By Ville's inequality the probability that it ever reaches 1 / alpha is at
//! most alpha. The interval is the set of all mu for which the bound is below 1 / alpha
//! (Orabona and Jun 2024, IEEE Trans. Inform. Theory 70, 436-455).
//!
//! The values need not have the same distribution: it is enough that each has the mean mu,
//! given all values before. The tests integrate the wealth itself and check 400 runs.

use super::Interval;

/// The number of halvings of the interval that a search starts from: 2^-60 of it
/// remains, which is less than the last digit of an end of 1/1000 and more.
const HALVINGS: u32 = 60;

/// A confidence interval for the mean share of `m` games per group, where `m` is
/// `counts.len() - 1` and `counts[j]` groups had the share j/m. With a probability of
/// at least 1 - `alpha` the intervals after all numbers of groups contain the mean at
/// once.
///
/// Without groups the interval is 0 to 1. The result is the same to the last digit on
/// every machine.
///
/// # Panics
/// If there are fewer than two values, or `alpha` is outside (0, 1).
#[must_use]
pub fn betting_interval_at_any_time(counts: &[u64], alpha: f64) -> Interval {
    assert!(counts.len() >= 2, "{counts:?} counts too few values");
    assert!(0.0 < alpha && alpha < 1.0, "alpha {alpha} is not a probability");
    ends(counts, allowance(counts.iter().sum(), alpha))
}

/// The logarithm of the largest wealth that does not exclude a mean.
fn allowance(groups: u64, alpha: f64) -> f64 {
    let n = groups as f64;
    libm::lgamma(0.5) + libm::lgamma(n + 1.0) - libm::lgamma(n + 0.5) - libm::log(alpha)
}

/// The interval of the means against which the largest wealth has a logarithm of at
/// most the allowance.
fn ends(counts: &[u64], allowance: f64) -> Interval {
    let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
    Interval { low: low_end(counts, allowance), high: 1.0 - low_end(&mirrored, allowance) }
}

/// The smallest mean within the allowance, or a number just below it.
fn low_end(counts: &[u64], allowance: f64) -> f64 {
    let groups: u64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let total: f64 =
        (counts.iter().enumerate()).map(|(value, &count)| value as f64 * count as f64).sum();
    if groups == 0 || total == 0.0 {
        return 0.0;
    }
    // A mean of 0 is excluded by what was observed; against the sample's own mean no
    // bet gains.
    let (mut outside, mut inside) = (0.0, total / most / groups as f64);
    for _ in 0..HALVINGS {
        let middle = outside + (inside - outside) / 2.0;
        if largest_wealth(counts, middle) > allowance {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    outside
}

/// The logarithm of the largest wealth of any bet against this mean, which is above 0 and
/// not above the mean of the sample. It is also the difference between the largest
/// log-likelihood of any distribution and that of any distribution with this mean (Owen
/// 1988, Biometrika 75, 237-249).
fn largest_wealth(counts: &[u64], mean: f64) -> f64 {
    let most = (counts.len() - 1) as f64;
    let seen = || {
        (counts.iter().enumerate())
            .filter(|(_, count)| **count > 0)
            .map(|(value, &count)| (count as f64, value as f64 / most / mean))
    };
    let slope = |b: f64| -> f64 {
        seen().map(|(count, relative)| count * (relative - 1.0) / (1.0 - b + b * relative)).sum()
    };
    // The function is concave in b and its slope at b = 0 is at least 0. If a value of
    // 0 was observed, the slope at the other end is minus infinity; otherwise that end
    // may be the maximum.
    let (mut low, mut high) = (0.0, 1.0);
    if slope(high) >= 0.0 {
        low = high;
    }
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    seen().map(|(count, relative)| count * libm::log(1.0 - low + low * relative)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The mean wealth, over 20,000 shares at equal steps of the arcsine distribution:
    /// the reference implementation.
    fn wealth(counts: &[u64], mean: f64) -> f64 {
        let most = (counts.len() - 1) as f64;
        let steps = 20_000;
        let wealths = (0..steps).map(|step| {
            let angle = (f64::from(step) + 0.5) / f64::from(steps) * std::f64::consts::FRAC_PI_2;
            let share = angle.sin().powi(2);
            let factors = counts.iter().enumerate().map(|(value, &count)| {
                let value = value as f64 / most;
                let factor = share * value / mean + (1.0 - share) * (1.0 - value) / (1.0 - mean);
                factor.powf(count as f64)
            });
            factors.product::<f64>()
        });
        wealths.sum::<f64>() / f64::from(steps)
    }

    #[test]
    fn the_wealth_itself_refutes_a_little_more() {
        for counts in [
            vec![3, 5, 2],
            vec![30, 50, 20],
            vec![0, 30, 0],
            vec![40, 60],
            vec![25, 0, 0],
            vec![1, 6, 15, 20, 15, 6, 1],
        ] {
            let interval = betting_interval_at_any_time(&counts, 0.05);
            let inside = |mean: &f64| wealth(&counts, *mean) < 20.0;
            let grid = (1..200).map(|step| f64::from(step) / 200.0);
            let held: Vec<f64> = grid.filter(inside).collect();
            let (low, high) = (held[0], held[held.len() - 1]);
            assert!(interval.low <= low && high <= interval.high, "{counts:?}");
            let width = (high - low + 2.0 / 200.0) * 1.15;
            assert!(interval.high - interval.low < width, "{counts:?}");
        }
    }

    #[test]
    fn covers_under_continuous_looking() {
        // The shares of six fair games, with a mean of 1/2, from six bits.
        let mut missed = 0;
        for run in 0..400 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
            let mut counts = [0; 7];
            let miss = (1..=2_000).fold(false, |miss, group| {
                counts[(rng.next_u64() >> 58).count_ones() as usize] += 1;
                let total: u64 = (0..).zip(counts).map(|(value, count)| value * count).sum();
                let mut high = counts;
                if total < 3 * group {
                    high.reverse();
                }
                miss || group % 10 == 0 && largest_wealth(&high, 0.5) > allowance(group, 0.05)
            });
            missed += u32::from(miss);
        }
        assert!(missed <= 20, "{missed} of 400 at a level of 5 %");
    }

    /// The largest wealth is compared with a search over all bets.
    #[test]
    fn the_largest_wealth_is_that_of_the_best_bet() {
        for counts in [vec![3, 5, 2], vec![0, 30, 0], vec![40, 60], vec![5, 0, 9]] {
            let most = (counts.len() - 1) as f64;
            let total: f64 =
                (0..).zip(&counts).map(|(value, &n)| f64::from(value) * n as f64).sum();
            let mean = total / most / counts.iter().sum::<u64>() as f64;
            for mean in [0.3, 0.7, 0.99].map(|part| part * mean) {
                let wealth = |bet: f64| -> f64 {
                    let factors = counts.iter().enumerate().filter(|(_, count)| **count > 0);
                    let logs = factors.map(|(value, &count)| {
                        let relative = value as f64 / most / mean;
                        count as f64 * (1.0 - bet + bet * relative).ln()
                    });
                    logs.sum()
                };
                let bets = (0..=200_000).map(|step| wealth(f64::from(step) / 200_000.0));
                let best = bets.fold(f64::NEG_INFINITY, f64::max);
                let found = largest_wealth(&counts, mean);
                assert!((found - best).abs() < 1e-6, "{counts:?} {mean}: {found} {best}");
            }
        }
    }

    #[test]
    fn narrower_with_more_groups_wider_with_more_confidence() {
        let mut last = 1.0;
        for factor in [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] {
            let counts = [25 * factor, 50 * factor, 25 * factor];
            let interval = betting_interval_at_any_time(&counts, 0.05);
            let surer = betting_interval_at_any_time(&counts, 1e-6);
            assert!(surer.low < interval.low && interval.high < surer.high);
            let width = interval.high - interval.low;
            assert!(width < last);
            last = width;
        }
    }

    #[test]
    fn the_ends() {
        let none = betting_interval_at_any_time(&[0, 0, 0], 0.05);
        assert_eq!((none.low, none.high), (0.0, 1.0));
        let won = betting_interval_at_any_time(&[0, 0, 40], 0.05);
        assert_eq!(won.high, 1.0);
        // All of the wealth is on v / mu, which gives mu^-40.
        assert!((won.low - (-allowance(40, 0.05) / 40.0).exp()).abs() < 1e-12);
    }

    #[test]
    fn value_stability() {
        let interval = betting_interval_at_any_time(&[110, 0, 240, 170], 0.05);
        let bits = [interval.low, interval.high].map(|end| format!("{:016x}", end.to_bits()));
        assert_eq!(bits, ["3fe26241242fbdc2", "3fe6127b9de8b3d6"]);
    }
}
