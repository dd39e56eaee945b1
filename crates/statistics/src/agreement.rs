//! Tests whether a sampled count or mean agrees with its exact expectation.

use super::special::beta_lower;

/// The family-wise level of a contradiction. Sampled values contradict exact ones only
/// if chance would make any value of the run so improbable with a probability below
/// this level, given that the exact values are right.
pub const FAMILY_LEVEL: f64 = 1e-6;

/// A sampled count beside its exact probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    count: u64,
    trials: u64,
    probability: f64,
}

impl Agreement {
    /// A count of `count` in `trials` trials, each of which counts with `probability`,
    /// in 0..=1.
    #[must_use]
    pub fn new(count: u64, trials: u64, probability: f64) -> Self {
        Self { count, trials, probability }
    }

    /// The distance from the expectation in standard errors, positive when the count is
    /// high; `None` where the probability is 0 or 1.
    #[must_use]
    pub fn z(self) -> Option<f64> {
        let n = self.trials as f64;
        let variance = n * self.probability * (1.0 - self.probability);
        (variance > 0.0).then(|| (self.count as f64 - n * self.probability) / variance.sqrt())
    }

    /// The two-sided p-value: twice the smaller binomial tail, at most 1. Under the
    /// right probability it is at most `x` with a probability of at most `x`, however few
    /// the trials.
    #[must_use]
    pub fn p_value(self) -> f64 {
        let possible = self.count as f64 == self.trials as f64 * self.probability;
        match self.z() {
            None => f64::from(u8::from(possible)),
            Some(_) => (2.0 * self.tail()).min(1.0),
        }
    }

    /// Whether the count contradicts the probability, as one of `tests` tests of a run:
    /// see [`FAMILY_LEVEL`] (Bonferroni).
    #[must_use]
    pub fn refuted(self, tests: usize) -> bool {
        self.p_value() * (tests as f64) < FAMILY_LEVEL
    }

    /// The probability of a count at least as far from the expectation on the same
    /// side.
    fn tail(self) -> f64 {
        let (p, q) = (self.probability, 1.0 - self.probability);
        let (count, others) = (self.count as f64, (self.trials - self.count) as f64);
        if count > self.trials as f64 * p {
            beta_lower(count, others + 1.0, p, q)
        } else if self.count == self.trials {
            // A count is never above the number of trials.
            1.0
        } else {
            beta_lower(others, count + 1.0, q, p)
        }
    }
}

/// A sampled mean of shares in 0..=1, such as those of games that may be drawn, beside its
/// exact expectation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareAgreement {
    /// The sampled mean of the shares.
    pub mean: f64,
    /// How many shares were sampled, at least one.
    pub trials: u64,
    /// The exact expectation of a share, in 0..=1.
    pub expected: f64,
    /// The exact variance of a share, where it is known.
    pub variance: Option<f64>,
}

impl ShareAgreement {
    /// The distance from the expectation in standard errors, positive when the mean is
    /// high; `None` where the variance is unknown or 0.
    #[must_use]
    pub fn z(self) -> Option<f64> {
        let variance = self.variance.filter(|variance| *variance > 0.0)?;
        Some((self.mean - self.expected) / (variance / self.trials as f64).sqrt())
    }

    /// A bound on the two-sided p-value, which is valid for any number of trials and any
    /// distribution of shares with this expectation and variance, and where the variance
    /// is unknown, for the largest possible variance: twice the one-sided bound of
    /// Hoeffding 1963, JASA 58, 13-30, Theorem 3.
    #[must_use]
    pub fn p_value(self) -> f64 {
        let largest = self.expected * (1.0 - self.expected);
        let variance = self.variance.map_or(largest, |known| known.min(largest));
        let distance = (self.mean - self.expected).abs();
        if variance <= 0.0 || distance == 0.0 {
            return f64::from(u8::from(distance == 0.0));
        }
        // The distance from the expectation to the end of the range on the mean's side.
        let range = if self.mean > self.expected { 1.0 - self.expected } else { self.expected };
        // The extreme case of the bound is a variable of two values with this variance,
        // the larger of which is the end of the range.
        let scale = range * range + variance;
        let found = ((variance + range * distance) / scale).min(1.0);
        let divergence = relative_entropy(found, variance / scale);
        (2.0 * libm::exp(-(self.trials as f64) * divergence)).min(1.0)
    }
}

