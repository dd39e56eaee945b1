//! Progress bars on stderr, for work that lasts over a second.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::output::complain;
use crate::text::number::count;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar that appears after a second, and only on a terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    start: Instant,
    /// Whether the bar is shown already, or never will be.
    settled: AtomicBool,
}

impl Bar {
    /// A bar over `length` units, named in the plural.
    pub(crate) fn new(length: u64, unit: &str, quiet: bool) -> Self {
        let template =
            format!("{{human_pos}} of {{human_len}} {unit}, {{rate}}/s, {{eta}} left {{wide_bar}}");
        let style = ProgressStyle::with_template(&template)
            .expect("the template is valid: every run parses it")
            .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
                // A line that cannot be drawn is no reason to stop.
                let _ = text.write_str(&count(state.per_sec() as u64));
            })
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        bar.set_style(style);
        Self {
            bar,
            start: Instant::now(),
            settled: AtomicBool::new(quiet),
        }
    }

    /// A bar that goes on at `done` of `length` units.
    pub(crate) fn from(done: u64, length: u64, unit: &str, quiet: bool) -> Self {
        let progress = Self::new(length, unit, quiet);
        progress.bar.set_position(done);
        // What was done before says nothing about the speed of this run.
        progress.bar.reset_eta();
        progress
    }

    /// Sets the number of units that are done, and of all units.
    pub(crate) fn set(&self, done: u64, length: u64) {
        self.bar.set_length(length);
        self.bar.set_position(done);
        self.appear();
    }

    /// Prints a line on stderr without disturbing the bar.
    pub(crate) fn say(&self, text: &str) {
        self.bar.suspend(|| complain(text));
    }

    /// Adds units that are done; may be called from any thread.
    pub(crate) fn add(&self, done: u64) {
        self.bar.inc(done);
        self.appear();
    }

    fn appear(&self) {
        if self.start.elapsed() > PATIENCE && !self.settled.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// One progress bar after the other, for steps that each have their own unit.
pub(crate) struct Steps {
    quiet: bool,
    current: Mutex<Option<(&'static str, Bar)>>,
}

impl Steps {
    /// A value for steps of which none has begun.
    pub(crate) fn new(quiet: bool) -> Self {
        let current = Mutex::new(None);
        Self { quiet, current }
    }

    /// Adds `more` units that are done, of `of` in this step; may be called from any thread.
    pub(crate) fn add(&self, unit: &'static str, more: u64, of: u64) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, before)) = current.take_if(|(before, _)| *before != unit) {
            before.finish();
        }
        let new = || (unit, Bar::new(of, unit, self.quiet));
        let (_, progress) = current.get_or_insert_with(new);
        progress.add(more);
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        let current = self.current.into_inner();
        if let Some((_, last)) = current.unwrap_or_else(PoisonError::into_inner) {
            last.finish();
        }
    }
}

/// A text on a terminal about work that lasts some seconds and has no units to count. It is
/// shown until this is dropped.
pub(crate) struct Waiting {
    bar: ProgressBar,
}

impl Waiting {
    /// Shows this text.
    pub(crate) fn new(text: &'static str, quiet: bool) -> Self {
        let bar = match quiet {
            true => ProgressBar::hidden(),
            // It hides itself if stderr is no terminal.
            false => ProgressBar::new_spinner(),
        };
        bar.set_message(text);
        bar.enable_steady_tick(PATIENCE / 10);
        Self { bar }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
