//! `rivals-studies`: what is shown once, apart from the program `rivals`.
//!
//! `cargo run --release -p rivals-studies -- all` makes the files of `results/studies`: CSV files
//! of figures, the report on them and on the committed tournaments, and a manifest. Other studies
//! print what they find: tables of `docs/method.md`, and weights that were fitted or tuned.
//! `conduct` takes an hour and is none of `all`: it makes those of `results/studies/conduct`.

mod battletech;
mod conduct;
mod dragon_slayer;
mod folder;
mod leagues;
mod parchis;
mod played;
mod report;
mod samples;
mod shares;
mod tic_tac_toe_sp;
mod tute;

use clap::{Parser, Subcommand};
use conduct::ConductArgs;
use dragon_slayer::{learning, traits, trees, tunings};
use miette::Result;
use tic_tac_toe_sp::powers;
use tute::switches;

use folder::FilesArgs;

#[derive(Parser)]
#[command(version, about = "Run the studies of rivals: what is shown once")]
struct Cli {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    /// Make all files of results/studies, but not those of its folder conduct
    All(FilesArgs),
    /// Measure what the faults of BattleTech's document cost, and count what it says of its methods
    Battletech(FilesArgs),
    /// Test whether a personality is the same in every game; takes an hour, and can be resumed
    Conduct(ConductArgs),
    /// Count what torches and bombs of Tic Tac Toe SP are used for
    Powers(FilesArgs),
    /// Measure what each switch of the rules of Tute Cabrero changes, and matches
    Switches(FilesArgs),
    /// Measure how much an opponent of Dragon Slayer gains that learns how its rival challenges
    Learning(FilesArgs),
    /// Measure what each trait of Dragon Slayer's personalities changes
    Traits(FilesArgs),
    /// Write the report on these files and on the committed tournaments
    Report(FilesArgs),
    /// Print how often intervals of ratings in small leagues hold; takes minutes
    Leagues,
    /// Print how often intervals of ratings from a sample of the pairings hold; takes minutes
    Samples,
    /// Print how often intervals of shares hold; takes a minute
    Shares,
    /// Print whether deeper trees of Dragon Slayer decide and win differently
    Trees,
    /// Try tunings of the thesis's personalities, and print which claims do not hold
    Tunings {
        /// Number of tunings
        tunings: u64,
        /// Seed of the tunings and of their games
        seed: u64,
        /// Claims that count ten times
        #[arg(value_delimiter = ',')]
        wanted: Vec<String>,
    },
    /// Fit the weights of Parchis's eval=rivals to games, and compare them with those in use
    FitParchis,
    /// Tune the weights of Parchis's eval=rivals by self-play
    TuneParchis {
        /// Number of rounds
        rounds: u32,
        /// Number of openings that each round plays
        openings: u64,
        /// Number of states that each decision searches
        nodes: u64,
        /// Seed of the openings and of the changes of weights
        seed: u64,
    },
    /// Play a tournament of weights of Parchis against those of eval=rivals
    CompareParchis {
        /// Number of openings
        openings: u64,
        /// Number of states that each decision searches
        nodes: u64,
        /// Seed of the openings
        seed: u64,
        /// A number for each feature
        #[arg(value_delimiter = ',', allow_negative_numbers = true)]
        weights: Vec<i32>,
    },
    /// Learn the priorities of Tic Tac Toe SP's priority-learned by self-play; takes a minute
    TunePriorities,
}

fn main() -> Result<()> {
    match Cli::parse().study {
        Study::All(files) => {
            files.finish(switches::made()?)?;
            files.finish(learning::made()?)?;
            files.finish(traits::made()?)?;
            files.finish(battletech::made()?)?;
            files.finish(powers::made()?)?;
            files.finish(report::made(&files.results)?)
        }
        Study::Battletech(files) => files.finish(battletech::made()?),
        Study::Conduct(args) => args.run(),
        Study::Powers(files) => files.finish(powers::made()?),
        Study::Switches(files) => files.finish(switches::made()?),
        Study::Learning(files) => files.finish(learning::made()?),
        Study::Traits(files) => files.finish(traits::made()?),
        Study::Report(files) => files.finish(report::made(&files.results)?),
        Study::Leagues => leagues::print(),
        Study::Samples => {
            samples::print();
            Ok(())
        }
        Study::Shares => {
            shares::print();
            Ok(())
        }
        Study::Trees => trees::print(),
        Study::Tunings { tunings, seed, wanted } => tunings::search(tunings, seed, &wanted),
        Study::FitParchis => parchis::fit::fit(),
        Study::TuneParchis { rounds, openings, nodes, seed } => {
            parchis::tuning::tune(rounds, openings, nodes, seed)
        }
        Study::CompareParchis { openings, nodes, seed, weights } => {
            parchis::tuning::compare(openings, nodes, seed, weights)
        }
        Study::TunePriorities => {
            tic_tac_toe_sp::tuning::tune();
            Ok(())
        }
    }
}
