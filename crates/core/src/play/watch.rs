//! A flag that stops long searches, the clock that limits their time, and a counter of the states
//! that they have visited.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The time since a fixed moment.
pub type Clock = fn() -> Duration;

/// A request to stop, a clock, and the number of states that long searches have visited. Searches
/// and the program share it.
#[derive(Debug, Default)]
pub struct Watch {
    stopped: AtomicBool,
    closed: AtomicBool,
    visited: AtomicU64,
    clock: OnceLock<Clock>,
}

impl Watch {
    /// The number of states after which a search looks at its watch: some milliseconds.
    const EVERY: u64 = 1 << 16;

    /// A watch with a clock, for searches whose time is limited.
    #[must_use]
    pub fn with_clock(clock: Clock) -> Self {
        Self { clock: clock.into(), ..Self::default() }
    }

    /// Gives the watch a clock, unless it has one.
    pub fn set_clock(&self, clock: Clock) {
        self.clock.get_or_init(|| clock);
    }

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

    /// Lets no further game begin, as a player fails too often; those that are played go on.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether no further game begins.
    #[must_use]
    pub fn closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The number of states that were visited in searches of many states; those of short searches
    /// are not counted.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }
}

/// The number of states after which a search of limited time looks at the clock: about 1 ms.
const TIMED: u64 = 1 << 12;

/// Counts the states of one search, and looks at its watch from time to time.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The number of states that were visited.
    pub nodes: u64,
    /// The number of states at which to look at the watch next; all further ones once the search
    /// is stopped.
    next: u64,
    watch: Option<&'a Watch>,
    /// The clock, and its time at which the search ends.
    deadline: Option<(Clock, Duration)>,
}

impl<'a> Meter<'a> {
    /// A count that begins at 0.
    pub fn new(watch: Option<&'a Watch>) -> Self {
        Self { nodes: 0, next: Watch::EVERY, watch, deadline: None }
    }

    /// A count of a search that ends after this time; `None` if the watch has no clock.
    pub fn for_time(watch: Option<&'a Watch>, time: Duration) -> Option<Self> {
        let clock = *watch?.clock.get()?;
        let deadline = Some((clock, clock() + time));
        Some(Self { nodes: 0, next: TIMED, watch, deadline })
    }

    /// Counts a state. Returns true if the search has to end: then for all further states too.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next && self.look()
    }

    /// Whether the search was stopped, or its time is over.
    pub fn has_ended(&self) -> bool {
        self.next == 0
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.has_ended() {
            return true;
        }
        let every = if self.deadline.is_some() { TIMED } else { Watch::EVERY };
        if let Some(watch) = self.watch {
            watch.visited.fetch_add(every, Ordering::Relaxed);
        }
        let ended = self.watch.is_some_and(Watch::stopped)
            || self.deadline.is_some_and(|(clock, deadline)| clock() >= deadline);
        self.next = if ended { 0 } else { self.nodes + every };
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_of_limited_time_looks_at_the_clock() {
        assert!(Meter::for_time(Some(&Watch::default()), Duration::from_secs(1)).is_none());
        static NOW: AtomicU64 = AtomicU64::new(5);
        let watch = Watch::with_clock(|| Duration::from_secs(NOW.load(Ordering::Relaxed)));
        let mut meter = Meter::for_time(Some(&watch), Duration::from_secs(1)).unwrap();
        assert!((0..3 * TIMED).all(|_| !meter.visit()));
        NOW.store(6, Ordering::Relaxed);
        assert_eq!((0..2 * TIMED).take_while(|_| !meter.visit()).count() as u64, TIMED - 1);
        assert!(meter.has_ended() && !watch.stopped());
    }

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
