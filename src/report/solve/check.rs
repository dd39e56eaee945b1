//! The solver beside known answers.

use serde::Serialize;

/// A known answer and the solver's.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Check {
    /// What was solved.
    pub what: &'static str,
    /// As published, or as solved another way.
    pub known: f64,
    /// As solved.
    pub solved: f64,
    /// How far they may be apart: half a unit of the known one's last digit.
    pub tolerance: f64,
}

impl Check {
    /// Whether they are close enough.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.known - self.solved).abs() <= self.tolerance
    }
}

/// A line per check.
#[must_use]
pub fn checks_text(checks: &[Check]) -> String {
    let line = |check: &Check| {
        let mark = if check.agrees() { "agrees" } else { "DIFFERS" };
        format!(
            "{mark:8} {}: known {:.7}, solved {:.7}\n",
            check.what, check.known, check.solved
        )
    };
    checks.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_said() {
        let check = Check {
            what: "x",
            known: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(checks_text(&[check]).starts_with("DIFFERS"));
    }
}
