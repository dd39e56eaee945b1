//! Adds up the journals of all shards in one ledger, and refuses missing, repeated and
//! unfinished shards. It writes nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;

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
    #[error("missing {list} of {of}")]
    #[diagnostic(help("play them with --shard, and give their folders as well"))]
    Missing {
        /// The missing shards in words, such as `shards: 2 and 3`.
        list: String,
        /// The number of shards.
        of: u64,
    },
    /// Two journals hold the same games.
    #[error(
        "{} ({}) and {} ({}) contain the same games", first.display(), held(*first_shard),
        second.display(), held(*second_shard)
    )]
    #[diagnostic(help("give every shard once, or only the folder of the whole tournament"))]
    Overlap {
        /// One of the journals.
        first: PathBuf,
        /// Its shard; none if it holds the whole tournament.
        first_shard: Option<Shard>,
        /// The other journal.
        second: PathBuf,
        /// Its shard.
        second_shard: Option<Shard>,
    },
    /// A shard was not played to its end.
    #[error(
        "shard {shard} in {} is incomplete: {} missing", path.display(),
        match groups {
            1 => "1 group of paired games is".to_owned(),
            groups => format!("{groups} groups of paired games are"),
        }
    )]
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

/// What a journal of this shard holds.
fn held(shard: Option<Shard>) -> String {
    shard.map_or("the whole tournament".to_owned(), |shard| {
        format!("shard {shard}")
    })
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

/// The journals by shard. Every shard must be there exactly once; a journal without a shard
/// holds the whole tournament.
fn shards(paths: &[PathBuf], header: &Header) -> Result<BTreeMap<Shard, PathBuf>, MergeError> {
    let mut found: Vec<(Option<Shard>, &PathBuf)> = Vec::new();
    for path in paths {
        let shard = super::resume::header(path)?.shard;
        let overlaps = |other: Option<Shard>| other.is_none() || shard.is_none() || other == shard;
        if let Some((other, first)) = found.iter().find(|(other, _)| overlaps(*other)) {
            return Err(MergeError::Overlap {
                first: PathBuf::clone(first),
                first_shard: *other,
                second: path.clone(),
                second_shard: shard,
            });
        }
        // Only the number of its shard may differ from the other journals.
        let of = found.first().and_then(|(first, _)| *first);
        let expected = Header {
            shard: shard.map(|shard| Shard {
                of: of.unwrap_or(shard).of,
                ..shard
            }),
            ..header.clone()
        };
        check(path, &expected)?;
        found.push((shard, path));
    }
    let shards: BTreeMap<Shard, PathBuf> = (found.into_iter())
        .map(|(shard, path)| (shard.unwrap_or(Shard::WHOLE), path.clone()))
        .collect();
    let of = shards.keys().next().map_or(1, |shard| shard.of);
    let missing = (1..=of).filter(|&number| !shards.contains_key(&Shard { number, of }));
    let list: Vec<String> = missing.map(|number| number.to_string()).collect();
    match list.is_empty() {
        true => Ok(shards),
        false => Err(MergeError::Missing {
            list: match list.as_slice() {
                [one] => format!("shard: {one}"),
                [others @ .., last] => format!("shards: {} and {last}", others.join(", ")),
                [] => unreachable!("a shard is missing"),
            },
            of,
        }),
    }
}
