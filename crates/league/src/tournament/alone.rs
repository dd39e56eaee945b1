//! Plays a tournament on one thread, without a journal.

use std::sync::atomic::AtomicBool;

use super::chunk::{Chunk, ChunkPlayer};
use super::ledger::Ledger;
use crate::error::Error;
use rivals_core::contest::{Contest, QUIETLY};

/// Plays the groups that the ledger misses on this thread, until none is missing. The sums are those
/// of any number of threads.
///
/// # Errors
/// If a game is so long that its sums cannot be added up.
///
/// # Panics
/// If the contest panics.
pub fn play_alone(contest: &dyn Contest, ledger: &mut Ledger<'_>) -> Result<(), Error> {
    if let Some(searches) = contest.watch() {
        searches.set_stopped(false);
    }
    contest.prepare(None, QUIETLY);
    let plan = ledger.plan();
    let size = Chunk::size(contest, plan.settings.seats);
    let mut player = ChunkPlayer::new(contest, plan);
    for pairing in 0..plan.pairings.len() {
        while let Some(range) = ledger.missing(pairing).first() {
            let groups = size.min(range.end - range.start);
            let chunk = Chunk { pairing, first: range.start, groups };
            let played = player.play(chunk, &AtomicBool::new(false))?;
            let entry = played.expect("nothing stops it");
            ledger.add(&entry).expect("the groups of the chunk are missing");
            ledger.settle(pairing);
        }
    }
    Ok(())
}
