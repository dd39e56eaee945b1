//! Quantiles of the normal distribution and of Student's t, and the normal density.

/// The number of halvings of 0..=40 that leave only the last digits.
const HALVINGS: u32 = 60;

/// The number of standard errors that at least one of `tests` normal variables exceeds
/// on either side with a probability of at most `alpha` (Bonferroni). The result is the
/// same to the last digit on every machine.
///
/// # Panics
/// If there is no test, or `alpha` is outside (0, 1).
#[must_use]
pub(crate) fn two_sided_point(alpha: f64, tests: usize) -> f64 {
    assert!(0.0 < alpha && alpha < 1.0 && tests > 0);
    let chance = alpha / tests as f64;
    let (mut below, mut above) = (0.0, 40.0);
    for _ in 0..HALVINGS {
        let middle = below + (above - below) / 2.0;
        if libm::erfc(middle / std::f64::consts::SQRT_2) > chance {
            below = middle;
        } else {
            above = middle;
        }
    }
    above
}

/// The quantile of Student's t that corresponds to [`two_sided_point`], for a mean whose
/// standard error was estimated with this number of degrees of freedom. It is computed by
/// the expansion in 1 / degrees of Abramowitz and Stegun 1964, 26.7.5. With 29 degrees and
/// more it is right to one part in 10,000 for probabilities of 1e-6 and more. The result
/// is the same to the last digit on every machine.
///
/// # Panics
/// As [`two_sided_point`], and unless `degrees` is positive.
#[must_use]
pub fn two_sided_t_point(alpha: f64, tests: usize, degrees: f64) -> f64 {
    assert!(degrees > 0.0, "{degrees} degrees of freedom");
    let z = two_sided_point(alpha, tests);
    let square = z * z;
    // The coefficients of z, z^3, ... for each power of 1 / degrees.
    let terms: [(&[f64], f64); 4] = [
        (&[1.0, 1.0], 4.0),
        (&[3.0, 16.0, 5.0], 96.0),
        (&[-15.0, 17.0, 19.0, 3.0], 384.0),
        (&[-945.0, -1920.0, 1482.0, 776.0, 79.0], 92_160.0),
    ];
    let mut point = z;
    let mut power = 1.0;
    for (coefficients, divisor) in terms {
        power /= degrees;
        let polynomial = (coefficients.iter().rev()).fold(0.0, |sum, factor| sum * square + factor);
        point += power * z * polynomial / divisor;
    }
    point
}

/// The density of the normal distribution of mean 0 and variance 1.
#[must_use]
pub fn normal_density(z: f64) -> f64 {
    libm::exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of published tables of the normal distribution and of Student's t.
    #[test]
    fn points_are_those_of_tables() {
        assert!((two_sided_point(0.05, 1) - 1.959_964).abs() < 1e-6);
        assert!((two_sided_point(0.05, 50) - 3.290_527).abs() < 1e-6);
        assert!((two_sided_t_point(0.05, 1, 29.0) - 2.045_230).abs() < 1e-5);
    }
}
