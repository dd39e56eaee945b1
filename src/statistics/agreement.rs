//! How far a count lies from what an exact probability expects.

use super::special::beta_lower;

/// A count further from its expectation than this, in standard errors, is no
/// accident.
pub const MAX_STANDARD_ERRORS: f64 = 5.0;

/// The chance that a normal variable lies above [`MAX_STANDARD_ERRORS`].
const TAIL_BEYOND_FIVE: f64 = 2.866_515_719e-7;

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

    /// Whether the count refutes the probability: it lies further than
    /// [`MAX_STANDARD_ERRORS`] away, and that is as improbable as it sounds.
    ///
    /// With few trials a count is no normal variable (one loss in one fight
    /// that is lost once in 28 lies 5.2 standard errors away), so the exact
    /// binomial tail has to agree.
    #[must_use]
    pub fn refuted(self) -> bool {
        match self.z() {
            None => self.count as f64 != self.trials as f64 * self.probability,
            Some(z) => z.abs() > MAX_STANDARD_ERRORS && self.tail() < TAIL_BEYOND_FIVE,
        }
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
        assert!(!agreement.refuted());
        assert!(Agreement::new(600, 1_000, 0.5).refuted());
        assert!(Agreement::new(400, 1_000, 0.5).refuted());
    }

    #[test]
    fn few_trials_refute_nothing_that_may_happen() {
        let one_loss = Agreement::new(1, 1, 0.0356);
        assert!(one_loss.z().unwrap() > MAX_STANDARD_ERRORS);
        assert!(!one_loss.refuted());
        assert!(Agreement::new(7, 7, 0.0356).refuted());
    }

    #[test]
    fn the_impossible_refutes_at_once() {
        assert_eq!(Agreement::new(0, 9, 0.0).z(), None);
        assert!(!Agreement::new(0, 9, 0.0).refuted());
        assert!(Agreement::new(1, 9, 0.0).refuted());
        assert!(!Agreement::new(9, 9, 1.0).refuted());
        assert!(Agreement::new(8, 9, 1.0).refuted());
    }
}
