//! The blocks that wait to be played, cut from ranges of groups when somebody
//! asks for one. Pairing by pairing, so that what a game keeps of its players
//! stays in the caches.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::block::Block;

/// Blocks for several threads.
#[derive(Debug)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    block_groups: u64,
}

#[derive(Debug)]
struct State {
    /// Pairings with the groups that nobody has taken.
    spans: VecDeque<(usize, Range<u64>)>,
    /// Blocks that were taken and not yet settled: more may follow from them.
    in_flight: usize,
    closed: bool,
}

impl Queue {
    /// A queue of these pairings' groups in blocks of at most so many.
    #[must_use]
    pub fn new(spans: impl IntoIterator<Item = (usize, Range<u64>)>, block_groups: u64) -> Self {
        Self {
            state: Mutex::new(State {
                spans: spans.into_iter().collect(),
                in_flight: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            block_groups,
        }
    }

    /// Takes the next block. Waits while there is none but may be one later;
    /// none if there never will be, or the queue was closed.
    pub fn take(&self) -> Option<Block> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((pairing, groups)) = state.spans.front_mut() {
                let block = Block {
                    pairing: *pairing,
                    first: groups.start,
                    groups: self.block_groups.min(groups.end - groups.start),
                };
                groups.start += block.groups;
                if groups.is_empty() {
                    state.spans.pop_front();
                }
                state.in_flight += 1;
                return Some(block);
            }
            if state.in_flight == 0 {
                return None;
            }
            state = (self.changed.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A block that was taken is settled, and this follows from it.
    pub fn settle(&self, follows: Option<(usize, Range<u64>)>) {
        let mut state = self.lock();
        state.in_flight -= 1;
        // In front: its pairing is the one that was played last.
        follows
            .into_iter()
            .for_each(|span| state.spans.push_front(span));
        self.changed.notify_all();
    }

    /// Nothing more is to be played.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// A thread that panicked while it held the lock left nothing half-done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(pairing: usize, first: u64, groups: u64) -> Option<Block> {
        Some(Block {
            pairing,
            first,
            groups,
        })
    }

    #[test]
    fn ranges_are_cut_and_what_follows_comes_first() {
        let queue = Queue::new([(0, 0..5), (1, 7..8)], 3);
        assert_eq!(queue.take(), block(0, 0, 3));
        assert_eq!(queue.take(), block(0, 3, 2));
        queue.settle(None);
        queue.settle(Some((0, 5..6)));
        assert_eq!(queue.take(), block(0, 5, 1));
        assert_eq!(queue.take(), block(1, 7, 1));
        queue.settle(None);
        queue.settle(None);
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn whoever_waits_is_told() {
        let queue = Queue::new([(0, 0..1)], 1);
        assert!(queue.take().is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take());
            queue.settle(Some((0, 1..2)));
            assert_eq!(waiting.join().unwrap(), block(0, 1, 1));
            let waiting = scope.spawn(|| queue.take());
            queue.close();
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
