//! Why a journal cannot be used.

use std::io;
use std::path::PathBuf;

use miette::Diagnostic;
use thiserror::Error;

/// Why a journal was not begun, resumed, read or continued.
#[derive(Debug, Error, Diagnostic)]
pub enum JournalError {
    /// A new journal would replace a file.
    #[error("cannot begin the journal {}: it exists", path.display())]
    #[diagnostic(help("resume it, or give the name of a new file"))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The folder takes no journal.
    #[error("cannot begin the journal {}: {reason}", path.display())]
    #[diagnostic(help("give a file in a folder that exists, that you may write to and has room"))]
    Begin {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
    /// The file cannot be opened or read.
    #[error("cannot read the journal {}: {reason}", path.display())]
    #[diagnostic(help("give the path of a journal that you may read, and write to resume it"))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
    /// Another process, or another part of this one, has it open for writing.
    #[error("the journal {} is in use by another run", path.display())]
    #[diagnostic(help("wait until that run has ended, or end it"))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file system has no locks.
    #[error("cannot lock the journal {}: {reason}", path.display())]
    #[diagnostic(help("keep the journal on a local disk"))]
    NoLocks {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
    /// The file ends before its header does.
    #[error("the journal {} has no header: {reason}", path.display())]
    #[diagnostic(help(
        "if it is a journal, nothing was recorded in it: delete it and begin again"
    ))]
    NoHeader {
        /// The file.
        path: PathBuf,
        /// How it ends.
        reason: &'static str,
    },
    /// The first line is not that of a journal.
    #[error("{} is not a journal: its first line has no valid checksum", path.display())]
    #[diagnostic(help("give the path of a journal, or restore the file from a copy"))]
    NotAJournal {
        /// The file.
        path: PathBuf,
    },
    /// A line is wrong, and others follow it.
    #[error("the journal {}, line {line}, is damaged: {reason}", path.display())]
    #[diagnostic(help(
        "restore the file from a copy, or delete from line {line} on and resume: \
         only what those lines record is done again"
    ))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// 1-based.
        line: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A line is whole, but does not say what this program's lines say.
    #[error("the journal {}, line {line}, was not written for this work: {reason}", path.display())]
    #[diagnostic(help(
        "use the version of the program and the settings that it was begun with, \
         or begin a new journal"
    ))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// 1-based.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A header or an entry that makes no line.
    #[error("cannot record an entry in the journal {}: {reason}", path.display())]
    #[diagnostic(help("record less in an entry: a line is at most 1 MiB of JSON"))]
    Entry {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Entries were not appended, or a torn end not cut off.
    #[error("cannot write to the journal {}: {reason}", path.display())]
    #[diagnostic(help("make room and resume: what was appended before is kept"))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
    /// The system could not bring appended entries to the disk.
    #[error("cannot sync the journal {}: {reason}", path.display())]
    #[diagnostic(help("check the disk and its room, then resume: what was synced before is kept"))]
    Sync {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
}
