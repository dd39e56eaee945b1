//! The games that are kept, wherever that is: checked by their rules, and with the names of their
//! players.

use miette::miette;

use super::follows_rules;
use super::practice::Drill;
use super::seating::{STRANGER, game_called, timed};
use crate::commands::review::{self, Learned, OwnGame};
use crate::play::Seat;
use crate::play::record::{Ended, Header, Participant, Record};
use crate::play::show::escaped;
use crate::session::Session;
use crate::text::number::counted;

/// The games that are kept.
pub trait Library: Send {
    /// All games without their entries, the oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn rows(&self) -> miette::Result<Vec<GameRow>>;

    /// The record of a game. Whether it follows the rules is not checked.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    fn record_of(&self, id: i64) -> miette::Result<Record>;

    /// The error that a game is damaged.
    fn damage(&self, id: i64, reason: &str) -> miette::Report {
        miette!(help = "delete it", "game {id} is damaged: {reason}")
    }

    /// The numbers of the games of a person.
    ///
    /// # Errors
    /// If they cannot be read, or nobody has this name.
    fn numbers_of(&self, name: &str) -> miette::Result<Vec<i64>> {
        let mut rows = self.rows()?;
        rows.retain(|row| row.header.persons().any(|(_, person)| person == name));
        Ok(rows.iter().map(|row| row.id).collect())
    }

    /// The name of the table of an unfinished game, if it has one.
    fn table_of(&self, _id: i64) -> Option<String> {
        None
    }

    /// The decisions that were tried again.
    #[doc(hidden)]
    fn tried(&self) -> miette::Result<Vec<Drill>>;

    /// Keeps when a decision is tried again.
    #[doc(hidden)]
    fn keep_tried(&self, drill: Drill) -> miette::Result<()>;
}

/// A game without its entries.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The number by which commands name it.
    pub id: i64,
    /// Who played what.
    pub header: Header,
    /// How it ended; `None` for an unfinished game.
    pub end: Option<Ended>,
    /// Whether an action was taken back in it.
    pub practice: bool,
    /// The number of decisions for which a hint was shown.
    pub hints: u64,
    /// The number of its entries.
    pub entries: u64,
    /// Whether its header or end cannot be read; the header then only says so.
    pub damaged: bool,
}

impl GameRow {
    /// The game of this number and record.
    #[must_use]
    pub fn of(id: i64, record: &Record) -> Self {
        Self {
            id,
            header: record.header.clone(),
            end: record.end().cloned(),
            practice: record.is_practice(),
            hints: record.hints(),
            entries: record.entries.len() as u64,
            damaged: false,
        }
    }

    /// Whether the game counts in statistics: it is finished, and no action was taken back.
    pub(crate) fn counts(&self) -> bool {
        self.end.is_some() && !self.practice
    }

    /// The names of the people in it.
    pub(crate) fn people(&self) -> Vec<String> {
        self.header.persons().map(|(_, person)| person.to_owned()).collect()
    }

    /// The seats as they may be shown: a stranger has no name before the game is over.
    pub(crate) fn shown(&self) -> Vec<Participant> {
        let seats = self.header.seats.iter().cloned();
        let masked = seats.map(|participant| match participant {
            Participant::Agent { stranger: true, .. } if self.end.is_none() => Participant::Agent {
                agent: STRANGER.to_owned(),
                name: player(&participant, false),
                stranger: true,
            },
            participant => participant,
        });
        masked.collect()
    }
}

/// The name of a player for people; that of a stranger is told when the game is over.
pub(crate) fn player(participant: &Participant, over: bool) -> String {
    match participant {
        Participant::Person { person } => escaped(person),
        Participant::Agent { stranger: true, .. } if !over => "a stranger".to_owned(),
        Participant::Agent { name, .. } => escaped(name),
    }
}

/// The record of a game that follows its rules: it is played again. A game that this program
/// does not have, or by other rules than it has, cannot be checked.
///
/// # Errors
/// If the game is damaged: names its first step that does not fit.
pub(crate) fn checked(library: &dyn Library, id: i64) -> miette::Result<Record> {
    let record = library.record_of(id)?;
    match follows_rules(&record) {
        Ok(()) => Ok(record),
        Err(error) => Err(library.damage(id, &error.to_string())),
    }
}

/// The finished games of a person that are not practice, the oldest first; the numbers of games
/// of practice and of unfinished ones; and why damaged games are left out.
///
/// # Errors
/// If the games cannot be read, or nobody has this name.
pub(crate) fn own_games(
    library: &dyn Library,
    name: &str,
) -> miette::Result<(Vec<OwnGame>, [u64; 2], Vec<miette::Report>)> {
    let own = library.numbers_of(name)?;
    let (mut games, mut left_out, mut damaged) = (Vec::new(), [0; 2], Vec::new());
    for row in library.rows()?.iter().filter(|row| own.contains(&row.id)) {
        let record = match checked(library, row.id) {
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

/// The earlier games of the people at these seats, the oldest first.
///
/// # Errors
/// If the games cannot be read.
pub(crate) fn seen(library: &dyn Library, seats: &[Participant]) -> miette::Result<Vec<OwnGame>> {
    let rows = library.rows()?;
    let mut games = Vec::new();
    for name in seats.iter().filter_map(Participant::person) {
        if rows.iter().any(|row| row.header.persons().any(|(_, person)| person == name)) {
            games.extend(own_games(library, name)?.0);
        }
    }
    games.sort_by_key(|(number, ..)| *number);
    Ok(games)
}

/// A game whose opponents expect of the people what these earlier games show, before its first step;
/// and what they expect, in words.
///
/// # Errors
/// If no agent of the game, or none at the table, learns.
pub(crate) fn learned_game(
    header: &Header,
    seen: &[OwnGame],
) -> miette::Result<(Box<dyn Session>, String)> {
    let none = || miette!(help = "play without --learn", "no agent of {} learns", header.game);
    let reviews = review::solved(game_called(&header.game)?).ok_or_else(none)?;
    let Learned { mut session, games, expects } = (reviews.learned)(header, seen)?;
    timed(&mut *session);
    let known = match games {
        0 => "The opponents expect optimal play: no earlier game shows anything else.".to_owned(),
        games => format!(
            "What the opponents expect comes from {}. {}",
            counted(games, "earlier game", "earlier games"),
            expects.join(" ")
        ),
    };
    Ok((session, known))
}
