//! Beginning, resuming and reading a journal.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::line::encode;
use super::read::{Reader, unreadable};
use super::{Journal, JournalError, Recovery};
use crate::files::write::{parent, sync_folder, temporary_in};

impl<H, E> Journal<H, E>
where
    H: Serialize + DeserializeOwned,
    E: Serialize + DeserializeOwned,
{
    /// Begins a journal. When this returns, the header is on the disk under the
    /// journal's name; when the process ends before, nothing has that name (and
    /// at most a file `.rivals-*` is left beside it).
    ///
    /// # Errors
    /// [`JournalError::Exists`], also for what is not a journal;
    /// [`JournalError::Begin`], [`JournalError::Entry`] for the header, and
    /// [`JournalError::NoLocks`].
    pub fn create(path: &Path, header: &H) -> Result<Self, JournalError> {
        let begin = |reason: io::Error| match reason.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists {
                path: path.to_owned(),
            },
            _ => JournalError::Begin {
                path: path.to_owned(),
                reason,
            },
        };
        let mut line = Vec::new();
        encode(header, &mut line).map_err(|reason| JournalError::Entry {
            path: path.to_owned(),
            reason,
        })?;
        let folder = parent(path);
        let mut file = temporary_in(folder).map_err(begin)?;
        // Before it has its name, so that nobody else can be first.
        lock(path, file.as_file())?;
        file.as_file_mut().write_all(&line).map_err(begin)?;
        file.as_file().sync_all().map_err(begin)?;
        let file = file
            .persist_noclobber(path)
            .map_err(|refused| begin(refused.error))?;
        sync_folder(folder).map_err(begin)?;
        Ok(Self::at_end(path, file, line.len() as u64))
    }

    /// Opens a journal to continue it: hands its entries to `on_entry` in their
    /// order, cuts off a torn end and syncs what is left.
    ///
    /// What `on_entry` refuses, by saying what is wrong with it, ends this with
    /// the line's number. Whoever needs the header before the entries asks
    /// [`Journal::header`]. After an error the file is as it was, but for
    /// [`JournalError::Write`] and [`JournalError::Sync`], when a torn end may
    /// be gone.
    ///
    /// # Errors
    /// Those of [`Journal::read`], [`JournalError::Locked`],
    /// [`JournalError::NoLocks`], [`JournalError::Write`] and
    /// [`JournalError::Sync`].
    pub fn resume(
        path: &Path,
        on_entry: impl FnMut(E) -> Result<(), String>,
    ) -> Result<(Self, H, Recovery), JournalError> {
        let file = open(path, true)?;
        lock(path, &file)?;
        let mut reader = Reader::new(path, &file)?;
        let header = reader.header()?;
        let recovery = reader.entries(on_entry)?;
        let whole_bytes = reader.whole_bytes();
        let mut journal = Self::at_end(path, file, whole_bytes);
        journal.cut().map_err(|reason| journal.unwritten(reason))?;
        // The process that appended the entries may not have synced them.
        journal.sync()?;
        Ok((journal, header, recovery))
    }

    /// Hands the entries to `on_entry` as [`Journal::resume`] does, and changes
    /// nothing. Takes no lock: the torn end of a journal that is in use is the
    /// entry being written.
    ///
    /// # Errors
    /// [`JournalError::Unreadable`], [`JournalError::NoHeader`],
    /// [`JournalError::NotAJournal`], [`JournalError::Damaged`] and
    /// [`JournalError::Foreign`].
    pub fn read(
        path: &Path,
        on_entry: impl FnMut(E) -> Result<(), String>,
    ) -> Result<(H, Recovery), JournalError> {
        let file = open(path, false)?;
        let mut reader = Reader::new(path, &file)?;
        Ok((reader.header()?, reader.entries(on_entry)?))
    }

    /// The header, whatever the entries are: to find out whether the journal is
    /// of the work to do before its entries are understood.
    ///
    /// # Errors
    /// [`JournalError::Unreadable`], [`JournalError::NoHeader`],
    /// [`JournalError::NotAJournal`] and [`JournalError::Foreign`].
    pub fn header(path: &Path) -> Result<H, JournalError> {
        Reader::new(path, &open(path, false)?)?.header()
    }
}

/// Removes a journal that no run has open.
///
/// # Errors
/// [`JournalError::Unreadable`], [`JournalError::Locked`], [`JournalError::NoLocks`] and
/// [`JournalError::Write`].
pub(crate) fn remove(path: &Path) -> Result<(), JournalError> {
    let file = open(path, true)?;
    lock(path, &file)?;
    fs::remove_file(path).map_err(|reason| JournalError::Write {
        path: path.to_owned(),
        reason,
    })
}

pub(super) fn open(path: &Path, for_writing: bool) -> Result<File, JournalError> {
    let unreadable = |reason| unreadable(path, reason);
    // A device may never end, and a pipe never begin.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is not a file")));
    }
    File::options()
        .read(true)
        .write(for_writing)
        .open(path)
        .map_err(unreadable)
}

fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    let path = path.to_owned();
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => JournalError::Locked { path },
        TryLockError::Error(reason) => JournalError::NoLocks { path, reason },
    })
}
