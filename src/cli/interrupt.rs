//! Ctrl-C and SIGTERM: after the first signal the program finishes the games that are being
//! played; the second ends it at once, as it would any program. Where no games are being played,
//! the first signal ends it with the exit code of an interrupted run.

use std::ffi::c_int;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use miette::miette;
#[cfg(unix)]
use signal_hook::consts::SIGQUIT;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};

use crate::command::Success;
use crate::command::output::print_note;
use crate::files::hold_writing;

/// How often a run that ends at once looks whether the user asked to stop.
const PULSE: Duration = Duration::from_millis(20);

/// Whether the user asked to stop. After this is dropped, the next signal ends the program at
/// once, unless everything is [done](Self::done).
#[derive(Debug)]
pub(super) struct Interrupt {
    /// Set once the user asked to stop.
    flag: Arc<AtomicBool>,
    /// Set when the next signal ends the program.
    last: Arc<AtomicBool>,
    end: Arc<Mutex<Option<End>>>,
    done: bool,
}

/// How a run ends at once.
#[derive(Debug)]
pub(super) struct End {
    /// How long the run has after the signal to come to another end.
    pub after: Duration,
    /// What is said on standard error.
    pub note: String,
    /// A temporary folder that is removed.
    pub scratch: Option<PathBuf>,
}

impl Interrupt {
    /// Begins to listen: from now on, the first signal is a request to stop.
    pub(super) fn listen() -> miette::Result<Self> {
        Self::listen_to(&[SIGINT, SIGTERM])
    }

    /// Listens also to Ctrl-\, so that the screen is restored.
    pub(super) fn listen_at_a_terminal() -> miette::Result<Self> {
        #[cfg(unix)]
        return Self::listen_to(&[SIGINT, SIGTERM, SIGQUIT]);
        #[cfg(not(unix))]
        Self::listen()
    }

    fn listen_to(signals: &[c_int]) -> miette::Result<Self> {
        let (flag, last) = (Arc::default(), Arc::default());
        // In this order: at the first signal, `last` is not set yet.
        let registered = signals.iter().try_for_each(|&signal| {
            register_conditional_default(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&flag)).map(drop)
        });
        registered.map_err(|error: io::Error| {
            let help = "run on a system where signals can be handled";
            miette!(help = help, "cannot listen for signals: {error}")
        })?;
        Ok(Self { flag, last, end: Arc::default(), done: false })
    }

    /// Begins to watch for the request to stop in a thread of its own, which then ends the
    /// program as [`Self::set_end`] says.
    pub(super) fn watched(self) -> Self {
        let (flag, end) = (Arc::clone(&self.flag), Arc::downgrade(&self.end));
        thread::spawn(move || {
            let mut asked: Option<Instant> = None;
            while let Some(end) = end.upgrade() {
                if flag.load(Ordering::Relaxed) {
                    let asked = asked.get_or_insert_with(Instant::now);
                    // Files that are being written are completed first.
                    let _writing = hold_writing();
                    if let Some(End { after, note, scratch }) = &*locked(&end)
                        && asked.elapsed() >= *after
                    {
                        if io::stderr().is_terminal() {
                            // A progress bar may stand in this line.
                            eprint!("\r\x1b[K");
                        }
                        print_note(note);
                        if let Some(folder) = scratch {
                            // The run ends all the same if something in it cannot be removed.
                            let _ = fs::remove_dir_all(folder);
                        }
                        process::exit(Success::Interrupted as i32);
                    }
                }
                drop(end);
                thread::sleep(PULSE);
            }
        });
        self
    }

    /// Sets how the program ends from now on when the user asks to stop, or has asked; without an
    /// end, the run ends itself.
    pub(super) fn set_end(&self, end: Option<End>) {
        *locked(&self.end) = end;
    }

    /// The flag that is set once the user asked to stop.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// A signal changes nothing any more, as all is written: the output is printed, and the exit
    /// code says so.
    pub(super) fn done(mut self) {
        self.done = true;
    }

    /// Whether the user asked to stop.
    pub(super) fn asked(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// The end, which no other thread changes until the guard is dropped.
fn locked(end: &Mutex<Option<End>>) -> MutexGuard<'_, Option<End>> {
    end.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.set_end(None);
        self.last.store(!self.done, Ordering::Relaxed);
    }
}

/// The command that resumes this run, for a shell in the same folder.
pub(super) fn resume_command() -> String {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<String> = words.collect();
    // `reproduce` resumes without a flag.
    let by_itself = words.get(1).is_some_and(|word| word == "reproduce");
    if !by_itself && !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

/// A word, quoted for a shell.
pub(super) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Afterwards nothing reads the flag any more: the next signal ends the program, as `last`
    /// is set.
    #[test]
    fn after_the_games_the_first_signal_ends_the_program() {
        let interrupt = Interrupt::listen().unwrap();
        let last = Arc::clone(&interrupt.last);
        assert!(!last.load(Ordering::Relaxed) && !interrupt.asked());
        drop(interrupt);
        assert!(last.load(Ordering::Relaxed));

        let interrupt = Interrupt::listen().unwrap();
        let last = Arc::clone(&interrupt.last);
        interrupt.done();
        assert!(!last.load(Ordering::Relaxed));
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        assert_eq!(quote("--out=a/b-1.c"), "--out=a/b-1.c");
        assert_eq!(quote("it's my $HOME"), r"'it'\''s my $HOME'");
        assert_eq!(quote(""), "''");
    }
}
