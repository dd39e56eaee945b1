//! The game as lines, for screen readers, pipes, scripts and small terminals: one event per
//! line, numbered choices, no redraw and no boxes.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use unicode_width::UnicodeWidthStr;

use super::ui::{Kind, Left, Prompt, Ui};
use crate::command::output::cannot_write;
use crate::command::output::terminal_width;
use crate::play::show::{LogLine, Part, Scene};
use rivals_core::text::language::Language;

/// How often the wish to stop is looked up while a question waits.
const TICK: Duration = Duration::from_millis(20);

/// How long a player thinks at least for a line to say so.
const NOTICED: Duration = Duration::from_secs(2);

/// The lines that push everything off a terminal, if they cannot be removed.
const AWAY: usize = 100;

/// Whether standard output is a terminal that removes what it shows, and what it keeps to be
/// scrolled back to.
pub(super) fn can_clear() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    let never = ["", "dumb", "unknown", "ansi"].contains(&&*term) || term.starts_with("vt");
    // GNU screen has its own lines to scroll back to, and does not remove them.
    io::stdout().is_terminal() && !never && std::env::var_os("STY").is_none()
}

/// The width of standard output, if it is a terminal: only there a line must not be broken within a
/// word.
pub(super) fn width() -> Option<usize> {
    terminal_width().filter(|_| io::stdout().is_terminal())
}

/// A text whose lines are broken between words where they are wider than this.
pub(super) fn broken(text: &str, width: Option<usize>) -> String {
    let lines = text.split('\n').map(|line| match width {
        Some(width) if line.width() > width => textwrap::fill(line, width),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Where answers come from, line by line.
pub(super) struct Source {
    lines: Receiver<String>,
    /// Whether a person types, and sees what it types.
    terminal: bool,
}

impl Source {
    /// The answers of a script: one a line. Text after `#` at the beginning of a line is a
    /// comment.
    pub(super) fn script(text: &str) -> Self {
        let (sender, lines) = mpsc::channel();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            sender.send(line.to_owned()).expect("the receiver is here");
        }
        Self { lines, terminal: false }
    }

    /// Standard input, read on a thread of its own.
    pub(super) fn input() -> Self {
        let (sender, lines) = mpsc::sync_channel(0);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while input.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Self { lines, terminal: io::stdin().is_terminal() }
    }
}

/// The lines.
pub(super) struct Lines<'a> {
    source: Source,
    output: Box<dyn Write + 'a>,
    stop: &'a AtomicBool,
    /// What was asked last, if nothing has happened since.
    asked: Option<Prompt>,
    /// Why nothing can be written any more.
    closed: Option<io::Error>,
    /// Whether the output can be cleared.
    pub clears: bool,
    /// The width at which lines are broken; without one they are not.
    pub width: Option<usize>,
    /// The language of its own words. What it is given to show is in it already.
    pub language: Language,
}

impl<'a> Lines<'a> {
    /// Lines from a source to an output. `stop` is set when the user asks to stop.
    pub(super) fn new(source: Source, output: impl Write + 'a, stop: &'a AtomicBool) -> Self {
        Self {
            source,
            output: Box::new(output),
            stop,
            asked: None,
            closed: None,
            clears: false,
            width: None,
            language: Language::default(),
        }
    }

    fn print(&mut self, text: &str) {
        let written = self.output.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| self.output.flush()) {
            self.closed.get_or_insert(error);
        }
    }

    /// Ends the lines. A reader that closes the pipe early is not an error.
    ///
    /// # Errors
    /// If not all could be written, such as on a full disk.
    pub(super) fn finish(self) -> miette::Result<()> {
        match self.closed {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(&error)),
            _ => Ok(()),
        }
    }

    fn line(&mut self, text: &str) {
        self.print(&(broken(text, self.width) + "\n"));
    }

    /// The next answer.
    fn next(&mut self) -> Result<String, Left> {
        loop {
            if self.closed.is_some() {
                return Err(Left::Unfinished);
            }
            if self.stop.load(Ordering::Relaxed) {
                self.print("\n");
                return Err(Left::Interrupted);
            }
            let line = match self.source.lines.recv_timeout(TICK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    self.print("\n");
                    return Err(Left::Unfinished);
                }
            };
            // What a terminal has not echoed stands in the output, so that it can be read alone.
            if !self.source.terminal {
                self.line(&crate::play::show::escaped(&line));
            }
            return Ok(line);
        }
    }
}

impl Ui for Lines<'_> {
    fn happened(&mut self, told: &LogLine, _: &Scene) {
        self.asked = None;
        self.line(&told.text);
    }

    fn stands(&mut self, scene: &Scene, fresh: bool) {
        self.asked = None;
        let board = scene.parts.iter().any(|part| matches!(part, Part::Board(_)));
        if fresh || board {
            self.print(&scene.to_string());
        }
    }

    fn say(&mut self, text: &str) {
        self.line(text.trim_end());
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        if !prompt.question.is_empty() {
            self.line(&prompt.question);
        }
        let numbered = prompt.listed(self.language);
        let wide = numbered.iter().map(|choice| choice.chars().count() + 2).sum::<usize>() > 78;
        let again = self.asked.as_ref() == Some(prompt);
        if wide && again {
            // A long list is not read twice, such as after a hint.
            let text = format!("1 to {}, as above", prompt.choices.len());
            self.line(&self.language.text(&text));
        } else if wide {
            numbered.iter().for_each(|choice| self.line(choice));
        } else if !numbered.is_empty() {
            self.line(&numbered.join(", "));
        }
        self.asked = Some(prompt.clone());
        let end = match prompt.kind {
            Kind::Stop | Kind::Pass | Kind::Over { .. } => "Enter> ",
            Kind::Decision | Kind::Question | Kind::Replay => "> ",
        };
        self.print(&(prompt.person.clone().unwrap_or_default() + &self.language.text(end)));
        self.next()
    }

    fn think(&mut self, text: &str, time: Duration) -> bool {
        if !self.is_live() {
            return !self.stop.load(Ordering::Relaxed);
        }
        if time >= NOTICED {
            self.line(text);
        }
        let until = Instant::now() + time;
        while Instant::now() < until && !self.stop.load(Ordering::Relaxed) {
            // Enter skips the time.
            match self.source.lines.recv_timeout(TICK) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => break,
            }
        }
        !self.stop.load(Ordering::Relaxed)
    }

    fn is_live(&self) -> bool {
        self.source.terminal
    }

    fn stays(&self) -> bool {
        true
    }

    fn clear(&mut self) {
        if self.clears {
            return self.print("\u{1b}[H\u{1b}[2J\u{1b}[3J");
        }
        if io::stdout().is_terminal() {
            self.print(&"\n".repeat(AWAY));
        }
        let text = "This output cannot be cleared: what was shown before can still be read above.";
        self.line(&self.language.text(text));
    }
}
