//! Progress on stderr, for work that lasts over a second. Nothing is shown if stderr is no
//! terminal.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

use super::output::print_note;
use crate::text::number::{count, significant};

/// Work shorter than this shows no bar.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// A progress bar that appears after a second. It is removed when it is dropped.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// What is counted, in the plural.
    unit: Mutex<&'static str>,
    start: Instant,
    /// What is counted within the current unit, and how many of it are done.
    step: Mutex<(&'static str, u64)>,
    /// Whether the bar is shown already, or never will be.
    settled: AtomicBool,
}

impl Bar {
    /// A bar over `length` units, named in the plural.
    pub(crate) fn new(length: u64, unit: &'static str, quiet: bool) -> Self {
        let template = "{human_pos} of {human_len} {msg}, {speed}/s, {eta} left {wide_bar}";
        let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&significant(state.per_sec(), 3));
        };
        let style = ProgressStyle::with_template(template)
            .expect("the template is valid: every run parses it")
            .with_key("speed", speed)
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden())
            .with_style(style)
            .with_message(unit)
            .with_finish(ProgressFinish::AndClear);
        Self {
            bar,
            unit: Mutex::new(unit),
            start: Instant::now(),
            step: Mutex::default(),
            settled: AtomicBool::new(quiet),
        }
    }

    /// A bar for steps that each have their own unit; [`Self::add_to`] begins them.
    pub(crate) fn of_steps(quiet: bool) -> Self {
        Self::new(0, "", quiet)
    }

    /// The same bar, going on at `done` units.
    pub(crate) fn from(self, done: u64) -> Self {
        self.bar.set_position(done);
        // What was done before says nothing about the speed of this run.
        self.bar.reset_eta();
        self
    }

    /// Sets the number of units that are done, and of all units.
    pub(crate) fn set(&self, done: u64, length: u64) {
        self.bar.set_length(length);
        self.bar.set_position(done);
        self.appear();
    }

    /// Says more about what is counted, after the numbers.
    pub(crate) fn explain(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Adds units that are done; may be called from any thread.
    pub(crate) fn add(&self, done: u64) {
        self.bar.inc(done);
        self.appear();
    }

    /// Adds `more` units that are done, of `of` in this step; may be called from any thread.
    pub(crate) fn add_to(&self, unit: &'static str, more: u64, of: u64) {
        let mut current = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != unit {
            *current = unit;
            self.bar.reset();
            self.bar.set_length(of);
            self.bar.set_message(unit);
        }
        self.add(more);
    }

    /// Says after the numbers, and after `text`, how far a step of the current unit is; may be called
    /// from any thread.
    pub(crate) fn step(&self, text: &str, unit: &'static str, more: u64, of: u64) {
        let mut step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        if step.0 != unit || step.1 >= of {
            *step = (unit, 0);
        }
        step.1 += more;
        self.explain(format!("{text}; {} of {} {unit}", count(step.1), count(of)));
        self.appear();
    }

    /// Prints a line on stderr without disturbing the bar.
    pub(crate) fn say(&self, text: &str) {
        self.bar.suspend(|| print_note(text));
    }

    fn appear(&self) {
        if self.start.elapsed() > PROGRESS_DELAY && !self.settled.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Shows a text about work that lasts some seconds and has no units to count, until the
/// returned value is dropped.
#[must_use]
pub(crate) fn waiting(text: &'static str, quiet: bool) -> ProgressBar {
    let spinner = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let spinner = spinner.with_message(text).with_finish(ProgressFinish::AndClear);
    spinner.enable_steady_tick(PROGRESS_DELAY / 10);
    spinner
}
