//! Plays the groups of paired games that are not done yet, on all threads.
//!
//! Every thread takes a chunk, plays it and sends its sums through a channel of bounded
//! length to the only writer, the thread that called. The writer appends them to the
//! journal, adds them up, and queues the next groups of the pairing if its `--until-ci` round
//! ended without narrow intervals. So memory does not grow with the number of games, and
//! everything that was counted is in the journal. Sums are integers, so
//! the order in which chunks end does not matter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use super::chunk::{Chunk, ChunkPlayer};
use super::header::JournalEntry;
use super::ledger::Ledger;
use super::plan::Plan;
use super::queue::Queue;
use super::resume::TournamentJournal;
use crate::error::Error;
use rivals_core::contest::{Contest, QUIETLY};
use rivals_core::play::Watch;

/// The number of chunks that a thread may be ahead of the writer.
const AHEAD: usize = 4;

/// How often the watcher is called when no chunk ends.
const PULSE: Duration = Duration::from_millis(100);

/// The longest time whose games a power cut may lose.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// How long games go on after `stop` is set.
pub const STOP_GRACE: Duration = Duration::from_secs(2);

/// The length of a tournament and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of games that are done, including those of earlier runs.
    pub done: u64,
    /// The number of games in all, as far as it is known.
    pub due: u64,
    /// The number of states that long searches have visited in this run.
    pub visited: u64,
}

/// Plays the groups that the ledger misses, until none is missing or `stop` is set; the
/// groups that are being played are then finished and kept, unless they take longer than
/// [`STOP_GRACE`]. The caller must not be one of the pool's own threads, because it waits for them.
///
/// The played chunks are written to the journal, if there is one, which is synced at
/// the end. `watch` is called after every chunk, and every tenth of a second.
///
/// # Errors
/// If the journal cannot be written, or a game is so long that its sums cannot be added up. What was
/// written to the journal before is safe.
///
/// # Panics
/// If the contest panics.
pub fn play(
    contest: &dyn Contest,
    ledger: &mut Ledger<'_>,
    mut journal: Option<&mut TournamentJournal>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Progress),
) -> Result<(), Error> {
    if let Some(searches) = contest.watch() {
        searches.set_stopped(false);
    }
    // A player that is prepared during a game would wait for itself.
    pool.install(|| contest.prepare(None, QUIETLY));
    let plan = ledger.plan();
    let missing = (0..plan.pairings.len()).flat_map(|pairing| {
        let ranges = ledger.missing(pairing);
        ranges.into_iter().map(move |range| (pairing, range))
    });
    let queue = Queue::new(missing, Chunk::size(contest, plan.settings.seats));
    let (sender, receiver) = sync_channel(AHEAD * pool.current_num_threads());
    pool.in_place_scope(|scope| {
        let _closes = CloseOnPanic(&queue);
        for _ in 0..pool.current_num_threads() {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move |_| {
                play_chunks(contest, plan, queue, stop, &|played| {
                    // Sending fails when the writer has stopped and closed the queue.
                    let _ = sender.send(played);
                })
            });
        }
        // The channel then ends with the last thread.
        drop(sender);
        let mut asked = None;
        let mut pulse = |done, due| {
            let searches = contest.watch();
            if stop.load(Ordering::Relaxed) {
                let asked = *asked.get_or_insert_with(Instant::now);
                if let Some(searches) = searches.filter(|_| asked.elapsed() > STOP_GRACE) {
                    searches.set_stopped(true);
                }
            }
            watch(Progress { done, due, visited: searches.map_or(0, Watch::visited) });
        };
        let written = write(&receiver, &queue, ledger, journal.as_deref_mut(), &mut pulse);
        // No thread may wait for a writer that has stopped.
        queue.close();
        drop(receiver);
        written
    })?;
    journal.map_or(Ok(()), TournamentJournal::sync)
}

/// The sums of a chunk that was played, or the error of one whose sums cannot be added
/// up.
type Played = Result<JournalEntry, Error>;

/// Plays chunks until the queue has no more.
fn play_chunks(
    contest: &dyn Contest,
    plan: &Plan,
    queue: &Queue,
    stop: &AtomicBool,
    send: &dyn Fn(Played),
) {
    let _closes = CloseOnPanic(queue);
    let mut player = ChunkPlayer::new(contest, plan);
    let closed = || contest.watch().is_some_and(Watch::closed);
    while !stop.load(Ordering::Relaxed)
        && !closed()
        && let Some(chunk) = queue.take()
    {
        let Some(played) = player.play(chunk, stop).transpose() else {
            break;
        };
        let refused = played.is_err();
        send(played);
        if refused {
            break;
        }
    }
    if stop.load(Ordering::Relaxed) || closed() {
        queue.close();
    }
}

/// Closes the queue if the contest or the watcher panics, so that no thread waits for
/// ever.
struct CloseOnPanic<'a>(&'a Queue);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// Adds the chunks that the threads send to the ledger and the journal, until the last
/// thread has ended.
fn write(
    receiver: &Receiver<Played>,
    queue: &Queue,
    ledger: &mut Ledger<'_>,
    mut journal: Option<&mut TournamentJournal>,
    pulse: &mut dyn FnMut(u64, u64),
) -> Result<(), Error> {
    let mut synced = Instant::now();
    loop {
        match receiver.recv_timeout(PULSE) {
            Ok(played) => {
                let entry = played?;
                if let Some(journal) = journal.as_deref_mut() {
                    journal.append(std::slice::from_ref(&entry))?;
                    if synced.elapsed() > SYNC_EVERY {
                        journal.sync()?;
                        synced = Instant::now();
                    }
                }
                let added = ledger.add(&entry);
                added.expect("the queue hands out missing groups, and each once");
                let follows = ledger.settle(entry.pairing);
                queue.settle(follows.map(|groups| (entry.pairing, groups)));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        pulse(ledger.games_done(), ledger.games_due());
    }
}
