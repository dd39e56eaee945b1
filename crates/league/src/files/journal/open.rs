//! Creating, resuming and reading a journal.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::line::encode;
use super::read::Reader;
use super::{Journal, JournalError, Recovery};
use crate::files::write::{hold_writing, parent, sync_folder, temporary_in};

impl<H, E> Journal<H, E>
where
    H: Serialize + DeserializeOwned,
    E: Serialize + DeserializeOwned,
{
    /// Creates a journal. When this returns, the header is on the disk under the
    /// journal's name. If the process ends before, no file has that name, and at most a
    /// file `.rivals-*` is left beside it.
    ///
    /// # Errors
    /// [`JournalError::Exists`], also where the existing file is not a journal;
    /// [`JournalError::Create`], [`JournalError::Entry`] for the header, and
    /// [`JournalError::NoLocks`].
    pub fn create(path: &Path, header: &H) -> Result<Self, JournalError> {
        let refused = |reason: io::Error| match reason.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => JournalError::Create(path.to_owned(), reason),
        };
        let mut line = Vec::new();
        encode(header, &mut line).map_err(|reason| JournalError::Entry(path.to_owned(), reason))?;
        let folder = parent(path);
        let _writing = hold_writing();
        // Locked before it has its name, so that no other process can lock it first.
        let (mut file, locked) = temporary_in(folder).map_err(refused)?;
        locked.map_err(|reason| JournalError::NoLocks(path.to_owned(), reason))?;
        file.as_file_mut().write_all(&line).map_err(refused)?;
        file.as_file().sync_all().map_err(refused)?;
        let file = (file.persist_noclobber(path)).map_err(|error| refused(error.error))?;
        sync_folder(folder).map_err(refused)?;
        Ok(Self::at_end(path, file, line.len() as u64))
    }

    /// Opens a journal to continue it: passes its entries to `on_entry` in order,
    /// cuts off a torn end and syncs the file.
    ///
    /// `on_entry` refuses an entry by returning what is wrong with it; then this
    /// function returns [`JournalError::Foreign`] with the line's number. A caller that
    /// needs the header before the entries calls [`Journal::header`]. An error leaves the
    /// file unchanged, except that [`JournalError::Write`] and [`JournalError::Sync`] may
    /// come after a torn end was cut off.
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

    /// Passes the entries to `on_entry` as [`Journal::resume`] does, and changes
    /// nothing. It takes no lock: where another process is writing the journal, the torn
    /// end is the entry being written.
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

    /// The header alone; the entries may be of any type. It tells whether the journal
    /// belongs to the work to be done.
    ///
    /// # Errors
    /// [`JournalError::Unreadable`], [`JournalError::NoHeader`],
    /// [`JournalError::NotAJournal`] and [`JournalError::Foreign`].
    pub fn header(path: &Path) -> Result<H, JournalError> {
        Reader::new(path, &open(path, false)?)?.header()
    }
}

/// Removes a journal that no other run has open for writing.
///
/// # Errors
/// [`JournalError::Unreadable`], [`JournalError::Locked`], [`JournalError::NoLocks`] and
/// [`JournalError::Write`].
pub fn remove(path: &Path) -> Result<(), JournalError> {
    let file = open(path, true)?;
    lock(path, &file)?;
    fs::remove_file(path).map_err(|reason| JournalError::Write(path.to_owned(), reason))
}

/// Checks that no run has a journal open for writing.
///
/// # Errors
/// [`JournalError::Unreadable`], [`JournalError::Locked`] and [`JournalError::NoLocks`].
pub fn check_unlocked(path: &Path) -> Result<(), JournalError> {
    lock(path, &open(path, true)?)
}

pub(super) fn open(path: &Path, for_writing: bool) -> Result<File, JournalError> {
    let unreadable = |reason| JournalError::Unreadable(path.to_owned(), reason);
    // Reading a device may never end, and opening a pipe may never return.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is not a file")));
    }
    let opened = File::options().read(true).write(for_writing).open(path);
    opened.map_err(|reason| {
        if for_writing && File::open(path).is_ok() {
            JournalError::ReadOnly(path.to_owned(), reason)
        } else {
            unreadable(reason)
        }
    })
}

fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    let path = path.to_owned();
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => JournalError::Locked(path),
        TryLockError::Error(reason) => JournalError::NoLocks(path, reason),
    })
}
