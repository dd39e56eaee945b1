//! The commands that only one game has, among those of the program.

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use crate::command::Output;
use crate::commands::{self, OwnCommands};

/// The commands of all games.
fn own() -> impl Iterator<Item = OwnCommands> {
    commands::all().filter_map(|game| game.own)
}

/// A command that only one game has, with its arguments.
#[derive(Debug)]
pub(crate) struct GameCommand(ArgMatches);

impl GameCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let output = own().find_map(|own| (own.run)(&self.0));
        output.expect("clap accepts only the commands of the games")
    }
}

impl Subcommand for GameCommand {
    fn augment_subcommands(program: Command) -> Command {
        own().fold(program, |program, own| (own.add)(program))
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
