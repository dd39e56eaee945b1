//! `rivals history`: lists, shows, exports and deletes the games that were played.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use miette::{Context, miette};
use serde::Serialize;

use super::play::STRANGER;
use super::report::write;
use super::stats::StatsArgs;
use crate::command::data::DataArg;
use crate::command::shared::TextFormat;
use crate::command::{Output, help_end, print};
use crate::config::Source;
use crate::games::{GameArg, find};
use crate::history::{GameKeeper, GameRow, History};
use crate::play::record::{Keeper, Record, Sitter};
use crate::play::seated::{AnySitting, SeatError};
use crate::play::show::escaped;
use crate::text::number::counted;
use crate::text::table::{Column, table};
use crate::text::{date, json};

/// List, show, export and delete the games that were played.
///
/// `rivals play` keeps every game in one file of the user's, move by move.
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = help_end("
        # the games that are kept in the folder my-games
        rivals history list --data my-games
    ")
)]
pub(super) struct HistoryArgs {
    #[command(subcommand)]
    command: HistoryCommand,
}

#[derive(Debug, Subcommand)]
enum HistoryCommand {
    List(ListArgs),
    Show(ShowArgs),
    Stats(StatsArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Delete(DeleteArgs),
}

/// List the games with their players and how they ended.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the games of Ana
        rivals history list --data my-games --person ana
    "))]
struct ListArgs {
    #[command(flatten)]
    game: GameArg,
    /// Only games in which this person sat
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    #[command(flatten)]
    data: DataArg,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// Show a game, step by step.
///
/// The game is played again from what happened. As in all commands that read games, a record that
/// does not follow the rules is refused at the first step that does not fit.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the steps of the last game that is kept in the folder my-games
        rivals history show last --data my-games
    "))]
struct ShowArgs {
    /// The number of the game, or `last`
    game: GameNumber,
    #[command(flatten)]
    data: DataArg,
}

/// Write games as JSON lines, a header and then a line for each step.
///
/// `--format events` writes the log of a game that has one of its own, such as tute: a line for each
/// event. It cannot be imported.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all games in one file
        rivals history export --data my-games --out games.jsonl
    "))]
struct ExportArgs {
    /// The numbers of the games [default: all]
    games: Vec<GameNumber>,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
    /// What a line is
    #[arg(long, value_enum, default_value_t = ExportFormat::Record)]
    format: ExportFormat,
}

/// What is written of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Its record, as import reads it.
    Record,
    /// The log that the game has of itself.
    Events,
}

/// Add games from JSON lines, as export writes them.
///
/// Unfinished games can then go on with `rivals play --resume`. Nothing is added if a game does not
/// follow its rules.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # take the games of one folder into another
        rivals history export --data my-games --out games.jsonl
        rivals history import games.jsonl --data all-games
    "))]
struct ImportArgs {
    /// File of games, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    data: DataArg,
}

/// Delete games.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # delete game 1
        rivals history delete 1 --data my-games
    "))]
struct DeleteArgs {
    /// The numbers of the games
    #[arg(required = true)]
    games: Vec<GameNumber>,
    #[command(flatten)]
    data: DataArg,
}

/// A game by its number, or the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameNumber {
    Last,
    Number(i64),
}

impl std::str::FromStr for GameNumber {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(number @ 1..) => Ok(Self::Number(number)),
            _ if text == "last" => Ok(Self::Last),
            _ => Err("write the number of a game, from `rivals history list`, or last"),
        }
    }
}

impl GameNumber {
    /// The number of a game that is kept.
    pub(super) fn of(self, history: &History) -> miette::Result<i64> {
        match self {
            Self::Number(number) => Ok(number),
            Self::Last => match history.games()?.last() {
                Some(game) => Ok(game.id),
                None => Err(no_games()),
            },
        }
    }
}

/// The error that no game is kept.
pub(super) fn no_games() -> miette::Report {
    miette!(
        help = "play one with `rivals play`, or name another place with --data or RIVALS_DATA",
        "no games are kept"
    )
}

/// The name of a player for people; that of a stranger is told when the game is over.
pub(super) fn player(sitter: &Sitter, over: bool) -> String {
    match sitter {
        Sitter::Person { person } => escaped(person),
        Sitter::Agent { stranger: true, .. } if !over => "a stranger".to_owned(),
        Sitter::Agent { name, .. } => escaped(name),
    }
}

/// The seats as they may be shown: a stranger has no name before the game is over.
fn shown(game: &GameRow) -> Vec<Sitter> {
    let seats = game.header.seats.iter().cloned();
    let masked = seats.map(|sitter| match sitter {
        Sitter::Agent { stranger: true, .. } if game.end.is_none() => Sitter::Agent {
            agent: STRANGER.to_owned(),
            name: player(&sitter, false),
            stranger: true,
        },
        sitter => sitter,
    });
    masked.collect()
}

