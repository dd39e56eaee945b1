//! What is played: the one place where tournaments of the program name a game.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::command::Failure;
use crate::command::progress::Waiting;
use crate::command::shared::{
    ChosenRules, PERSONALITIES, RULES, TOURNAMENT_FILE, in_configs, whole_number,
};
use crate::config::Source;
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::contest::DragonSlayerContest;
use crate::personalities::Roster;
use crate::play::MAX_SEATS;
use crate::tournament::{Contest, MAX_GAMES};
use crate::tournament_config::TournamentConfig;

#[derive(Debug, Args)]
pub struct ContestArgs {
    /// Configuration file [default: configs/tournament.toml if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Who plays, by id [default: everybody of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    roster: Option<Vec<String>>,
    #[arg(long, value_name = "N", help = games_help(), allow_negative_numbers = true, value_parser = whole_number(1..=MAX_GAMES))]
    pub games: Option<u64>,
    /// Seed; the same seed gives the same files [default: the configuration's]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Seats at a table, 2 to 6; with more than 2, everybody looks at its strongest rival, as
    /// if it were alone with it [default: the configuration's]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number(2..=MAX_SEATS as u64))]
    players: Option<u64>,
}

fn games_help() -> String {
    format!(
        "Games from each seat against the same opponents, 1 to {MAX_GAMES}: with two seats, of \
         every ordered pair; with more, all seatings take turns [default: the configuration's]"
    )
}

impl ContestArgs {
    /// The configuration, with what the flags say instead.
    pub fn settings(&self) -> Result<TournamentConfig, Failure> {
        let mut config = read(self.config.as_deref())?;
        config.games = self.games.unwrap_or(config.games);
        config.seed = self.seed.unwrap_or(config.seed);
        config.players = self.players.map_or(config.players, |seats| seats as usize);
        if let Some(ids) = &self.roster {
            config.roster = config.roster.select(ids)?;
        }
        Ok(config)
    }
}

/// The configuration of a file; without one, that of `configs/` in the current folder, or else
/// the built-in copy.
///
/// The built-in copy takes its personalities from `configs/` as well, if they are there. A
/// configuration that names no rules is played by those that every other command takes.
pub fn read(path: Option<&Path>) -> Result<TournamentConfig, Failure> {
    let file = path
        .map(Path::to_owned)
        .or_else(|| in_configs(TOURNAMENT_FILE));
    let mut config = match &file {
        Some(path) => TournamentConfig::read(path)?,
        None => TournamentConfig::built_in(),
    };
    if let (None, Some(folder)) = (file, in_configs(PERSONALITIES)) {
        config.roster = Roster::from_folder(&folder)?.with_baselines();
    }
    if let (None, Some(path)) = (&config.rule_file, in_configs(RULES)) {
        config.rules = Rules::from_source(&Source::read(&path)?)?;
        config.rule_file = Some(path);
    }
    Ok(config)
}

/// The rules of a configuration, and where they come from.
pub fn chosen_rules(config: &TournamentConfig) -> ChosenRules {
    ChosenRules::new(config.rules.clone(), config.rule_file.clone())
}

/// The game with its players. Solves the game.
pub fn contest(rules: &Rules, roster: &Roster, quiet: bool) -> Result<Box<dyn Contest>, Failure> {
    let _waiting = Waiting::new("solving the game", quiet);
    Ok(Box::new(DragonSlayerContest::new(rules, roster)?))
}
