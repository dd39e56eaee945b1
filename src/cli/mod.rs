//! The program: arguments in, results out. One file per subcommand.
//!
//! Results go to stdout, progress and complaints to stderr. What the flags
//! mean is said in their help alone. clap and indicatif are used nowhere else.

mod advise;
mod failure;
mod infer;
mod merge;
mod odds;
mod output;
mod progress;
mod roster;
mod shared;
mod solve;
mod tournament;

use clap::{Parser, Subcommand};

pub use failure::{Failure, Success};
pub use output::complain;
pub use tournament::FolderError;

/// Simulates dice games, solves them exactly, and compares.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Listed in every help.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  2  something given was refused, or results could not be written
  3  a simulated figure contradicts its exact one
  4  interrupted by Ctrl-C or SIGTERM; what was played is kept, and --resume goes on";

#[derive(Debug, Subcommand)]
enum Command {
    Odds(odds::OddsArgs),
    Solve(solve::SolveArgs),
    Advise(advise::AdviseArgs),
    Roster(roster::RosterArgs),
    Tournament(tournament::TournamentArgs),
    Merge(merge::MergeArgs),
}

impl Cli {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// [`Failure`]; nothing was then written, but for a file completed before
    /// stdout failed, and a tournament's journal.
    pub fn run(self) -> Result<Success, Failure> {
        match self.command {
            Command::Odds(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Advise(args) => args.run(),
            Command::Roster(args) => args.run(),
            Command::Tournament(args) => args.run(),
            Command::Merge(args) => args.run(),
        }
    }
}
