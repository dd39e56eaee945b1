//! `rivals roster`: lists the players of a game, and shows the traits and values of one.

use std::path::Path;

use clap::{Args, Subcommand};
use miette::miette;
use serde::Serialize;

use super::tournament::{Chosen, ConfigArgs};
use crate::command::answer::json_rows;
use crate::command::shared::whole_number;
use crate::command::{Answer, Format, Output, help_end};
use crate::command::{GameArg, PlayerId, default_game};
use crate::config::{Error, Source};
use crate::document::Document;
use crate::personalities::{Member, Personality, Roster, Scale};
use crate::personality_files;
use crate::player_files;
use crate::report::personalities::{self, Player};
use crate::text::{csv, csv_or_header};
use crate::tournament::GameInfo;

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
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
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
        # the file of the seventh drawn personality, for other commands
        rivals roster show drawn-7 --seed 1 --format toml
    "))]
struct ShowArgs {
    /// The id of a personality, its file (FILE.toml, or - for standard input), the name of an agent,
    /// or the file of a player made of sentences
    #[arg(value_name = "ID", value_parser = PlayerId, hide_possible_values = true)]
    id: String,
    /// Seed with which a personality such as drawn-1 was drawn [default: from the configuration]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    source: SourceArgs,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Toml]), default_value = "table")]
    format: Format,
}

/// The arguments that choose a roster.
#[derive(Debug, Args)]
struct SourceArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    config: ConfigArgs,
}

impl RosterArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        if let Some(RosterCommand::Show(args)) = self.command {
            return args.run();
        }
        let chosen = Chosen::read(self.source.game.game, &self.source.config)?;
        let roster = &chosen.config.roster;
        let players = roster.members.iter().map(Player::new).collect();
        self.format.output_by(&chosen.named(), &Players { players, roster })
    }
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let mut chosen = Chosen::read(self.source.game.game, &self.source.config)?;
        chosen.config.seed = self.seed.unwrap_or(chosen.config.seed);
        let game = chosen.config.game;
        let mut is_drawn = false;
        let member = if let Some(player) = read_player(game, &self.id) {
            player?
        } else if self.id.ends_with(".toml") || self.id == "-" {
            let game = self.source.game.game.unwrap_or_else(default_game).info();
            let source = Source::read(Path::new(&self.id))?;
            Member::Personality(personality_files::read(&source, game.agents)?)
        } else {
            let member = chosen.config.roster.member(&self.id);
            member.or_else(|refusal| {
                let drawn = chosen.drawn(&self.id);
                is_drawn = drawn.is_some();
                drawn.ok_or(refusal)
            })?
        };
        if self.seed.is_some() && !is_drawn {
            return Err(miette!(help = "leave out --seed", "{} is not drawn", self.id));
        }
        let shown = Shown { player: Player::new(&member), member: &member };
        self.format.output_by(&chosen.rules, &shown)
    }
}

/// The player of a file, in a game that players made of sentences play.
fn read_player(game: &GameInfo, id: &str) -> Option<Result<Member, Error>> {
    if game.facts.is_empty() { None } else { player_files::member(game, id) }
}

/// All players of a roster.
#[derive(Serialize)]
#[serde(transparent)]
struct Players<'a> {
    players: Vec<Player<'a>>,
    #[serde(skip)]
    roster: &'a Roster,
}

impl Answer for Players<'_> {
    fn document(&self) -> Document {
        personalities::list(self.roster)
    }

    fn json(&self, rules: Option<&str>) -> String {
        json_rows(rules, &self.players)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.roster.members.iter().map(Row::new)))
    }
}

/// A player, as a row.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    name: &'a str,
    character: String,
}

impl<'a> Row<'a> {
    fn new(member: &'a Member) -> Self {
        Self { id: member.id(), name: member.name(), character: member.character() }
    }
}

/// One player.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    player: Player<'a>,
    #[serde(skip)]
    member: &'a Member,
}

/// A trait or value of a personality, on its scale.
#[derive(Default, Serialize)]
struct FigureRow {
    figure: &'static str,
    low: f64,
    high: f64,
    neutral: f64,
    value: f64,
}

impl Answer for Shown<'_> {
    fn document(&self) -> Document {
        personalities::drawing(self.member)
    }

    fn csv(&self) -> Option<String> {
        let figures = self.member.personality().into_iter().flat_map(Personality::shown_figures);
        let rows = figures.map(|(Scale { key: figure, low, high, neutral, .. }, value)| {
            FigureRow { figure, low, high, neutral, value }
        });
        Some(csv_or_header(&rows.collect::<Vec<_>>()))
    }

    fn toml(&self) -> Option<String> {
        match self.member {
            Member::Personality(personality) => Some(personality.to_toml()),
            Member::Agent(spec) => Some(spec.player.as_ref()?.text().to_owned()),
        }
    }
}
