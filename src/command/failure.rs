//! How a run ends: the exit codes.

use std::io;
use std::process::ExitCode;

use miette::Diagnostic;
use thiserror::Error;

use crate::cli::{FolderError, ReproduceError};
use crate::config::ConfigError;
use crate::files::journal::JournalError;
use crate::files::{OutputError, Unreadable};
use crate::games::dragon_slayer::odds::FrequencyError;
use crate::games::dragon_slayer::odds::infer::UnknownDragon;
use crate::games::dragon_slayer::policies::PolicyError;
use crate::games::dragon_slayer::solver::SolveError;
use crate::personalities::RosterError;
use crate::results::{ReadError, WriteError};
use crate::tournament::{MemoryError, MergeError, PlanError, PlayError, ResumeError};

/// Refused input, or output that could not be written; clap's code for bad
/// arguments.
const REFUSED: u8 = 2;
/// A simulated figure contradicts its exact one, at [`crate::statistics::FAMILY_LEVEL`] for
/// all figures of the run.
const DISAGREEMENT: u8 = 3;
/// Somebody asked to stop before everything was played.
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

/// What clap says, without its word for it and its usage.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// A run that delivered nothing.
#[derive(Debug, Error, Diagnostic)]
pub enum Failure {
    /// A configuration file was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Config(#[from] ConfigError),
    /// A file of frequencies was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Frequencies(#[from] FrequencyError),
    /// The frequencies and the rules do not go together.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Dragon(#[from] UnknownDragon),
    /// No such policy.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Policy(#[from] PolicyError),
    /// No such roster, or nobody of that id in it.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Roster(#[from] RosterError),
    /// Rules that cannot be solved.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Solve(#[from] SolveError),
    /// A game too large to solve, with the flag or the file that makes it so.
    #[error("{place}: {error}")]
    TooLarge {
        /// The flag, or the file and its key.
        place: String,
        /// How large the game is, and how large one may be.
        error: SolveError,
        /// What to give instead.
        #[help]
        help: String,
    },
    /// Words for another command that clap refused.
    #[error("{}", first_line(.0))]
    Arguments(clap::Error),
    /// Rules that are not the same all over.
    #[error("dragon_slayer.toml and the rules of tournament.toml are not the same")]
    #[diagnostic(help("write rules = \"dragon_slayer.toml\" in tournament.toml"))]
    TwoRules,
    /// Seats of which there is no report.
    #[error("tournament.toml has {0} players at a table, and the report is of two")]
    #[diagnostic(help("write players = 2; `rivals tournament --players {0}` plays the others"))]
    Seats(usize),
    /// There is no room for temporary files.
    #[error("cannot make a temporary folder: {0}")]
    #[diagnostic(help("make room in it, or name another in TMPDIR"))]
    NoTemporary(io::Error),
    /// A path that no file can have.
    #[error("{} names no file", .0.display())]
    #[diagnostic(help("name a file in a folder, such as my-results/report.html"))]
    NoFileName(std::path::PathBuf),
    /// A position that cannot be.
    #[error("impossible position: {message}")]
    Position {
        /// Why it cannot be.
        message: String,
        /// What to do about it.
        #[help]
        help: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Unreadable(#[from] Unreadable),
    /// Results cannot be written to a file.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
    /// Results do not go into this folder.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Results(#[from] WriteError),
    /// A folder of results was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Read(#[from] ReadError),
    /// No such tournament.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Plan(#[from] PlanError),
    /// A tournament takes too much memory.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Memory(#[from] MemoryError),
    /// The folder of a tournament was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Folder(#[from] FolderError),
    /// All results cannot be made in this folder.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Reproduce(#[from] ReproduceError),
    /// An earlier run cannot be continued.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Resume(#[from] ResumeError),
    /// Shards cannot be joined.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Merge(#[from] MergeError),
    /// What was played cannot be written down.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Journal(#[from] JournalError),
    /// A tournament was not played to its end.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Play(#[from] PlayError),
    /// The system does not let Ctrl-C be a request.
    #[error("cannot listen for signals: {0}")]
    #[diagnostic(help("run on a system where signals can be handled"))]
    Signals(io::Error),
    /// Questions cannot be read from stdin.
    #[error("cannot read standard input: {0}")]
    #[diagnostic(help("give a file or a pipe with one JSON object per line"))]
    Stdin(io::Error),
    /// Results cannot be written to stdout.
    #[error("cannot write to standard output: {0}")]
    #[diagnostic(help("make room where standard output goes"))]
    Stdout(io::Error),
    /// The system gives no threads.
    #[error("cannot start {threads} threads: {reason}")]
    #[diagnostic(help("give a smaller --threads"))]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// Why not.
        reason: String,
    },
}

impl Failure {
    /// 2, as documented in the help.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(REFUSED)
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
