//! How a run ends: the exit codes.

use std::process::ExitCode;

/// The exit code of every failure: refused input, or output that could not be written. It is
/// clap's code for bad arguments.
pub const REFUSED: u8 = 2;
/// A simulated figure contradicts its exact one, at [`crate::statistics::FAMILY_LEVEL`] for
/// all figures of the run.
const DISAGREEMENT: u8 = 3;
/// The user asked to stop before everything was played.
const INTERRUPTED: u8 = 4;
/// Files are not those that the program writes.
const DIFFERENT: u8 = 5;

/// A run that delivered its results, or what there is of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// Nothing to remark.
    Done,
    /// The results contradict each other, as was said on stderr.
    Disagreement,
    /// What was played is kept, and can be continued, as was said on stderr.
    Interrupted,
    /// Results are not those that the program writes, as was said on stdout.
    Different,
}

/// What a command has to say on standard output, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whole lines.
    pub text: String,
    /// How it ended.
    pub success: Success,
}

impl Output {
    /// Of a command that has nothing to remark.
    pub fn done(text: String) -> Self {
        let success = Success::Done;
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
