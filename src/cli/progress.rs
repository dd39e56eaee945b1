//! A progress bar on stderr for whatever lasts over a second.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::report::number::count;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears late; on anything but a terminal, never.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Nothing is ever shown, or it is shown already.
    settled: AtomicBool,
}

impl Progress {
    /// A bar over `length` units, named in the plural.
    pub fn new(length: u64, unit: &str, quiet: bool) -> Self {
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

    /// So many units are done; called from any thread.
    pub fn add(&self, done: u64) {
        self.bar.inc(done);
        if self.start.elapsed() > PATIENCE && !self.settled.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