impl HistoryArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self.command {
            HistoryCommand::List(args) => args.run(),
            HistoryCommand::Show(args) => args.run(),
            HistoryCommand::Export(args) => args.run(),
            HistoryCommand::Import(args) => args.run(),
            HistoryCommand::Delete(args) => args.run(),
            HistoryCommand::Stats(args) => args.run(),
        }
    }
}

/// A game in the JSON list.
#[derive(Serialize)]
struct Listed<'a> {
    number: i64,
    game: &'a str,
    began: u64,
    seats: Vec<Sitter>,
    /// Null for an unfinished game.
    winners: Option<&'a [u8]>,
    scores: Option<&'a [i32]>,
    practice: bool,
    hints: u64,
    steps: u64,
    /// Why the game cannot be played again; null for one that can.
    damaged: Option<String>,
}

impl ListArgs {
    fn run(self) -> miette::Result<Output> {
        let (mut games, mut damage) = (Vec::new(), Vec::new());
        if let Some(history) = self.data.find()? {
            games = self.chosen(&history)?;
            damage.extend(games.iter().map(|game| checked(&history, game.id).err()));
        }
        let text = match self.format {
            TextFormat::Json => {
                let listed = games.iter().zip(&damage).map(|(game, damage)| Listed {
                    number: game.id,
                    game: &game.header.game,
                    began: game.header.began,
                    seats: shown(game),
                    winners: game.end.as_ref().map(|end| &*end.winners),
                    scores: game.end.as_ref().map(|end| &*end.scores),
                    practice: game.practice,
                    hints: game.hints,
                    steps: game.entries,
                    damaged: damage.as_ref().map(ToString::to_string),
                });
                json(&listed.collect::<Vec<_>>())
            }
            TextFormat::Table if games.is_empty() => match (&self.person, self.game.game) {
                (None, None) => "No games are kept.\n".to_owned(),
                _ => "No game of these is kept.\n".to_owned(),
            },
            TextFormat::Table => listed(&games, &damage),
        };
        // The list is shown whole, and fails at its first damaged game.
        match damage.into_iter().flatten().next() {
            None => Ok(Output::done(text)),
            Some(error) => {
                print(&text)?;
                Err(error)
            }
        }
    }

    fn chosen(&self, history: &History) -> miette::Result<Vec<GameRow>> {
        let of_person = self.person.as_ref().map(|name| history.games_of(name));
        let of_person = of_person.transpose()?;
        let game = self.game.game.map(|game| game.info().name);
        let mut games = history.games()?;
        games.retain(|row| {
            game.is_none_or(|game| row.header.game == game)
                && of_person
                    .as_ref()
                    .is_none_or(|games| games.contains(&row.id))
        });
        Ok(games)
    }
}

fn listed(games: &[GameRow], damage: &[Option<miette::Report>]) -> String {
    let columns = [
        Column::right("number"),
        Column::left("began (UTC)"),
        Column::left("game"),
        Column::left("players"),
        Column::left("scores"),
        Column::left("result"),
    ];
    let row = |(game, damage): (&GameRow, &Option<miette::Report>)| {
        let names = game.header.seats.iter();
        let names: Vec<String> = names
            .map(|sitter| player(sitter, game.end.is_some()))
            .collect();
        let mut result = match &game.end {
            None => "unfinished".to_owned(),
            Some(end) => {
                let winners: Vec<&str> = (end.winners.iter())
                    .filter_map(|&seat| Some(&**names.get(usize::from(seat).checked_sub(1)?)?))
                    .collect();
                let verb = if winners.len() == 1 {
                    "won"
                } else {
                    "shared the win"
                };
                format!("{} {verb}", winners.join(", "))
            }
        };
        if damage.is_some() {
            result = "damaged".to_owned();
        }
        if game.practice {
            result += ", practice";
        }
        if game.hints > 0 {
            result += &format!(", {}", counted(game.hints, "hint", "hints"));
        }
        let scores = game
            .end
            .as_ref()
            .map_or_else(Vec::new, |end| end.scores.clone());
        let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
        vec![
            game.id.to_string(),
            date(game.header.began),
            game.header.game.clone(),
            names.join(", "),
            scores.join("-"),
            result,
        ]
    };
    let rows = games.iter().zip(damage).map(row);
    table(&columns, &rows.collect::<Vec<_>>(), 2)
}

/// The history, or the error that there are no games.
pub(super) fn opened(data: &DataArg) -> miette::Result<History> {
    data.find()?.ok_or_else(no_games)
}

/// The record of a game that follows its rules: it is played again. A game that this program
/// does not have, or by other rules than it has, cannot be checked.
///
/// # Errors
/// If the game is damaged: names its first step that does not fit.
pub(super) fn checked(history: &History, id: i64) -> miette::Result<Record> {
    let record = history.record(id)?;
    match follows_rules(&record) {
        Ok(()) => Ok(record),
        Err(error) => Err(history.damaged(id, &error.to_string()).into()),
    }
}

