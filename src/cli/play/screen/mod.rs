//! The game as a full screen. The terminal is restored when the screen is dropped, on a panic,
//! and while the program is suspended.

mod job_control;
mod picture;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, EnterAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::Position;

use super::face::{Answer, Face, Kind, Prompt};
use crate::play::show::{Scene, Told};
use job_control::JobControl;
use picture::{COLUMNS, Picture, ROWS};

/// How often the wish to stop is looked up while nothing happens.
const TICK: Duration = Duration::from_millis(50);

/// How long an event is shown before the next one. A key skips it.
const PACE: Duration = Duration::from_millis(350);

/// Whether the game can be a full screen here.
pub(super) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    let size = terminal::size().is_ok_and(|(columns, rows)| columns >= COLUMNS && rows >= ROWS);
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb && size
}

/// A full screen.
pub(super) struct Screen<'a> {
    terminal: DefaultTerminal,
    picture: Picture,
    /// Set when the user asks to stop.
    stop: &'a AtomicBool,
    jobs: JobControl,
    /// Whether the waits until the next question are skipped.
    hurry: bool,
}

impl<'a> Screen<'a> {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If the terminal does not allow it.
    pub(super) fn open(stop: &'a AtomicBool) -> io::Result<Self> {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Self {
            jobs: JobControl::listen()?,
            terminal: ratatui::try_init()?,
            picture: Picture {
                colours: !no_colour,
                ..Picture::default()
            },
            stop,
            hurry: false,
        })
    }

    /// Draws. A terminal that is gone ends the game.
    fn draw(&mut self) {
        let picture = &self.picture;
        if self.terminal.draw(|frame| picture.draw(frame)).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The next key, if one is pressed in this time. Ctrl-C and Ctrl-Z have their usual meaning.
    fn key(&mut self, time: Duration) -> Option<KeyEvent> {
        let until = Instant::now() + time;
        while !self.stopped() {
            if self.jobs.asked_to_stop() {
                self.suspend();
            } else if self.jobs.has_resumed() {
                self.take_over();
            }
            let left = until.saturating_duration_since(Instant::now());
            match event::poll(left.min(TICK)) {
                Ok(true) => {}
                Ok(false) if left.is_zero() => return None,
                Ok(false) => continue,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => {
                    self.stop.store(true, Ordering::Relaxed);
                    return None;
                }
            }
            match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    let control = key.modifiers.contains(KeyModifiers::CONTROL);
                    match key.code {
                        KeyCode::Char('c') if control => self.stop.store(true, Ordering::Relaxed),
                        KeyCode::Char('z') if control => self.suspend(),
                        KeyCode::Char('l') if control => self.draw_again(),
                        _ => return Some(key),
                    }
                }
                Ok(Event::Resize(..)) => self.draw(),
                Ok(_) => {}
                Err(_) => self.stop.store(true, Ordering::Relaxed),
            }
        }
        None
    }

    /// Gives the terminal back, stops the program, and takes the terminal over again when it
    /// goes on.
    fn suspend(&mut self) {
        let _ = self.terminal.show_cursor();
        ratatui::restore();
        self.jobs.stop_here();
        self.take_over();
    }

    /// Takes over a terminal that others may have used meanwhile, and draws everything.
    fn take_over(&mut self) {
        // Raw mode is left first, as it is entered only once.
        let raw = disable_raw_mode().and_then(|()| enable_raw_mode());
        if raw
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen))
            .is_err()
        {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.draw_again();
    }

    /// Clears the terminal and draws everything. `Terminal::clear` would ask the terminal for the
    /// place of its cursor, and not every terminal answers.
    fn draw_again(&mut self) {
        let size = self.terminal.size();
        let cleared = size.and_then(|size| self.terminal.resize((Position::ORIGIN, size).into()));
        if cleared.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.draw();
    }

    /// What a key means while something is asked: the whole answer, or none yet.
    fn pressed(&mut self, key: KeyEvent, prompt: &Prompt) -> Option<String> {
        let size = self
            .terminal
            .size()
            .map_or((0, 0), |size| (size.width, size.height));
        let picture = &mut self.picture;
        match key.code {
            KeyCode::Up => picture.scroll_by(-1, size),
            KeyCode::Down => picture.scroll_by(1, size),
            KeyCode::PageUp => picture.scroll_by(-10, size),
            KeyCode::PageDown => picture.scroll_by(10, size),
            KeyCode::Esc => {
                picture.typed.clear();
                picture.text.clear();
            }
            KeyCode::Backspace => drop(picture.typed.pop()),
            KeyCode::Enter => {
                let typed = std::mem::take(&mut picture.typed);
                let typed = typed.trim_start_matches(':').to_owned();
                // Enter alone closes a text, and answers only what needs no words.
                let closes = prompt.kind == Kind::Decision && typed.is_empty();
                picture.text.clear();
                return (!closes).then_some(typed);
            }
            KeyCode::Char(c) => return self.typed(c, prompt),
            _ => {}
        }
        None
    }

    /// A character while something is asked.
    fn typed(&mut self, c: char, prompt: &Prompt) -> Option<String> {
        let picture = &mut self.picture;
        let game = matches!(prompt.kind, Kind::Decision | Kind::Stop | Kind::Over);
        if picture.typed.is_empty() {
            let number = c.to_digit(10).map(|digit| digit as usize);
            let few = prompt.choices.len() <= 9;
            if few && number.is_some_and(|number| (1..=prompt.choices.len()).contains(&number)) {
                return Some(c.to_string());
            }
            let word = match c {
                'h' => "hint",
                'w' => "why",
                'l' => "log",
                'b' => "board",
                'u' => "undo",
                '?' => "?",
                'm' => "mode",
                't' if prompt.kind == Kind::Over => "again",
                'r' if prompt.kind == Kind::Over => "review",
                ' ' => "",
                'y' if !game && few => "yes",
                'n' if !game && few => "no",
                _ => "-",
            };
            match word {
                "" if prompt.kind != Kind::Question && prompt.kind != Kind::Decision => {
                    return Some(String::new());
                }
                "yes" | "no" if prompt.choices.iter().any(|choice| choice == word) => {
                    return Some(word.to_owned());
                }
                "hint" | "why" | "log" | "board" | "undo" | "?" | "mode" | "again" | "review"
                    if game =>
                {
                    return Some(word.to_owned());
                }
                // It loses nothing to ask for Enter before leaving.
                _ if game && c == 'q' => picture.typed = "quit".to_owned(),
                // Of many choices, the number is ended by Enter.
                _ if game && c != ':' && !c.is_ascii_digit() => {}
                _ => picture.typed.push(c),
            }
            return None;
        }
        picture.typed.push(c);
        None
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        // On a panic the terminal is restored before the message, which must not be overwritten.
        if !std::thread::panicking() {
            ratatui::restore();
        }
    }
}

