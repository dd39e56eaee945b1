//! The games that are kept: by their numbers, checked by their rules, and with the names of their
//! players.

use std::str::FromStr;

use miette::miette;

use crate::catalogue::find;
use crate::command::data::DataArg;
use crate::command::output::print_note;
use crate::commands::OwnGame;
use crate::history::{GameRow, History};
use crate::play::Seat;
use crate::play::record::{Participant, Record};
use crate::play::session;
use crate::play::show::escaped;
use crate::tables::seating::{STRANGER, seat};
use crate::values::Invalid;

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

/// The name of a player for people; that of a stranger is told when the game is over.
pub(super) fn player(participant: &Participant, over: bool) -> String {
    match participant {
        Participant::Person { person } => escaped(person),
        Participant::Agent { stranger: true, .. } if !over => "a stranger".to_owned(),
        Participant::Agent { name, .. } => escaped(name),
    }
}

/// The seats as they may be shown: a stranger has no name before the game is over.
pub(super) fn shown(game: &GameRow) -> Vec<Participant> {
    let seats = game.header.seats.iter().cloned();
    let masked = seats.map(|participant| match participant {
        Participant::Agent { stranger: true, .. } if game.end.is_none() => Participant::Agent {
            agent: STRANGER.to_owned(),
            name: player(&participant, false),
            stranger: true,
        },
        participant => participant,
    });
    masked.collect()
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

/// Notes that these games are left out, as they are damaged.
pub(super) fn note_damaged(damaged: &[miette::Report]) {
    for error in damaged {
        print_note(&format!("note: {error}; it is left out"));
    }
}

/// Plays a record again.
///
/// # Errors
/// At the first step that does not fit.
pub(super) fn follows_rules(record: &Record) -> miette::Result<()> {
    let Ok(game) = find(&record.header.game) else {
        return Ok(());
    };
    let replayed = seat(game, record).and_then(|mut game| Ok(game.replay(&record.entries)?));
    let field = |error: &miette::Report| Some(error.downcast_ref::<Invalid>()?.field.clone());
    replayed.or_else(|error| match field(&error).as_deref() {
        Some(session::RULES) => Ok(()),
        // The error may name a stranger.
        Some(session::AGENTS) if record.end().is_none() => {
            let help = "use the program that played it";
            Err(miette!(help = help, "a player of it cannot be seated"))
        }
        _ => Err(error),
    })
}

/// The finished games of a person that are not practice, the oldest first; the numbers of games
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
        let seats = record.header.persons().filter(|(_, person)| *person == name);
        let seats: Vec<Seat> = seats.map(|(seat, _)| seat).collect();
        // A game of a person against itself says nothing of its strength.
        if let [seat] = seats[..] {
            games.push((row.id, record, seat));
        }
    }
    Ok((games, left_out, damaged))
}
