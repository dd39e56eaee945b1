//! What a command returns: its text, and how it ended, with the exit code.

use std::process::ExitCode;

/// The exit code of every failure: refused input, or output that could not be written. It is
/// clap's code for bad arguments.
pub const REFUSED: u8 = 2;
/// How a run ended that was not refused. The numbers are the exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// Everything was done.
    Done = 0,
    /// Results contradict each other, at [`crate::statistics::FAMILY_LEVEL`] for all figures of
    /// the run; stderr says which.
    Disagreement = 3,
    /// The user interrupted the run; stderr says how to resume it.
    Interrupted = 4,
    /// Files differ from those that the program writes; stdout lists them.
    Different = 5,
    /// A difference is shown beyond chance; stdout says which.
    Shown = 6,
    /// A program of others failed too often, or did not begin; stderr says how.
    ProgramFailed = 8,
    /// A search reached its limit before the answer was proven; stdout says what is known.
    Unsettled = 7,
}

/// The text that a command prints on standard output, and how the command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// Whole lines.
    pub text: String,
    /// How it ended.
    pub success: Success,
}

impl Output {
    /// The output of a command that did everything.
    pub(crate) fn done(text: String) -> Self {
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
        Self::from(success as u8)
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
