//! The games, one folder each, with everything that only that game knows, and their registry.
//!
//! A new game is a folder, its `pub mod` line, and its line in [`ALL`].

pub(crate) mod any_game;
pub use rivals_games::{parchis, pig, tic_tac_toe_sp, tute};

use std::ffi::OsStr;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use miette::miette;

use crate::command::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::command::{Output, help_end};
use crate::commands;
use crate::config::did_you_mean;
use crate::tournament::config::TournamentConfig;

pub(crate) use any_game::AnyGame;

/// Every game. The first is the default game.
pub(crate) const ALL: &[&dyn AnyGame] = &[
    &commands::dragon_slayer::DragonSlayerGame,
    &commands::pig::PigGame,
    &commands::parchis::ParchisGame,
    &commands::tic_tac_toe_sp::TicTacToeSpGame,
    &commands::tute::TuteGame,
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
    /// Game; `rivals games` lists all [default: from the configuration, or dragon-slayer]
    #[arg(long, value_name = "GAME", value_parser = find)]
    pub game: Option<&'static dyn AnyGame>,
}

/// A parser of the id of a player, which may have spaces around it. Shells complete the ids of
/// the built-in players and the names of the agents of all games; any other text is accepted as
/// well, as players may have files of their own.
#[derive(Clone, Debug)]
pub(crate) struct PlayerId;

impl TypedValueParser for PlayerId {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        Ok(text.trim().to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(player_ids().iter().map(|id| PossibleValue::new(&**id))))
    }
}

/// The ids of the built-in players of all games and of the files in `configs/personalities`, and
/// the names of agents without parameters.
fn player_ids() -> &'static [String] {
    static IDS: OnceLock<Vec<String>> = OnceLock::new();
    IDS.get_or_init(|| {
        let mut ids = Vec::new();
        for info in ALL.iter().map(|game| game.info()) {
            let roster = TournamentConfig::built_in(info).roster;
            ids.extend(roster.members.iter().map(|member| member.id().to_owned()));
            let plain = info.agents.iter().filter(|kind| kind.parameters.is_empty());
            ids.extend(plain.map(|kind| kind.name.to_owned()));
        }
        let own = in_configs(PERSONALITIES_FOLDER).and_then(|folder| folder.read_dir().ok());
        let files = own.into_iter().flatten().flatten().map(|entry| entry.path());
        let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "toml"));
        ids.extend(files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())));
        ids.sort_unstable();
        ids.dedup();
        ids
    })
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
        ALL.iter().fold(program, |program, game| game.commands(program))
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

/// Solve the game of two seats: optimal play and exact win probabilities.
///
/// Every position is solved under optimal play by both players. Win probabilities at scores
/// below the target are proven to lie within the printed bound, unless it is called an
/// estimate. No dice are rolled. Other games take only some of the flags; a refusal lists
/// them.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = help_end("
        # solve a shorter game; my-results/values.csv gets the value of every position
        rivals solve --target 30 --out my-results
        # is 5x5 with four in a row and no powers a win for the first player?
        rivals solve --game tic-tac-toe-sp --setup 5x5:k=4:stocks=0,0,0,0
        # compare the solution of Pig with its published value
        rivals solve --game pig --check
    ")
)]
pub(crate) struct SolveGameArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    args: commands::dragon_slayer::SolveArgs,
}

impl SolveGameArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let game = self.game.game.unwrap_or_else(default_game);
        let name = game.info().name;
        if name == crate::dragon_slayer::NAME {
            let known_answers = || {
                let of_others: miette::Result<Vec<_>> =
                    ALL.iter().map(|game| game.known_answers()).collect();
                Ok(of_others?.concat())
            };
            let own = ["a subcommand of solve", "--rules", "--no-challenge", "--target", "--out"];
            self.args
                .for_any_game(&own)
                .map_err(|flag| miette!(help = "leave it out", "{name} does not take {flag}"))?;
            return self.args.run(&known_answers);
        }
        let flags = game.solve_flags();
        let options = self.args.for_any_game(flags).map_err(|flag| {
            miette!(
                help = format!(
                    "leave it out; {name} takes only {}, --format and --check",
                    flags.join(", ")
                ),
                "{name} does not take {flag}"
            )
        })?;
        game.solve(&options).unwrap_or_else(|| {
            Err(miette!(
                help = "choose another game; `rivals games` lists all",
                "{name} has no solver"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_name() {
        for game in ALL {
            assert_eq!(find(game.info().name).unwrap().info().name, game.info().name);
        }
        assert_eq!(
            find("dragonslayer").unwrap_err().split('?').next(),
            Some("did you mean dragon-slayer")
        );
        let names: Vec<_> = ALL.iter().map(|game| game.info().name).collect();
        assert_eq!(find("chess").unwrap_err(), format!("the games are {}", names.join(", ")));
    }

    #[test]
    fn what_is_built_in_is_well_formed() {
        for game in ALL {
            let config = crate::tournament::config::TournamentConfig::built_in(game.info());
            assert!(!config.roster.members.is_empty());
            assert_eq!(game.rules(None).unwrap(), game.rules(config.rules.as_ref()).unwrap());
        }
    }
}
