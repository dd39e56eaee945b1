//! What is played: the one place where tournaments of the program name a game.

use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::super::shared::whole_number;
use crate::config::Source;
use crate::contests::pig::PigContest;
use crate::games::MAX_SEATS;
use crate::tournament::{Contest, MAX_GAMES};

/// What a configuration file and the flags above it decide.
#[derive(Clone, Debug)]
pub struct TournamentSettings {
    /// Groups of games per pairing.
    pub games: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// Seats at a table.
    pub players: usize,
    /// Who plays, by id; the usual players if empty.
    pub roster: Vec<String>,
}

#[derive(Debug, Args)]
pub struct ContestArgs {
    /// Configuration file, as configs/tournament.toml [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Who plays, by id [default: everybody of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    roster: Option<Vec<String>>,
    /// Games of every ordered pair, 1 to 10000000000; with more seats, groups of games of
    /// every line-up [default: the configuration's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(1..=MAX_GAMES))]
    pub games: Option<u64>,
    /// Seed; the same seed gives the same files [default: the configuration's]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Seats at a table, 2 to 6 [default: the configuration's]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number(2..=MAX_SEATS as u64))]
    players: Option<u64>,
}

/// The configuration, with what the flags say instead.
pub fn settings(args: &ContestArgs) -> Result<TournamentSettings, Failure> {
    // Its reader is another branch's; until then a file is only looked at.
    if let Some(path) = &args.config {
        Source::read(path)?;
    }
    Ok(TournamentSettings {
        games: args.games.unwrap_or(10_000),
        seed: args.seed.unwrap_or(2018),
        players: args.players.unwrap_or(2) as usize,
        roster: args.roster.clone().unwrap_or_default(),
    })
}

/// The game with its players.
pub fn contest(settings: &TournamentSettings) -> Result<Box<dyn Contest>, Failure> {
    Ok(Box::new(PigContest::named(&settings.roster)?))
}
