//! A rate that was estimated by counting.

use super::{Agreement, Interval};

/// A binomial proportion: `count` successes in `trials` trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The number of successes, at most the number of trials.
    pub count: u64,
    /// The number of trials, at least one.
    pub trials: u64,
}

impl Estimate {
    /// The rate, in 0..=1.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.count as f64 / self.trials as f64
    }

    /// The 95 % interval of the rate.
    ///
    /// # Panics
    /// If there are no trials.
    #[must_use]
    pub fn interval(self) -> Interval {
        Interval::wilson(self.count, self.trials)
    }

    /// The estimate beside an exact probability.
    #[must_use]
    pub fn against(self, probability: f64) -> Agreement {
        Agreement::new(self.count, self.trials, probability)
    }
}
