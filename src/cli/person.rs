//! `rivals person`: the persons who have played, and what their games say of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use miette::miette;
use serde::Serialize;

use super::history::{
    agreed, checked, exported, note_damaged, opened, player, written, written_as_far,
};
use super::play::person_name;
use super::report::write;
use super::review::PageFormat;
use crate::command::data::DataArg;
use crate::command::output::terminal_width;
use crate::command::shared::TextFormat;
use crate::command::{Output, help_end};
use crate::games::ALL;
use crate::history::{History, PersonRow};
use crate::personalities::Member;
use crate::play::Seat;
use crate::play::record::{Record, Sitter};
use crate::play::show::escaped;
use crate::report::person::{Finished, Profile, person, share_of_win};
use crate::report::personalities::drawing;
use crate::report::{self, html, markdown};
use crate::text::number::counted;
use crate::text::table::{Column, fitted};
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
        # play a game against Abel, always with the first choice, and show Ana
        yes 1 | rivals play --against abel --as ana --data my-games > /dev/null
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
        # play a game against Abel, always with the first choice, and rename Ana
        yes 1 | rivals play --against abel --as ana --data my-games > /dev/null
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
        # play a game against Abel, always with the first choice, and remove Ana
        yes 1 | rivals play --against abel --as ana --data my-games > /dev/null
        rivals person delete ana --data my-games
    "))]
struct DeleteArgs {
    /// The name
    name: String,
    /// Remove it without asking first, as it does where standard input is no terminal
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    data: DataArg,
}

/// Write all that is kept of a person as JSON lines: its games.
///
/// Unfinished games are sealed, as `rivals history export` does.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # play a game against Abel, always with the first choice, and write it
        yes 1 | rivals play --against abel --as ana --data my-games > /dev/null
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
    let rows: Vec<_> = persons.iter().map(row).collect();
    fitted(&columns, &rows, terminal_width())
}

/// A game of a person, with its number and the person's seat.
pub(super) type OwnGame = (i64, Record, Seat);

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let (games, left_out, damaged) = own_games(&history, &self.name)?;
        note_damaged(&damaged);
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

/// The finished games of a person that are no practice, the oldest first; the numbers of games
/// of practice and of unfinished ones; and why damaged games are left out.
pub(super) fn own_games(
    history: &History,
    name: &str,
) -> miette::Result<(Vec<OwnGame>, [u64; 2], Vec<miette::Report>)> {
    let own = history.games_of(name)?;
    let (mut games, mut left_out, mut damaged) = (Vec::new(), [0; 2], Vec::new());
    for row in history.games()?.iter().filter(|row| own.contains(&row.id)) {
        let record = match checked(history, row.id) {
            Ok(record) => record,
            Err(error) => {
                damaged.push(error);
                continue;
            }
        };
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
    Ok((games, left_out, damaged))
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
    let seats = record.header.seats.iter().zip((0..).map(Seat));
    let others = seats.filter(|(_, other)| other != seat);
    // Whoever the strangers were, the person knew none of them.
    let (strangers, known): (Vec<&Sitter>, Vec<&Sitter>) = others
        .map(|(sitter, _)| sitter)
        .partition(|sitter| matches!(sitter, Sitter::Agent { stranger: true, .. }));
    let mut others: Vec<String> = known.into_iter().map(|one| player(one, true)).collect();
    match strangers[..] {
        [] => {}
        [one] => others.push(player(one, false)),
        _ => others.push(format!("{} strangers", strangers.len())),
    }
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
        written_as_far(exported(&history, &own, false), self.out)
    }
}
