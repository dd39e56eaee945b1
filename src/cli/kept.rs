//! The games that are kept, by their numbers.

use std::str::FromStr;

use miette::miette;

use crate::command::data::DataArg;
use crate::command::output::print_note;
use crate::history::History;

/// A game by its number, or the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameNumber {
    Last,
    Number(i64),
}

impl FromStr for GameNumber {
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

/// The history, or the error that there are no games.
pub(super) fn opened(data: &DataArg) -> miette::Result<History> {
    data.find()?.ok_or_else(no_games)
}

/// Notes that these games are left out, as they are damaged.
pub(super) fn note_damaged(damaged: &[miette::Report]) {
    for error in damaged {
        print_note(&format!("note: {error}; it is left out"));
    }
}
