//! The games, one folder each, with everything that only that game knows, and their registry.
//!
//! A new game is a folder, its `pub mod` line, and its line in [`ALL`].

pub(crate) mod any_game;
pub mod dragon_slayer;
pub mod parchis;
pub mod pig;
pub mod tic_tac_toe_sp;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use crate::command::Output;
use crate::config::did_you_mean;

pub(crate) use any_game::AnyGame;

/// Every game. The first is the default game.
pub(crate) const ALL: &[&dyn AnyGame] = &[
    &dragon_slayer::DragonSlayerGame,
    &pig::PigGame,
    &parchis::ParchisGame,
    &tic_tac_toe_sp::TicTacToeSpGame,
];

/// The game with this name.
///
/// # Errors
/// A message that suggests the nearest name and lists all games.
pub(crate) fn find(name: &str) -> Result<&'static dyn AnyGame, String> {
    let found = ALL.iter().find(|game| game.info().name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = ALL.iter().map(|game| game.info().name).collect();
        let near = did_you_mean(name, names.iter().copied());
        format!("{near}the games are {}", names.join(", "))
    })
}

/// The default game, for runs that name none.
#[must_use]
pub(crate) fn default_game() -> &'static dyn AnyGame {
    ALL[0]
}

/// The flag that names a game.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// Game; `rivals games` lists all [default: the configuration's, or dragon-slayer]
    #[arg(long, value_name = "GAME", value_parser = find)]
    pub game: Option<&'static dyn AnyGame>,
}

/// A command that only one game has, with its arguments.
#[derive(Debug)]
pub(crate) struct GameCommand(ArgMatches);

impl GameCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let mut games = ALL.iter();
        let output = games.find_map(|game| game.run(&self.0));
        output.expect("clap accepts only the commands of the games")
    }
}

impl Subcommand for GameCommand {
    fn augment_subcommands(program: Command) -> Command {
        ALL.iter()
            .fold(program, |program, game| game.commands(program))
    }

    fn augment_subcommands_for_update(program: Command) -> Command {
        Self::augment_subcommands(program)
    }

    fn has_subcommand(name: &str) -> bool {
        let commands = Self::augment_subcommands(Command::new(""));
        commands.find_subcommand(name).is_some()
    }
}

impl FromArgMatches for GameCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_name() {
        for game in ALL {
            assert_eq!(
                find(game.info().name).unwrap().info().name,
                game.info().name
            );
        }
        assert_eq!(
            find("dragonslayer").unwrap_err().split('?').next(),
            Some("did you mean dragon-slayer")
        );
        assert_eq!(
            find("chess").unwrap_err(),
            "the games are dragon-slayer, pig, parchis, tic-tac-toe-sp"
        );
    }

    #[test]
    fn what_is_built_in_is_well_formed() {
        for game in ALL {
            let config = crate::tournament::config::TournamentConfig::built_in(game.info());
            assert!(!config.roster.members.is_empty());
            assert_eq!(
                game.rules(None).unwrap(),
                game.rules(config.rules.as_ref()).unwrap()
            );
        }
    }
}
