//! How far a solution is, while it is being worked out.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a solver calls from any thread, with the number of positions that are solved
/// and of all positions. A larger cap begins anew, with other numbers.
pub type Report<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Counts the positions that are solved.
pub(super) struct Counter<'a> {
    done: AtomicU64,
    all: u64,
    report: Report<'a>,
}

impl<'a> Counter<'a> {
    pub fn new(all: usize, report: Report<'a>) -> Self {
        Self {
            done: AtomicU64::new(0),
            all: all as u64,
            report,
        }
    }

    /// So many more are solved; with 0, that the work goes on.
    pub fn add(&self, solved: usize) {
        let solved = solved as u64;
        let done = self.done.fetch_add(solved, Ordering::Relaxed) + solved;
        (self.report)(done, self.all);
    }
}
