//! The folder that a tournament is played in: what is there decides whether to
//! begin, to go on or to refuse.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::results::entries::Command;
use crate::results::tournament::{FILES, MANIFEST};
use crate::results::{WriteError, manifest};
use crate::tournament::{Header, JOURNAL, check};

/// Why a folder is not to be played in.
#[derive(Debug, Error, Diagnostic)]
pub enum FolderError {
    /// This very tournament was begun in it.
    #[error("the folder {} holds this tournament already", path.display())]
    #[diagnostic(help(
        "go on with it by adding --resume, choose another folder with --out, or remove {}",
        path.join(JOURNAL).display()
    ))]
    Begun {
        /// The folder.
        path: PathBuf,
    },
    /// Results that no journal belongs to.
    #[error("the folder {} holds results of a tournament: {}", path.display(), names.join(", "))]
    #[diagnostic(help("choose another folder with --out, or move them away"))]
    Results {
        /// The folder.
        path: PathBuf,
        /// Which files.
        names: Vec<&'static str>,
    },
    /// A journal, where its results are to be written.
    #[error("the folder {} holds a journal", path.display())]
    #[diagnostic(help("choose another folder with --out"))]
    Journal {
        /// The folder.
        path: PathBuf,
    },
}

/// Whether there is a tournament in the folder to go on with; `allowed` is whether there
/// may be. Writes nothing.
pub fn has_journal(path: &Path, header: &Header, allowed: bool) -> miette::Result<bool> {
    let journal = path.join(JOURNAL);
    if journal.exists() {
        check(&journal, header)?;
        return match allowed {
            true => Ok(true),
            false => Err(FolderError::Begun {
                path: path.to_owned(),
            }
            .into()),
        };
    }
    // The same results again, such as the committed ones of a checkout.
    if !is_of(path, header)? {
        check_no_results(path)?;
    }
    Ok(false)
}

/// Whether a folder's results are of this very tournament, computed by builds with the
/// same values.
fn is_of(path: &Path, header: &Header) -> Result<bool, WriteError> {
    let mut manifest = manifest(path)?;
    let Some(entry) = manifest.entries.remove(&Command::Tournament) else {
        return Ok(false);
    };
    let (Some(tournament), Some(seed)) = (entry.tournament, entry.seed) else {
        return Ok(false);
    };
    let ids = tournament.roster.into_iter().map(|player| player.id);
    let played = Header {
        version: entry.version,
        values: entry.values,
        game: entry.game,
        config: tournament.config_hash,
        roster: ids.collect(),
        seats: tournament.seats,
        seed,
        games: tournament.groups_per_pairing,
        until_ci: tournament.until_ci,
        shard: None,
        ..header.clone()
    };
    Ok(played == *header)
}

/// Finds out whether a folder is free for results of journals that are elsewhere.
pub fn check_free(path: &Path) -> miette::Result<()> {
    if path.join(JOURNAL).exists() {
        return Err(FolderError::Journal {
            path: path.to_owned(),
        }
        .into());
    }
    check_no_results(path)
}

fn check_no_results(path: &Path) -> miette::Result<()> {
    let names: Vec<_> = (FILES.into_iter())
        // Other commands may have entries of their own in the manifest.
        .filter(|name| *name != MANIFEST && path.join(name).exists())
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(FolderError::Results {
        path: path.to_owned(),
        names,
    }
    .into())
}
