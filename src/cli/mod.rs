//! The program: arguments in, results out. One file per subcommand.
//!
//! Results go to stdout, progress and complaints to stderr. What the flags
//! mean is said in their help alone. clap, what is generated from its definitions,
//! and indicatif are used nowhere else.

mod advise;
mod completions;
mod failure;
mod growing;
mod infer;
mod man;
mod merge;
mod odds;
mod output;
mod progress;
mod report;
mod reproduce;
mod roster;
mod shared;
mod solve;
mod tournament;

use clap::{Parser, Subcommand};

use failure::Output;
pub use failure::{Failure, Success};
pub use growing::ReproduceError;
pub use output::complain;
use output::print;
pub use tournament::FolderError;

/// Simulates dice games, solves them exactly, and compares.
#[derive(Debug, Parser)]
#[command(
    version = VERSION,
    propagate_version = true,
    max_term_width = 100,
    after_help = help_end("
        # the odds of every fight, simulated and exact
        rivals odds
        # the game under best play
        rivals solve
        # a small league, with its files in first-league
        rivals tournament --roster abel,carla,greedy --games 1000 --out first-league
    ")
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The crate's version, and the commit where it is known (`build.rs`). Files get the
/// crate's version alone.
const VERSION: &str = env!("RIVALS_VERSION");

/// Listed in every help.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  2  something given was refused, or results could not be written
  3  a simulated figure contradicts its exact one, at a level of 0.000001 per run
  4  interrupted by Ctrl-C or SIGTERM; what was played is kept, and --resume goes on
  5  reproduce --check: files are not what the program writes";

/// What every help ends with: worked examples, as a shell takes them, and the exit codes.
///
/// Indented as in the source; no line may be wider than a terminal, as clap would break it.
/// `tests/cli/help.rs` runs them.
fn help_end(examples: &str) -> String {
    let lines: Vec<&str> = examples.trim().lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let margin = lines.iter().skip(1).map(indent).min().unwrap_or(0);
    let lines = lines.iter().map(|line| {
        let (spaces, text) = line.split_at(indent(line));
        format!("  {}{text}", &spaces[margin.min(spaces.len())..])
    });
    let lines: Vec<String> = lines.collect();
    format!("Example:\n{}\n\n{EXIT_CODES}", lines.join("\n"))
}

#[derive(Debug, Subcommand)]
enum Command {
    Odds(odds::OddsArgs),
    Solve(solve::SolveArgs),
    Advise(advise::AdviseArgs),
    Roster(roster::RosterArgs),
    Tournament(Box<tournament::TournamentArgs>),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Reproduce(reproduce::ReproduceArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// [`Failure`]; nothing was then written, but for a file completed before
    /// stdout failed, and a tournament's journal.
    pub fn run(self) -> Result<Success, Failure> {
        let output = self.command.run()?;
        print(&output.text)?;
        Ok(output.success)
    }
}

impl Command {
    fn run(self) -> Result<Output, Failure> {
        match self {
            Self::Odds(args) => args.run(),
            Self::Solve(args) => args.run(),
            Self::Advise(args) => args.run(),
            Self::Roster(args) => args.run(),
            Self::Tournament(args) => args.run(),
            Self::Merge(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Reproduce(args) => args.run(),
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}
