//! `rivals person`: the persons who have played, and what their games say of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use miette::miette;
use serde::Serialize;

use super::history::{checked, exported, opened, player, written};
use super::report::write;
use super::review::PageFormat;
use crate::command::data::DataArg;
use crate::command::output::terminal_width;
use crate::command::shared::TextFormat;
use crate::command::{Output, help_end};
use crate::games::ALL;
use crate::history::{History, PersonRow};
use crate::personalities::Member;
use crate::personalities::shown::drawing;
use crate::play::Seat;
use crate::play::record::{Record, Sitter};
use crate::play::show::escaped;
use crate::report::person::{Ending, Finished, Profile, person};
use crate::report::{self, html, markdown};
use crate::text::number::counted;
use crate::text::table::{Column, table};
use crate::text::{date, json};

/// List, rename, export and remove persons.
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = help_end("
        # the persons whose games are kept in the folder my-games
        rivals person list --data my-games
    ")
)]
pub(super) struct PersonArgs {
    #[command(subcommand)]
    command: PersonCommand,
}

#[derive(Debug, Subcommand)]
enum PersonCommand {
    List(ListArgs),
    Show(ShowArgs),
    Export(ExportArgs),
    Rename(RenameArgs),
    Delete(DeleteArgs),
}

/// List the persons with the numbers of their games.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all persons, as JSON
        rivals person list --data my-games --format json
    "))]
struct ListArgs {
    #[command(flatten)]
    data: DataArg,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// Show what the games of a person say of it: wins, strength without luck, and character.
///
/// Practice and unfinished games do not count. Figures of strength, costs and character are of
/// games of two seats of Dragon Slayer.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all about Ana
        rivals person show ana --data my-games
    "))]
struct ShowArgs {
    /// The name
    name: String,
    #[command(flatten)]
    data: DataArg,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    format: PageFormat,
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
#[command(after_help = help_end("
        # Ana is called Anna from now on
        rivals person rename ana anna --data my-games
    "))]
struct RenameArgs {
    /// The name
    name: String,
    /// The new name, any text of at most 40 characters
    new: String,
    #[command(flatten)]
    data: DataArg,
}

/// Remove a person with all games in which it sat.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # remove Anna
        rivals person delete anna --data my-games
    "))]
struct DeleteArgs {
    /// The name
    name: String,
    #[command(flatten)]
    data: DataArg,
}

/// Write all that is kept of a person as JSON lines: its games.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the games of Ana
        rivals person export ana --data my-games
    "))]
struct ExportArgs {
    /// The name
    name: String,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
}

impl PersonArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self.command {
            PersonCommand::List(args) => args.run(),
            PersonCommand::Show(args) => args.run(),
            PersonCommand::Rename(args) => args.run(),
            PersonCommand::Delete(args) => args.run(),
            PersonCommand::Export(args) => args.run(),
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    since: u64,
    games: u64,
    practice: u64,
    unfinished: u64,
}

impl ListArgs {
    fn run(self) -> miette::Result<Output> {
        let persons = match self.data.find()? {
            Some(history) => history.persons()?,
            None => Vec::new(),
        };
        Ok(Output::done(match self.format {
            TextFormat::Json => {
                let listed = persons.iter().map(|person| Listed {
                    name: &person.name,
                    since: person.since,
                    games: person.games,
                    practice: person.practice,
                    unfinished: person.unfinished,
                });
                json(&listed.collect::<Vec<_>>())
            }
            TextFormat::Table if persons.is_empty() => "No persons are known.\n".to_owned(),
            TextFormat::Table => listed(&persons),
        }))
    }
}

fn listed(persons: &[PersonRow]) -> String {
    let columns = [
        Column::left("person"),
        Column::left("first game (UTC)"),
        Column::right("games"),
        Column::right("practice"),
        Column::right("unfinished"),
    ];
    let row = |person: &PersonRow| {
        vec![
            escaped(&person.name),
            date(person.since),
            person.games.to_string(),
            person.practice.to_string(),
            person.unfinished.to_string(),
        ]
    };
    table(&columns, &persons.iter().map(row).collect::<Vec<_>>(), 2)
}

/// A game of a person, with its number and the person's seat.
pub(super) type OwnGame = (i64, Record, Seat);

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let (games, left_out) = own_games(&history, &self.name)?;
        let name = escaped(&self.name);
        let profile = profile(&name, &games)?;
        let finished: Vec<Finished> = games.iter().map(finished).collect();
        let document = person(&name, &finished, left_out, &profile);
        let character = profile.character;
        if let Some(path) = &self.personality {
            let Some(character) = &character else {
                return Err(miette!(
                    help = "play more games of two seats of dragon-slayer",
                    "there are too few decisions to estimate the character of {name}"
                ));
            };
            write(path, &character.file())?;
        }
        let text = match self.format {
            PageFormat::Json => report::json(&document),
            PageFormat::Html => html(&document),
            PageFormat::Text => {
                // Nothing is drawn of a character of which nothing is known.
                let known = character.filter(|character| character.is_known());
                let drawn = known.map(|character| {
                    let member = Member::Personality(character.personality);
                    format!("\n{}", drawing(&member, terminal_width()))
                });
                markdown(&document, terminal_width().filter(|_| self.out.is_none()))
                    + &drawn.unwrap_or_default()
            }
        };
        written(text, self.out)
    }
}

