//! Strangers whose guess was left open, and who are met again in another game.
//!
//! A game whose guess is left open is kept without its end, so that nothing tells who its stranger
//! was. It ends when the guess is made: in the game itself, when it is gone on with, or in a game in
//! which the same stranger sits again.

use std::collections::BTreeMap;

use miette::miette;

use super::library::{Library, checked};
use super::seating::{Opponents, STRANGER, game_called, session_of};
use crate::personalities::Member;
use crate::play::Seat;
use crate::play::record::{Entry, Header, Participant, Record};
use crate::session::Next;
pub(crate) use rivals_web::STRANGER_OF;

/// A game that is over but for the guess who its stranger was.
pub(crate) struct OpenGame {
    /// The number by which commands name it.
    pub id: i64,
    /// As it is kept, without its end.
    pub record: Record,
    /// The seat of its stranger, the only one.
    pub stranger: Seat,
    /// What is to be kept when the stranger is known.
    pub ending: Vec<Entry>,
}

impl OpenGame {
    /// The game of this number.
    ///
    /// # Errors
    /// If there is none, if it does not end with an open guess, or if it is damaged.
    pub(crate) fn find(library: &dyn Library, id: i64) -> miette::Result<Self> {
        let record = checked(library, id)?;
        let refused = |why: &str| {
            let help = "play a game with one stranger to its end, and answer later when it asks who \
                        that was; `rivals history list` shows its number";
            miette!(help = help, "the stranger of game {id} cannot be met again: {why}")
        };
        let seats = (0..).map(Seat).zip(&record.header.seats);
        let strangers = seats.filter(|(_, participant)| {
            matches!(participant, Participant::Agent { stranger: true, .. })
        });
        let strangers: Vec<Seat> = strangers.map(|(seat, _)| seat).collect();
        let [stranger] = strangers[..] else {
            let count = strangers.len();
            return Err(refused(&format!("the game has {count} strangers, and one is needed")));
        };
        if record.end().is_some() {
            return Err(refused("who it was is told already"));
        }
        let mut session = session_of(&record)?;
        let replayed = session.replay(&record.entries);
        replayed.map_err(|error| library.damage(id, &error.to_string()))?;
        if !matches!(session.next(), Next::Over(_)) {
            return Err(refused("the game is not over"));
        }
        let ending = session.entries()[record.entries.len()..].to_vec();
        Ok(Self { id, record, stranger, ending })
    }

    /// The id of the stranger.
    pub(crate) fn agent(&self) -> &str {
        match &self.record.header.seats[usize::from(self.stranger.0)] {
            Participant::Agent { agent, .. } => agent,
            Participant::Person { .. } => unreachable!("a stranger is an agent"),
        }
    }
}

/// Whether one of these words of seats names the stranger of an earlier game.
pub(crate) fn is_named(words: &[String]) -> bool {
    words.iter().any(|word| word.starts_with(STRANGER_OF))
}

/// The earlier games whose strangers are among these words of seats, with their places.
///
/// # Errors
/// If a word names no such game, or a new stranger sits beside.
pub(crate) fn named(
    library: &dyn Library,
    words: &[String],
) -> miette::Result<Vec<(usize, OpenGame)>> {
    let mut met = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let Some(number) = word.strip_prefix(STRANGER_OF) else { continue };
        let id = number.parse::<i64>().map_err(|_| {
            let help = "write the number of a game behind it; `rivals history list` shows them";
            miette!(help = help, "{} names no game", word.escape_debug())
        })?;
        if words.iter().any(|word| word.trim() == STRANGER) {
            let help = "seat one of both";
            return Err(miette!(help = help, "{word} and a new stranger sit at one table"));
        }
        met.push((place, OpenGame::find(library, id)?));
    }
    Ok(met)
}

/// Lets these opponents know the strangers of earlier games by the words for them; returns the numbers
/// of the games by seat, as a header has them.
pub(crate) fn invited(
    opponents: &mut Opponents,
    words: &[String],
    met: &[(usize, OpenGame)],
) -> BTreeMap<u8, i64> {
    let word = |(place, game): &(usize, OpenGame)| (words[*place].clone(), game.agent().to_owned());
    opponents.met = met.iter().map(word).collect();
    #[expect(clippy::cast_possible_truncation, reason = "seats are few")]
    let seat = |(place, game): &(usize, OpenGame)| (*place as u8 + 1, game.id);
    met.iter().map(seat).collect()
}

/// Who a stranger at a table may be: of one that has sat at other games before, who plays them too.
///
/// # Errors
/// If the players of a game cannot be read.
pub(crate) fn candidates(header: &Header, met: &[(Seat, OpenGame)]) -> miette::Result<Vec<Member>> {
    let of = |header: &Header| -> miette::Result<Vec<Member>> {
        Ok(Opponents::of_header(game_called(&header.game)?, header)?.listed)
    };
    let mut candidates = of(header)?;
    for (_, game) in met {
        let before = of(&game.record.header)?;
        candidates.retain(|one| before.iter().any(|other| other.id() == one.id()));
    }
    Ok(candidates)
}

/// The open games in which the strangers of a game sat before, each with the seat in that game. A game
/// that was deleted, or that has told meanwhile who its stranger was, is none of them.
///
/// # Errors
/// If the games cannot be read.
pub(crate) fn earlier(
    library: &dyn Library,
    header: &Header,
) -> miette::Result<Vec<(Seat, OpenGame)>> {
    let rows = library.rows()?;
    let is_open = |id: i64| rows.iter().any(|row| row.id == id && row.end.is_none());
    let mut next: Vec<(Seat, i64)> =
        header.met.iter().map(|(&seat, &id)| (Seat(seat.saturating_sub(1)), id)).collect();
    let mut found = Vec::new();
    while let Some((seat, id)) = next.pop() {
        if is_open(id) {
            let game = OpenGame::find(library, id)?;
            // A page without a server numbers its games anew when some are imported.
            let is_same = match header.seats.get(usize::from(seat.0)) {
                Some(Participant::Agent { agent, .. }) => agent == game.agent(),
                _ => false,
            };
            if !is_same {
                continue;
            }
            // Numbers grow, but a record from elsewhere may say anything.
            let before = game.record.header.met.values().filter(|&&before| before < id);
            next.extend(before.map(|&before| (seat, before)));
            found.push((seat, game));
        }
    }
    Ok(found)
}
