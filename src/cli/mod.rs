//! The command line of the program, one file per subcommand. The commands of single games are
//! in the folders of these games.
//!
//! Results go to stdout, progress and errors to stderr. The help describes every flag.

mod agent;
mod calibrate;
mod completions;
mod engine;
mod games;
mod history;
mod init;
mod interrupt;
mod kept;
mod man;
mod person;
mod play;
mod practice;
mod report;
mod reproduce;
mod review;
mod roster;
mod seating;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod staging;
mod stats;
mod tournament;

use std::io::ErrorKind;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use miette::MietteHandlerOpts;

use crate::command::output::cannot_write;
use crate::command::{Output, help_end, print};
pub use crate::command::{REFUSED, Success, print_note};
use crate::commands::{FitArgs, GameCommand};
use crate::outside::ProgramFailed;
use solve::SolveArgs;

/// Simulate games, solve them exactly, and run round-robin tournaments.
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
    /// When to print errors and help in colour; auto follows the terminal and NO_COLOR
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

/// The crate's version, with the commit if it is known (`build.rs`). Result files name only
/// the crate's version.
const VERSION: &str = env!("RIVALS_VERSION");

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Game(GameCommand),
    Fit(Box<FitArgs>),
    Solve(Box<SolveArgs>),
    Games(games::GamesArgs),
    Play(play::PlayArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Engine(engine::EngineArgs),
    Agent(agent::AgentArgs),
    #[cfg(unix)]
    #[command(hide = true)]
    AgentGuard(crate::outside::guard::GuardArgs),
    Init(init::InitArgs),
    Roster(roster::RosterArgs),
    Tournament(Box<tournament::TournamentArgs>),
    Sweep(Box<tournament::sweep::SweepArgs>),
    Plan(Box<tournament::plan::PlanArgs>),
    Assess(Box<tournament::assess::AssessArgs>),
    Compare(Box<tournament::compare::CompareArgs>),
    Evolve(Box<tournament::evolve::EvolveArgs>),
    Calibrate(calibrate::CalibrateArgs),
    Merge(tournament::merge::MergeArgs),
    Report(report::ReportArgs),
    Reproduce(reproduce::ReproduceArgs),
    Review(review::ReviewArgs),
    Practice(practice::PracticeArgs),
    #[command(subcommand)]
    History(history::HistoryCommand),
    #[command(subcommand)]
    Person(person::PersonCommand),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// The command line of this process. Help and wrong arguments end the process, as clap does.
    #[must_use]
    pub fn of_process() -> Self {
        let words: Vec<_> = std::env::args_os().map(|word| word.into_string()).collect();
        let line = words.into_iter().map_while(Result::ok).collect::<Vec<_>>().join("=");
        // Help and wrong arguments are shown in the colours that the arguments ask for.
        let asked = |when: &ColorChoice| line.contains(&format!("--color={when}"));
        let color = [ColorChoice::Always, ColorChoice::Never].into_iter().find(asked);
        if let Some(color) = color {
            let colored = color == ColorChoice::Always;
            // Only a hook that is set already could refuse this one.
            let _ = miette::set_hook(Box::new(move |_| {
                Box::new(MietteHandlerOpts::new().color(colored).build())
            }));
        }
        let command = Self::command().color(color.unwrap_or_default());
        let read = command.try_get_matches().and_then(|all| Self::from_arg_matches(&all));
        read.unwrap_or_else(|error| {
            let written = error.print();
            let code = if error.use_stderr() { REFUSED } else { 0 };
            std::process::exit(match written {
                Err(fault) if code == 0 && fault.kind() != ErrorKind::BrokenPipe => {
                    print_note(&format!("{:?}", cannot_write(&fault)));
                    REFUSED.into()
                }
                _ => code.into(),
            })
        })
    }

    /// Runs the subcommand.
    ///
    /// # Errors
    /// The error says what was refused. Nothing is then written, except files that were complete
    /// before standard output failed, and a tournament's journal. The exit code is [`REFUSED`].
    pub fn run(self) -> miette::Result<Success> {
        let commit = option_env!("RIVALS_COMMIT").map(str::to_owned);
        crate::tournament::BUILT_FROM.get_or_init(|| commit);
        let run = self.command.run();
        if let Err(report) = &run
            && let Some(failed) = report.downcast_ref::<ProgramFailed>()
        {
            print_note(&failed.to_string());
            return Ok(Success::ProgramFailed);
        }
        let output = run?;
        print(&output.text)?;
        Ok(output.success)
    }
}

impl Command {
    fn run(self) -> miette::Result<Output> {
        match self {
            Self::Game(command) => command.run(),
            Self::Fit(args) => args.run(),
            Self::Solve(args) => args.run(),
            Self::Games(args) => args.run(),
            Self::Play(args) => args.run(),
            #[cfg(feature = "serve")]
            Self::Serve(args) => args.run(),
            Self::Engine(args) => args.run(),
            Self::Agent(args) => args.run(),
            #[cfg(unix)]
            Self::AgentGuard(args) => args.run(),
            Self::Init(args) => args.run(),
            Self::Roster(args) => args.run(),
            Self::Tournament(args) => args.run(),
            Self::Sweep(args) => args.run(),
            Self::Plan(args) => args.run(),
            Self::Assess(args) => args.run(),
            Self::Compare(args) => args.run(),
            Self::Evolve(args) => args.run(),
            Self::Calibrate(args) => args.run(),
            Self::Merge(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Reproduce(args) => args.run(),
            Self::Review(args) => args.run(),
            Self::Practice(args) => args.run(),
            Self::History(args) => args.run(),
            Self::Person(args) => args.run(),
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}