/// Plays a record again.
///
/// # Errors
/// At the first step that does not fit.
fn follows_rules(record: &Record) -> miette::Result<()> {
    let game = find(&record.header.game).ok();
    let Some(seated) = game.and_then(|game| game.sit(&record.header)) else {
        return Ok(());
    };
    let replayed = seated.and_then(|mut sitting| Ok(sitting.replay(&record.entries)?));
    replayed.or_else(|error| match error.downcast_ref() {
        Some(SeatError::Rules { .. }) => Ok(()),
        _ => Err(error),
    })
}

impl ShowArgs {
    fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let id = self.game.of(&history)?;
        let record = checked(&history, id)?;
        Ok(Output::done(format!("Game {id}.\n{}", told(&record)?)))
    }
}

/// The steps of a game in words.
fn told(record: &Record) -> miette::Result<String> {
    let mut sitting = seated(record)?;
    let over = record.end().is_some();
    let names = record.header.seats.iter();
    let names: Vec<String> = names.map(|sitter| player(sitter, over)).collect();
    let mut text = format!(
        "{} by {}, {} UTC.\n",
        record.header.game,
        names.join(", "),
        date(record.header.began)
    );
    if over {
        sitting.reveal();
    }
    for line in &sitting.retell(&record.entries)?[0] {
        text += &format!("{line}\n");
    }
    if !over {
        text += "The game is not finished.\n";
    }
    Ok(text)
}

impl ExportArgs {
    fn run(self) -> miette::Result<Output> {
        let text = match (self.data.find()?, self.games.is_empty()) {
            (None, true) => String::new(),
            (None, false) => return Err(no_games()),
            (Some(history), all) => {
                let ids = match all {
                    true => history.games()?.iter().map(|game| game.id).collect(),
                    false => {
                        let ids = self.games.iter().map(|game| game.of(&history));
                        ids.collect::<miette::Result<Vec<_>>>()?
                    }
                };
                match self.format {
                    ExportFormat::Record => exported(&history, &ids)?,
                    ExportFormat::Events => {
                        let logs = ids.iter().map(|&id| logged(&history, id));
                        logs.collect::<miette::Result<String>>()?
                    }
                }
            }
        };
        written(text, self.out)
    }
}

impl ImportArgs {
    fn run(self) -> miette::Result<Output> {
        let source = Source::read(&self.file)?;
        let mut records = Vec::new();
        for (number, text) in games_of(source.text()).into_iter().enumerate() {
            let read = Record::read(&text).map_err(miette::Report::from);
            let checked = read.and_then(|record| {
                follows_rules(&record)?;
                Ok(record)
            });
            let in_file = || format!("{}, game {}", source.name(), number + 1);
            records.push(checked.wrap_err_with(in_file)?);
        }
        for record in &records {
            let mut keeper = GameKeeper::new(self.data.open()?);
            keeper.begin(&record.header)?;
            keeper.add(&record.entries)?;
        }
        let games = counted(records.len() as u64, "game", "games");
        Ok(Output::done(format!("Added {games}.\n")))
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

/// These games as JSON lines, one after the other.
pub(super) fn exported(history: &History, ids: &[i64]) -> miette::Result<String> {
    let records = ids.iter().map(|&id| Ok(checked(history, id)?.write()));
    records.collect()
}

/// The log that a game has of itself, as JSON lines.
fn logged(history: &History, id: i64) -> miette::Result<String> {
    let record = checked(history, id)?;
    let mut sitting = seated(&record)?;
    sitting.replay(&record.entries)?;
    let events = sitting.events().ok_or_else(|| {
        miette!(
            help = "leave out --format, or name games that have one",
            "game {id} is a game of {}, which has no log of its own",
            record.header.game
        )
    })?;
    Ok(events.iter().map(|event| format!("{event}\n")).collect())
}

/// The game of a record, before its first step.
fn seated(record: &Record) -> miette::Result<Box<dyn AnySitting>> {
    let name = &record.header.game;
    let game = find(name).map_err(|help| miette!(help = help, "this build has no game {name}"))?;
    let seated = game.sit(&record.header);
    seated.ok_or_else(|| miette!("no records of {name} can be shown"))?
}

/// Prints a text, or writes it to a file.
pub(super) fn written(text: String, file: Option<PathBuf>) -> miette::Result<Output> {
    let Some(file) = file else {
        return Ok(Output::done(text));
    };
    write(&file, &text)?;
    Ok(Output::done(format!("Wrote {}.\n", file.display())))
}

impl DeleteArgs {
    fn run(self) -> miette::Result<Output> {
        let mut history = opened(&self.data)?;
        let ids = self.games.iter().map(|game| game.of(&history));
        let mut ids = ids.collect::<miette::Result<Vec<_>>>()?;
        ids.sort_unstable();
        ids.dedup();
        history.delete_games(&ids)?;
        let games = counted(ids.len() as u64, "game", "games");
        Ok(Output::done(format!("Deleted {games}.\n")))
    }
}
