//! Statistics of the study: rank correlations, intervals by resampling, and Holm's correction.

use rand::Rng;
use rivals_core::play::draw;
use rivals_core::random::{Key, Purpose};
use rivals_statistics::parallel;

/// The ranks of values, from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    while first < order.len() {
        let alike = |&&at: &&usize| values[at] == values[order[first]];
        let end = first + order[first..].iter().take_while(alike).count();
        let mean = (first + 1 + end) as f64 / 2.0;
        order[first..end].iter().for_each(|&at| ranks[at] = mean);
        first = end;
    }
    ranks
}

/// Pearson's correlation; `None` if one of both does not vary.
fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let count = one.len() as f64;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (a, b) = (mean(one), mean(other));
    let product = |x: &[f64], y: &[f64], [a, b]: [f64; 2]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - a) * (y - b)).sum()
    };
    let scale = (product(one, one, [a; 2]) * product(other, other, [b; 2])).sqrt();
    (scale > 1e-12).then(|| (product(one, other, [a, b]) / scale).clamp(-1.0, 1.0))
}

/// Spearman's rank correlation; `None` if one of both does not vary.
pub(super) fn spearman(one: &[f64], other: &[f64]) -> Option<f64> {
    correlation(&ranks(one), &ranks(other))
}

/// Spearman's correlation of two while a third is held constant.
pub(super) fn partial_spearman(one: &[f64], other: &[f64], given: &[f64]) -> Option<f64> {
    let (xy, xz, yz) = (spearman(one, other)?, spearman(one, given)?, spearman(other, given)?);
    let scale = ((1.0 - xz * xz) * (1.0 - yz * yz)).sqrt();
    (scale > 1e-9).then(|| ((xy - xz * yz) / scale).clamp(-1.0, 1.0))
}

/// The slope of the least squares of y on x, by the sums of 1, x, y, x², and xy; `None` if x does
/// not vary.
pub(super) fn slope([n, x, y, xx, xy]: [f64; 5]) -> Option<f64> {
    let varies = n * xx - x * x;
    (varies > 1e-9 * n * n).then(|| (n * xy - x * y) / varies)
}

/// Statistics of samples that were drawn with replacement, one list for each of `draws`.
/// `statistics` gets the generator of its draw.
pub(super) fn resampled<T: Send>(
    seed: u64,
    draws: usize,
    statistics: impl Fn(&mut dyn Rng) -> T + Send + Sync,
) -> Vec<T> {
    parallel::map(draws, |number| {
        let mut rng = Key::new(seed, Purpose::Conduct, &[number as u64]).generator();
        statistics(&mut rng)
    })
}

/// As many numbers below `count`, drawn with replacement.
pub(super) fn sample(rng: &mut dyn Rng, count: usize) -> Vec<usize> {
    (0..count).map(|_| draw(rng, count)).collect()
}

/// The 95 % interval of a statistic from its values in resampled data; `None` without any.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the length")]
pub(super) fn percentiles(mut values: Vec<f64>) -> Option<[f64; 2]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)? as f64;
    let at = |part: f64| values[(part * last).round() as usize];
    Some([at(0.025), at(0.975)])
}

/// The probability that a statistic is at most a bound, from its values in resampled data; never 0.
pub(super) fn p_at_most(values: &[f64], bound: f64) -> f64 {
    let below = values.iter().filter(|&&value| value <= bound).count();
    (below + 1) as f64 / (values.len() + 1) as f64
}

/// The p-values corrected for their number (Holm 1979), in their order.
pub(super) fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let (mut corrected, mut most) = (vec![0.0; p_values.len()], 0.0_f64);
    for (place, at) in order.into_iter().enumerate() {
        most = most.max((p_values.len() - place) as f64 * p_values[at]).min(1.0);
        corrected[at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without ties, Spearman's correlation is 1 - 6 Σd² / (n (n² - 1)).
    #[test]
    fn spearman_is_the_formula_of_differences() {
        let mut rng = Key::new(3, Purpose::Playing, &[]).generator();
        let mut drawn = || (0..12).map(|_| draw(&mut rng, 1 << 20) as f64).collect::<Vec<_>>();
        for _ in 0..20 {
            let (one, other) = (drawn(), drawn());
            let place = |of: &[f64], value: f64| of.iter().filter(|&&less| less < value).count();
            let squares: f64 = (one.iter().zip(&other))
                .map(|(&x, &y)| place(&one, x) as f64 - place(&other, y) as f64)
                .map(|difference| difference * difference)
                .sum();
            let expected = 1.0 - 6.0 * squares / (12.0 * 143.0);
            assert!((spearman(&one, &other).unwrap() - expected).abs() < 1e-12);
        }
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(spearman(&[1.0, 1.0], &[1.0, 2.0]), None);
    }

    /// It is the correlation of what regressions on the third leave.
    #[test]
    fn a_partial_correlation_is_one_of_residuals() {
        let one = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        let other = [2.0, 1.0, 4.0, 3.0, 7.0, 5.0, 8.0, 6.0];
        let given = [3.0, 1.0, 2.0, 8.0, 4.0, 7.0, 6.0, 5.0];
        let left = |of: &[f64; 8]| -> Vec<f64> {
            let sums = (of.iter().zip(&given)).fold([0.0; 5], |[n, x, y, xx, xy], (b, a)| {
                [n + 1.0, x + a, y + b, xx + a * a, xy + a * b]
            });
            let rise = slope(sums).unwrap();
            of.iter().zip(&given).map(|(y, x)| y - rise * x).collect()
        };
        let expected = correlation(&left(&one), &left(&other)).unwrap();
        let found = partial_spearman(&one, &other, &given).unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn slopes_are_those_of_a_line() {
        let of = |points: &[(f64, f64)]| {
            slope(points.iter().fold([0.0; 5], |[n, sx, sy, sxx, sxy], (x, y)| {
                [n + 1.0, sx + x, sy + y, sxx + x * x, sxy + x * y]
            }))
        };
        assert!((of(&[(0.0, 1.0), (1.0, 3.0), (3.0, 7.0)]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(of(&[(1.0, 1.0), (1.0, 3.0)]), None);
    }

    /// The interval of a mean by resampling against that of the normal distribution.
    #[test]
    fn resampling_finds_the_interval_of_a_mean() {
        let values: Vec<f64> = (0..200).map(|at| f64::from(at % 20)).collect();
        let mean = |places: &[usize]| {
            places.iter().map(|&at| values[at]).sum::<f64>() / places.len() as f64
        };
        let means = resampled(5, 2_000, |rng| mean(&sample(rng, values.len())));
        let [low, high] = percentiles(means.clone()).unwrap();
        // The variance of a number from 0 to 19 is 399 / 12.
        let half = 1.96 * (399.0_f64 / 12.0 / 200.0).sqrt();
        assert!(
            (low - (9.5 - half)).abs() < 0.1 && (high - (9.5 + half)).abs() < 0.1,
            "{low} {high}"
        );
        assert!((p_at_most(&means, 9.5) - 0.5).abs() < 0.05);
        assert_eq!(means, resampled(5, 2_000, |rng| mean(&sample(rng, values.len()))));
        assert_eq!(percentiles(Vec::new()), None);
    }

    /// By hand.
    #[test]
    fn holm_steps_down() {
        let found = holm(&[0.04, 0.01, 0.03, 0.5]);
        let expected = [0.09, 0.04, 0.09, 0.5];
        assert!(found.iter().zip(expected).all(|(found, of)| (found - of).abs() < 1e-12));
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }
}
