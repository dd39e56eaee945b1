//! Reading the results of a tournament from its folder.

use std::path::Path;

use super::Tournament;
use crate::error::Error;
use crate::results::{FolderReader, MANIFEST, TOURNAMENT};
use crate::tournament::{JOURNAL, header};
use rivals_core::play::MAX_SEATS;

impl Tournament {
    /// Whether the folder has or lists files of a tournament, or has a folder for them.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        let opened = || FolderReader::open(folder, "");
        folder.join(JOURNAL).exists()
            || folder.join(TOURNAMENT).exists()
            || opened()
                .is_ok_and(|opened| opened.has(TOURNAMENT) || opened.lists_folder(TOURNAMENT))
    }

    /// Reads the tournament of a folder of results: its files are in that folder, or in
    /// the folder `tournament` in it.
    ///
    /// # Errors
    /// At the first file that is not the one that this version wrote.
    pub fn find(folder: &Path) -> Result<Self, Error> {
        let here = folder.join(MANIFEST).is_file() && {
            FolderReader::open(folder, &replay(folder))?.has(TOURNAMENT)
        };
        if here || folder.join(JOURNAL).exists() {
            Self::read(folder)
        } else {
            Self::read(&folder.join(TOURNAMENT))
        }
    }

    /// Reads the files of a tournament.
    ///
    /// # Errors
    /// At the first file that is not the one that this version wrote.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let help = replay(path);
        let folder = FolderReader::open(path, &help)?;
        let files = folder.entry(TOURNAMENT, help)?;
        let Some(settings) = files.entry.tournament.clone() else {
            return Err(files.refuse("the entry has no key `tournament`"));
        };
        let seats = settings.seats;
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(files.refuse(format!("no game has {seats} seats")));
        }
        let played = Self::read_all(&files, path, settings)?;
        if !played.seats.iter().map(|row| row.seat).eq(1..=seats) {
            let reason = format!("seats.csv has no row for each of {seats} seats, in order");
            return Err(files.refuse(reason));
        }
        Ok(played)
    }
}

/// The help text on how to write a tournament's files again: from its journal, or by playing.
pub fn replay(path: &Path) -> String {
    let out = path.display();
    let journal = path.join(JOURNAL);
    if header(&journal).is_ok_and(|header| header.shard.is_some()) {
        return format!(
            "{out} holds a shard, which has no results of its own: merge all shards with `rivals \
             merge DIR... --out DIR`, and give the merged folder"
        );
    }
    if journal.exists() {
        format!(
            "run `rivals tournament --resume --out {out}` with the settings that it was played with"
        )
    } else if path.exists() {
        format!("remove {out}, and run `rivals tournament --out {out}`")
    } else {
        format!("run `rivals tournament --out {out}`")
    }
}