/// The finished games of a person that are no practice, the oldest first, and the numbers of games
/// of practice and of unfinished ones.
pub(super) fn own_games(history: &History, name: &str) -> miette::Result<(Vec<OwnGame>, [u64; 2])> {
    let own = history.games_of(name)?;
    let (mut games, mut left_out) = (Vec::new(), [0; 2]);
    for row in history.games()?.iter().filter(|row| own.contains(&row.id)) {
        let record = checked(history, row.id)?;
        if !row.counts() {
            left_out[usize::from(row.end.is_none())] += 1;
            continue;
        }
        let seats = record.header.seats.iter().zip((0..).map(Seat));
        let seats = seats
            .filter(|(sitter, _)| matches!(sitter, Sitter::Person { person } if person == name));
        let seats: Vec<Seat> = seats.map(|(_, seat)| seat).collect();
        // A game of a person against itself says nothing of its strength.
        if let [seat] = seats[..] {
            games.push((row.id, record, seat));
        }
    }
    Ok((games, left_out))
}

/// What the games of a person say of it, of the first game of the registry that can tell.
fn profile(name: &str, games: &[OwnGame]) -> miette::Result<Profile> {
    for game in ALL {
        let of_game = |row: &&OwnGame| row.1.header.game == game.info().name;
        let own: Vec<OwnGame> = games.iter().filter(of_game).cloned().collect();
        if own.is_empty() {
            continue;
        }
        if let Some(profile) = game.profile(name, &own) {
            return profile;
        }
    }
    Ok(Profile::default())
}

fn finished((_, record, seat): &OwnGame) -> Finished {
    let winners = record.end().map_or(&[][..], |end| &end.winners);
    let seats = record.header.seats.iter().zip((0..).map(Seat));
    let others = seats.filter(|(_, other)| other != seat);
    Finished {
        game: record.header.game.clone(),
        others: others.map(|(sitter, _)| player(sitter, true)).collect(),
        ending: match winners.contains(&(seat.0 + 1)) {
            true if winners.len() == 1 => Ending::Won,
            true => Ending::Shared,
            false => Ending::Lost,
        },
    }
}

impl RenameArgs {
    fn run(self) -> miette::Result<Output> {
        opened(&self.data)?.rename(&self.name, &self.new)?;
        let (name, new) = (escaped(&self.name), escaped(&self.new));
        Ok(Output::done(format!("{name} is now called {new}.\n")))
    }
}

impl DeleteArgs {
    fn run(self) -> miette::Result<Output> {
        let games = opened(&self.data)?.delete_person(&self.name)?;
        let games = counted(games as u64, "game", "games");
        let name = escaped(&self.name);
        Ok(Output::done(format!("Removed {name} and {games}.\n")))
    }
}

impl ExportArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let text = exported(&history, &history.games_of(&self.name)?)?;
        written(text, self.out)
    }
}
