//! Adds up the journals of all shards in one ledger, and refuses missing, repeated and
//! unfinished shards. It writes nothing.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::header::Header;
use super::ledger::Ledger;
use super::plan::Plan;
use super::resume::{TournamentJournal, check_header};
use super::shard::Shard;
use crate::error::Error;

/// The number of headers that are read at the same time.
const HEADERS: usize = 64;

/// What a journal of this shard holds.
fn held(shard: Option<Shard>) -> String {
    shard.map_or("the whole tournament".to_owned(), |shard| format!("shard {shard}"))
}

/// Adds up the journals of all shards of a tournament. `header` and `plan` are those of
/// the whole tournament. No journal is changed. Journals are read on the current rayon pool.
///
/// # Errors
/// If a journal cannot be used or belongs to another tournament, and if a shard is missing, given
/// twice or incomplete.
pub fn merge<'a>(paths: &[PathBuf], header: &Header, plan: &'a Plan) -> Result<Ledger<'a>, Error> {
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
        journal?;
    }
    let mut ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    ledger.settle_all();
    for (shard, path) in shards {
        let groups = ledger.missing_of(shard);
        if groups > 0 {
            let are_missing = match groups {
                1 => "1 group of paired games is".to_owned(),
                groups => format!("{groups} groups of paired games are"),
            };
            let path = path.display();
            let message = format!("shard {shard} in {path} is incomplete: {are_missing} missing");
            return Err(Error::refused(message, "resume it, and merge when it is finished"));
        }
    }
    Ok(ledger)
}

/// The journals by shard. Every shard must be there exactly once; a journal without a shard
/// holds the whole tournament.
fn shards(paths: &[PathBuf], header: &Header) -> Result<BTreeMap<Shard, PathBuf>, Error> {
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
            let message = format!(
                "{} ({}) and {} ({}) contain the same games",
                first.display(),
                held(*other),
                path.display(),
                held(shard)
            );
            let help = "give every shard once, or only the folder of the whole tournament";
            return Err(Error::refused(message, help));
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
    let list = match list.as_slice() {
        [] => return Ok(shards),
        [one] => format!("shard: {one}"),
        [others @ .., last] => format!("shards: {} and {last}", others.join(", ")),
    };
    let help = "play them with --shard, and give their folders as well";
    Err(Error::refused(format!("missing {list} of {of}"), help))
}
