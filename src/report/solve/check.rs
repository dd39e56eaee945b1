//! The solver beside known answers.

use serde::Serialize;

use crate::solver::known_answers::KnownAnswer;

/// A known answer and the solver's, as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Check {
    what: &'static str,
    known: f64,
    solved: f64,
    /// How far they may be apart.
    tolerance: f64,
}

impl From<&KnownAnswer> for Check {
    fn from(answer: &KnownAnswer) -> Self {
        Self {
            what: answer.what,
            known: answer.known,
            solved: answer.solved,
            tolerance: answer.tolerance,
        }
    }
}

/// A line per known answer.
#[must_use]
pub fn checks_text(answers: &[KnownAnswer]) -> String {
    let line = |answer: &KnownAnswer| {
        let mark = if answer.agrees() { "agrees" } else { "DIFFERS" };
        format!(
            "{mark:8} {}: known {:.7}, solved {:.7}\n",
            answer.what, answer.known, answer.solved
        )
    };
    answers.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_said() {
        let answer = KnownAnswer {
            what: "x",
            known: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(checks_text(&[answer]).starts_with("DIFFERS"));
    }
}
