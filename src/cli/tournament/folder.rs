//! The folder of a tournament: its files decide whether a run begins, resumes or is
//! refused.

use std::path::Path;

use miette::miette;

use crate::results::tournament::FILES;
use crate::results::{MANIFEST, Manifest, TOURNAMENT, WriteError};
use crate::tournament::{Header, JOURNAL, check};

/// Whether the folder has a journal of this tournament. The journal is refused
/// unless it is `allowed`, and so are files of another tournament. Writes nothing.
pub(super) fn has_journal(path: &Path, header: &Header, allowed: bool) -> miette::Result<bool> {
    let journal = path.join(JOURNAL);
    if journal.exists() {
        check(&journal, header)?;
        return match allowed {
            true => Ok(true),
            false => Err(miette!(
                help = format!(
                    "add --resume to continue, choose another folder with --out, or remove {}",
                    journal.display()
                ),
                "the folder {} contains this tournament",
                path.display()
            )),
        };
    }
    // Results of the same tournament, such as committed ones, may be written again.
    if !is_of(path, header)? {
        check_no_results(path)?;
    }
    Ok(false)
}

/// Whether a folder's results are of this tournament, computed by builds with the
/// same values.
fn is_of(path: &Path, header: &Header) -> Result<bool, WriteError> {
    let manifest = Manifest::of(path)?;
    let Some(entry) = manifest.entry(TOURNAMENT).cloned() else {
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

/// Checks that merged results can be written to a folder: it has no journal and no results.
pub(crate) fn check_free(path: &Path) -> miette::Result<()> {
    if path.join(JOURNAL).exists() {
        return Err(miette!(
            help = "choose another folder with --out",
            "the folder {} contains a journal",
            path.display()
        ));
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
    Err(miette!(
        help = "choose another folder with --out, or move them away",
        "the folder {} contains results of a tournament: {}",
        path.display(),
        names.join(", ")
    ))
}