impl Face for Screen<'_> {
    fn happened(&mut self, told: &Told, scene: &Scene) {
        self.picture.happened(told, scene);
        self.draw();
        if !self.hurry {
            self.hurry = self.key(PACE).is_some();
        }
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.picture.scene = scene.clone();
    }

    fn say(&mut self, text: &str) {
        self.picture.say(text);
        self.draw();
    }

    fn ask(&mut self, prompt: &Prompt) -> Answer {
        self.hurry = false;
        self.picture.prompt = Some(prompt.clone());
        self.picture.typed.clear();
        let answer = loop {
            self.draw();
            if self.stopped() {
                break Answer::Interrupted;
            }
            let Some(key) = self.key(TICK * 20) else {
                continue;
            };
            if let Some(words) = self.pressed(key, prompt) {
                break Answer::Words(words);
            }
        };
        self.picture.answered();
        answer
    }

    fn think(&mut self, text: &str, time: Duration) -> bool {
        if !self.hurry && !time.is_zero() {
            self.picture.doing = text.to_owned();
            self.draw();
            self.hurry = self.key(time).is_some();
            self.picture.doing.clear();
        }
        !self.stopped()
    }

    fn is_live(&self) -> bool {
        true
    }

    fn stays(&self) -> bool {
        false
    }

    fn clear(&mut self) {
        self.picture.clear();
        self.draw();
    }
}
