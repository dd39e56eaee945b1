//! Work that may take long: it runs on threads of its own, without the interpreter's lock, and can be
//! interrupted.
//!
//! The calling thread waits. Every tenth of a second it looks at signals and tells the progress. The
//! threads belong to the call: a process that is forked meanwhile or later misses none.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rivals_core::play::Watch;

/// How often signals are looked at.
const PULSE: Duration = Duration::from_millis(100);

/// How long work that was interrupted may take to end. What cannot be stopped ends later, unheard.
const GRACE: Duration = Duration::from_secs(3);

/// The most threads of a pool.
const MOST_THREADS: usize = 1_024;

/// A piece of progress: what is counted, how many are done, and how many there are.
type Told = (&'static str, u64, u64);

/// What work and its caller share.
#[derive(Default)]
pub(crate) struct Task {
    /// Whether the work is asked to stop.
    pub stop: AtomicBool,
    /// The same for searches.
    pub watch: Arc<Watch>,
    /// What was told last of each thing that is counted, and whether the caller has heard it.
    told: Mutex<Vec<(Told, bool)>>,
}

impl Task {
    /// Records progress: `done` maps the number done before to the number done now.
    fn count(&self, what: &'static str, all: u64, done: impl FnOnce(u64) -> u64) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let at = told.iter().position(|((known, ..), _)| *known == what).unwrap_or_else(|| {
            told.push(((what, 0, all), true));
            told.len() - 1
        });
        told[at] = ((what, done(told[at].0.1), all), false);
    }

    /// Tells how much is done.
    pub(crate) fn tell(&self, what: &'static str, done: u64, all: u64) {
        self.count(what, all, |_| done);
    }

    /// Tells that more is done.
    pub(crate) fn add(&self, what: &'static str, more: u64, all: u64) {
        self.count(what, all, |before| before + more);
    }

    /// Calls `progress` with what was told since the last time.
    fn told(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(progress) = progress else { return Ok(()) };
        let unheard: Vec<Told> = {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            let news = told.iter_mut().filter(|(_, heard)| !heard);
            news.map(|(told, heard)| {
                *heard = true;
                *told
            })
            .collect()
        };
        unheard.into_iter().try_for_each(|told| progress.call1(told).map(drop))
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.watch.set_stopped(true);
    }
}

/// The time since the first call.
pub(crate) fn clock() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// A pool of this number of threads, or of all cores for 0.
pub(crate) fn threads(count: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(count.min(MOST_THREADS)).build();
    pool.expect("the system starts threads")
}

/// The result of work on this number of threads, or on all cores for none.
///
/// `progress` is called with what is counted, the number done, and the number in all.
pub(crate) fn long<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Task, &ThreadPool) -> T + Send + 'static,
) -> PyResult<T> {
    let task = Arc::new(Task::default());
    task.watch.set_clock(clock);
    let (sender, receiver) = channel();
    let shared = Arc::clone(&task);
    let worker = thread::spawn(move || {
        // Sending fails when the caller was interrupted and has gone.
        let _ = sender.send(work(&shared, &self::threads(threads.unwrap_or(0))));
    });
    let receiver = Mutex::new(receiver);
    let mut interrupted: Option<(PyErr, Instant)> = None;
    loop {
        let wait = || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PULSE);
        let answer = py.detach(wait);
        let looked = task.told(progress).and_then(|()| py.check_signals());
        match (answer, interrupted.take()) {
            (Ok(_), Some((error, _))) => return Err(error),
            (Ok(result), None) => return looked.map(|()| result),
            (Err(RecvTimeoutError::Disconnected), _) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => unreachable!("it has sent its result"),
            },
            (Err(RecvTimeoutError::Timeout), Some((error, since))) => {
                if since.elapsed() > GRACE {
                    return Err(error);
                }
                interrupted = Some((error, since));
            }
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(error) = looked {
                    task.stop();
                    interrupted = Some((error, Instant::now()));
                }
            }
        }
    }
}
