//! The folder in which `rivals reproduce` makes new results before they replace the old ones,
//! and the check that `reproduce` wrote the old ones.
//!
//! Nothing is deleted or replaced here that a user or another command wrote: games are kept
//! until their results are in place, and a file is replaced only if it has the checksum with
//! which `reproduce` listed it. Proven by `tests/cli/reproduce.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use miette::miette;

use crate::command::shared::is_missing;
use crate::files::journal::remove;
use crate::files::{cannot_write, move_file};
use crate::results::{FileEntry, MANIFEST, Manifest, REPRODUCE, TOURNAMENT};
use crate::tournament::JOURNAL;

/// The folder, inside the folder of results, in which new results are made. The journal of its
/// tournament is locked while games are played.
pub(super) const STAGING: &str = ".reproduce";

/// Moves these files of the [`STAGING`] folder to the folder of results, the manifest last, and
/// removes that folder.
///
/// # Errors
/// If the disk fails, or a journal is in use.
pub(super) fn replace(out: &Path, files: &BTreeSet<PathBuf>) -> miette::Result<()> {
    let staging = out.join(STAGING);
    // A folder's manifest is moved after its files. If the run is killed here, the files
    // left behind are still listed in the manifest beside them.
    let (manifests, others): (Vec<&PathBuf>, _) =
        files.iter().rev().partition(|name| name.ends_with(MANIFEST));
    for name in Vec::into_iter(others).chain(manifests) {
        move_file(&staging.join(name), &out.join(name))?;
    }
    let journal = staging.join(TOURNAMENT).join(JOURNAL);
    if journal.exists() {
        remove(&journal)?;
    }
    Ok(fs::remove_dir_all(&staging).map_err(|error| cannot_write(&staging, error))?)
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
            Err(reason) => return Err(cannot_write(&path, reason).into()),
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
