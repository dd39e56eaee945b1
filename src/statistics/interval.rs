//! Confidence intervals of rates.

use super::special::beta_lower;

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The number of halvings of -1..=1 that leave only the last digit of an end.
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
        assert!(
            trials > 0 && count <= trials,
            "{count} of {trials} is not a rate"
        );
        let n = trials as f64;
        let rate = count as f64 / n;
        let square = Z_95 * Z_95 / n;
        let centre = rate + square / 2.0;
        let half = Z_95 * ((rate * (1.0 - rate) + square / 4.0) / n).sqrt();
        // At the ends the interval touches 0 or 1; rounding must not miss it.
        Self {
            low: if count == 0 {
                0.0
            } else {
                (centre - half) / (1.0 + square)
            },
            high: if count == trials {
                1.0
            } else {
                (centre + half) / (1.0 + square)
            },
        }
    }

    /// The exact binomial interval for `count` of `trials`, which need not be whole numbers; it
    /// misses the rate with a probability of at most `alpha` (Clopper and Pearson 1934). An end
    /// is 0 or 1 only where nothing was won or nothing was lost.
    #[must_use]
    pub(crate) fn binomial(count: f64, trials: f64, alpha: f64) -> Self {
        Self {
            low: lowest_rate(count, trials, alpha / 2.0),
            high: 1.0 - lowest_rate(trials - count, trials, alpha / 2.0),
        }
    }

    /// The score interval of a mean share, where each of `won + drawn + lost` games has a
    /// share of 1, 1/2 or 0 (Tango 1998, Statistics in Medicine 17, 891-908: the score
    /// interval of the difference of paired proportions, which is won less lost; the share
    /// is (1 + difference) / 2). Draws make it narrower than [`Self::wilson`]; without
    /// draws both are equal. It is the same on every machine.
    ///
    /// # Panics
    /// If there are no games.
    #[must_use]
    pub fn of_draws(won: u64, drawn: u64, lost: u64) -> Self {
        assert!(won + drawn + lost > 0, "no games");
        Self {
            low: lowest_share(won, drawn, lost),
            high: 1.0 - lowest_share(lost, drawn, won),
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
        match excess > 0.0 {
            true => above = rate,
            false => below = rate,
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

/// The lower end of [`Interval::of_draws`].
fn lowest_share(won: u64, drawn: u64, lost: u64) -> f64 {
    let [b, c] = [won, lost].map(|count| count as f64);
    let n = b + drawn as f64 + c;
    if won + drawn == 0 {
        return 0.0;
    }
    // The number of standard errors by which the sample is above the difference, with
    // the maximum-likelihood probabilities for that difference.
    let distance = |difference: f64| {
        let middle = (2.0 * n - b + c) * difference - b - c;
        let constant = c * difference * (1.0 - difference);
        let chance = ((middle * middle + 8.0 * n * constant).sqrt() - middle) / (4.0 * n);
        let variance = n * (2.0 * chance + difference * (1.0 - difference));
        (b - c - n * difference) / variance.max(0.0).sqrt()
    };
    let (mut outside, mut inside) = (-1.0, (b - c) / n);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(outside, inside);
        match distance(middle) > Z_95 {
            true => outside = middle,
            false => inside = middle,
        }
    }
    f64::midpoint(outside, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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

    /// The counts are the example of Fagerland, Lydersen and Laake (2014, Statistics in Medicine
    /// 33). The ends are those of a second computation: it maximised the likelihood for each
    /// share by golden-section search, without the closed form, and found by bisection where the
    /// score test gives Z_95.
    #[test]
    fn draws_as_found_by_maximising_the_likelihood() {
        let interval = Interval::of_draws(1, 13, 7);
        let of_difference = [interval.low, interval.high].map(|share| 2.0 * share - 1.0);
        assert!((of_difference[0] + 0.517_232_275).abs() < 1e-7);
        assert!((of_difference[1] + 0.026_003_036).abs() < 1e-7);
    }

    #[test]
    fn without_draws_it_is_wilsons() {
        for (won, lost) in [(0, 10), (5, 5), (10, 0), (3_078, 6_922), (1, 1_000_000)] {
            let (found, wilson) = (
                Interval::of_draws(won, 0, lost),
                Interval::wilson(won, won + lost),
            );
            assert!(
                (found.low - wilson.low).abs() < 1e-9,
                "{found:?} {wilson:?}"
            );
            assert!(
                (found.high - wilson.high).abs() < 1e-9,
                "{found:?} {wilson:?}"
            );
        }
    }

    /// The score test at each end gives Z_95. The standard error uses the
    /// maximum-likelihood probabilities for that share, which are found by trying all
    /// probabilities of a draw.
    #[test]
    fn the_ends_are_where_the_score_test_says() {
        for (won, drawn, lost) in [(30, 50, 20), (1, 13, 7), (0, 99, 1), (200, 3, 40)] {
            let interval = Interval::of_draws(won, drawn, lost);
            let counts = [won, drawn, lost].map(|count| count as f64);
            let n: f64 = counts.iter().sum();
            let found = (counts[0] + counts[1] / 2.0) / n;
            for share in [interval.low, interval.high] {
                let steps = 400_000;
                let chances = (0..=steps).map(|step| {
                    let draws = f64::from(step) / f64::from(steps);
                    [share - draws / 2.0, draws, 1.0 - share - draws / 2.0]
                });
                let likelihood = |chances: &[f64; 3]| -> f64 {
                    let terms = counts
                        .iter()
                        .zip(chances)
                        .filter(|(count, _)| **count > 0.0);
                    terms.map(|(count, chance)| count * chance.ln()).sum()
                };
                let possible = chances.filter(|chances| chances[0] >= 0.0 && chances[2] >= 0.0);
                let [wins, draws, _] = possible
                    .max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)))
                    .unwrap();
                let error = ((wins + draws / 4.0 - share * share) / n).sqrt();
                let z = (found - share).abs() / error;
                assert!((z - Z_95).abs() < 0.01, "{interval:?} {share}: {z}");
            }
        }
    }

    #[test]
    fn intervals_of_draws_cover() {
        for (wins, draws) in [(20, 60), (45, 20), (2, 95), (60, 37)] {
            let share = wins as f64 / 100.0 + draws as f64 / 200.0;
            let (runs, mut held) = (4_000, 0);
            for run in 0..runs {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
                let mut counts = [0; 3];
                for _ in 0..150 {
                    let luck = ((rng.next_u64() >> 32) * 100) >> 32;
                    let worse = [wins, wins + draws].map(|below| usize::from(luck >= below));
                    counts[worse[0] + worse[1]] += 1;
                }
                let [won, drawn, lost] = counts;
                let interval = Interval::of_draws(won, drawn, lost);
                held += u32::from(interval.low <= share && share <= interval.high);
            }
            let coverage = f64::from(held) / runs as f64;
            assert!(
                (0.935..0.975).contains(&coverage),
                "{wins} {draws}: {coverage}"
            );
        }
    }
}
