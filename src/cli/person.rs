//! `rivals person`: the people who have played, and what their games say of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use miette::miette;
use serde::Serialize;

use super::history::{agreed, export, exported};
use super::kept::{note_damaged, opened, own_games, player};
use crate::command::data::DataArg;
use crate::command::output::write;
use crate::command::{Answer, Format, Output, help_after_a_game, help_end};
use crate::commands::review::Reviews;
use crate::commands::{self, OwnGame};
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::history::PersonRow;
use crate::play::Seat;
use crate::play::show::escaped;
use crate::report::person::{Character, Finished, LineUp, Profile, line_ups, person, share_of_win};
use crate::report::personalities::figures;
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
        let (games, left_out, damaged) = own_games(&history, &self.name)?;
        note_damaged(&damaged);
        let name = escaped(&self.name);
        let mut profiles = profiles(&name, &games)?;
        let finished: Vec<Finished> = games.iter().map(finished).collect();
        let document = person(&name, &finished, left_out, &profiles);
        let character = profiles.iter_mut().find_map(|(_, profile)| profile.character.take());
        if let Some(path) = &self.personality {
            let Some(character) = &character else {
                return Err(miette!(
                    help = "play more games of two seats whose review tells luck from decisions",
                    "there are too few decisions to estimate the character of {name}"
                ));
            };
            write(path, &character.file())?;
        }
        let shown = Shown { document, character, line_ups: line_ups(&finished) };
        self.format.written(&shown, self.out.as_deref())
    }
}

/// The report on a person.
#[derive(Serialize)]
#[serde(transparent)]
struct Shown {
    document: Document,
    #[serde(skip)]
    character: Option<Character>,
    #[serde(skip)]
    line_ups: Vec<LineUp>,
}

impl Answer for Shown {
    fn document(&self) -> Document {
        let mut document = self.document.clone();
        // Nothing is drawn of a character of which nothing is known.
        let known = self.character.as_ref().filter(|character| character.is_known());
        let sections = document.sections.last_mut();
        if let (Some(character), Some(section)) = (known, sections) {
            section.blocks.extend(figures(&character.personality));
        }
        document
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(&self.line_ups))
    }
}

/// What the games of a person say of it, by the games that can tell.
fn profiles(name: &str, games: &[OwnGame]) -> miette::Result<Vec<(&'static str, Profile)>> {
    let reviewed = commands::reviews();
    let profile = |(game, reviews): (&'static str, Reviews)| {
        let of_game = |row: &&OwnGame| row.1.header.game == game;
        let own: Vec<OwnGame> = games.iter().filter(of_game).cloned().collect();
        Ok((game, (reviews.profile)(name, &own)?))
    };
    reviewed.map(profile).collect()
}

fn finished((_, record, seat): &OwnGame) -> Finished {
    let seats = record.header.seats.iter().zip((0..).map(Seat));
    let others = seats.filter(|(_, other)| other != seat);
    // The person did not know who the strangers were.
    let others = others.map(|(participant, _)| player(participant, false)).collect();
    Finished { game: record.header.game.clone(), others, share: share_of_win(record, *seat) }
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
