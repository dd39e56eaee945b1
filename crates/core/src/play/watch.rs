//! A flag that stops long searches, and a counter of the states that they have visited.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A request to stop, and the number of states that long searches have visited. Searches and the
/// program share it.
#[derive(Debug, Default)]
pub struct Watch {
    stopped: AtomicBool,
    visited: AtomicU64,
}

impl Watch {
    /// The number of states after which a search looks at its watch: some milliseconds.
    const EVERY: u64 = 1 << 16;

    /// Sets whether searches are asked to stop. What a stopped search returns has no
    /// meaning, and the game in which it was asked has no result.
    pub fn set_stopped(&self, stopped: bool) {
        self.stopped.store(stopped, Ordering::Relaxed);
    }

    /// Whether searches are asked to stop.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The number of states that were visited in searches of many states; those of short searches
    /// are not counted.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }
}

/// Counts the states of one search, and looks at its watch from time to time.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The number of states that were visited.
    pub nodes: u64,
    /// The number of states at which to look at the watch next; all further ones once the search
    /// is stopped.
    next: u64,
    watch: Option<&'a Watch>,
}

impl<'a> Meter<'a> {
    /// A count that begins at 0.
    pub fn new(watch: Option<&'a Watch>) -> Self {
        Self { nodes: 0, next: Watch::EVERY, watch }
    }

    /// Counts a state. Returns true if the search has to end: then for all further states too.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next && self.look()
    }

    /// Whether the search was stopped.
    pub fn has_ended(&self) -> bool {
        self.next == 0
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.has_ended() {
            return true;
        }
        let stopped = self.watch.is_some_and(Watch::stopped);
        if let Some(watch) = self.watch {
            watch.visited.fetch_add(Watch::EVERY, Ordering::Relaxed);
        }
        self.next = if stopped { 0 } else { self.nodes + Watch::EVERY };
        stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_visits_nothing_more() {
        let watch = Watch::default();
        let mut meter = Meter::new(Some(&watch));
        assert!((0..3 * Watch::EVERY).all(|_| !meter.visit()));
        assert_eq!((meter.nodes, watch.visited()), (3 * Watch::EVERY, 3 * Watch::EVERY));
        watch.set_stopped(true);
        let left = (0..Watch::EVERY).take_while(|_| !meter.visit()).count();
        assert_eq!(left as u64, Watch::EVERY - 1);
        assert!(meter.visit() && meter.visit());
        assert_eq!(watch.visited(), 4 * Watch::EVERY);
        let mut unwatched = Meter::new(None);
        assert!((0..3 * Watch::EVERY).all(|_| !unwatched.visit()));
    }
}
