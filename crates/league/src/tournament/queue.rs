//! Hands out chunks (some milliseconds of consecutive groups of paired games of one pairing) to
//! the threads. A chunk is cut from a range of groups when a thread takes it. Pairings are
//! played one after the other, so that the data of a game's players stay in the caches.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::chunk::Chunk;
use super::stopping::round_end;

/// A queue of chunks for several threads.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    chunk_groups: u64,
}

#[derive(Debug)]
struct State {
    /// Pairings with their groups that no thread has taken.
    spans: VecDeque<(usize, Range<u64>)>,
    /// The number of chunks that were taken and not yet settled: more chunks may follow
    /// from them.
    in_flight: usize,
    closed: bool,
}

impl Queue {
    /// A queue of the groups of these pairings, in chunks of at most this number of
    /// groups.
    #[must_use]
    pub(super) fn new(
        spans: impl IntoIterator<Item = (usize, Range<u64>)>,
        chunk_groups: u64,
    ) -> Self {
        Self {
            state: Mutex::new(State {
                spans: spans.into_iter().collect(),
                in_flight: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            chunk_groups,
        }
    }

    /// Takes the next chunk. Waits while there is none but one may follow; returns `None`
    /// if no chunk can follow or the queue was closed.
    pub(super) fn take(&self) -> Option<Chunk> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((pairing, groups)) = state.spans.front_mut() {
                let chunk = Chunk {
                    pairing: *pairing,
                    first: groups.start,
                    groups: self.chunk_groups.min(
                        // A chunk is within one round, so that a tournament with --until-ci can
                        // take it over.
                        groups.end.min(round_end(groups.start)) - groups.start,
                    ),
                };
                groups.start += chunk.groups;
                if groups.is_empty() {
                    state.spans.pop_front();
                }
                state.in_flight += 1;
                return Some(chunk);
            }
            if state.in_flight == 0 {
                return None;
            }
            state = (self.changed.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Records that a chunk that was taken is settled, and adds the groups that follow
    /// from it.
    pub(super) fn settle(&self, follows: Option<(usize, Range<u64>)>) {
        let mut state = self.lock();
        state.in_flight -= 1;
        // These groups go to the front, because their pairing was played last.
        follows.into_iter().for_each(|span| state.spans.push_front(span));
        self.changed.notify_all();
    }

    /// Ends the queue: no further chunk is played.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// A thread that panics while it holds the lock leaves the state complete.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(pairing: usize, first: u64, groups: u64) -> Option<Chunk> {
        Some(Chunk { pairing, first, groups })
    }

    #[test]
    fn ranges_are_cut_and_following_groups_come_first() {
        let queue = Queue::new([(0, 0..5), (1, 7..8)], 3);
        assert_eq!(queue.take(), chunk(0, 0, 3));
        assert_eq!(queue.take(), chunk(0, 3, 2));
        queue.settle(None);
        queue.settle(Some((0, 5..6)));
        assert_eq!(queue.take(), chunk(0, 5, 1));
        assert_eq!(queue.take(), chunk(1, 7, 1));
        queue.settle(None);
        queue.settle(None);
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn waiting_threads_are_told() {
        let queue = Queue::new([(0, 0..1)], 1);
        assert!(queue.take().is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take());
            queue.settle(Some((0, 1..2)));
            assert_eq!(waiting.join().unwrap(), chunk(0, 1, 1));
            let waiting = scope.spawn(|| queue.take());
            queue.close();
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
