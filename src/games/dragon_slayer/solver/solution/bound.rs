//! How far values may be off, and how that is known.

/// How far values may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No turn that matters ran into the cap: the true values lie within so much.
    Proven(f64),
    /// Some turn always does, and twice the cap moved no value; the true values are
    /// believed to lie within so much.
    Estimated(f64),
}

impl Bound {
    /// By how much.
    #[must_use]
    pub fn error(self) -> f64 {
        match self {
            Self::Proven(error) | Self::Estimated(error) => error,
        }
    }

    /// Of a result of both: errors add up, and one estimate makes an estimate.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let error = self.error() + other.error();
        match (self, other) {
            (Self::Proven(_), Self::Proven(_)) => Self::Proven(error),
            _ => Self::Estimated(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_stays_one() {
        let (proven, estimated) = (Bound::Proven(1.0), Bound::Estimated(2.0));
        assert_eq!(proven.and(proven), Bound::Proven(2.0));
        assert_eq!(proven.and(estimated), Bound::Estimated(3.0));
        assert_eq!(estimated.and(proven), Bound::Estimated(3.0));
    }
}
