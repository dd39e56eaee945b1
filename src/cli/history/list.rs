//! `rivals history list`: the games that are kept.

use clap::Args;
use serde::Serialize;

use crate::command::GameArg;
use crate::command::data::DataArg;
use crate::command::{Answer, Format, Output, help_end, print};
use crate::document::{Block, Cell, Column, Document};
use crate::history::History;
use crate::play::record::Participant;
use crate::tables::library::{GameRow, checked, player};
use crate::text::number::counted;
use crate::text::{self, date};

/// List the games with their players and how they ended.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # the games of Ana
        rivals history list --data my-games --person ana
    "))]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    game: GameArg,
    /// Only games of this person
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    #[command(flatten)]
    data: DataArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// The text of an empty list.
pub(super) const NO_SUCH_GAMES: &str = "There are no such games.";

/// A game of the list.
#[derive(Serialize)]
struct Listed<'a> {
    number: i64,
    game: &'a str,
    began: u64,
    seats: Vec<Participant>,
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
            seats: game.shown(),
            winners: end.map(|end| &*end.winners),
            scores: end.map(|end| &*end.scores),
            by_lot: end.map(|end| end.by_lot),
            practice: game.practice,
            hints: game.hints,
            steps: game.entries,
            damaged: damage.as_ref().map(ToString::to_string),
        }
    }

    /// The cells of the list behind the number.
    fn row(&self) -> [String; 5] {
        let players = self.names().join(", ");
        [date(self.began), self.game.to_owned(), players, self.points(), self.result()]
    }

    fn names(&self) -> Vec<String> {
        self.seats.iter().map(|participant| player(participant, self.winners.is_some())).collect()
    }

    /// The points; empty for a game that has none.
    fn points(&self) -> String {
        let scores = self.scores.filter(|scores| scores.iter().any(|score| *score != 0));
        let scores = scores.unwrap_or_default().iter().map(ToString::to_string);
        scores.collect::<Vec<_>>().join("-")
    }

    fn result(&self) -> String {
        let names = self.names();
        let mut result = match self.winners {
            _ if self.damaged.is_some() => "damaged".to_owned(),
            None => "unfinished".to_owned(),
            Some(winners) => {
                let name = |&seat: &u8| Some(&**names.get(usize::from(seat).checked_sub(1)?)?);
                let winners: Vec<&str> = winners.iter().filter_map(name).collect();
                let verb = if winners.len() == 1 { "won" } else { "shared the win" };
                let how = if self.by_lot == Some(true) { " by lot" } else { "" };
                format!("{} {verb}{how}", winners.join(", "))
            }
        };
        if self.practice {
            result += ", practice";
        }
        if self.hints > 0 {
            result += &format!(", {}", counted(self.hints, "hint", "hints"));
        }
        result
    }
}

impl ListArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let (mut games, mut damage) = (Vec::new(), Vec::new());
        if let Some(history) = self.data.find()? {
            games = self.chosen(&history)?;
            damage.extend(games.iter().map(|game| checked(&history, game.id).err()));
        }
        let listed: Vec<Listed<'_>> = games.iter().zip(&damage).map(Listed::new).collect();
        let output = self.format.output(&listed)?;
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

impl Answer for Vec<Listed<'_>> {
    fn document(&self) -> Document {
        let columns = ["began (UTC)", "game", "players", "scores", "result"].map(Column::words);
        let columns = [vec![Column::figures("number")], columns.to_vec()].concat();
        let rows = self.iter().map(|game| {
            let number = Cell::figure(game.number as f64, game.number.to_string());
            [vec![number], game.row().map(Cell::words).to_vec()].concat()
        });
        let none = Block::text(NO_SUCH_GAMES);
        let table = if self.is_empty() { none } else { Block::table("", "", columns, rows) };
        Document::answer("Games", vec![table])
    }

    fn csv(&self) -> Option<String> {
        let keys = ["number", "began", "game", "players", "scores", "result"].map(str::to_owned);
        let rows =
            self.iter().map(|game| [vec![game.number.to_string()], game.row().to_vec()].concat());
        Some(text::csv(std::iter::once(keys.to_vec()).chain(rows)))
    }
}
