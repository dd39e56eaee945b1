//! Progress reports of a solver.

use std::sync::atomic::{AtomicU64, Ordering};

/// A function that the solver calls from any thread with the number of solved positions
/// and of all positions. With a larger cap the numbers begin again.
pub type Report<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Counts the positions that are solved.
pub(super) struct Counter<'a> {
    done: AtomicU64,
    all: u64,
    report: Report<'a>,
}

impl<'a> Counter<'a> {
    /// A counter for `all` positions.
    pub(super) fn new(all: usize, report: Report<'a>) -> Self {
        Self { done: AtomicU64::new(0), all: all as u64, report }
    }

    /// Reports that `solved` more positions are solved; 0 reports that the work goes on.
    pub(super) fn add(&self, solved: usize) {
        let solved = solved as u64;
        let done = self.done.fetch_add(solved, Ordering::Relaxed) + solved;
        (self.report)(done, self.all);
    }
}
