//! How far a count lies from what an exact probability expects.

use super::special::beta_lower;

/// The family-wise level of a contradiction: sampled figures contradict exact ones
/// only if, with exact figures that are right, chance makes any of the run's figures
/// lie so far out with a probability below this.
pub const FAMILY_LEVEL: f64 = 1e-6;

/// A sampled count beside its exact probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    count: u64,
    trials: u64,
    probability: f64,
}

impl Agreement {
    /// `count` of `trials` where each counts with `probability`, in 0..=1.
    #[must_use]
    pub fn new(count: u64, trials: u64, probability: f64) -> Self {
        Self {
            count,
            trials,
            probability,
        }
    }

    /// The distance in standard errors, positive when the count is high; none
    /// where the probability leaves nothing to chance.
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

    /// Whether the count refutes the probability, in one of so many tests of a
    /// run: see [`FAMILY_LEVEL`] (Bonferroni).
    #[must_use]
    pub fn refuted(self, tests: usize) -> bool {
        self.p_value() * (tests as f64) < FAMILY_LEVEL
    }

    /// The chance of a count at least as far out on its side.
    fn tail(self) -> f64 {
        let (p, q) = (self.probability, 1.0 - self.probability);
        let (count, others) = (self.count as f64, (self.trials - self.count) as f64);
        match count > self.trials as f64 * p {
            true => beta_lower(count, others + 1.0, p, q),
            // All trials are at most all trials.
            false if self.count == self.trials => 1.0,
            false => beta_lower(others, count + 1.0, q, p),
        }
    }
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

    /// 5.2 standard errors: beyond chance as the only figure, and expected in one
    /// run in thirty of 200,000 figures.
    #[test]
    fn the_more_figures_the_further_out_one_may_lie() {
        let far = Agreement::new(502_600, 1_000_000, 0.5);
        assert!((far.z().unwrap() - 5.2).abs() < 1e-9);
        // By adding up the binomial terms.
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
}
