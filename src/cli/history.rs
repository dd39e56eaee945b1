//! `rivals history`: lists, shows, verifies, exports and deletes the games that were played.
//!
//! Nothing that is printed of an unfinished game says more than one player knew.

mod list;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use miette::{Context, miette};
use serde::Serialize;

use self::list::{ListArgs, NO_SUCH_GAMES};
use super::kept::{GameNumber, no_games, note_damaged, opened};
use super::stats::StatsArgs;
use crate::command::answer::lines;
use crate::command::data::DataArg;
use crate::command::output::{print_note, written};
use crate::command::{Answer, Format, Output, Success, help_after_a_game, help_end, print};
use crate::config::Source;
use crate::document::{Block, Document};
use crate::history::{GameKeeper, History, HistoryError, Keeper};
use crate::play::Seat;
use crate::play::record::{Entry, Record};
use crate::play::show::escaped;
use crate::session::Next;
use crate::table::result;
use crate::tables::follows_rules;
use crate::tables::library::GameRow;
use crate::tables::library::{checked, player};
use crate::tables::seating::session_of;
use crate::text::csv_or_header;
use crate::text::date;
use crate::text::number::counted;

/// List, show, verify, export and delete the games that were played.
///
/// `rivals play` keeps every game in one file of the user's, move by move.
#[derive(Debug, Subcommand)]
#[command(
    after_help = help_end("
        # the games that are kept in the folder my-games
        rivals history list --data my-games
    ")
)]
pub(super) enum HistoryCommand {
    List(ListArgs),
    Show(ShowArgs),
    Stats(StatsArgs),
    Verify(VerifyArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Delete(DeleteArgs),
}

/// Show a game, step by step.
///
/// The game is played again from what happened. As in all commands that read games, a record that
/// does not follow the rules is refused at the first step that does not fit. If players know
/// different things, an unfinished game is shown from the view of the person who plays it.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("show its steps", "rivals history show last --data my-games"))]
pub(super) struct ShowArgs {
    /// The number of the game, or `last`
    game: GameNumber,
    /// The person from whose view the game is shown; required if several people play an unfinished
    /// game and know different things
    #[arg(long = "as", value_name = "NAME")]
    reader: Option<String>,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    data: DataArg,
}

/// Check that games follow their rules, and that their dice are those of the seed that was fixed at
/// the start.
///
/// A game begins with the SHA-256 of a nonce and its seed, and ends with both. This command computes
/// the hash again, and all results of chance from the seed. It says nothing of the seed of an
/// unfinished game. If a game fails, the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("verify it", "rivals history verify --data my-games"))]
pub(super) struct VerifyArgs {
    /// The numbers of the games [default: all]
    games: Vec<GameNumber>,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    data: DataArg,
}

/// Write games as JSON lines, a header and then a line for each step.
///
/// `--format events` writes the log of a game that has one of its own: a line for each event. It
/// cannot be imported.
///
/// An unfinished game is one sealed line, which import reads: its seed, its strangers and the
/// cards of others are not read in it by accident. The seal is not encryption. Such a game has no log
/// before it is over. --open writes all.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all games in one file
        rivals history export --data my-games --out games.jsonl
    "))]
pub(super) struct ExportArgs {
    /// The numbers of the games [default: all]
    games: Vec<GameNumber>,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
    /// Format of the output
    #[arg(short, long, value_enum, default_value_t = ExportFormat::Record)]
    format: ExportFormat,
    /// Write unfinished games openly, with their seeds, strangers and all cards
    #[arg(long)]
    open: bool,
}

/// What is written of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// The record of each game, as import reads it
    Record,
    /// The log that the game has of itself
    Events,
}

/// Add games from JSON lines, as export writes them.
///
/// Unfinished games can then go on with `rivals play --resume`. Nothing is added if a game does not
/// follow its rules. A game that is here already is not added again, and one of which only the
/// beginning is here is completed.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # take the games of one folder into another
        rivals history export --data my-games --out games.jsonl
        rivals history import games.jsonl --data all-games
    "))]
pub(super) struct ImportArgs {
    /// File of games, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    data: DataArg,
}

