//! Appending entries to a journal that is open for writing.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{refused, too_long, unwritten};
use super::line::encode;
use crate::error::Error;

/// A journal that is open for writing, and locked until it is dropped.
///
/// The lock is advisory and ends with the process, so a killed run leaves none behind.
#[derive(Debug)]
pub struct Journal<H, E> {
    path: PathBuf,
    /// Positioned at the end of the whole lines, unless `torn`.
    file: File,
    /// How many bytes the whole lines have.
    whole_bytes: u64,
    /// Whether other bytes may follow the whole lines.
    torn: bool,
    /// Whether a sync failed. No later one can be trusted then, as operating systems may
    /// drop what they failed to write.
    unsound: bool,
    of: PhantomData<(H, E)>,
}

impl<H, E> Journal<H, E>
where
    H: Serialize + DeserializeOwned,
    E: Serialize + DeserializeOwned,
{
    /// Passes entries to the operating system in one write; all their lines are in memory
    /// for it. When this returns, the entries survive the end of the process, but not yet
    /// a power cut.
    ///
    /// # Errors
    /// If an entry is too long, the disk fails, or an earlier sync failed. Then none of the
    /// entries is in the journal, and unless a sync failed, a later call may succeed. Resuming
    /// may find some of them only if the failed write could not be undone.
    pub fn append(&mut self, entries: &[E]) -> Result<(), Error> {
        self.check_sound()?;
        let mut lines = Vec::new();
        for entry in entries {
            encode(entry, &mut lines).map_err(|reason| too_long(&self.path, reason))?;
        }
        self.write(&lines).map_err(|reason| unwritten(&self.path, reason))
    }

    /// Waits until all appended entries are on the disk, where they survive a power cut.
    ///
    /// # Errors
    /// If the disk fails; every later call fails as well.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.check_sound()?;
        self.file.sync_data().map_err(|reason| {
            self.unsound = true;
            self.unsynced(reason)
        })
    }

    /// The journal of a file that is positioned at the end of its whole lines.
    pub(super) fn at_end(path: &Path, file: File, whole_bytes: u64) -> Self {
        Self {
            path: path.to_owned(),
            file,
            whole_bytes,
            torn: false,
            unsound: false,
            of: PhantomData,
        }
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.torn {
            self.cut()?;
        }
        let outcome = self.file.write_all(lines);
        match outcome {
            Ok(()) => self.whole_bytes += lines.len() as u64,
            // If cutting fails as well, the next write tries it again.
            Err(_) => drop(self.cut()),
        }
        outcome
    }

    /// Cuts off all bytes after the whole lines.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        self.torn = true;
        self.file.set_len(self.whole_bytes)?;
        self.file.seek(SeekFrom::Start(self.whole_bytes))?;
        self.torn = false;
        Ok(())
    }

    fn check_sound(&self) -> Result<(), Error> {
        if self.unsound {
            return Err(self.unsynced(io::Error::other("an earlier sync failed")));
        }
        Ok(())
    }

    fn unsynced(&self, reason: io::Error) -> Error {
        let help = "check the disk and free space on it, then run again with --resume; games saved \
                    before are kept";
        refused("sync", &self.path, reason, help)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::super::open::open;
    use super::*;

    #[test]
    fn nothing_is_written_after_a_failed_write_that_cannot_be_undone() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut journal = Journal::<u32, u32>::at_end(Path::new("/dev/full"), full, 0);
        for _ in 0..2 {
            let refused = journal.append(&[1]).unwrap_err();
            assert!(refused.message.starts_with("cannot write to"), "{refused}");
            assert!(journal.torn);
        }
        // From now on the journal writes to a file that has a torn line.
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("journal"), b"torn").unwrap();
        journal.file = open(&place.path().join("journal"), true).unwrap();
        journal.append(&[1]).unwrap();
        let written = fs::read(place.path().join("journal")).unwrap();
        assert_eq!(written, b"83dcefb7 1\n");
    }

    #[test]
    fn after_a_failed_sync_every_call_fails() {
        // A pipe cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let file = File::from(std::os::fd::OwnedFd::from(writer));
        let mut journal = Journal::<u32, u32>::at_end(Path::new("pipe"), file, 0);
        for expected in ["Invalid argument", "an earlier sync failed"] {
            let refused = journal.sync().unwrap_err().to_string();
            assert!(refused.contains(expected), "{refused}");
        }
        let refused = journal.append(&[1]).unwrap_err();
        assert!(refused.message.starts_with("cannot sync"), "{refused}");
    }
}
