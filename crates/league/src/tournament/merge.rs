//! Adds up the journals of all shards in one ledger, and refuses missing, repeated and
//! unfinished shards. It writes nothing.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use miette::Diagnostic;
use rayon::prelude::*;
use thiserror::Error;

use super::header::Header;
use super::ledger::Ledger;
use super::plan::Plan;
use super::resume::{ResumeError, TournamentJournal, check_header};
use super::shard::Shard;

/// The number of headers that are read at the same time.
const HEADERS: usize = 64;

/// Why shards cannot be merged.
#[derive(Debug, Error, Diagnostic)]
pub enum MergeError {
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
    shard.map_or("the whole tournament".to_owned(), |shard| format!("shard {shard}"))
}

/// Adds up the journals of all shards of a tournament. `header` and `plan` are those of
/// the whole tournament. No journal is changed. Journals are read on the current rayon pool.
///
/// # Errors
/// [`MergeError`].
pub fn merge<'a>(
    paths: &[PathBuf],
    header: &Header,
    plan: &'a Plan,
) -> Result<Ledger<'a>, MergeError> {
    let shards = shards(paths, header)?;
    let ledger = Mutex::new(Ledger::new(plan));
    // Reading a journal takes much longer than adding it up, so that one ledger is enough, and
    // memory does not grow with the number of shards.
    let read = shards.par_iter().map(|(shard, path)| {
        TournamentJournal::read(path, |entry| {
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.check_in(&entry, *shard)?;
            ledger.add(&entry)
        })
    });
    let read: Vec<_> = read.collect();
    // The error of the first shard, whichever was read first.
    for journal in read {
        journal.map_err(ResumeError::from)?;
    }
    let mut ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    ledger.settle_all();
    for (shard, path) in shards {
        let groups = ledger.missing_of(shard);
        if groups > 0 {
            return Err(MergeError::Unfinished { shard, path, groups });
        }
    }
    Ok(ledger)
}

/// The journals by shard. Every shard must be there exactly once; a journal without a shard
/// holds the whole tournament.
fn shards(paths: &[PathBuf], header: &Header) -> Result<BTreeMap<Shard, PathBuf>, MergeError> {
    let mut found: Vec<(Option<Shard>, &PathBuf)> = Vec::new();
    let mut seen: HashMap<Option<Shard>, usize> = HashMap::new();
    // Some at a time: a header names all players, and there may be thousands of shards.
    let headers = paths.chunks(HEADERS).flat_map(|paths| -> Vec<_> {
        let read = |path: &PathBuf| super::resume::header(path);
        paths.par_iter().map(read).collect()
    });
    for (path, theirs) in paths.iter().zip(headers) {
        let theirs = theirs?;
        let shard = theirs.shard;
        let overlaps = match shard {
            // A journal without a shard holds everything, as does one beside it.
            None => (!found.is_empty()).then_some(0),
            Some(_) => seen.get(&shard).or_else(|| seen.get(&None)).copied(),
        };
        seen.insert(shard, found.len());
        if let Some((other, first)) = overlaps.map(|at| &found[at]) {
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
            shard: shard.map(|shard| Shard { of: of.unwrap_or(shard).of, ..shard }),
            ..header.clone()
        };
        check_header(path, theirs, &expected)?;
        found.push((shard, path));
    }
    let shards: BTreeMap<Shard, PathBuf> = (found.into_iter())
        .map(|(shard, path)| (shard.unwrap_or(Shard::WHOLE), path.clone()))
        .collect();
    let of = shards.keys().next().map_or(1, |shard| shard.of);
    let missing = (1..=of).filter(|&number| !shards.contains_key(&Shard { number, of }));
    let list: Vec<String> = missing.map(|number| number.to_string()).collect();
    if list.is_empty() {
        Ok(shards)
    } else {
        Err(MergeError::Missing {
            list: match list.as_slice() {
                [one] => format!("shard: {one}"),
                [others @ .., last] => format!("shards: {} and {last}", others.join(", ")),
                [] => unreachable!("a shard is missing"),
            },
            of,
        })
    }
}