/// Delete games.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("delete it", "rivals history delete 1 --data my-games"))]
pub(super) struct DeleteArgs {
    /// The numbers of the games
    #[arg(required = true)]
    games: Vec<GameNumber>,
    /// Do not ask first; if standard input is not a terminal, the command never asks
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    data: DataArg,
}

impl HistoryCommand {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self {
            Self::List(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Verify(args) => args.run(),
            Self::Export(args) => args.run(),
            Self::Import(args) => args.run(),
            Self::Delete(args) => args.run(),
            Self::Stats(args) => args.run(),
        }
    }
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let id = self.game.of(&history)?;
        let record = checked(&history, id)?;
        self.format.output(&Told::new(id, &record, self.reader.as_deref())?)
    }
}

/// A game, step by step.
#[derive(Serialize)]
struct Told {
    number: i64,
    game: String,
    players: Vec<String>,
    /// When the game began, in seconds since 1970 in UTC.
    began: u64,
    steps: Vec<String>,
    /// `None` if the game is not finished.
    result: Option<String>,
}

impl Told {
    /// The game as the only person at it has seen it, or the one of this name.
    fn new(number: i64, record: &Record, reader: Option<&str>) -> miette::Result<Self> {
        let mut session = session_of(record)?;
        let over = record.end().is_some();
        let persons: Vec<(Seat, &str)> = record.header.persons().collect();
        let reader = match (reader, &persons[..]) {
            (Some(name), _) => {
                let seat = persons.iter().find(|(_, person)| *person == name);
                let none = || {
                    let help = "`rivals history list` shows who plays it";
                    miette!(help = help, "no person called {} plays this game", escaped(name))
                };
                seat.ok_or_else(none)?.0
            }
            (None, [_, _, ..]) if session.hides() && !over => {
                return Err(miette!(
                    help = "name one of them with --as",
                    "the game is not finished, and its players know different things"
                ));
            }
            (None, persons) => persons.first().map_or(Seat::FIRST, |person| person.0),
        };
        let header = &record.header;
        if over {
            session.reveal();
        }
        let steps = session.retell(&record.entries)?.swap_remove(usize::from(reader.0));
        let result = match session.next() {
            Next::Over(outcome) => Some(result(&outcome, &*session)),
            _ => None,
        };
        let players = header.seats.iter().map(|participant| player(participant, over)).collect();
        let (game, began) = (header.game.clone(), header.began);
        Ok(Self { number, game, players, began, steps, result })
    }
}

impl Answer for Told {
    fn document(&self) -> Document {
        let Self { number, game, .. } = self;
        let (players, began) = (self.players.join(", "), date(self.began));
        let title = format!("Game {number}");
        let first = format!("{game} by {players}, {began} UTC.");
        let last = self.result.as_deref().unwrap_or("The game is not finished.");
        let lines = [&first].into_iter().chain(&self.steps).map(String::as_str).chain([last]);
        let text = lines.flat_map(|line| [line, "\n"]).collect();
        Document::answer(&title, vec![Block::text(&title), Block::Lines { text }])
    }
}

/// What was found of a game.
#[derive(Default, Serialize)]
struct Verified {
    number: i64,
    verified: bool,
    found: String,
    /// The same for people, in a line if the game is verified.
    #[serde(skip)]
    short: String,
}

impl VerifyArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let mut games = Vec::new();
        for number in chosen(&history, &self.games)? {
            let read = checked(&history, number);
            let (verified, found, short) = match read.and_then(|record| verified(&record)) {
                Ok((found, short)) => (true, found, short),
                Err(error) if matches!(error.downcast_ref(), Some(HistoryError::NoGame { .. })) => {
                    return Err(error);
                }
                Err(error) => {
                    let help = error.help().map_or_else(String::new, |help| format!("; {help}"));
                    let short = format!("NOT VERIFIED: {error}{help}");
                    (
                        false,
                        format!("{error}{help}"),
                        short.lines().next().unwrap_or_default().to_owned(),
                    )
                }
            };
            games.push(Verified { number, verified, found, short });
        }
        let all = games.iter().all(|game| game.verified);
        let success = if all { Success::Done } else { Success::Disagreement };
        Ok(Output { success, ..self.format.output(&games)? })
    }
}

