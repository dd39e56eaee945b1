//! The game of a tournament, its configuration, and the flags that change it.

use std::path::{Path, PathBuf};

use clap::Args;
use miette::miette;

use crate::command::progress::waiting;
use crate::command::shared::{RulesName, in_configs, whole_number};
use crate::config::Source;
use crate::games::{self, AnyGame, GameArg};
use crate::personalities::Roster;
use crate::play::{GameInfo, MAX_SEATS};
use crate::results::TOURNAMENT;
use crate::tournament::config::{Choice, TournamentConfig};
use crate::tournament::{Contest, MAX_GAMES};

/// The name of a tournament's configuration file in `configs/`.
pub(crate) const TOURNAMENT_FILE: &str = "tournament.toml";
/// The folder of results. The results of another game than the default have a folder in it.
const RESULTS: &str = "results";
/// The name of the folder of personalities in `configs/`.
const PERSONALITIES: &str = "personalities";

#[derive(Debug, Args)]
pub(super) struct ContestArgs {
    #[command(flatten)]
    game: GameArg,
    /// Configuration file [default: configs/tournament.toml, or configs/GAME/tournament.toml for
    /// another game, if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Players, by id [default: all players of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    roster: Option<Vec<String>>,
    #[arg(long, value_name = "N", help = games_help(), allow_negative_numbers = true, value_parser = whole_number(1..=MAX_GAMES))]
    pub games: Option<u64>,
    /// Seed; the same seed gives the same files [default: the configuration's]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Seats of each game, 2 to 6; --dry-run says how players decide with more than 2 [default:
    /// the configuration's]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number(2..=MAX_SEATS as u64))]
    players: Option<u64>,
}

fn games_help() -> String {
    format!(
        "Games of each pairing from each seat, 1 to {MAX_GAMES}. With more than two seats, all \
         seatings take turns [default: the configuration's]"
    )
}

impl ContestArgs {
    /// The configuration, with the values of flags in place of its own.
    pub(super) fn settings(&self) -> miette::Result<Chosen> {
        let mut chosen = Chosen::read(self.game.game, self.config.as_deref())?;
        let config = &mut chosen.config;
        config.games = self.games.unwrap_or(config.games);
        config.seed = self.seed.unwrap_or(config.seed);
        config.players = self.players.map_or(config.players, |seats| seats as usize);
        if let Some(ids) = &self.roster {
            config.roster = config.roster.select(ids)?;
        }
        Ok(chosen)
    }
}

/// A game with the configuration of a tournament.
pub(crate) struct Chosen {
    pub game: &'static dyn AnyGame,
    pub config: TournamentConfig,
    /// The name of the rules, for the user.
    pub rules: RulesName,
    /// The canonical text of the rules.
    pub identity: String,
}

impl Chosen {
    /// Reads the configuration of a file; without one, that of `configs/` in the current folder
    /// if it exists, else the built-in copy. Without `game`, the file names the game.
    ///
    /// The built-in copy takes its personalities from `configs/` if they exist. For a
    /// configuration without rules, the rules are those that every other command uses.
    pub(crate) fn read(
        game: Option<&'static dyn AnyGame>,
        path: Option<&Path>,
    ) -> miette::Result<Self> {
        let asked = game.unwrap_or_else(games::default_game);
        let file = path
            .map(Path::to_owned)
            .or_else(|| in_game_configs(asked, TOURNAMENT_FILE));
        let mut config = match &file {
            Some(path) => {
                let choice = Choice {
                    find: |name| Ok(games::find(name)?.info()),
                    default: games::default_game().info(),
                    asked: game.map(|game| game.info()),
                };
                TournamentConfig::read(path, choice)?
            }
            None => TournamentConfig::built_in(asked.info()),
        };
        let game = games::find(config.game.name).expect("the file names a game of the registry");
        if let (None, true, Some(folder)) =
            (file, config.game.personalities, in_configs(PERSONALITIES))
        {
            config.roster = personalities(config.game, &folder)?;
        }
        if let (None, Some(name)) = (&config.rules, config.game.rule_file)
            && let Some(path) = in_game_configs(game, name)
        {
            config.rules = Some(Source::read(&path)?);
        }
        let identity = game.rules(config.rules.as_ref())?;
        let built_in = identity == game.rules(None)?;
        let rules = RulesName::new(built_in, config.rules.as_ref().map(Source::name));
        Ok(Self {
            game,
            config,
            rules,
            identity,
        })
    }

    /// The game with its players, ready for a tournament. A game that has a solver is solved.
    pub(crate) fn contest(&self, quiet: bool) -> miette::Result<Box<dyn Contest>> {
        let _waiting = waiting("solving the game", quiet);
        (self.game).contest(self.config.rules.as_ref(), &self.config.roster)
    }
}

/// The personalities of a folder, and the agents of the game's built-in tournament.
pub(crate) fn personalities(game: &'static GameInfo, folder: &Path) -> miette::Result<Roster> {
    if !game.personalities {
        let help = "leave out --personalities";
        return Err(miette!(
            help = help,
            "personalities do not play {}",
            game.name
        ));
    }
    let built_in = TournamentConfig::built_in(game).roster;
    Ok(Roster::from_folder(folder, game.agents)?.with_agents_of(&built_in))
}

/// The path of a game's file in `configs/`, or in `configs/GAME` for another game than the
/// default; none if there is no such file.
pub(in crate::cli) fn in_game_configs(game: &dyn AnyGame, name: &str) -> Option<PathBuf> {
    match is_default(game) {
        true => in_configs(name),
        false => in_configs(&format!("{}/{name}", game.info().folder())),
    }
}

/// The folder for all results of a game, if no other is named: `results`, or `results/GAME` for
/// another game than the default.
pub(in crate::cli) fn results_root(game: &dyn AnyGame) -> PathBuf {
    match is_default(game) {
        true => RESULTS.into(),
        false => Path::new(RESULTS).join(game.info().folder()),
    }
}

/// The folder for the results of a game's tournament, if no other is named.
pub(crate) fn results_folder(game: &dyn AnyGame) -> PathBuf {
    results_root(game).join(TOURNAMENT)
}

fn is_default(game: &dyn AnyGame) -> bool {
    game.info().name == games::default_game().info().name
}
