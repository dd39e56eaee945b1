//! How a run ends, and the exit code for it.

use std::process::ExitCode;

/// The exit code of every failure: refused input, or output that could not be written. It is
/// clap's code for bad arguments.
pub const REFUSED: u8 = 2;
/// A simulated figure contradicts its exact one, at [`crate::statistics::FAMILY_LEVEL`] for
/// all figures of the run.
const DISAGREEMENT: u8 = 3;
/// The user asked to stop before everything was played.
const INTERRUPTED: u8 = 4;
/// Files differ from those that the program writes.
const DIFFERENT: u8 = 5;

/// How a run ended that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// Everything was done.
    Done,
    /// Results contradict each other; stderr says which.
    Disagreement,
    /// The user interrupted the run; stderr says how to resume it.
    Interrupted,
    /// Files differ from those that the program writes; stdout lists them.
    Different,
}

/// The text that a command prints on standard output, and how the command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whole lines.
    pub text: String,
    /// How it ended.
    pub success: Success,
}

impl Output {
    /// The output of a command that did everything.
    pub fn done(text: String) -> Self {
        let success = Success::Done;
        Self { text, success }
    }

    /// The output of a command that prints no results.
    pub(crate) fn without_text(success: Success) -> Self {
        let text = String::new();
        Self { text, success }
    }
}

impl From<Success> for ExitCode {
    fn from(success: Success) -> Self {
        match success {
            Success::Done => Self::SUCCESS,
            Success::Disagreement => Self::from(DISAGREEMENT),
            Success::Interrupted => Self::from(INTERRUPTED),
            Success::Different => Self::from(DIFFERENT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_exit_code() {
        assert_eq!(ExitCode::from(Success::Interrupted), ExitCode::from(4));
        assert_eq!(ExitCode::from(Success::Disagreement), ExitCode::from(3));
        assert_eq!(ExitCode::from(Success::Done), ExitCode::SUCCESS);
    }
}
