//! The incomplete gamma and beta functions, from which the tails of the chi-square and the
//! binomial distribution follow.
//!
//! The results are the same to the last digit on every machine, because all logarithms and
//! exponentials are those of `libm`. The maintained crates do not guarantee that: statrs and
//! special call the standard library's functions by default, and puruspe always does; their last
//! digits differ between platforms. Both functions are a power of the argument times a series or a
//! continued fraction (Press et al. 2007, Numerical Recipes, 6.2 and 6.4, by Lentz's method). The
//! power is computed from the deviance of a count from its expectation (see [`deviance`]), so that
//! large arguments lose no digits by cancellation (Loader 2000, Fast and Accurate Computation
//! of Binomial Probabilities).

use std::f64::consts::PI;

/// The largest number of terms, more than any argument below 10^10 needs.
const MAX_TERMS: u32 = 10_000_000;

/// The regularised incomplete gamma functions P(a, x) below and Q(a, x) above, for `a` above 0
/// and `x` of at least 0. The smaller of the two loses at most about one decimal digit for `a` of
/// at least 1/2.
pub(crate) fn gamma_tails(a: f64, x: f64) -> [f64; 2] {
    if x <= 0.0 {
        return [0.0, 1.0];
    }
    // x^a e^-x / Gamma(a + 1)
    let power = libm::exp(-stirling_error(a) - deviance(a, x)) / (2.0 * PI * a).sqrt();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0, 1.0);
        for n in 1..MAX_TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        return [power * sum, 1.0 - power * sum];
    }
    let first = x + 1.0 - a;
    let terms = (1..MAX_TERMS).map(f64::from);
    let terms = terms.map(|n| (n * (a - n), first + 2.0 * n));
    let upper = power * a / continued_fraction(first, terms);
    [1.0 - upper, upper]
}

/// The lower regularised incomplete beta function I_x(a, b), for `a` and `b` above 0, from `x`
/// in 0..=1 and `y`, which is 1 - x.
pub(crate) fn beta_lower(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 || y <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        1.0 - beta_lower_tail(b, a, y, x)
    } else {
        beta_lower_tail(a, b, x, y)
    }
}

/// The same function where the continued fraction is short: for `x` below about the
/// mean.
fn beta_lower_tail(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let errors = stirling_error(n) - stirling_error(a) - stirling_error(b);
    // x^a y^b / (a B(a, b))
    let power = libm::exp(errors - deviance(a, n * x) - deviance(b, n * y))
        * (n / (2.0 * PI * a * b)).sqrt()
        * (b / n);
    let terms = (1..MAX_TERMS).map(|index| {
        let m = f64::from(index / 2);
        let numerator = match index % 2 {
            0 => m * (b - m) / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (n + m) / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        (numerator * x, 1.0)
    });
    power / continued_fraction(1.0, terms)
}

/// first + n1 / (d1 + n2 / (d2 + ...)), from its numerators and denominators.
fn continued_fraction(first: f64, terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut value = nonzero(first);
    let (mut above, mut below) = (value, 0.0);
    for (numerator, denominator) in terms {
        below = 1.0 / nonzero(denominator + numerator * below);
        above = nonzero(denominator + numerator / above);
        let factor = above * below;
        value *= factor;
        if (factor - 1.0).abs() <= 2.0 * f64::EPSILON {
            break;
        }
    }
    value
}

/// The error of Stirling's formula for ln Gamma(n + 1), for `n` above 0.
fn stirling_error(n: f64) -> f64 {
    if n <= 15.0 {
        let formula = (n + 0.5) * libm::log(n) - n + libm::log(2.0 * PI) / 2.0;
        return libm::lgamma(n + 1.0) - formula;
    }
    let square = n * n;
    let inner = 1.0 / 1_260.0 - (1.0 / 1_680.0 - 1.0 / 1_188.0 / square) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - inner / square) / square) / n
}

