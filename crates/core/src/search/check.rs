//! Compares the values of a solver with values that were published or found another way.

use serde::Serialize;

/// What was expected and what was solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Check {
    /// What was solved.
    pub what: &'static str,
    /// As published, or as solved another way.
    pub expected: f64,
    /// As solved.
    pub solved: f64,
    /// How far they may be apart: half a unit of a published one's last digit.
    pub tolerance: f64,
}

impl Check {
    /// Whether they are close enough.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.expected - self.solved).abs() <= self.tolerance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_one() {
        let check = Check { what: "x", expected: 0.5, solved: 0.6, tolerance: 0.01 };
        assert!(!check.agrees());
        assert!(Check { tolerance: 0.2, ..check }.agrees());
    }
}
