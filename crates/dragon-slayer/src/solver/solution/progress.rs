//! The progress of a solver.

use std::sync::atomic::{AtomicU64, Ordering};

use rivals_core::contest::OnSolving;

/// Counts the positions that are solved.
pub(super) struct Counter<'a> {
    done: AtomicU64,
    all: u64,
    /// With a larger cap the numbers begin again.
    progress: OnSolving<'a>,
}

impl<'a> Counter<'a> {
    /// A counter for `all` positions.
    pub(super) fn new(all: usize, progress: OnSolving<'a>) -> Self {
        Self { done: AtomicU64::new(0), all: all as u64, progress }
    }

    /// Reports that `solved` more positions are solved; 0 reports that the work goes on.
    pub(super) fn add(&self, solved: usize) {
        let solved = solved as u64;
        let done = self.done.fetch_add(solved, Ordering::Relaxed) + solved;
        (self.progress)(done, self.all);
    }
}
