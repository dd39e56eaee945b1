//! The folder in which `rivals reproduce` makes new results before they replace the old ones,
//! and the check that `reproduce` wrote the old ones.
//!
//! Nothing is deleted or replaced here that a user or another command wrote: games are kept
//! until their results are in place, and a file is replaced only if it has the checksum with
//! which `reproduce` listed it. Proven by `tests/cli/reproduce.rs`.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use miette::{Report, miette};

use crate::command::shared::is_missing;
use crate::files::journal::remove;
use crate::files::{OutputFolder, move_file};
use crate::results::{FileEntry, MANIFEST, Manifest, REPRODUCE, TOURNAMENT};
use crate::tournament::JOURNAL;

/// The folder, inside the folder of results, in which new results are made.
const STAGING: &str = ".reproduce";

/// The file in [`STAGING`] that is locked while a run lasts.
const LOCK: &str = ".lock";

/// The folder in which new results are made. It is locked against other runs until this is
/// dropped.
#[derive(Debug)]
pub(super) struct Staging {
    out: PathBuf,
    /// The path of the folder.
    pub path: PathBuf,
    _lock: File,
}

impl Staging {
    /// Creates and locks the folder, or takes over the folder of an interrupted run.
    ///
    /// # Errors
    /// If another run has it, or the disk fails.
    pub(super) fn open(out: &Path) -> miette::Result<Self> {
        let path = out.join(STAGING);
        let file = path.join(LOCK);
        loop {
            OutputFolder::prepare(&path, &[])?;
            let mut options = File::options();
            let lock = match options.create(true).truncate(false).write(true).open(&file) {
                Ok(lock) => lock,
                // A run that ended just now removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(reason) => return Err(cannot_write(&file, reason)),
            };
            lock.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => miette!(
                    help = "wait until it has ended, or choose another folder with --out",
                    "another `rivals reproduce` is writing to {}",
                    out.display()
                ),
                TryLockError::Error(reason) => miette!(
                    help = "choose a folder on a local disk with --out",
                    "cannot lock {}: {reason}",
                    file.display()
                ),
            })?;
            // Another run may have removed the file before it was locked here.
            if is_at(&lock, &file) {
                return Ok(Self { out: out.to_owned(), path, _lock: lock });
            }
        }
    }

    /// Moves the files to the folder of results, the manifest last, and removes the rest.
    /// Returns whether everything was removed: files that `reproduce` did not make stay.
    ///
    /// # Errors
    /// If the disk fails, or a journal is in use.
    pub(super) fn replace(self, files: &BTreeSet<PathBuf>) -> miette::Result<bool> {
        // A folder's manifest is moved after its files. If the run is killed here, the files
        // left behind are still listed in the manifest beside them.
        let (manifests, others): (Vec<&PathBuf>, _) =
            (files.iter().rev()).partition(|name| name.ends_with(MANIFEST));
        for name in Vec::into_iter(others).chain(manifests) {
            move_file(&self.path.join(name), &self.out.join(name))?;
        }
        let journal = self.path.join(TOURNAMENT).join(JOURNAL);
        if journal.exists() {
            remove(&journal)?;
        }
        for folder in [TOURNAMENT, ""].map(|name| self.path.join(name)) {
            let failed = |error| cannot_write(&folder, error);
            for entry in fs::read_dir(&folder).into_iter().flatten() {
                let entry = entry.map_err(failed)?;
                // A killed run leaves temporary files behind.
                let temporary = entry.file_name().to_string_lossy().starts_with(".rivals-");
                let path = entry.path();
                if temporary || path.ends_with(LOCK) {
                    fs::remove_file(path).map_err(failed)?;
                }
            }
            match fs::remove_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => return Ok(false),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        Ok(true)
    }
}

/// Refuses to go on if any of these files of the folder of results, or any entry of its
/// manifest, was not written by `reproduce`. Writes nothing.
///
/// # Errors
/// A list of these files, and the errors of reading the files and the manifests.
pub(super) fn check_own(out: &Path, names: &[String]) -> miette::Result<()> {
    let there = Manifest::of(out)?;
    // While files are being moved, some are listed in one manifest and some in the other.
    let own = [&there, &Manifest::of(&out.join(STAGING))?].map(|manifest| {
        let entry = manifest.entry(REPRODUCE);
        entry.map_or_else(Vec::new, |entry| entry.files.clone())
    });
    let own = own.concat();
    let mut files = Vec::new();
    // `reproduce` keeps its own journal in another folder: this one is of the user's tournament.
    if out.join(JOURNAL).exists() {
        files.push(JOURNAL.to_owned());
    }
    for name in names.iter().filter(|name| *name != MANIFEST) {
        let path = out.join(name);
        match fs::read(&path) {
            Ok(bytes) if own.contains(&FileEntry::new(name, &bytes)) => {}
            Ok(_) => files.push(name.to_owned()),
            Err(error) if is_missing(&error) => {}
            Err(reason) => return Err(cannot_write(&path, reason)),
        }
    }
    for entry in &there.entries {
        let command = &entry.command;
        let of_another = entry.files.iter().any(|file| !own.contains(file));
        if command != REPRODUCE && of_another {
            files.push(format!("{MANIFEST} (its entry of `rivals {command}`)"));
        }
    }
    if files.is_empty() {
        return Ok(());
    }
    Err(miette!(
        help = "choose another folder with --out, such as `rivals reproduce --out all-results`, \
                or move these files away",
        "{} holds files that `rivals reproduce` did not write, or that were changed since: {}",
        out.display(),
        files.join(", ")
    ))
}

/// Whether an open file is still the one at this path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |metadata: io::Result<fs::Metadata>| metadata.ok().map(|found| found.ino());
        number(file.metadata()) == number(fs::metadata(path))
    }
    // On other systems an open file cannot be removed.
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

pub(super) fn cannot_write(path: &Path, reason: io::Error) -> Report {
    crate::files::cannot_write(path, reason).into()
}