/// The Kullback-Leibler divergence of the probability `p` from `q`, in 0..1.
fn relative_entropy(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p > 0.0 { p * libm::log(p / q) } else { 0.0 };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_counts_standard_errors() {
        let agreement = Agreement::new(530, 1_000, 0.5);
        assert!((agreement.z().unwrap() - 30.0 / 250.0_f64.sqrt()).abs() < 1e-12);
        assert!(!agreement.refuted(1));
        assert!(Agreement::new(600, 1_000, 0.5).refuted(1));
        assert!(Agreement::new(400, 1_000, 0.5).refuted(1));
    }

    #[test]
    fn few_trials_refute_nothing_that_may_happen() {
        let one_loss = Agreement::new(1, 1, 0.0356);
        assert!(one_loss.z().unwrap() > 5.0);
        assert!((one_loss.p_value() - 2.0 * 0.0356).abs() < 1e-12);
        assert!(!one_loss.refuted(1));
        assert!(Agreement::new(7, 7, 0.0356).refuted(1));
    }

    /// A deviation of 5.2 standard errors is a contradiction as the only value; among
    /// 200,000 values one run in thirty has one.
    #[test]
    fn a_contradiction_needs_more_with_more_figures() {
        let far = Agreement::new(502_600, 1_000_000, 0.5);
        assert!((far.z().unwrap() - 5.2).abs() < 1e-9);
        // The reference is the sum of the binomial terms.
        assert!((far.p_value() / 2.003_514e-7 - 1.0).abs() < 1e-5);
        assert!(far.refuted(4));
        assert!(!far.refuted(6));
        assert!(!far.refuted(200_000));
    }

    #[test]
    fn the_impossible_refutes_at_once() {
        assert_eq!(Agreement::new(0, 9, 0.0).z(), None);
        assert!(!Agreement::new(0, 9, 0.0).refuted(1));
        assert!(Agreement::new(1, 9, 0.0).refuted(1_000_000));
        assert!(!Agreement::new(9, 9, 1.0).refuted(1));
        assert!(Agreement::new(8, 9, 1.0).refuted(1_000_000));
    }

    /// The bound is compared with the exact tails of games that are won, drawn and lost
    /// with given chances.
    #[test]
    fn the_bound_of_shares_is_above_the_tail_and_not_by_much() {
        for [won, drawn] in [[0.3, 0.4], [0.05, 0.9], [0.6, 0.0], [0.01, 0.02]] {
            let trials = 60;
            // The distribution of the score in half points.
            let mut chances = vec![1.0];
            for _ in 0..trials {
                let mut next = vec![0.0; chances.len() + 2];
                for (points, chance) in chances.iter().enumerate() {
                    next[points] += chance * (1.0 - won - drawn);
                    next[points + 1] += chance * drawn;
                    next[points + 2] += chance * won;
                }
                chances = next;
            }
            let expected = won + drawn / 2.0;
            let variance = won + drawn / 4.0 - expected * expected;
            for points in 0..chances.len() {
                let mean = points as f64 / 2.0 / trials as f64;
                let tail: f64 = if mean > expected {
                    chances[points..].iter().sum()
                } else {
                    chances[..=points].iter().sum()
                };
                let agreement = ShareAgreement { mean, trials, expected, variance: Some(variance) };
                let unknown = ShareAgreement { variance: None, ..agreement };
                let found = agreement.p_value();
                assert!(found >= (2.0 * tail).min(1.0) * (1.0 - 1e-9), "{found} {tail}");
                assert!(unknown.p_value() >= found * (1.0 - 1e-9));
                // Except in tails below 1e-8, the bound is less than 500 times the tail;
                // a quarter more of the distance makes up for this factor.
                assert!(found < 500.0 * tail || tail < 1e-8, "{found} {tail}");
            }
        }
    }

    #[test]
    fn shares_that_leave_nothing_to_chance() {
        let drawn = |mean| ShareAgreement { mean, trials: 9, expected: 0.5, variance: Some(0.0) };
        assert_eq!((drawn(0.5).z(), drawn(0.5).p_value()), (None, 1.0));
        assert_eq!(drawn(0.6).p_value(), 0.0);
        let unknown = ShareAgreement { variance: None, ..drawn(1.0) };
        assert_eq!(unknown.z(), None);
        // All nine of nine: twice 2^-9, which is the exact tail of a fair coin.
        assert!((unknown.p_value() - 2.0 / 512.0).abs() < 1e-12);
    }
}
