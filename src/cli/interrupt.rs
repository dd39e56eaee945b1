//! Ctrl-C and SIGTERM: after the first signal the program finishes the games that are being
//! played; the second ends it at once, as it would any program.

use std::ffi::c_int;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use miette::miette;
#[cfg(unix)]
use signal_hook::consts::SIGQUIT;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};

/// Whether the user asked to stop. After this is dropped, the next signal ends the program at
/// once.
#[derive(Debug)]
pub(super) struct Interrupt {
    /// Set once the user asked to stop.
    flag: Arc<AtomicBool>,
    /// Set when the next signal ends the program.
    last: Arc<AtomicBool>,
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
        Self::registered(signals).map_err(|error| {
            let help = "run on a system where signals can be handled";
            miette!(help = help, "cannot listen for signals: {error}")
        })
    }

    fn registered(signals: &[c_int]) -> io::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        let last = Arc::new(AtomicBool::new(false));
        for &signal in signals {
            // In this order: at the first signal, `last` is not set yet.
            register_conditional_default(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&flag))?;
        }
        Ok(Self { flag, last })
    }

    /// The flag that is set once the user asked to stop.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether the user asked to stop.
    pub(super) fn asked(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.last.store(true, Ordering::Relaxed);
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
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        assert_eq!(quote("--out=a/b-1.c"), "--out=a/b-1.c");
        assert_eq!(quote("it's my $HOME"), r"'it'\''s my $HOME'");
        assert_eq!(quote(""), "''");
    }
}
