//! Error bounds, proven or estimated.

/// An error bound of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A proven bound: no turn that matters reached the cap, or the bound allows for it.
    Proven(f64),
    /// An estimate: turns reach every cap, but twice the cap changed no value.
    Estimated(f64),
}

impl Bound {
    /// The largest difference from the true values.
    #[must_use]
    pub fn error(self) -> f64 {
        match self {
            Self::Proven(error) | Self::Estimated(error) => error,
        }
    }

    /// The bound of a result that depends on both: the errors add up, and it is an estimate if
    /// either is.
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
