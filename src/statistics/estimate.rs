//! A rate that was counted.

use super::{Agreement, Interval};

/// So many of so many trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// At most the trials.
    pub count: u64,
    /// At least one.
    pub trials: u64,
}

impl Estimate {
    /// The rate, in 0..=1.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.count as f64 / self.trials as f64
    }

    /// Its 95 % interval.
    ///
    /// # Panics
    /// Without trials.
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
