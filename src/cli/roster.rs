//! `rivals roster`: lists the players of a game, and shows the traits and values of one.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::tournament::{Chosen, personalities};
use crate::command::output::terminal_width;
use crate::command::shared::{RulesName, TextFormat};
use crate::command::{Output, help_end};
use crate::games::{GameArg, default_game};
use crate::personalities::Roster;
use crate::personalities::shown;

/// List the players of a game, with the traits that differ from optimal play.
///
/// A personality is a TOML file of traits and values, which are numbers on scales;
/// docs/personalities.md explains how to add one. The roster also has agents of the game, to
/// compare personalities with.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = help_end("
        # all players of the default roster
        rivals roster
    ")
)]
pub(super) struct RosterArgs {
    #[command(subcommand)]
    command: Option<RosterCommand>,
    #[command(flatten)]
    source: SourceArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

#[derive(Debug, Subcommand)]
enum RosterCommand {
    Show(ShowArgs),
}

/// Show one player: every trait and value on its scale.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the traits and values of Daniel
        rivals roster show daniel
    "))]
struct ShowArgs {
    /// The id of a personality, or the name of an agent
    id: String,
    #[command(flatten)]
    source: SourceArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// The arguments that choose a roster.
#[derive(Debug, Args)]
struct SourceArgs {
    #[command(flatten)]
    game: GameArg,
    /// Folder of personalities, such as configs/personalities
    #[arg(long, value_name = "DIR")]
    personalities: Option<PathBuf>,
    /// Configuration file whose roster is shown [default: configs/tournament.toml, or
    /// configs/GAME/tournament.toml for another game, if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE", conflicts_with = "personalities")]
    config: Option<PathBuf>,
}

impl SourceArgs {
    /// The roster, and the rules of its configuration; a folder of personalities has no rules.
    fn read(&self) -> miette::Result<(Roster, RulesName)> {
        if let Some(folder) = &self.personalities {
            let info = self.game.game.unwrap_or_else(default_game).info();
            return Ok((personalities(info, folder)?, RulesName::new(true, None)));
        }
        let chosen = Chosen::read(self.game.game, self.config.as_deref())?;
        Ok((chosen.config.roster, chosen.rules))
    }
}

impl RosterArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        if let Some(RosterCommand::Show(args)) = self.command {
            return args.run();
        }
        let (roster, rules) = self.source.read()?;
        let text = match self.format {
            TextFormat::Json => shown::roster_json(&roster, rules.name().as_deref()),
            TextFormat::Table => rules.above(&shown::list(&roster, terminal_width())),
        };
        Ok(Output::done(text))
    }
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let (roster, rules) = self.source.read()?;
        let member = roster.member(&self.id)?;
        let text = match self.format {
            TextFormat::Json => shown::member_json(&member, rules.name().as_deref()),
            TextFormat::Table => rules.above(&shown::drawing(&member, terminal_width())),
        };
        Ok(Output::done(text))
    }
}
