//! Why the history cannot be used, with the way on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::play::show::escaped;

/// What is wrong with the file of games.
#[derive(Debug, Error)]
#[error("{what}")]
pub(crate) struct Fault {
    /// What it is, after the name of the file.
    what: String,
    /// What the user can do before naming another place; empty if nothing.
    first: &'static str,
    /// Whether the file or its folder may only be read.
    pub(super) read_only: bool,
}

impl Fault {
    pub(super) fn new(what: String, first: &'static str) -> Self {
        Self { what, first, read_only: false }
    }

    pub(super) fn foreign(reason: &str) -> Self {
        Self::new(format!("is not a database of games: {reason}"), "move it away, or ")
    }

    pub(super) fn read_only(reason: &str) -> Self {
        let first = "allow writing to the file and its folder, or ";
        Self { read_only: true, ..Self::new(format!("is read-only: {reason}"), first) }
    }

    /// What SQLite's error says of this file.
    fn of(path: &Path, error: &rusqlite::Error) -> Self {
        // SQLite's code says what it is, and its text what exactly.
        let reason = match error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
            other => other.to_string(),
        };
        let other = |reason: String| Self::new(format!("cannot be used: {reason}"), "");
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::foreign(&reason),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                let first = "wait until it has finished, or end it, or ";
                Self::new("is locked by another process".to_owned(), first)
            }
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::read_only(&reason),
            Some(ErrorCode::DiskFull) => {
                let what = "cannot grow: no room is left on the disk".to_owned();
                Self::new(what, "free disk space, or ")
            }
            Some(ErrorCode::CannotOpen) => match (unreadable(path), unwritable(path)) {
                (None, Some(reason)) => Self::read_only(&reason),
                (unreadable, _) => other(unreadable.unwrap_or(reason)),
            },
            _ => other(reason),
        }
    }
}

/// A failure whose file is not named yet.
#[derive(Debug, Error)]
#[error(transparent)]
pub(super) enum Failure {
    Sqlite(#[from] rusqlite::Error),
    File(#[from] Fault),
    Other(#[from] HistoryError),
}

pub(super) type Tried<T> = Result<T, Failure>;

impl Failure {
    /// The same with the name of the file.
    pub(super) fn at(self, path: &Path) -> HistoryError {
        let fault = match self {
            Self::Sqlite(error) => Fault::of(path, &error),
            Self::File(fault) => fault,
            Self::Other(error) => return error,
        };
        HistoryError::File { path: path.to_owned(), fault }
    }
}

/// Why games and people cannot be kept or read.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum HistoryError {
    /// The system does not say where the user's data is kept.
    #[error("no folder for the games is known: {reason}")]
    #[diagnostic(help(
        "name one with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    NoPlace {
        /// The reason, as the operating system gives it.
        reason: String,
    },
    /// The file cannot be used, or only be read.
    #[error("{} {fault}", path.display())]
    #[diagnostic(help(
        "{}name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without \
         saving",
        fault.first
    ))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// What is kept of a game is damaged.
    #[error("game {id} in {} is damaged: {reason}", path.display())]
    #[diagnostic(help("`rivals history delete {id}` deletes it; the other games are not touched"))]
    Game {
        /// The game.
        id: i64,
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Another process goes on with the same game.
    #[error("game {id} is being played by another process")]
    #[diagnostic(help("go on there; `rivals history list` shows what is kept"))]
    Taken {
        /// The game.
        id: i64,
    },
    /// A table of a server is gone.
    #[cfg(feature = "serve")]
    #[error("the table {id} is not kept any more")]
    #[diagnostic(help("its game was deleted; make another table"))]
    NoRoom {
        /// Its name.
        id: String,
    },
    /// There is no such game.
    #[error("there is no game {id}")]
    #[diagnostic(help("`rivals history list` shows the numbers of all games"))]
    NoGame {
        /// The number.
        id: i64,
    },
    /// There is no such person.
    #[error("there is no person called \"{}\"", escaped(name))]
    #[diagnostic(help("{help}"))]
    NoPerson {
        /// The name.
        name: String,
        /// The nearest name, and where all names are.
        help: String,
    },
    /// A name that a person cannot have.
    #[error("no person can be called \"{}\": {reason}", escaped(name))]
    #[diagnostic(help("give a name of 1 to 40 characters that no other person has"))]
    Name {
        /// The name, or its beginning.
        name: String,
        /// Why not.
        reason: &'static str,
    },
}

/// Why the file may not be read.
fn unreadable(path: &Path) -> Option<String> {
    let error = File::open(path).err()?;
    let refused = error.kind() == io::ErrorKind::PermissionDenied;
    refused.then(|| format!("you may not read it ({error})"))
}

/// Why no file can be made beside this one, where SQLite keeps what it is writing.
fn unwritable(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""))?;
    let error = tempfile::tempfile_in(folder).err()?;
    let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
    let text = format!("nothing can be written in its folder ({error})");
    kinds.contains(&error.kind()).then_some(text)
}
