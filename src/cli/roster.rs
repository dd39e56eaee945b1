//! `rivals roster`: lists the players of a game, and shows the traits and values of one.

use std::path::Path;

use clap::{Args, Subcommand, ValueEnum};
use miette::miette;

use super::tournament::{Chosen, ConfigArgs};
use crate::command::{Answer, Format, Output, help_end};
use crate::config::Source;
use crate::document::Document;
use crate::games::{GameArg, PlayerId, default_game};
use crate::personalities::{Member, Roster};
use crate::personality_files;
use crate::report::personalities;

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
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
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
        # the file of Carla, to be edited
        rivals roster show carla --format toml
    "))]
struct ShowArgs {
    /// The id of a personality, its file (FILE.toml, or - for standard input), or the name of an
    /// agent
    #[arg(value_name = "ID", value_parser = PlayerId, hide_possible_values = true)]
    id: String,
    #[command(flatten)]
    source: SourceArgs,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = ShowFormat::Table)]
    format: ShowFormat,
}

/// The format in which a player is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// Text for people.
    Table,
    /// The same figures as JSON.
    Json,
    /// The file of the personality.
    Toml,
}

/// The arguments that choose a roster.
#[derive(Debug, Args)]
struct SourceArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    config: ConfigArgs,
}

impl SourceArgs {
    /// The roster, and the rules of its configuration.
    fn read(&self) -> miette::Result<Chosen> {
        Chosen::read(self.game.game, &self.config)
    }
}

impl RosterArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        if let Some(RosterCommand::Show(args)) = self.command {
            return args.run();
        }
        let chosen = self.source.read()?;
        self.format.output_by(&chosen.named(), &chosen.config.roster)
    }
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let chosen = self.source.read()?;
        let member = if self.id.ends_with(".toml") || self.id == "-" {
            let game = self.source.game.game.unwrap_or_else(default_game).info();
            let source = Source::read(Path::new(&self.id))?;
            Member::Personality(personality_files::read(&source, game.agents)?)
        } else {
            chosen.config.roster.member(&self.id)?
        };
        let format = match (self.format, member.personality()) {
            (ShowFormat::Table, _) => Format::Table,
            (ShowFormat::Json, _) => Format::Json,
            (ShowFormat::Toml, Some(personality)) => {
                return Ok(Output::done(personality.to_toml()));
            }
            (ShowFormat::Toml, None) => {
                let help = "name a personality, such as carla; `rivals roster` lists all";
                let id = member.id();
                return Err(miette!(help = help, "{id} is an agent, which has no file"));
            }
        };
        format.output_by(&chosen.rules, &member)
    }
}

impl Answer for Roster {
    fn document(&self) -> Document {
        personalities::list(self)
    }

    fn json(&self, rules: Option<&str>) -> String {
        personalities::roster_json(self, rules)
    }
}

impl Answer for Member {
    fn document(&self) -> Document {
        personalities::drawing(self)
    }

    fn json(&self, rules: Option<&str>) -> String {
        personalities::member_json(self, rules)
    }
}
