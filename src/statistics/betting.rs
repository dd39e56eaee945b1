//! An interval for any number of looks that costs the same for groups of any
//! size.
//!
//! Its sibling in `sequential` bounds the whole law of the values and so pays
//! for every category. This one bets on the mean alone. If the mean is mu,
//! nobody can expect to gain who puts a share b on v / mu and the rest on
//! (1 - v) / (1 - mu) for each value v in 0..=1: the wealth, a product over the
//! groups, is a martingale. So is the mean of the wealths over b by the arcsine
//! law, Beta(1/2, 1/2), and after n groups it is at least
//!
//! ```text
//! (largest wealth of any b) * Gamma(n + 1/2) / (Gamma(1/2) Gamma(n + 1))
//! ```
//!
//! (universal portfolios: Cover and Ordentlich 1996, IEEE Trans. Inform. Theory
//! 42, 348-363). By Ville's inequality it ever reaches 1 / alpha with
//! probability at most alpha. The interval is the set of the mu where the bound
//! does not (Orabona and Jun 2024, IEEE Trans. Inform. Theory 70, 436-455). The
//! largest wealth is the very maximum over b that the sibling takes.
//!
//! The values need not be of one law: it is enough that each has the mean mu,
//! whatever came before. The tests integrate the wealth itself and watch 400
//! runs.

use super::Interval;
use super::sequential::ends;

/// The interval of the mean of `counts.len() - 1 = m` games' share, from how
/// many groups had each value: `counts[j]` had j/m. With probability of at
/// least 1 - `alpha` it holds the mean after every group at once.
///
/// Without groups it is 0 to 1. The same to the last digit on every machine.
///
/// # Panics
/// With fewer than two values or `alpha` outside of 0..1.
///
/// # Examples
/// ```
/// use rivals::statistics::betting_interval_at_any_time;
/// let counts = [10, 60, 150, 200, 150, 60, 10];
/// let interval = betting_interval_at_any_time(&counts, 0.05);
/// assert!(interval.low < 0.5 && 0.5 < interval.high);
/// ```
#[must_use]
pub fn betting_interval_at_any_time(counts: &[u64], alpha: f64) -> Interval {
    assert!(counts.len() >= 2, "{counts:?} counts too few values");
    assert!(
        0.0 < alpha && alpha < 1.0,
        "alpha {alpha} is no probability"
    );
    ends(counts, allowance(counts.iter().sum(), alpha))
}

/// The logarithm of the largest wealth that refutes nothing.
fn allowance(groups: u64, alpha: f64) -> f64 {
    let n = groups as f64;
    libm::lgamma(0.5) + libm::lgamma(n + 1.0) - libm::lgamma(n + 0.5) - libm::log(alpha)
}

#[cfg(test)]
mod tests {
    use super::super::sequential::{interval_at_any_time, shortfall};
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The mean wealth, over 20,000 shares at equal steps of the arcsine law.
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
        // Shares of six fair games: a mean of 1/2, from six bits.
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
                miss || group % 10 == 0 && shortfall(&high, 0.5) > allowance(group, 0.05)
            });
            missed += u32::from(miss);
        }
        assert!(missed <= 20, "{missed} of 400 at a level of 5 %");
    }

    #[test]
    fn narrower_than_from_the_law_as_a_whole() {
        for factor in [1, 100, 10_000] {
            for counts in [vec![50, 50], vec![25, 50, 25], vec![1, 6, 15, 20, 15, 6, 1]] {
                let counts: Vec<u64> = counts.iter().map(|count| count * factor).collect();
                let width = |interval: Interval| interval.high - interval.low;
                let betting = width(betting_interval_at_any_time(&counts, 0.05));
                let law = width(interval_at_any_time(&counts, 0.05));
                // With one game there is no law beyond the mean.
                let share = if counts.len() == 2 { 1.1 } else { 0.95 };
                assert!(betting < share * law, "{counts:?}");
            }
        }
    }

    #[test]
    fn the_ends() {
        let none = betting_interval_at_any_time(&[0, 0, 0], 0.05);
        assert_eq!((none.low, none.high), (0.0, 1.0));
        let won = betting_interval_at_any_time(&[0, 0, 40], 0.05);
        assert_eq!(won.high, 1.0);
        // All on v / mu: a wealth of mu^-40.
        assert!((won.low - (-allowance(40, 0.05) / 40.0).exp()).abs() < 1e-12);
    }

    #[test]
    fn value_stability() {
        let interval = betting_interval_at_any_time(&[110, 0, 240, 170], 0.05);
        let bits = [interval.low, interval.high].map(|end| format!("{:016x}", end.to_bits()));
        assert_eq!(bits, ["3fe26241242fbdc2", "3fe6127b9de8b3d6"]);
    }
}