impl Answer for Vec<Verified> {
    fn document(&self) -> Document {
        if self.is_empty() {
            return Document::answer("Games", vec![Block::text(NO_SUCH_GAMES)]);
        }
        let games = self.iter().map(|game| format!("game {}: {}\n", game.number, game.short));
        let games: String = games.collect();
        let whole = "Compare each SHA-256 with the one that you saw at the start. `--format json` \
                     has all its digits, and of a finished game the command that computes it.";
        Document::answer("Games", vec![lines(&games), Block::text(whole)])
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(self))
    }
}

/// The digits of a SHA-256 that people compare.
const SHOWN_DIGITS: usize = 16;

/// Says what was found right of a game, its hash and all that chance decided, and the same in short.
fn verified(record: &Record) -> miette::Result<(String, String)> {
    let header = &record.header;
    let Some(fair) = &header.fair else {
        return Err(miette!("no SHA-256 of its seed was shown at the start"));
    };
    if !fair.holds(header.seed) {
        return Err(miette!("its nonce and seed have another SHA-256"));
    }
    let mut session = session_of(record)?;
    let mut events = 0;
    for (place, entry) in record.entries.iter().enumerate() {
        if matches!(entry, Entry::Event { .. }) && session.next() == Next::Chance {
            let before = session.entries().len();
            session.advance();
            events += 1;
            if session.entries()[before] != *entry {
                let line = place + 2;
                return Err(miette!("line {line} of its record does not follow from the seed"));
            }
        } else {
            session.replay_at(&record.entries, place)?;
        }
    }
    let events = counted(events, "result", "results");
    let sha256 = &fair.sha256;
    let digits = &sha256[..SHOWN_DIGITS];
    let short = format!("{events} of chance, SHA-256 {digits}...");
    Ok(match record.end() {
        None => {
            let found = format!(
                "not finished; so far it follows the rules, and {events} of chance follow from its \
                 seed, whose SHA-256 is {sha256}"
            );
            (found, format!("not finished; right so far: {short}"))
        }
        Some(_) => {
            let found = format!(
                "verified; it follows the rules, and {events} of chance follow from its seed, \
                 whose SHA-256 is {sha256}: compare it with the one that you saw at the start\n  {}",
                fair.command(header.seed)
            );
            (found, format!("verified: {short}"))
        }
    })
}

/// The games of these numbers; of none, all.
fn chosen(history: &History, games: &[GameNumber]) -> miette::Result<Vec<i64>> {
    match games {
        [] => Ok(history.games()?.iter().map(|game| game.id).collect()),
        games => games.iter().map(|game| game.of(history)).collect(),
    }
}

impl ExportArgs {
    fn run(self) -> miette::Result<Output> {
        let (history, all) = match (self.data.find()?, self.games.is_empty()) {
            (None, true) => return written(String::new(), self.out.as_deref()),
            (None, false) => return Err(no_games()),
            (Some(history), all) => (history, all),
        };
        let ids = chosen(&history, &self.games)?;
        let file = self.out.as_deref();
        if self.format == ExportFormat::Record {
            return export(&ids, file, |id| exported(&history, id, self.open));
        }
        export(&ids, file, |id| {
            let record = checked(&history, id)?;
            let has_log = session_of(&record)?.events().is_some();
            if record.end().is_some() || self.open || !has_log {
                return logged(id, &record);
            }
            if all {
                print_note(&format!("note: game {id} is left out: it is not finished"));
                return Ok(String::new());
            }
            Err(miette!(
                help = "finish it, or write all that is hidden in it with --open",
                "game {id} is not finished, and its log tells what players do not know"
            ))
        })
    }
}

/// Writes the texts `of` these games one after the other, and then fails if a game has none.
pub(super) fn export(
    ids: &[i64],
    file: Option<&Path>,
    of: impl Fn(i64) -> miette::Result<String>,
) -> miette::Result<Output> {
    let (mut text, mut failed) = (String::new(), None);
    for &id in ids {
        match of(id) {
            Ok(one) => text += &one,
            Err(error) => note_damaged(failed.replace(error).as_slice()),
        }
    }
    match failed {
        None => written(text, file),
        Some(error) => {
            if !text.is_empty() {
                print(&written(text, file)?.text)?;
            }
            Err(error)
        }
    }
}

