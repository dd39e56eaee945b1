//! Why the history cannot be used, with the way on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::config::did_you_mean;
use crate::play::show::escaped;

/// Why games and persons cannot be kept or read.
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
    /// The folder cannot be made.
    #[error("cannot make the folder {} for the games: {reason}", path.display())]
    #[diagnostic(help(
        "name another one with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason, as the operating system gives it.
        reason: String,
    },
    /// The file is something else.
    #[error("{} is not a database of games: {reason}", path.display())]
    #[diagnostic(help(
        "move it away, or name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    NotAHistory {
        /// The file.
        path: PathBuf,
        /// What it is.
        reason: String,
    },
    /// A newer program has written the file.
    #[error("{} has the schema {found} of a newer version of rivals; this one knows schemas up to {newest}", path.display())]
    #[diagnostic(help(
        "use the newer program, or name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest schema of this program.
        newest: u32,
    },
    /// Another process writes, and does not end.
    #[error("{} is locked by another process", path.display())]
    #[diagnostic(help(
        "wait until it has finished, or end it; `rivals play --no-save` plays without saving"
    ))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder may not be written.
    #[error("{} is read-only: {reason}", path.display())]
    #[diagnostic(help(
        "allow writing to the file and its folder, or name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// There is no room on the disk.
    #[error("no room is left on the disk for {}", path.display())]
    #[diagnostic(help(
        "free disk space, or name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Anything else that the database says.
    #[error("{} cannot be used: {reason}", path.display())]
    #[diagnostic(help(
        "name another place with --data or RIVALS_DATA; `rivals play --no-save` plays without saving"
    ))]
    Database {
        /// The file.
        path: PathBuf,
        /// The reason, as SQLite gives it.
        reason: String,
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

impl HistoryError {
    /// The error that SQLite gave for this file.
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        // SQLite's code says what it is, and its text what exactly.
        let reason = match &error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
            other => other.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::NotAHistory { path, reason }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                Self::ReadOnly { path, reason }
            }
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::CannotOpen) => match (unreadable(&path), unwritable(&path)) {
                (Some(reason), _) => Self::Database { path, reason },
                (None, Some(reason)) => Self::ReadOnly { path, reason },
                (None, None) => Self::Database { path, reason },
            },
            _ => Self::Database { path, reason },
        }
    }

    pub(super) fn of_folder(folder: &Path, error: &io::Error) -> Self {
        Self::Folder { path: folder.to_owned(), reason: error.to_string() }
    }

    pub(super) fn no_person(name: &str, names: Vec<String>) -> Self {
        let near = did_you_mean(name, names.iter().map(String::as_str));
        Self::NoPerson {
            name: name.to_owned(),
            help: format!("{}`rivals person list` shows all", escaped(&near)),
        }
    }
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
