//! Merges the shards of a tournament.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::header::Header;
use super::ledger::Ledger;
use super::plan::Plan;
use super::resume::{ResumeError, TournamentJournal, check};
use super::shard::Shard;

/// Why shards cannot be merged.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum MergeError {
    /// A journal cannot be used, or belongs to another tournament.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Resume(#[from] ResumeError),
    /// Some shards were not given.
    #[error("shards are missing: {list} of {of}")]
    #[diagnostic(help("play them with --shard, and give their folders as well"))]
    Missing {
        /// The numbers of the missing shards.
        list: String,
        /// The number of shards.
        of: u64,
    },
    /// A shard was given twice.
    #[error("shard {shard} was given twice: {} and {}", first.display(), second.display())]
    #[diagnostic(help("give only one of them"))]
    Twice {
        /// The shard.
        shard: Shard,
        /// The first journal of this shard.
        first: PathBuf,
        /// The second journal of this shard.
        second: PathBuf,
    },
    /// A journal of the whole tournament was given together with another journal.
    #[error(
        "{} holds the whole tournament, of which {} holds {}", whole.display(), other.display(),
        match shard {
            Some(shard) => format!("shard {shard} only"),
            None => "the whole as well".to_owned(),
        }
    )]
    #[diagnostic(help("give either all shards or the whole tournament alone, which is complete"))]
    Whole {
        /// The journal of the whole tournament.
        whole: PathBuf,
        /// The other journal.
        other: PathBuf,
        /// The shard in the other journal; none if it has the whole tournament as well.
        shard: Option<Shard>,
    },
    /// A shard was not played to its end.
    #[error("shard {shard} in {} is incomplete; paired games missing: {groups}", path.display())]
    #[diagnostic(help("resume it, and merge when it is finished"))]
    Unfinished {
        /// The shard.
        shard: Shard,
        /// The journal of the shard.
        path: PathBuf,
        /// The number of groups that are missing, at least.
        groups: u64,
    },
}

/// Adds up the journals of all shards of a tournament. `header` and `plan` are those of
/// the whole tournament. No journal is changed.
///
/// # Errors
/// [`MergeError`].
pub(crate) fn merge<'a>(
    paths: &[PathBuf],
    header: &Header,
    plan: &'a Plan,
) -> Result<Ledger<'a>, MergeError> {
    let shards = shards(paths, header)?;
    let mut ledger = Ledger::new(plan);
    for (shard, path) in &shards {
        let mut part = Plan::clone(plan);
        part.settings.shard = Some(*shard);
        let limits = Ledger::new(&part);
        TournamentJournal::read(path, |entry| {
            limits.check(&entry)?;
            ledger.add(&entry)
        })
        .map_err(ResumeError::from)?;
    }
    ledger.settle_all();
    for (shard, path) in shards {
        let groups = ledger.missing_of(shard);
        if groups > 0 {
            return Err(MergeError::Unfinished {
                shard,
                path,
                groups,
            });
        }
    }
    Ok(ledger)
}

/// The shard of each journal. Every shard must be there exactly once.
fn shards(paths: &[PathBuf], header: &Header) -> Result<BTreeMap<Shard, PathBuf>, MergeError> {
    let mut shards: BTreeMap<Shard, PathBuf> = BTreeMap::new();
    let headers = paths
        .iter()
        .map(|path| Ok((path, super::resume::header(path)?)));
    let headers: Vec<(&PathBuf, Header)> = headers.collect::<Result<_, ResumeError>>()?;
    // A journal without a shard has the whole tournament and goes with no other
    // journal.
    let whole = headers
        .iter()
        .position(|(_, theirs)| theirs.shard.is_none());
    if let (Some(whole), true) = (whole, headers.len() > 1) {
        let (other, theirs) = &headers[usize::from(whole == 0)];
        return Err(MergeError::Whole {
            whole: headers[whole].0.clone(),
            other: PathBuf::clone(other),
            shard: theirs.shard,
        });
    }
    let mut of = None;
    for (path, theirs) in headers {
        let shard = shard(path, &theirs, header, of)?;
        of = Some(shard.of);
        if let Some(first) = shards.insert(shard, path.clone()) {
            return Err(MergeError::Twice {
                shard,
                first,
                second: path.clone(),
            });
        }
    }
    let of = of.unwrap_or(1);
    let missing = (1..=of).filter(|&number| !shards.contains_key(&Shard { number, of }));
    let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
    if missing.is_empty() {
        return Ok(shards);
    }
    Err(MergeError::Missing {
        list: missing.join(", "),
        of,
    })
}

/// The shard that a journal of this tournament has. `of` is the number of shards
/// according to the journals before.
fn shard(
    path: &Path,
    theirs: &Header,
    header: &Header,
    of: Option<u64>,
) -> Result<Shard, ResumeError> {
    let shard = theirs.shard.unwrap_or(Shard::WHOLE);
    // Only the number of its shard may differ from the other journals.
    let expected = Header {
        shard: theirs.shard.map(|shard| Shard {
            of: of.unwrap_or(shard.of),
            ..shard
        }),
        ..header.clone()
    };
    check(path, &expected)?;
    Ok(shard)
}
