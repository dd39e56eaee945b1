//! The tables of the history, and how older ones become newer ones.
//!
//! `user_version` of the file is the number of migrations that it has had. An older file is
//! copied before it is changed, and all missing migrations are one transaction.

#![expect(clippy::cast_possible_truncation, reason = "migrations are few")]

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::BUSY_TIMEOUT;
use super::error::{Fault, Tried};

/// `application_id` of the file: the letters of "riva".
const APPLICATION: u32 = u32::from_be_bytes(*b"riva");

/// The change from each schema to the next one. Changes that were published stay as they are.
pub(super) const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    since INTEGER NOT NULL
) STRICT;
-- `header` is the first line of a record with an empty list of seats, and `ended` the value of its
-- entry `end`.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    header TEXT NOT NULL,
    ended TEXT,
    practice INTEGER NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person,
    agent TEXT,
    name TEXT,
    stranger INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat),
    CHECK ((person IS NULL) <> (agent IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_of_person ON seat (person);
-- `entry` is a line of a record; `written` is in seconds since 1970, or 0 if a script plays.
CREATE TABLE step (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    written INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
",
    "
-- A table of `rivals serve`: `state` is what its server knows of it beside the game, which is NULL
-- until every seat is taken.
CREATE TABLE room (
    id TEXT PRIMARY KEY,
    game INTEGER REFERENCES game ON DELETE CASCADE,
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX room_of_game ON room (game);
",
    "
-- What the program remembers for the next time, such as the mode of the last game.
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- A decision that a person tries again: `step` is its place in the record from 1, `box` how often it
-- was right in a row, and `due` the day since 1970 from which on it is asked.
CREATE TABLE exercise (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    step INTEGER NOT NULL,
    box INTEGER NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (game, step)
) STRICT, WITHOUT ROWID;
",
];

/// Checks what the file is, and brings it to the newest schema.
pub(super) fn prepare(connection: &Connection, path: &Path, migrations: &[&str]) -> Tried<()> {
    let newest = migrations.len() as u32;
    // One transaction: another process may be creating the file between two reads.
    let transaction = connection.unchecked_transaction()?;
    let found = checked_version(&transaction, newest)?;
    drop(transaction);
    if connection.is_readonly("main")? {
        return Err(Fault::read_only("it may only be read").into());
    }
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if mode != "wal" {
        switch_to_wal(connection)?;
    }
    if found == newest {
        return Ok(());
    }
    if found > 0 {
        let copy = copy_name(path, found);
        if !copy.exists() {
            connection.execute("VACUUM INTO ?", [copy.to_string_lossy()])?;
        }
    }
    // Another process may have changed the file by now.
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let found = checked_version(&transaction, newest)?;
    for migration in &migrations[found as usize..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", newest)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    Ok(transaction.commit()?)
}

/// Checks that a file which may only be read has the newest schema.
pub(super) fn check_newest(connection: &Connection) -> Tried<()> {
    let newest = MIGRATIONS.len() as u32;
    match checked_version(connection, newest)? {
        found if found == newest => Ok(()),
        found => {
            let reason = format!("it has the older schema {found}, which would have to be changed");
            Err(Fault::read_only(&reason).into())
        }
    }
}

/// Switches the file to WAL mode. SQLite does not wait by itself while another process does the
/// same.
fn switch_to_wal(connection: &Connection) -> rusqlite::Result<()> {
    let start = Instant::now();
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && start.elapsed() < BUSY_TIMEOUT =>
            {
                thread::sleep(BUSY_TIMEOUT / 200);
            }
            switched => return switched,
        }
    }
}

/// The name of the copy of a file before it is changed.
fn copy_name(path: &Path, schema: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".schema-{schema}"));
    PathBuf::from(name)
}

/// The schema of the file; 0 for a new one.
fn checked_version(connection: &Connection, newest: u32) -> Tried<u32> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let (found, application) = (number("user_version")?, number("application_id")?);
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: u32 = connection.query_row(tables, [], |row| row.get(0))?;
    if application != APPLICATION && (tables > 0 || found > 0 || application > 0) {
        return Err(Fault::foreign("it is a database of another program").into());
    }
    if found > newest {
        let what = format!(
            "has the schema {found} of a newer version of rivals; this one knows schemas up to \
             {newest}"
        );
        return Err(Fault::new(what, "use the newer program, or ").into());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &[&str] = &["CREATE TABLE a (x INTEGER) STRICT;"];
    const NEW: &[&str] =
        &[OLD[0], "ALTER TABLE a ADD COLUMN y INTEGER;", "UPDATE a SET y = 2 * x;"];

    #[test]
    fn an_older_file_is_copied_and_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("h");
        let old = Connection::open(&path).unwrap();
        prepare(&old, &path, OLD).unwrap();
        old.execute("INSERT INTO a VALUES (21)", []).unwrap();
        let new = Connection::open(&path).unwrap();
        prepare(&new, &path, NEW).unwrap();
        let y = new.query_row("SELECT y FROM a", [], |row| row.get::<_, u32>(0));
        assert_eq!(y, Ok(42));
        let copy = Connection::open(copy_name(&path, 1)).unwrap();
        let x = copy.query_row("SELECT * FROM a", [], |row| row.get::<_, u32>(0));
        assert_eq!(x, Ok(21));
        assert!(copy.prepare("SELECT y FROM a").is_err());
        // The older program refuses it by name.
        let error = prepare(&old, &path, OLD).unwrap_err().at(&path);
        let said = error.to_string();
        assert!(said.contains("has the schema 3 of a newer version"), "{said}");
    }

    /// Files of each published schema keep their games, and get what later ones have.
    #[test]
    fn every_older_schema_is_read() {
        for old in 1..MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("h");
            let file = Connection::open(&path).unwrap();
            prepare(&file, &path, &MIGRATIONS[..old]).unwrap();
            let game = "INSERT INTO game (header) VALUES ('{}')";
            file.execute(game, []).unwrap();
            let new = Connection::open(&path).unwrap();
            prepare(&new, &path, MIGRATIONS).unwrap();
            let games = new.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, u32>(0));
            assert_eq!(games, Ok(1));
            new.execute("INSERT INTO setting VALUES ('mode', 'turns')", []).unwrap();
            new.execute("INSERT INTO exercise VALUES (1, 2, 0, 20000)", []).unwrap();
            new.execute("DELETE FROM game", []).unwrap();
            assert!(copy_name(&path, u32::try_from(old).unwrap()).exists());
        }
    }

    /// A migration that fails leaves the file as it was.
    #[test]
    fn a_failed_change_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("h");
        let connection = Connection::open(&path).unwrap();
        prepare(&connection, &path, OLD).unwrap();
        assert!(prepare(&connection, &path, &[OLD[0], NEW[1], "no SQL"]).is_err());
        assert!(connection.prepare("SELECT y FROM a").is_err());
        prepare(&connection, &path, OLD).unwrap();
    }
}
