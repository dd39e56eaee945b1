//! The signals by which a shell stops the program and lets it go on. The program is told of them
//! first, so that the shell gets its terminal back.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::SigId;
#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGSTOP, SIGTSTP};
use signal_hook::low_level::unregister;

/// Listens to the signals until it is dropped.
pub(super) struct JobControl {
    stop: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
    listeners: Vec<SigId>,
}

impl JobControl {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub(super) fn listen() -> io::Result<Self> {
        let (stop, resumed) = (Arc::default(), Arc::default());
        #[cfg(unix)]
        let listeners = vec![
            signal_hook::flag::register(SIGTSTP, Arc::clone(&stop))?,
            signal_hook::flag::register(SIGCONT, Arc::clone(&resumed))?,
        ];
        #[cfg(not(unix))]
        let listeners = Vec::new();
        Ok(Self { stop, resumed, listeners })
    }

    /// Whether the program was asked to stop since the last call.
    pub(super) fn asked_to_stop(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Whether the program has been stopped and goes on, since the last call.
    pub(super) fn has_resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::Relaxed)
    }

    /// Stops the program; returns when it goes on.
    pub(super) fn stop_here(&self) {
        #[cfg(unix)]
        let _ = signal_hook::low_level::raise(SIGSTOP);
        self.has_resumed();
    }
}

impl Drop for JobControl {
    fn drop(&mut self) {
        for listener in self.listeners.drain(..) {
            unregister(listener);
        }
    }
}
