//! Why a journal cannot be used.

use std::io;
use std::path::PathBuf;

use miette::Diagnostic;
use thiserror::Error;

/// Why a journal was not created, resumed, read or continued. The first field of every
/// variant is the journal's path; an [`io::Error`] is the operating system's reason.
#[derive(Debug, Error, Diagnostic)]
pub enum JournalError {
    /// A new journal would replace an existing file.
    #[error("cannot create the journal {path}: the file exists", path = .0.display())]
    #[diagnostic(help("resume it, or give the name of a new file"))]
    Exists(PathBuf),
    /// The journal cannot be created in this folder.
    #[error("cannot create the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help("write to an existing folder with write permission and free disk space"))]
    Create(PathBuf, io::Error),
    /// The file cannot be opened or read.
    #[error("cannot read the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help("give a readable journal; resuming also needs write permission"))]
    Unreadable(PathBuf, io::Error),
    /// The journal can be read, and not be opened for writing.
    #[error("cannot write to the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help(
        "it can only be read: run beside a copy of the folder that you may write to; `rivals report \
         DIR --out FILE` reads finished results where they are"
    ))]
    ReadOnly(PathBuf, io::Error),
    /// Another process, or another part of this one, has it open for writing.
    #[error("the journal {path} is in use by another run", path = .0.display())]
    #[diagnostic(help("wait until that run has ended, or end it"))]
    Locked(PathBuf),
    /// The file system does not support locks.
    #[error("cannot lock the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help("keep the journal on a local disk"))]
    NoLocks(PathBuf, io::Error),
    /// The file ends before its header does; the text says how it ends.
    #[error("the journal {path} has no header: {1}", path = .0.display())]
    #[diagnostic(help(
        "if it is a journal, nothing was recorded in it: delete it and start again"
    ))]
    NoHeader(PathBuf, &'static str),
    /// The first line is not that of a journal.
    #[error("{path} is not a journal: its first line has no valid checksum", path = .0.display())]
    #[diagnostic(help("give the path of a journal, or restore the file from a copy"))]
    NotAJournal(PathBuf),
    /// A line is wrong, and other lines follow it.
    #[error("the journal {}, line {line}, is damaged: {reason}", path.display())]
    #[diagnostic(help(
        "restore the file from a copy, or delete line {line} and all lines after it and resume: \
         only the work that those lines record is repeated"
    ))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with the line.
        reason: &'static str,
    },
    /// A line is whole, but its JSON is not of this tournament.
    #[error("the journal {}, line {line}, does not belong to this tournament: {reason}", path.display())]
    #[diagnostic(help(
        "use the version of the program and the settings that the journal was created with, \
         or create a new journal"
    ))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with the line.
        reason: String,
    },
    /// A header or an entry cannot be written as a line; the text says why.
    #[error("cannot record an entry in the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help("name fewer players: a journal line holds at most 1 MiB"))]
    Entry(PathBuf, String),
    /// Entries could not be appended, or a torn end could not be cut off.
    #[error("cannot write to the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help("free disk space and run again with --resume; saved games are kept"))]
    Write(PathBuf, io::Error),
    /// The operating system could not write appended entries to the disk.
    #[error("cannot sync the journal {path}: {1}", path = .0.display())]
    #[diagnostic(help(
        "check the disk and free space on it, then run again with --resume; games saved before \
         are kept"
    ))]
    Sync(PathBuf, io::Error),
}