/// Half of the deviance of a count from its expectation: x ln(x / mean) + mean - x, both above
/// 0.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * libm::log(x / mean) - difference;
    }
    let ratio = difference / (x + mean);
    let (mut sum, mut power) = (difference * ratio, 2.0 * x * ratio);
    for odd in (3..).step_by(2).map(f64::from) {
        power *= ratio * ratio;
        let next = sum + power / odd;
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::beta::beta_reg;
    use statrs::function::gamma::{gamma_lr, gamma_ur};

    fn upper(a: f64, x: f64) -> f64 {
        gamma_tails(a, x)[1]
    }

    fn close(found: f64, expected: f64, relative: f64) {
        let error = (found - expected).abs();
        assert!(error <= relative * expected, "{found:e} for {expected:e}");
    }

    /// The upper critical values of chi-square of the NIST/SEMATECH e-Handbook of Statistical
    /// Methods, 1.3.6.7.4, which are rounded to three decimals.
    #[test]
    fn published_chi_squares() {
        for (degrees, critical) in [
            (1.0, [3.841, 6.635, 10.828]),
            (2.0, [5.991, 9.210, 13.816]),
            (10.0, [18.307, 23.209, 29.588]),
            (50.0, [67.505, 76.154, 86.661]),
            (100.0, [124.342, 135.807, 149.449]),
        ] {
            for (tail, critical) in [0.05, 0.01, 0.001].into_iter().zip(critical) {
                let at = |x: f64| upper(degrees / 2.0, x / 2.0);
                assert!(at(critical + 0.0006) < tail, "{degrees} {critical}");
                assert!(at(critical - 0.0006) > tail, "{degrees} {critical}");
            }
        }
    }

    /// The functions equal sums: of Poisson probabilities for a whole `a`, and of binomial
    /// ones, of 20 throws of a coin and of 60 of a die.
    #[test]
    fn sums_added_up() {
        for (a, x) in [(1, 0.5), (5, 2.0), (5, 20.0), (40, 60.0), (231, 198.0)] {
            let mut term = f64::exp(-x);
            let mut sum = 0.0;
            for n in 0..a {
                sum += term;
                term *= x / f64::from(n + 1);
            }
            close(upper(f64::from(a), x), sum, 1e-12);
        }
        // 1 + 20 + 190 + 1,140 + 4,845 + 15,504 of 2^20.
        close(beta_lower(15.0, 6.0, 0.5, 0.5), 21_700.0 / 1_048_576.0, 1e-14);
        let (p, q) = (1.0 / 6.0, 5.0 / 6.0);
        let mut term = f64::powi(q, 60);
        let mut sum = 0.0;
        for k in 0..60 {
            sum += term;
            let (above, below) =
                (beta_lower(f64::from(k) + 1.0, 60.0 - f64::from(k), p, q), 1.0 - sum);
            assert!((above - below).abs() < 1e-14, "{k}: {above} {below}");
            close(beta_lower(60.0 - f64::from(k), f64::from(k) + 1.0, q, p), sum, 1e-12);
            term *= f64::from(60 - k) / f64::from(k + 1) * p / q;
        }
    }

    #[test]
    fn as_statrs_has_them() {
        let values = [0.5, 1.0, 1.5, 4.0, 9.0, 27.5, 231.0, 1e4];
        for a in values {
            for factor in [0.3, 0.9, 1.0, 1.1, 1.5, 3.0] {
                let x = a * factor;
                let (found, other) = (gamma_tails(a, x)[0], gamma_lr(a, x));
                assert!((found - other).abs() < 1e-9 * other + 1e-13, "{a} {factor}");
                let (found, other) = (upper(a, x), gamma_ur(a, x));
                assert!((found - other).abs() < 1e-9 * other + 1e-13, "{a} {factor}");
            }
            for b in values {
                for x in [1e-6, 0.03, 0.25, 0.5, 0.9, 0.999] {
                    let (found, other) = (beta_lower(a, b, x, 1.0 - x), beta_reg(a, b, x));
                    assert!((found - other).abs() < 1e-9 * other + 1e-13, "{a} {b} {x}");
                }
            }
        }
    }

    /// The two functions agree where the binomial distribution is close to a Poisson
    /// distribution, and in the far tail.
    #[test]
    fn large_and_rare() {
        // 10^10 trials at 10^-9: 10 are expected.
        let binomial = beta_lower(31.0, 1e10 - 30.0, 1e-9, 1.0 - 1e-9);
        let [poisson, _] = gamma_tails(31.0, 10.0);
        close(binomial, poisson, 1e-6);
        // Half of 10^10 throws of a coin and 5 standard errors of 50,000: the normal tail.
        let half = 5e9 + 250_000.0;
        let tail = beta_lower(half + 0.5, 1e10 - half + 0.5, 0.5, 0.5);
        close(tail, 2.866_515_7e-7, 1e-4);
    }

    #[test]
    fn the_ends() {
        assert_eq!(upper(3.0, 0.0), 1.0);
        assert_eq!(upper(3.0, 1e6), 0.0);
        assert_eq!(beta_lower(2.0, 3.0, 0.0, 1.0), 0.0);
        assert_eq!(beta_lower(2.0, 3.0, 1.0, 0.0), 1.0);
    }

    #[test]
    fn value_stability() {
        let values = [upper(231.0, 198.0), beta_lower(31.0, 970.0, 0.02, 0.98)];
        let bits = values.map(|value| format!("{:016x}", value.to_bits()));
        assert_eq!(bits, ["3fef9eef9fd115e1", "3f89e7100c1de23b"]);
    }
}
