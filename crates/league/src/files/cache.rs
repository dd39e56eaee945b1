//! A folder of what is costly to compute, which runs of the program share.
//!
//! An entry is a file whose name is the hash of its key, which has everything that the bytes depend
//! on. It has its checksum, and is written under a temporary name and renamed, so that several
//! programs may use the folder at once: each reads whole entries, and what two compute at a time is
//! the same. A damaged entry is as good as none, and is replaced. The folder has a limit: entries
//! that were not used for the longest time are removed first.
//!
//! Entries are worth no more than the time that they save: a folder that cannot be written stops no
//! run, which is told why nothing is kept.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use rivals_core::contest::Store;
use rivals_core::sha256::sha256;

/// How each entry begins; its checksum follows.
const MAGIC: &[u8; 16] = b"rivals cache 01\n";

/// The ending of the names of entries, by which other files are told from them.
const ENDING: &str = "rivals";

/// A folder of entries, which is brought within its limit when this value is dropped.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// The most bytes of all entries.
    limit: u64,
    /// Whether nothing more is kept.
    closed: AtomicBool,
    on_failure: fn(&str),
}

impl Cache {
    /// The entries in this folder, of at most `limit` bytes. Nothing is read or written yet.
    /// `on_failure` is told why the first entry that cannot be written is not.
    #[must_use]
    pub fn new(folder: &Path, limit: u64, on_failure: fn(&str)) -> Self {
        Self { folder: folder.to_owned(), limit, closed: AtomicBool::new(false), on_failure }
    }

    /// The same folder, in which what was kept is found and nothing more is kept.
    #[must_use]
    pub fn read_only(&self) -> Self {
        Self { folder: self.folder.clone(), closed: AtomicBool::new(true), ..*self }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(sha256(key.as_bytes())).with_extension(ENDING)
    }

    fn write(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        // A file that a killed run left behind is as old as an entry, and goes like one.
        let ending = format!(".{ENDING}");
        let mut file = tempfile::Builder::new().suffix(&ending).tempfile_in(&self.folder)?;
        file.write_all(&[&MAGIC[..], &crc32fast::hash(bytes).to_le_bytes(), bytes].concat())?;
        file.persist(self.path(key))?;
        Ok(())
    }

    /// Removes the entries that were not used for the longest time, until the others are within the
    /// limit. What another program removes meanwhile is gone as well.
    fn trim(&self) {
        let entry = |entry: io::Result<fs::DirEntry>| {
            let path = entry.ok()?.path();
            path.extension().filter(|ending| *ending == ENDING)?;
            let data = path.metadata().ok()?;
            Some((data.modified().ok()?, data.len(), path))
        };
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut entries: Vec<_> = entries.filter_map(entry).collect();
        entries.sort();
        let mut size: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in entries {
            if size <= self.limit {
                break;
            }
            if fs::remove_file(path).is_ok() {
                size -= bytes;
            }
        }
    }
}

impl Store for Cache {
    fn get(&self, key: &str) -> Option<Vec<u8>> {
        let mut file = File::options().read(true).write(true).open(self.path(key)).ok()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let rest = bytes.strip_prefix(MAGIC)?;
        let (sum, rest) = rest.split_first_chunk()?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*sum) {
            return None;
        }
        // An entry is as old as its last use.
        let _ = file.set_modified(SystemTime::now());
        Some(rest.to_vec())
    }

    fn put(&self, key: &str, bytes: &[u8]) {
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.write(key, bytes)
            && !self.closed.swap(true, Ordering::Relaxed)
        {
            (self.on_failure)(&format!("{} cannot be used: {error}", self.folder.display()));
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn cache(limit: u64) -> (tempfile::TempDir, Cache) {
        let place = tempfile::tempdir().unwrap();
        let cache = Cache::new(&place.path().join("cache"), limit, |failure| panic!("{failure}"));
        (place, cache)
    }

    #[test]
    fn what_is_put_is_got_and_what_is_damaged_is_not() {
        let (_place, cache) = cache(1_000);
        assert_eq!(cache.get("a"), None);
        cache.put("a", b"one");
        cache.put("b", b"");
        assert_eq!((cache.get("a"), cache.get("b")), (Some(b"one".to_vec()), Some(Vec::new())));
        cache.put("a", b"two");
        assert_eq!((cache.get("a"), cache.get("c")), (Some(b"two".to_vec()), None));
        let whole = fs::read(cache.path("a")).unwrap();
        for at in 0..whole.len() {
            for cut in [false, true] {
                let mut bytes = whole.clone();
                if cut {
                    bytes.truncate(at)
                } else {
                    bytes[at] ^= 1
                }
                fs::write(cache.path("a"), bytes).unwrap();
                assert_eq!(cache.get("a"), None, "{at}");
            }
        }
        cache.put("a", b"two");
        let read_only = cache.read_only();
        read_only.put("a", b"three");
        assert_eq!(read_only.get("a"), Some(b"two".to_vec()));
    }

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let (place, cache) = cache(3 * 120);
        for (age, key) in ["a", "b", "c", "d"].into_iter().enumerate() {
            cache.put(key, &[0; 100]);
            let file = File::options().write(true).open(cache.path(key)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(100 - age as u64)).unwrap();
        }
        fs::write(cache.folder.join("mine.txt"), [0; 1_000]).unwrap();
        // The oldest one was just used.
        assert!(cache.get("a").is_some());
        drop(cache);
        let cache = Cache::new(&place.path().join("cache"), 3 * 120, |_| {});
        let left = ["a", "b", "c", "d"].map(|key| cache.get(key).is_some());
        assert_eq!(left, [true, false, true, true]);
        assert!(cache.folder.join("mine.txt").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_written_stops_nothing_and_is_told_once() {
        static TOLD: AtomicBool = AtomicBool::new(false);
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let cache = Cache::new(&place.path().join("file"), 10, |failure| {
            assert!(
                failure.contains("file cannot be used: ") && !TOLD.swap(true, Ordering::Relaxed)
            );
        });
        cache.put("a", b"one");
        cache.put("b", b"two");
        assert!(cache.get("a").is_none() && TOLD.load(Ordering::Relaxed));
    }
}
