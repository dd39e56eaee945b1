//! The goodness of fit of a distribution to observed counts.

use std::iter::Sum;
use std::ops::Add;

use super::special::gamma_tails;

/// The number of degrees of freedom from which the lower tail is tested as well. With
/// fewer, a statistic of counts can be 0 by chance, unlike a continuous one.
const TWO_SIDED_FROM: u32 = 20;

/// Pearson's statistic of counts against a distribution. Independent tables add up.
///
/// Its [`Self::p_value`] assumes that the distribution was given: for the best of
/// several distributions it is too favourable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChiSquare {
    /// The sum of (observed - expected)^2 / expected; infinite when an outcome was
    /// observed that the distribution excludes.
    pub statistic: f64,
    /// The number of possible categories less one, over all tables.
    pub degrees_of_freedom: u32,
}

impl ChiSquare {
    /// The statistic of one table: the counts `observed[i]` with the probabilities
    /// `distribution[i]`, which add up to 1.
    #[must_use]
    pub fn new(observed: &[u64], distribution: &[f64]) -> Self {
        let trials: u64 = observed.iter().sum();
        let mut fit = Self::default();
        let mut possible = 0_u32;
        for (&count, &probability) in observed.iter().zip(distribution) {
            let expected = trials as f64 * probability;
            if expected > 0.0 {
                possible += 1;
                let difference = count as f64 - expected;
                fit.statistic += difference * difference / expected;
            } else if count > 0 {
                fit.statistic = f64::INFINITY;
            }
        }
        fit.degrees_of_freedom = possible.saturating_sub(1);
        fit
    }

    /// The probability of a statistic at least as large if the distribution is right;
    /// none without degrees of freedom.
    #[must_use]
    pub fn p_value(self) -> Option<f64> {
        if self.statistic.is_infinite() {
            return Some(0.0);
        }
        let degrees = f64::from(self.degrees_of_freedom);
        (degrees > 0.0).then(|| gamma_tails(degrees / 2.0, self.statistic / 2.0)[1])
    }

    /// The two-sided p-value: twice the smaller tail, at most 1. Counts that fit too well
    /// are as suspicious as counts that fit too badly: they were not drawn independently.
    /// With fewer than 20 degrees of freedom it is [`Self::p_value`].
    #[must_use]
    pub fn two_sided_p_value(self) -> Option<f64> {
        let above = self.p_value()?;
        if self.degrees_of_freedom < TWO_SIDED_FROM || self.statistic.is_infinite() {
            return Some(above);
        }
        let degrees = f64::from(self.degrees_of_freedom);
        let [below, _] = gamma_tails(degrees / 2.0, self.statistic / 2.0);
        Some((2.0 * above.min(below)).min(1.0))
    }
}

impl Add for ChiSquare {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            statistic: self.statistic + other.statistic,
            degrees_of_freedom: self.degrees_of_freedom + other.degrees_of_freedom,
        }
    }
}

impl Sum for ChiSquare {
    fn sum<I: Iterator<Item = Self>>(fits: I) -> Self {
        fits.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pearson_by_hand() {
        // 60 throws of a die: expected 10 each; 25 + 4 + 1 + 0 + 4 + 36 over 10.
        let fit = ChiSquare::new(&[5, 8, 9, 10, 12, 16], &[1.0 / 6.0; 6]);
        assert!((fit.statistic - 7.0).abs() < 1e-12);
        assert_eq!(fit.degrees_of_freedom, 5);
        // scipy 1.17.1: chi2.sf(7, 5).
        assert!((fit.p_value().unwrap() - 0.220_640_307_936_710_66).abs() < 1e-9);
        assert_eq!((fit + fit).degrees_of_freedom, 10);
    }

    #[test]
    fn both_tails() {
        let fit = |statistic, degrees_of_freedom| ChiSquare { statistic, degrees_of_freedom };
        // Four degrees of freedom: P(above x) = (1 + x / 2) exp(-x / 2).
        let point = 6.0 * 100.0_f64.ln();
        let p_value = fit(point, 4).p_value().unwrap();
        assert!((p_value - 1e-6 * (1.0 + point / 2.0)).abs() < 1e-15);
        assert_eq!(fit(point, 4).two_sided_p_value(), Some(p_value));
        assert_eq!(ChiSquare::default().two_sided_p_value(), None);
        assert_eq!(fit(f64::INFINITY, 0).two_sided_p_value(), Some(0.0));
        // The reference is the series of the lower incomplete gamma function.
        let low = fit(396.017_754_018_7, 462).two_sided_p_value().unwrap();
        assert!((low - 0.023_737_299_368_957).abs() < 1e-8, "{low}");
        // Counts that fit too well.
        assert!(fit(300.0, 462).two_sided_p_value().unwrap() < 1e-8);
        assert_eq!(fit(0.0, 19).two_sided_p_value(), Some(1.0));
        assert_eq!(fit(0.0, 20).two_sided_p_value(), Some(0.0));
    }

    #[test]
    fn what_a_distribution_excludes() {
        let fine = ChiSquare::new(&[5, 5, 0], &[0.5, 0.5, 0.0]);
        assert_eq!((fine.statistic, fine.degrees_of_freedom), (0.0, 1));
        let refuted = ChiSquare::new(&[5, 5, 1], &[0.5, 0.5, 0.0]);
        assert_eq!(refuted.p_value(), Some(0.0));
    }
}
