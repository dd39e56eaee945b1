//! The errors of journals that several functions have.

use std::fmt::Display;
use std::path::Path;

use crate::error::{Error, ErrorKind};

/// The error of a journal: what cannot be done with it, why, and what to do.
pub(super) fn refused(what: &str, path: &Path, reason: impl Display, help: &str) -> Error {
    let message = format!("cannot {what} the journal {}: {reason}", path.display());
    Error::new(ErrorKind::Journal, message, help)
}

/// The file cannot be opened or read.
pub(super) fn unreadable(path: &Path, reason: impl Display) -> Error {
    refused("read", path, reason, "give a readable journal; resuming also needs write permission")
}

/// The file system does not support locks.
pub(super) fn no_locks(path: &Path, reason: impl Display) -> Error {
    refused("lock", path, reason, "keep the journal on a local disk")
}

/// A header or an entry cannot be written as a line.
pub(super) fn too_long(path: &Path, reason: impl Display) -> Error {
    let help = "name fewer players: a journal line holds at most 1 MiB";
    refused("record an entry in", path, reason, help)
}

/// Entries could not be appended, or a torn end could not be cut off.
pub(super) fn unwritten(path: &Path, reason: impl Display) -> Error {
    let help = "free disk space and run again with --resume; saved games are kept";
    refused("write to", path, reason, help)
}

/// A line is whole, but its JSON is not of this tournament.
pub(crate) fn foreign(path: &Path, line: u64, reason: impl Display) -> Error {
    let message = format!(
        "the journal {}, line {line}, does not belong to this tournament: {reason}",
        path.display()
    );
    let help = "use the version of the program and the settings that the journal was created with, \
                or create a new journal";
    Error::new(ErrorKind::Foreign, message, help)
}
