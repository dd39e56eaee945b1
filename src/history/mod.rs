//! The history: people and their games in one SQLite file, as they happened.
//!
//! A game is kept as the lines of its [`Record`]: the header without its players, who are in
//! tables of their own so that a person can be renamed and removed, and one row for each entry.
//! Entries are written while the game is played ([`GameKeeper`]), so that a killed program loses
//! nothing. Several processes may read and write at once: the file is in WAL mode, every change
//! is one immediate transaction, and a process waits up to [`BUSY_TIMEOUT`] for another.
//!
//! Nothing here knows a game. Whether a record follows the rules is for
//! [`Session::replay`](crate::session::Session::replay) to find out. Tests: `tests/library/history.rs`, and `tests/cli/history.rs` for two processes,
//! damaged files and full disks.
//!
//! [`Record`]: crate::play::record::Record

mod error;
mod keeper;
mod place;
mod remembered;
#[cfg(feature = "serve")]
mod room;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Params, Row, Transaction, TransactionBehavior, params,
};

use crate::config::did_you_mean;
use crate::play::record::{Header, Participant, Record, line};
use crate::play::show::escaped;
use crate::tables::Library;
use crate::tables::library::GameRow;
use crate::tables::practice::Drill;
use crate::tables::seating::MAX_NAME;
use crate::values::json_fault;

pub(crate) use error::HistoryError;
use error::{Failure, Fault, Tried};
pub(crate) use keeper::{GameKeeper, Keeper};
pub(crate) use place::place;

/// How long a process waits for another one that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// The file of people and games, opened.
#[derive(Debug)]
pub(crate) struct History {
    connection: Connection,
    path: PathBuf,
}

/// A person with the numbers of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct PersonRow {
    /// The name, any text.
    pub name: String,
    /// When the person's first game began, in seconds since 1970.
    pub since: u64,
    /// Finished games that are not practice.
    pub games: u64,
    /// Finished games in which an action was taken back.
    pub practice: u64,
    /// Unfinished games.
    pub unfinished: u64,
}

type Result<T> = std::result::Result<T, HistoryError>;

