//! `rivals person`: the people who have played, and what their games say of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use miette::miette;
use serde::{Serialize, Serializer};

use super::history::{agreed, export, exported};
use super::kept::{note_damaged, opened};
use crate::command::data::DataArg;
use crate::command::output::write;
use crate::command::{Answer, Format, Output, help_after_a_game, help_end};
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::history::PersonRow;
use crate::play::show::escaped;
use crate::tables::person::Portrait;
use crate::tables::seating::person_name;
use crate::text::number::counted;
use crate::text::{csv_or_header, date};

/// List, rename, export and remove people.
#[derive(Debug, Subcommand)]
#[command(
    after_help = help_end("
        # the people whose games are kept in the folder my-games
        rivals person list --data my-games
    ")
)]
pub(super) enum PersonCommand {
    List(ListArgs),
    Show(ShowArgs),
    Export(ExportArgs),
    Rename(RenameArgs),
    Delete(DeleteArgs),
}

/// List the people with the numbers of their games.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all people, as JSON
        rivals person list --data my-games --format json
    "))]
pub(super) struct ListArgs {
    #[command(flatten)]
    data: DataArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// Show what the games of a person say: wins, strength without luck, and character.
///
/// Practice and unfinished games do not count. Figures of strength, costs and character are of
/// games of two seats whose review tells luck from decisions.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("show Ana", "rivals person show ana --data my-games"))]
pub(super) struct ShowArgs {
    /// The name
    name: String,
    #[command(flatten)]
    data: DataArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Svg]), default_value = "table")]
    format: Format,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write the estimated character to this file, as a personality that can play in a
    /// tournament
    #[arg(long, value_name = "FILE")]
    personality: Option<PathBuf>,
}

/// Give a person another name, in all games.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("rename Ana", "rivals person rename ana anna --data my-games"))]
pub(super) struct RenameArgs {
    /// The name
    name: String,
    /// The new name, any text of at most 40 characters
    new: String,
    #[command(flatten)]
    data: DataArg,
}

/// Remove a person, and all games that they played.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("remove Ana", "rivals person delete ana --data my-games"))]
pub(super) struct DeleteArgs {
    /// The name
    name: String,
    /// Do not ask first; if standard input is not a terminal, the command never asks
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    data: DataArg,
}

/// Write the games of a person, which are all that is kept of them, as JSON lines.
///
/// Unfinished games are sealed, as by `rivals history export`.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("write it", "rivals person export ana --data my-games"))]
pub(super) struct ExportArgs {
    /// The name
    name: String,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
}

impl PersonCommand {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self {
            Self::List(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Rename(args) => args.run(),
            Self::Delete(args) => args.run(),
            Self::Export(args) => args.run(),
        }
    }
}

impl ListArgs {
    fn run(self) -> miette::Result<Output> {
        let history = self.data.find()?;
        self.format.output(&history.map_or_else(|| Ok(Vec::new()), |history| history.persons())?)
    }
}

impl Answer for Vec<PersonRow> {
    fn document(&self) -> Document {
        let columns: &Columns<'_, PersonRow> = &[
            (Column::words("person"), &|person| Cell::words(escaped(&person.name))),
            (Column::words("first game (UTC)"), &|person| Cell::words(date(person.since))),
            (Column::figures("games"), &|person| Cell::whole(person.games)),
            (Column::figures("practice"), &|person| Cell::whole(person.practice)),
            (Column::figures("unfinished"), &|person| Cell::whole(person.unfinished)),
        ];
        let table = Block::Table(Table::of("", "", self, columns));
        let none = Block::text("No people are known.");
        Document::answer("People", vec![if self.is_empty() { none } else { table }])
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(self))
    }
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let (portrait, damaged) = Portrait::of(&history, &self.name)?;
        note_damaged(&damaged);
        let name = escaped(&self.name);
        if let Some(path) = &self.personality {
            let Some(character) = &portrait.character else {
                return Err(miette!(
                    help = "play more games of two seats whose review tells luck from decisions",
                    "there are too few decisions to estimate the character of {name}"
                ));
            };
            write(path, &character.file())?;
        }
        self.format.written(&Shown(portrait), self.out.as_deref())
    }
}

/// The report on a person.
struct Shown(Portrait);

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.document.serialize(serializer)
    }
}

impl Answer for Shown {
    fn document(&self) -> Document {
        self.0.drawn()
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(&self.0.line_ups))
    }
}

impl RenameArgs {
    fn run(self) -> miette::Result<Output> {
        let refused = |help: String| {
            miette!(help = help, "no person can be called \"{}\"", escaped(&self.new))
        };
        let new = person_name(&self.new).map_err(refused)?;
        opened(&self.data)?.rename(&self.name, &new)?;
        let (name, new) = (escaped(&self.name), escaped(&new));
        Ok(Output::done(format!("{name} is now called {new}.\n")))
    }
}

impl DeleteArgs {
    fn run(self) -> miette::Result<Output> {
        let mut history = opened(&self.data)?;
        let name = escaped(&self.name);
        let games = history.games_of(&self.name)?.len();
        let games = counted(games as u64, "game", "games");
        if !agreed(&format!("Remove {name} and {games} for ever?"), self.yes)? {
            return Ok(Output::done("Nothing was removed.\n".to_owned()));
        }
        let games = history.delete_person(&self.name)?;
        let games = counted(games as u64, "game", "games");
        Ok(Output::done(format!("Removed {name} and {games}.\n")))
    }
}

impl ExportArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let own = history.games_of(&self.name)?;
        export(&own, self.out.as_deref(), |id| exported(&history, id, false))
    }
}
