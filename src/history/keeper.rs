//! Keeping a game while it is played.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Transaction, params};

use super::error::Tried;
use super::{History, HistoryError, check_name};
use crate::play::record::{Entry, Header, Participant, Record, line};

/// Keeps records of games while they are played.
pub(crate) trait Keeper {
    /// Begins to keep a game, before its first entry.
    ///
    /// # Errors
    /// If it cannot be kept; says how to play without.
    fn begin(&mut self, header: &Header) -> miette::Result<()>;

    /// Adds entries to the game. After it returned, they outlast the program.
    ///
    /// # Errors
    /// If they cannot be kept now. They are kept with the next ones, if that is possible then.
    fn add(&mut self, entries: &[Entry]) -> miette::Result<()>;
}

/// Keeps one game in a history. Entries that could not be written are kept in memory, and written
/// with the next ones.
#[derive(Debug)]
pub(crate) struct GameKeeper {
    history: History,
    /// The game, once it has begun.
    game: Option<i64>,
    /// The number of entries that are written.
    written: u64,
    /// Whether a person plays, and not a script.
    timed: bool,
    waiting: Vec<Entry>,
}

impl GameKeeper {
    /// Keeps a game that has not begun.
    pub(crate) fn new(history: History) -> Self {
        Self { history, game: None, written: 0, timed: false, waiting: Vec::new() }
    }

    /// Goes on with an unfinished game, which was left like this.
    pub(crate) fn resume(history: History, id: i64, left: &Record) -> Self {
        Self {
            game: Some(id),
            written: left.entries.len() as u64,
            timed: left.header.began > 0,
            ..Self::new(history)
        }
    }

    /// The number of the game; `None` before it has begun.
    pub(crate) fn id(&self) -> Option<i64> {
        self.game
    }

    fn write_waiting(&mut self) -> Result<(), HistoryError> {
        let Some(id) = self.game else {
            unreachable!("a game is begun before it has entries");
        };
        let now = if self.timed {
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
        } else {
            0
        };
        let (written, waiting) = (self.written, &self.waiting);
        self.history.change(|change| add_entries(change, id, written, waiting, now))?;
        self.written += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

/// Adds entries to a game of which this number of entries is written.
pub(super) fn add_entries(
    change: &Transaction<'_>,
    id: i64,
    written: u64,
    entries: &[Entry],
    now: u64,
) -> Tried<()> {
    let last = "SELECT coalesce(max(number), 0) FROM step WHERE game = ?";
    let last: u64 = change.query_row(last, [id], |row| row.get(0))?;
    let ended = "SELECT ended IS NOT NULL FROM game WHERE id = ?";
    let ended: Option<bool> = change.query_row(ended, [id], |row| row.get(0)).optional()?;
    // Players may still remark something when the game is over.
    let follows = |entry: &Entry| {
        ended == Some(false) || matches!(entry, Entry::Remark { .. } | Entry::Guess { .. })
    };
    if last != written || ended.is_none() || !entries.iter().all(follows) {
        return Err(HistoryError::Taken { id }.into());
    }
    for (number, entry) in (written + 1..).zip(entries) {
        let added = "INSERT INTO step (game, number, entry, written) VALUES (?, ?, ?, ?)";
        let text = line(entry);
        let values = params![id, number, text.trim_end(), now];
        change.execute(added, values)?;
        let (practice, hint, end) = match entry {
            Entry::Undo { .. } => (true, false, None),
            Entry::Act { hint, .. } => (false, *hint, None),
            Entry::End { end } => (false, false, Some(line(end))),
            _ => continue,
        };
        let changed = "UPDATE game SET practice = practice OR ?, hints = hints + ?, \
                       ended = coalesce(?, ended) WHERE id = ?";
        let end = end.as_deref().map(str::trim_end);
        change.execute(changed, params![practice, hint, end, id])?;
    }
    Ok(())
}

/// Begins a game with this header; returns its number.
pub(super) fn begin_game(change: &Transaction<'_>, header: &Header) -> Tried<i64> {
    let bare = Header { seats: Vec::new(), ..header.clone() };
    change.execute("INSERT INTO game (header) VALUES (?)", [line(&bare).trim_end()])?;
    let id = change.last_insert_rowid();
    for (seat, participant) in header.seats.iter().enumerate() {
        seat_player(change, id, seat as u64 + 1, participant, header.began)?;
    }
    Ok(id)
}

/// Writes who sits at a seat; a person who is new is added.
fn seat_player(
    change: &Transaction<'_>,
    game: i64,
    seat: u64,
    participant: &Participant,
    began: u64,
) -> rusqlite::Result<usize> {
    match participant {
        Participant::Person { person } => {
            let added = "INSERT INTO person (name, since) VALUES (?, ?) ON CONFLICT DO NOTHING";
            change.execute(added, params![person, began])?;
            change.execute(
                "INSERT INTO seat (game, seat, person) \
                 SELECT ?, ?, id FROM person WHERE name = ?",
                params![game, seat, person],
            )
        }
        Participant::Agent { agent, name, stranger } => change.execute(
            "INSERT INTO seat (game, seat, agent, name, stranger) VALUES (?, ?, ?, ?, ?)",
            params![game, seat, agent, name, stranger],
        ),
    }
}

impl Keeper for GameKeeper {
    fn begin(&mut self, header: &Header) -> miette::Result<()> {
        for (_, person) in header.persons() {
            check_name(person)?;
        }
        let id = self.history.change(|change| begin_game(change, header))?;
        (self.game, self.timed) = (Some(id), header.began > 0);
        Ok(())
    }

    /// After a failure the game does not wait for other processes again, but at its end, and when
    /// it is left.
    fn add(&mut self, entries: &[Entry]) -> miette::Result<()> {
        let is_end = |entry: &Entry| matches!(entry, Entry::End { .. });
        let last = entries.is_empty() || entries.iter().any(is_end);
        self.history.set_waiting(last || self.waiting.is_empty())?;
        self.waiting.extend_from_slice(entries);
        Ok(self.write_waiting()?)
    }
}