impl ImportArgs {
    fn run(self) -> miette::Result<Output> {
        let source = Source::read(&self.file)?;
        let mut records = Vec::new();
        for (number, text) in games_of(source.text()).into_iter().enumerate() {
            let read = Record::read(&text).map_err(miette::Report::from);
            let checked = read.and_then(|record| {
                // A person who has played under a name keeps it, also if a player has it today.
                follows_rules(&record)?;
                Ok(record)
            });
            let in_file = || format!("{}, game {}", source.name(), number + 1);
            records.push(checked.wrap_err_with(in_file)?);
        }
        let mut here = self.data.open()?.games()?;
        let [mut added, mut completed, mut known] = [0; 3];
        for record in &records {
            let history = self.data.open()?;
            // A game that is here is the beginning of one of the file, or the same.
            let begins = |row: &GameRow| {
                let kept = (row.header == record.header).then(|| history.record(row.id).ok());
                let same =
                    |kept: Record| kept.entries.iter().zip(&record.entries).all(|(a, b)| a == b);
                kept.flatten().is_some_and(same)
            };
            let same = here.iter().position(begins);
            let Some(row) = same.map(|place| here.remove(place)) else {
                let mut keeper = GameKeeper::new(history);
                keeper.begin(&record.header)?;
                keeper.add(&record.entries)?;
                added += 1;
                continue;
            };
            let kept = history.record(row.id)?;
            match record.entries.get(kept.entries.len()..) {
                None | Some([]) => known += 1,
                Some(rest) => {
                    GameKeeper::resume(history, row.id, &kept).add(rest)?;
                    completed += 1;
                }
            }
        }
        let [added, completed, known] =
            [added, completed, known].map(|games| counted(games, "game", "games"));
        let said = format!(
            "Added {added}.\nCompleted {completed} of which the beginning was here.\nLeft out {known} \
             that this folder has already.\n"
        );
        Ok(Output::done(said))
    }
}

/// The texts of the games of a file, each with its header first.
fn games_of(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with("{\"record\":") || games.is_empty() {
            games.push(String::new());
        }
        if let Some(game) = games.last_mut() {
            *game += &format!("{line}\n");
        }
    }
    games
}

/// A game as JSON lines; an unfinished one is sealed unless it is written openly.
pub(super) fn exported(history: &History, id: i64, open: bool) -> miette::Result<String> {
    let record = checked(history, id)?;
    Ok(if open { record.write() } else { record.write_sealed() })
}

/// The log that a game has of itself, as JSON lines.
fn logged(id: i64, record: &Record) -> miette::Result<String> {
    let mut session = session_of(record)?;
    session.replay(&record.entries)?;
    let events = session.events().ok_or_else(|| {
        miette!(
            help = "leave out --format, or name games that have one",
            "game {id} is a game of {}, which has no log of its own",
            record.header.game
        )
    })?;
    Ok(events.iter().map(|event| format!("{event}\n")).collect())
}

impl DeleteArgs {
    fn run(self) -> miette::Result<Output> {
        let mut history = opened(&self.data)?;
        let ids = self.games.iter().map(|game| game.of(&history));
        let mut ids = ids.collect::<miette::Result<Vec<_>>>()?;
        ids.sort_unstable();
        ids.dedup();
        let games = counted(ids.len() as u64, "game", "games");
        if !agreed(&format!("Delete {games} for ever?"), self.yes)? {
            return Ok(Output::done("Nothing was deleted.\n".to_owned()));
        }
        history.delete_games(&ids)?;
        Ok(Output::done(format!("Deleted {games}.\n")))
    }
}

/// Asks at a terminal whether to go on; elsewhere nobody can be asked.
pub(super) fn agreed(question: &str, yes: bool) -> miette::Result<bool> {
    if yes || !io::stdin().is_terminal() {
        return Ok(true);
    }
    print_note(&format!("{question} Answer yes or no."));
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    read.map_err(|error| miette!(help = "give --yes", "cannot read the answer: {error}"))?;
    Ok(["y", "yes"].contains(&&*answer.trim().to_lowercase()))
}
