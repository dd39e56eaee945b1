//! `rivals solve` of any game: its flags, and what a game that has a solver does with them.

use std::path::PathBuf;

use clap::Args;

use crate::command::shared::{RulesArg, ThreadsArg, whole_number};
use crate::command::{Format, Output};
use crate::search::Check;

/// The solver of a game, as `rivals solve` runs it.
#[derive(Clone, Copy)]
pub(crate) struct GameSolver {
    /// The flags that the game takes beside those that every game takes.
    pub flags: &'static [&'static str],
    /// Solves the game; the closure makes the comparisons with known values, for `--check`.
    pub run: fn(&SolveFlags, Known<'_>) -> miette::Result<Output>,
    /// Values of the solver compared with known ones, for `--check`.
    pub known_answers: fn() -> miette::Result<Vec<Check>>,
}

/// Solves what `--check` compares with known values; nothing without `--check`.
pub(crate) type Known<'a> = &'a dyn Fn() -> miette::Result<Vec<Check>>;

/// The flags of `rivals solve`. A game gets only those of [`GameSolver::flags`], and those that
/// every game takes.
#[derive(Debug, Args)]
pub(crate) struct SolveFlags {
    #[command(flatten)]
    pub solver: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    pub format: Format,
    /// Also write the files of the solver (values.csv and stops.csv, or solved.csv) to this
    /// folder, created if it is missing, and list them in its manifest.json
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Setup to solve, of games that have setups [default: the usual one]
    #[arg(long, value_name = "SETUP")]
    pub setup: Option<String>,
    /// Position to solve, with a line of perfect play to the end: a JSON file as `rivals engine` has
    /// positions, or - for standard input, of games that are searched
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Largest table of positions in MiB, of games that keep one [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = whole_number(1..=1_u64 << 20))]
    pub memory: Option<u64>,
    /// Give up after this number of positions, in games that are searched, with exit code 7
    /// [default: 67108864, which is up to half a minute of processor time]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Compare the solver with the known values of the game; of dragon-slayer, with those of all
    /// games, and with a solver whose cap on the points of a turn is twice as large
    #[arg(long)]
    pub check: bool,
}

/// The flags that `solve`, `solve match` and `solve respond` share: the rules to solve, and how.
#[derive(Debug, Args)]
pub(crate) struct CommonSolveFlags {
    #[command(flatten)]
    pub rules: RulesArg,
    /// Target score [default: the target of the rules]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=10_000_u32))]
    pub target: Option<u32>,
    /// Play without challenge tokens
    #[arg(long)]
    pub no_challenge: bool,
    /// Number of seats; only games of two seats are solved
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = two_seats)]
    seats: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// Reads the number of seats, 2, or says why it cannot be more.
fn two_seats(text: &str) -> Result<u64, &'static str> {
    match text.parse() {
        Ok(2) => Ok(2),
        Ok(3..=6) => {
            Err("only games of two seats are solved: with more, optimal play has no single value, \
                 as it depends on which rivals the other players favour")
        }
        _ => Err("write 2; only games of two seats are solved"),
    }
}

impl CommonSolveFlags {
    /// Runs a computation on the number of threads that the user asked for.
    pub(crate) fn on_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> miette::Result<T> {
        Ok(self.threads.pool()?.install(run))
    }
}
