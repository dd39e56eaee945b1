//! Creating, resuming and reading a journal.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{no_locks, refused, too_long, unreadable, unwritten};
use super::line::encode;
use super::read::Reader;
use super::{Journal, Recovery};
use crate::error::{Error, ErrorKind};
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
    /// If there is a file of this name, whatever it is; if the file cannot be written or locked,
    /// and if the header is too long.
    pub fn create(path: &Path, header: &H) -> Result<Self, Error> {
        let refused = |reason: io::Error| match reason.kind() {
            io::ErrorKind::AlreadyExists => {
                let help = "resume it, or give the name of a new file";
                refused("create", path, "the file exists", help)
            }
            _ => {
                let help = "write to an existing folder with write permission and free disk space";
                refused("create", path, reason, help)
            }
        };
        let mut line = Vec::new();
        encode(header, &mut line).map_err(|reason| too_long(path, reason))?;
        let folder = parent(path);
        let _writing = hold_writing();
        // Locked before it has its name, so that no other process can lock it first.
        let (mut file, locked) = temporary_in(folder).map_err(refused)?;
        locked.map_err(|reason| no_locks(path, reason))?;
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
    /// function returns an error with the line's number. A caller that
    /// needs the header before the entries calls [`Journal::header`]. An error leaves the
    /// file unchanged, except that a torn end may be cut off before the disk fails.
    ///
    /// # Errors
    /// Those of [`Journal::read`], and if the file is in use or cannot be locked or written.
    pub fn resume(
        path: &Path,
        on_entry: impl FnMut(E) -> Result<(), String>,
    ) -> Result<(Self, H, Recovery), Error> {
        let file = open(path, true)?;
        lock(path, &file)?;
        let mut reader = Reader::new(path, &file)?;
        let header = reader.header()?;
        let recovery = reader.entries(on_entry)?;
        let whole_bytes = reader.whole_bytes();
        let mut journal = Self::at_end(path, file, whole_bytes);
        journal.cut().map_err(|reason| unwritten(path, reason))?;
        // The process that appended the entries may not have synced them.
        journal.sync()?;
        Ok((journal, header, recovery))
    }

    /// Passes the entries to `on_entry` as [`Journal::resume`] does, and changes
    /// nothing. It takes no lock: where another process is writing the journal, the torn
    /// end is the entry being written.
    ///
    /// # Errors
    /// If the file is not a readable journal, is damaged, or has a line of another kind.
    pub fn read(
        path: &Path,
        on_entry: impl FnMut(E) -> Result<(), String>,
    ) -> Result<(H, Recovery), Error> {
        let file = open(path, false)?;
        let mut reader = Reader::new(path, &file)?;
        Ok((reader.header()?, reader.entries(on_entry)?))
    }

    /// The header alone; the entries may be of any type. It tells whether the journal
    /// belongs to the work to be done.
    ///
    /// # Errors
    /// If the file is not a readable journal, or has a header of another kind.
    pub fn header(path: &Path) -> Result<H, Error> {
        Reader::new(path, &open(path, false)?)?.header()
    }
}

/// Removes a journal that no other run has open for writing.
///
/// # Errors
/// If it cannot be read, locked or removed.
pub fn remove(path: &Path) -> Result<(), Error> {
    let file = open(path, true)?;
    lock(path, &file)?;
    fs::remove_file(path).map_err(|reason| unwritten(path, reason))
}

/// Checks that no run has a journal open for writing.
///
/// # Errors
/// If it cannot be read or locked.
pub fn check_unlocked(path: &Path) -> Result<(), Error> {
    lock(path, &open(path, true)?)
}

pub(super) fn open(path: &Path, for_writing: bool) -> Result<File, Error> {
    let unreadable = |reason: io::Error| unreadable(path, reason);
    // Reading a device may never end, and opening a pipe may never return.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is not a file")));
    }
    let opened = File::options().read(true).write(for_writing).open(path);
    opened.map_err(|reason| {
        if for_writing && File::open(path).is_ok() {
            let help = "it can only be read: run beside a copy of the folder that you may write to; \
                        `rivals report DIR --out FILE` reads finished results where they are";
            refused("write to", path, reason, help)
        } else {
            unreadable(reason)
        }
    })
}

fn lock(path: &Path, file: &File) -> Result<(), Error> {
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => {
            let message = format!("the journal {} is in use by another run", path.display());
            Error::new(ErrorKind::Journal, message, "wait until that run has ended, or end it")
        }
        TryLockError::Error(reason) => no_locks(path, reason),
    })
}
