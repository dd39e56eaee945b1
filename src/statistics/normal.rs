//! Points of the normal distribution.

/// Halvings of 0..=40, the last digits of which are left.
const HALVINGS: u32 = 60;

/// The number of standard errors that one or more of so many normal variables
/// exceed on either side with a chance of at most `alpha` (Bonferroni). The
/// same to the last digit on every machine.
///
/// # Panics
/// Without a test, or with `alpha` outside of 0..1.
///
/// # Examples
/// ```
/// use rivals::statistics::two_sided_point;
/// assert!((two_sided_point(0.05, 1) - 1.959_964).abs() < 1e-6);
/// assert!((two_sided_point(0.05, 50) - 3.290_527).abs() < 1e-6);
/// ```
#[must_use]
pub fn two_sided_point(alpha: f64, tests: usize) -> f64 {
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
/// The density of the normal law of mean 0 and variance 1.
#[must_use]
pub fn normal_density(z: f64) -> f64 {
    libm::exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt()
}