impl History {
    /// Opens the file for reading and writing. It is created if it is missing, and brought to the
    /// newest schema if it is older.
    ///
    /// # Errors
    /// [`HistoryError`], if the file is not a history, or cannot be read and written.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            fs::create_dir_all(folder).map_err(|error| {
                let what = format!("is in a folder that cannot be made: {error}");
                Failure::from(Fault::new(what, "")).at(path)
            })?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let history = Self::connect(path, path, flags)?;
        history.tried(|connection| {
            // SQLite has opened such a file only for reading, and would leave its journal, which
            // nobody else may then write, beside it.
            if connection.is_readonly("main")? {
                return Err(Fault::read_only("you may not write it").into());
            }
            schema::prepare(connection, path, schema::MIGRATIONS)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "secure_delete", true)?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(())
        })?;
        Ok(history)
    }

    /// Opens the file if it is there; only for reading if it may not be written.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub(crate) fn find(path: &Path) -> Result<Option<Self>> {
        match path.try_exists() {
            Ok(false) => Ok(None),
            _ => match Self::open(path) {
                Err(HistoryError::File { fault, .. }) if fault.read_only => {
                    Self::open_to_read(path).map(Some)
                }
                opened => opened.map(Some),
            },
        }
    }

    /// Opens a file that may not be written: with the journal of those who have it open, or, where
    /// there is none, as one that nobody changes, as SQLite would make a journal that stays.
    fn open_to_read(path: &Path) -> Result<Self> {
        let journal = fs::metadata(format!("{}-wal", path.display()));
        let journal = journal.map_or(0, |journal| journal.len());
        match journal {
            0 => Self::open_uri(path, "immutable=1"),
            _ => Self::open_uri(path, "mode=ro"),
        }
    }

    fn open_uri(path: &Path, mode: &str) -> Result<Self> {
        let mut name = path.to_string_lossy().into_owned();
        for (special, code) in [('%', "%25"), ('?', "%3f"), ('#', "%23")] {
            name = name.replace(special, code);
        }
        let uri = PathBuf::from(format!("file:{name}?{mode}"));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let history = Self { path: path.to_owned(), ..Self::connect(path, &uri, flags)? };
        history.tried(schema::check_newest)?;
        Ok(history)
    }

    /// The same file over another connection.
    ///
    /// # Errors
    /// As [`Self::open`].
    #[cfg(feature = "serve")]
    pub(crate) fn again(&self) -> Result<Self> {
        Self::open(&self.path)
    }

    /// Whether changes wait for other processes, up to [`BUSY_TIMEOUT`].
    fn set_waiting(&self, waits: bool) -> Result<()> {
        let timeout = if waits { BUSY_TIMEOUT } else { Duration::ZERO };
        self.tried(|connection| Ok(connection.busy_timeout(timeout)?))
    }

    /// Opens the file at this path by the name that SQLite has for it.
    fn connect(path: &Path, name: &Path, flags: OpenFlags) -> Result<Self> {
        let connection = Connection::open_with_flags(name, flags)
            .map_err(|error| Failure::from(error).at(path))?;
        let history = Self { connection, path: path.to_owned() };
        history.set_waiting(true)?;
        Ok(history)
    }

    /// Allows the file no more pages than it has, as on a full disk.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self) {
        let query = "PRAGMA max_page_count = 1";
        self.connection.query_row(query, [], |_| Ok(())).unwrap();
    }

    /// Runs this on the file, and names the file if it fails.
    fn tried<T>(&self, run: impl FnOnce(&Connection) -> Tried<T>) -> Result<T> {
        run(&self.connection).map_err(|error| error.at(&self.path))
    }

    /// Makes a change that others see whole or not at all.
    fn change<T>(&self, run: impl FnOnce(&Transaction<'_>) -> Tried<T>) -> Result<T> {
        self.tried(|connection| {
            let behaviour = TransactionBehavior::Immediate;
            let transaction = Transaction::new_unchecked(connection, behaviour)?;
            let done = run(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    /// The rows of a query.
    fn rows<T>(
        &self,
        query: &str,
        parameters: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        self.tried(|connection| {
            let mut query = connection.prepare(query)?;
            let rows = query.query_map(parameters, row)?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The only row of a query, if there is one.
    fn row<T>(
        &self,
        query: &str,
        parameters: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        self.tried(|connection| Ok(connection.query_row(query, parameters, row).optional()?))
    }

    /// All games, the oldest first.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn games(&self) -> Result<Vec<GameRow>> {
        let query = "SELECT id, header, ended, practice, hints,
                        (SELECT count(*) FROM step WHERE step.game = game.id)
                     FROM game ORDER BY id";
        let rows = self.rows(query, [], |row| {
            let game = GameRow {
                id: row.get(0)?,
                header: Header { game: "unreadable".to_owned(), ..Header::default() },
                end: None,
                practice: row.get(3)?,
                hints: row.get(4)?,
                entries: row.get(5)?,
                damaged: true,
            };
            Ok((game, row.get(1)?, row.get(2)?))
        })?;
        let read = |(game, header, end): (GameRow, String, Option<String>)| {
            let end = end.as_deref().map(serde_json::from_str).transpose();
            match (self.header(game.id, &header), end) {
                (Ok(header), Ok(end)) => Ok(GameRow { header, end, damaged: false, ..game }),
                (Ok(_), Err(_)) | (Err(HistoryError::Game { .. }), _) => Ok(game),
                (Err(error), _) => Err(error),
            }
        };
        rows.into_iter().map(read).collect()
    }

    /// The header of this text with its players.
    fn header(&self, id: i64, text: &str) -> Result<Header> {
        let header = serde_json::from_str::<Header>(text).map_err(|error| {
            self.damaged(
                id,
                &format!("line 1 of the record cannot be read: {}", json_fault(&error)),
            )
        })?;
        let query = "SELECT person.name, agent, seat.name, stranger
                     FROM seat LEFT JOIN person ON person.id = seat.person
                     WHERE game = ? ORDER BY seat";
        let seats = self.rows(query, [id], |row| {
            let person: Option<String> = row.get(0)?;
            Ok(match person {
                Some(person) => Participant::Person { person },
                None => Participant::Agent {
                    agent: row.get(1)?,
                    name: row.get(2)?,
                    stranger: row.get(3)?,
                },
            })
        })?;
        Ok(Header { seats, ..header })
    }

    /// The whole record of a game. Whether it follows the rules is not checked.
    ///
    /// # Errors
    /// [`HistoryError::NoGame`], [`HistoryError::Game`] if what is kept is not a record, and others.
    pub(crate) fn record(&self, id: i64) -> Result<Record> {
        let query = "SELECT header, ended, practice, hints FROM game WHERE id = ?";
        let kept: Option<(String, Option<String>, bool, u64)> =
            self.row(query, [id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
        let Some((header, ended, practice, hints)) = kept else {
            return Err(HistoryError::NoGame { id });
        };
        let mut text = line(&self.header(id, &header)?);
        let query = "SELECT number, entry FROM step WHERE game = ? ORDER BY number";
        let steps: Vec<(u64, String)> =
            self.rows(query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (place, (number, entry)) in steps.into_iter().enumerate() {
            if number != place as u64 + 1 {
                let reason = format!("line {} of the record is missing", place + 2);
                return Err(self.damaged(id, &reason));
            }
            text += entry.trim_end();
            text.push('\n');
        }
        let record = Record::read(&text).map_err(|error| self.damaged(id, &error.to_string()))?;
        let same_end = ended.as_deref() == record.end().map(line).as_deref().map(str::trim_end);
        for (is_same, what) in [
            (same_end, "the end"),
            (practice == record.is_practice(), "whether it is practice"),
            (hints == record.hints(), "the number of hints"),
        ] {
            if !is_same {
                let reason = format!("{what} that is kept with it is not that of its record");
                return Err(self.damaged(id, &reason));
            }
        }
        Ok(record)
    }

    /// The error that a game is damaged.
    pub(crate) fn damaged(&self, id: i64, reason: &str) -> HistoryError {
        HistoryError::Game { id, path: self.path.clone(), reason: reason.to_owned() }
    }

    /// Deletes these games.
    ///
    /// # Errors
    /// [`HistoryError::NoGame`] if one of them does not exist, and others. None is deleted then.
    pub(crate) fn delete_games(&mut self, ids: &[i64]) -> Result<()> {
        self.change(|change| {
            for &id in ids {
                if change.execute("DELETE FROM game WHERE id = ?", [id])? == 0 {
                    return Err(HistoryError::NoGame { id }.into());
                }
            }
            Ok(())
        })?;
        self.forget()
    }

    /// Overwrites what was deleted.
    fn forget(&self) -> Result<()> {
        self.row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map(drop)
    }

    /// All people by name.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn persons(&self) -> Result<Vec<PersonRow>> {
        let query = "SELECT person.name, since,
                        coalesce(sum(ended IS NOT NULL AND NOT practice), 0),
                        coalesce(sum(ended IS NOT NULL AND practice), 0),
                        coalesce(sum(game.id IS NOT NULL AND ended IS NULL), 0)
                     FROM person
                     LEFT JOIN (SELECT DISTINCT person, game FROM seat) AS sat
                     ON sat.person = person.id
                     LEFT JOIN game ON game.id = sat.game
                     GROUP BY person.id ORDER BY person.name";
        self.rows(query, [], |row| {
            Ok(PersonRow {
                name: row.get(0)?,
                since: row.get(1)?,
                games: row.get(2)?,
                practice: row.get(3)?,
                unfinished: row.get(4)?,
            })
        })
    }

    /// The numbers of the games of a person.
    ///
    /// # Errors
    /// [`HistoryError::NoPerson`], and others.
    pub(crate) fn games_of(&self, name: &str) -> Result<Vec<i64>> {
        let query = "SELECT DISTINCT game FROM seat WHERE person = ? ORDER BY game";
        self.rows(query, [self.person(name)?], |row| row.get(0))
    }

    fn person(&self, name: &str) -> Result<i64> {
        match self.row("SELECT id FROM person WHERE name = ?", [name], |row| row.get(0))? {
            Some(id) => Ok(id),
            None => {
                let persons = self.persons()?;
                let near = did_you_mean(name, persons.iter().map(|person| &*person.name));
                let help = format!("{}`rivals person list` shows all", escaped(&near));
                Err(HistoryError::NoPerson { name: name.to_owned(), help })
            }
        }
    }

    /// Gives a person another name.
    ///
    /// # Errors
    /// [`HistoryError::NoPerson`], [`HistoryError::Name`] if the name cannot be used or another
    /// person has it, and others.
    pub(crate) fn rename(&mut self, name: &str, new: &str) -> Result<()> {
        check_name(new)?;
        let person = self.person(name)?;
        self.change(|change| {
            let rename = "UPDATE OR IGNORE person SET name = ? WHERE id = ?";
            if change.execute(rename, params![new, person])? == 0 {
                let reason = "another person has this name";
                return Err(HistoryError::Name { name: new.to_owned(), reason }.into());
            }
            Ok(())
        })
    }

    /// Removes a person and all games that it has sat in; returns the number of games.
    ///
    /// # Errors
    /// [`HistoryError::NoPerson`], and others.
    pub(crate) fn delete_person(&mut self, name: &str) -> Result<usize> {
        let person = self.person(name)?;
        let games = self.change(|change| {
            let games = "DELETE FROM game WHERE id IN (SELECT game FROM seat WHERE person = ?)";
            let games = change.execute(games, [person])?;
            change.execute("DELETE FROM person WHERE id = ?", [person])?;
            Ok(games)
        })?;
        self.forget()?;
        Ok(games)
    }
}

impl Library for History {
    fn rows(&self) -> miette::Result<Vec<GameRow>> {
        Ok(self.games()?)
    }

    fn record_of(&self, id: i64) -> miette::Result<Record> {
        Ok(self.record(id)?)
    }

    fn damage(&self, id: i64, reason: &str) -> miette::Report {
        self.damaged(id, reason).into()
    }

    fn numbers_of(&self, name: &str) -> miette::Result<Vec<i64>> {
        Ok(self.games_of(name)?)
    }

    fn table_of(&self, id: i64) -> Option<String> {
        self.row("SELECT id FROM room WHERE game = ?", [id], |row| row.get(0)).ok().flatten()
    }

    fn tried(&self) -> miette::Result<Vec<Drill>> {
        Ok(self.drills()?)
    }

    fn keep_tried(&self, drill: Drill) -> miette::Result<()> {
        Ok(self.keep_drill(drill)?)
    }
}

/// Checks the name of a person.
///
/// # Errors
/// [`HistoryError::Name`].
pub(crate) fn check_name(name: &str) -> Result<()> {
    let reason = match name.chars().count() {
        0 => "it is empty",
        _ if name.trim() != name => "it begins or ends with a space",
        1..=MAX_NAME => return Ok(()),
        _ => "it is too long",
    };
    Err(HistoryError::Name { name: name.chars().take(MAX_NAME).collect(), reason })
}
