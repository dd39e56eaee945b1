//! The command line of the program, one file per subcommand. The commands of single games are
//! in the folders of these games.
//!
//! Results go to stdout, progress and errors to stderr. The help describes every flag.

mod completions;
mod engine;
mod games;
mod history;
mod interrupt;
mod man;
mod merge;
mod person;
mod play;
mod report;
mod reproduce;
mod review;
mod roster;
mod staging;
mod stats;
mod tournament;

use clap::{Parser, Subcommand};

use crate::command::{Output, help_end, print};
pub use crate::command::{REFUSED, Success, print_note};
use crate::games::{GameCommand, SolveGameArgs};

/// Simulate dice games, solve them exactly, and run round-robin tournaments.
#[derive(Debug, Parser)]
#[command(
    version = VERSION,
    propagate_version = true,
    max_term_width = 100,
    after_help = help_end("
        # the odds of every fight, simulated and exact
        rivals odds
        # optimal play, and how often each seat then wins
        rivals solve
        # a small tournament, which writes its files to first-league
        rivals tournament --roster abel,carla,greedy --games 1000 --out first-league
    ")
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The crate's version, with the commit if it is known (`build.rs`). Result files name only
/// the crate's version.
const VERSION: &str = env!("RIVALS_VERSION");

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Game(GameCommand),
    Solve(Box<SolveGameArgs>),
    Games(games::GamesArgs),
    Play(play::PlayArgs),
    Engine(engine::EngineArgs),
    Roster(roster::RosterArgs),
    Tournament(Box<tournament::TournamentArgs>),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Reproduce(reproduce::ReproduceArgs),
    Review(review::ReviewArgs),
    History(history::HistoryArgs),
    Person(person::PersonArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// The error says what was refused. Nothing is then written, except files that were complete
    /// before standard output failed, and a tournament's journal. The exit code is [`REFUSED`].
    pub fn run(self) -> miette::Result<Success> {
        let output = self.command.run()?;
        print(&output.text)?;
        Ok(output.success)
    }
}

impl Command {
    fn run(self) -> miette::Result<Output> {
        match self {
            Self::Game(command) => command.run(),
            Self::Solve(args) => args.run(),
            Self::Games(args) => args.run(),
            Self::Play(args) => args.run(),
            Self::Engine(args) => args.run(),
            Self::Roster(args) => args.run(),
            Self::Tournament(args) => args.run(),
            Self::Merge(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Reproduce(args) => args.run(),
            Self::Review(args) => args.run(),
            Self::History(args) => args.run(),
            Self::Person(args) => args.run(),
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}
