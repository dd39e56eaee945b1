//! The solver beside what was expected of it.

use serde::Serialize;

use crate::games::dragon_slayer::solver::checks::Check;

/// A check as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CheckObject {
    what: &'static str,
    expected: f64,
    solved: f64,
    /// How far they may be apart.
    tolerance: f64,
}

impl From<&Check> for CheckObject {
    fn from(check: &Check) -> Self {
        Self {
            what: check.what,
            expected: check.expected,
            solved: check.solved,
            tolerance: check.tolerance,
        }
    }
}

/// A line per check.
#[must_use]
pub fn checks_text(checks: &[Check]) -> String {
    let line = |check: &Check| {
        let mark = if check.agrees() { "agrees" } else { "DIFFERS" };
        format!(
            "{mark:8} {}: expected {:.7}, solved {:.7}\n",
            check.what, check.expected, check.solved
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
            expected: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(checks_text(&[check]).starts_with("DIFFERS"));
    }
}
