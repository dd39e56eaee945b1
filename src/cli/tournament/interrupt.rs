//! Ctrl-C and SIGTERM: the first asks to finish what is being played, the
//! second ends the program as it would any other.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};

/// Whether the user asked to stop. Once this is dropped, a signal ends the program at
/// once again.
#[derive(Debug)]
pub struct Interrupt {
    /// Up once the user asked.
    flag: Arc<AtomicBool>,
    /// Up when the next signal is to end the program.
    last: Arc<AtomicBool>,
}

impl Interrupt {
    /// From now on, the first signal is a request.
    pub fn listen() -> io::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        let last = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds `last` down.
            register_conditional_default(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&last))?;
            register(signal, Arc::clone(&flag))?;
        }
        Ok(Self { flag, last })
    }

    /// Up once the user asked.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether the user asked.
    pub fn asked(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.last.store(true, Ordering::Relaxed);
    }
}

/// What becomes of the games of a run that is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// They are kept, and the command goes on with them.
    Keeps,
    /// They are discarded with the temporary folder in which they were played.
    Discards,
}

/// The command that goes on with this run, for a shell in the same folder.
pub fn resume_command() -> String {
    let mut words: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    // `reproduce` goes on by itself.
    let by_itself = words.get(1).is_some_and(|word| word == "reproduce");
    if !by_itself && !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

/// A word as a shell takes it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A signal finds `last` up and ends the program: nothing waits for the flag any more.
    #[test]
    fn after_the_games_the_first_signal_is_heard() {
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
