//! Why the history cannot be used, with the way on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::config::did_you_mean;
use crate::play::show::escaped;

/// What is wrong with the file of games.
#[derive(Debug, Error)]
pub(crate) enum Fault {
    /// Its folder cannot be made, for this reason of the operating system.
    #[error("is in a folder that cannot be made: {0}")]
    Folder(io::Error),
    /// It is something else.
    #[error("is not a database of games: {0}")]
    Foreign(String),
    /// A newer program has written it.
    #[error(
        "has the schema {found} of a newer version of rivals; this one knows schemas up to {newest}"
    )]
    Newer {
        /// Its schema.
        found: u32,
        /// The newest schema of this program.
        newest: u32,
    },
    /// Another process writes, and does not end.
    #[error("is locked by another process")]
    Locked,
    /// The file or its folder may not be written.
    #[error("is read-only: {0}")]
    ReadOnly(String),
    /// There is no room on the disk.
    #[error("cannot grow: no room is left on the disk")]
    Full,
    /// Anything else that SQLite says.
    #[error("cannot be used: {0}")]
    Other(String),
}

impl Fault {
    /// What SQLite's error says of this file.
    fn of(path: &Path, error: &rusqlite::Error) -> Self {
        // SQLite's code says what it is, and its text what exactly.
        let reason = match error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
            other => other.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Foreign(reason),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(reason),
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::CannotOpen) => match (unreadable(path), unwritable(path)) {
                (Some(reason), _) => Self::Other(reason),
                (None, Some(reason)) => Self::ReadOnly(reason),
                (None, None) => Self::Other(reason),
            },
            _ => Self::Other(reason),
        }
    }

    /// What the user can do.
    fn help(&self) -> String {
        let first = match self {
            Self::Locked => return "wait until it has finished, or end it".to_owned(),
            Self::Foreign(_) => "move it away, or ",
            Self::Newer { .. } => "use the newer program, or ",
            Self::ReadOnly(_) => "allow writing to the file and its folder, or ",
            Self::Full => "free disk space, or ",
            Self::Folder(_) | Self::Other(_) => "",
        };
        format!("{first}name another place with --data or RIVALS_DATA")
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
    #[diagnostic(help("{}; `rivals play --no-save` plays without saving", fault.help()))]
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
