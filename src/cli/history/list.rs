//! `rivals history list`: the games that are kept.

use clap::Args;
use serde::Serialize;

use crate::cli::kept::{checked, player, shown};
use crate::command::GameArg;
use crate::command::data::DataArg;
use crate::command::{Answer, Format, Output, help_end, print};
use crate::document::{Block, Cell, Column, Document};
use crate::history::{GameRow, History};
use crate::play::record::Sitter;
use crate::text::date;
use crate::text::number::counted;

/// List the games with their players and how they ended.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the games of Ana
        rivals history list --data my-games --person ana
    "))]
pub(super) struct ListArgs {
    #[command(flatten)]
    game: GameArg,
    /// Only games in which this person sat
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    #[command(flatten)]
    data: DataArg,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
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
    /// Null for an unfinished game.
    by_lot: Option<bool>,
    practice: bool,
    hints: u64,
    steps: u64,
    /// Why the game cannot be played again; null for one that can.
    damaged: Option<String>,
}

impl<'a> Listed<'a> {
    fn new((game, damage): (&'a GameRow, &Option<miette::Report>)) -> Self {
        let end = game.end.as_ref();
        Self {
            number: game.id,
            game: &game.header.game,
            began: game.header.began,
            seats: shown(game),
            winners: end.map(|end| &*end.winners),
            scores: end.map(|end| &*end.scores),
            by_lot: end.map(|end| end.by_lot),
            practice: game.practice,
            hints: game.hints,
            steps: game.entries,
            damaged: damage.as_ref().map(ToString::to_string),
        }
    }
}

impl ListArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let (mut games, mut damage) = (Vec::new(), Vec::new());
        if let Some(history) = self.data.find()? {
            games = self.chosen(&history)?;
            damage.extend(games.iter().map(|game| checked(&history, game.id).err()));
        }
        let all = self.person.is_none() && self.game.game.is_none();
        let listed = games.iter().zip(&damage).map(Listed::new).collect();
        let list = List { listed, games: &games, damage: &damage, all };
        let output = self.format.output(&list)?;
        // The list is shown whole, and fails at its first damaged game.
        match damage.into_iter().flatten().next() {
            None => Ok(output),
            Some(error) => {
                print(&output.text)?;
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
                && of_person.as_ref().is_none_or(|games| games.contains(&row.id))
        });
        Ok(games)
    }
}

/// Games with what is damaged of them.
#[derive(Serialize)]
#[serde(transparent)]
struct List<'a> {
    listed: Vec<Listed<'a>>,
    #[serde(skip)]
    games: &'a [GameRow],
    #[serde(skip)]
    damage: &'a [Option<miette::Report>],
    /// Whether these are all games that are kept.
    #[serde(skip)]
    all: bool,
}

impl Answer for List<'_> {
    fn document(&self) -> Document {
        let none = if self.all { "No games are kept." } else { "No game of these is kept." };
        let columns = vec![
            Column::figures("number"),
            Column::words("began (UTC)"),
            Column::words("game"),
            Column::words("players"),
            Column::words("scores"),
            Column::words("result"),
        ];
        let rows = self.games.iter().zip(self.damage).map(|(game, damage)| row(game, damage));
        let table = Block::table("", "", columns, rows);
        let block = if self.games.is_empty() { Block::text(none) } else { table };
        Document::answer("Games", vec![block])
    }
}

/// The row of a game.
fn row(game: &GameRow, damage: &Option<miette::Report>) -> Vec<Cell> {
    let names = game.header.seats.iter();
    let names: Vec<String> = names.map(|sitter| player(sitter, game.end.is_some())).collect();
    let mut result = match &game.end {
        _ if damage.is_some() => "damaged".to_owned(),
        None => "unfinished".to_owned(),
        Some(end) => {
            let winners: Vec<&str> = (end.winners.iter())
                .filter_map(|&seat| Some(&**names.get(usize::from(seat).checked_sub(1)?)?))
                .collect();
            let verb = if winners.len() == 1 { "won" } else { "shared the win" };
            let how = if end.by_lot { " by lot" } else { "" };
            format!("{} {verb}{how}", winners.join(", "))
        }
    };
    if game.practice {
        result += ", practice";
    }
    if game.hints > 0 {
        result += &format!(", {}", counted(game.hints, "hint", "hints"));
    }
    // Some games have no points.
    let scores = game.end.as_ref().map_or(&[][..], |end| &end.scores);
    let scores = if scores.iter().all(|score| *score == 0) { &[] } else { scores };
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    vec![
        Cell::figure(game.id as f64, game.id.to_string()),
        Cell::words(date(game.header.began)),
        Cell::words(&*game.header.game),
        Cell::words(names.join(", ")),
        Cell::words(scores.join("-")),
        Cell::words(result),
    ]
}
