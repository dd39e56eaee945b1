//! The game as a full screen. The terminal is restored when the screen is dropped, on a panic,
//! and while the program is suspended.

mod cursor;
mod dice;
mod job_control;
mod keys;
mod picture;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::{Position, Size};

use super::ui::{Kind, Left, Prompt, Ui};
use crate::play::show::{Die, LogLine, Scene};
use job_control::JobControl;
use keys::Keys;
use picture::{COLUMNS, Picture, ROWS};
use rivals_core::text::language::Language;

/// How often the wish to stop is looked up while nothing happens.
const TICK: Duration = Duration::from_millis(50);

/// How long a line of the log is shown before the next event. A key skips it.
const PACE: Duration = Duration::from_millis(350);

/// How often dice that roll are drawn, and for how long each time. A key ends the roll.
const FRAMES: usize = 5;
const FRAME: Duration = Duration::from_millis(70);

/// The variable of those who want nothing to move.
const NO_MOTION: &str = "NO_MOTION";

/// Whether the game can be a full screen here.
pub(super) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    let size = terminal::size().is_ok_and(|size| is_large_enough(size.into()));
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb && size
}

/// Whether a game can be shown in a window of this size.
fn is_large_enough(size: Size) -> bool {
    size.width >= COLUMNS && size.height >= ROWS
}

/// A full screen.
pub(super) struct Screen<'a> {
    terminal: DefaultTerminal,
    picture: Picture,
    /// Set when the user asks to stop.
    stop: &'a AtomicBool,
    jobs: JobControl,
    keys: Keys,
    /// The size that was drawn last.
    drawn: Size,
    /// When everything that was shown is read.
    read_by: Instant,
    /// Whether the waits until the next question are skipped.
    hurry: bool,
    /// Whether Ctrl-D has ended the input.
    ended: bool,
    /// Whether a roll is seen rolling.
    motion: bool,
    /// The key that has ended a roll, which still counts.
    kept: Option<KeyEvent>,
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
            picture: Picture { colours: !no_colour, ..Picture::default() },
            stop,
            keys: Keys::default(),
            drawn: Size::default(),
            read_by: Instant::now(),
            hurry: false,
            ended: false,
            motion: false,
            kept: None,
        })
    }

    /// The language of its own words. What it is given to show is in it already.
    pub(super) fn speak(&mut self, language: Language) {
        self.picture.language = language;
    }

    /// Draws. A terminal that knows synchronized updates shows no half of a picture. One that is gone
    /// ends the game.
    fn draw(&mut self) {
        self.drawn = self.terminal.size().unwrap_or_default();
        if self.try_draw().is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn try_draw(&mut self) -> io::Result<()> {
        let picture = &self.picture;
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| picture.draw(frame))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The next key, if one is pressed in this time. Only Shift belongs to a key: Ctrl-C, Ctrl-\,
    /// Ctrl-D, Ctrl-Z and Ctrl-L have their usual meaning, and others have none. In a window that is
    /// too small no other key counts.
    fn key(&mut self, time: Duration) -> Option<KeyEvent> {
        if self.kept.is_some() {
            return self.kept.take();
        }
        let until = Instant::now() + time;
        while !self.stopped() && !self.ended {
            if self.jobs.asked_to_stop() {
                self.suspend();
            } else if self.jobs.has_resumed() {
                self.take_over();
            }
            let size = self.terminal.size().unwrap_or_default();
            if size != self.drawn {
                self.draw();
            }
            let left = until.saturating_duration_since(Instant::now());
            let key = match self.keys.next(left.min(TICK)) {
                Ok(Some(key)) => key,
                Ok(None) if left.is_zero() => return None,
                Ok(None) => continue,
                Err(_) => {
                    self.stop.store(true, Ordering::Relaxed);
                    return None;
                }
            };
            match (key.modifiers - KeyModifiers::SHIFT, key.code) {
                (KeyModifiers::NONE, _) if is_large_enough(size) => return Some(key),
                (KeyModifiers::CONTROL, KeyCode::Char('c' | '\\')) => {
                    self.stop.store(true, Ordering::Relaxed);
                }
                // As in a shell, it ends the input only where a line begins.
                (KeyModifiers::CONTROL, KeyCode::Char('d')) => {
                    self.ended = self.picture.typed.is_empty();
                }
                (KeyModifiers::CONTROL, KeyCode::Char('z')) => self.suspend(),
                (KeyModifiers::CONTROL, KeyCode::Char('l')) => self.draw_again(),
                _ => {}
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
        if raw.and_then(|()| execute!(io::stdout(), EnterAlternateScreen)).is_err() {
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

    /// Shows dice that roll, until they lie or a key is pressed. The key is kept, as it may have been
    /// meant for what follows.
    fn roll(&mut self, dice: &[Die]) {
        for frame in 1..=FRAMES {
            self.picture.dice = dice::rolling(dice, frame);
            self.draw();
            self.kept = self.key(FRAME);
            if self.kept.is_some() || self.stopped() {
                break;
            }
        }
    }

    /// What a key means while something is asked: the whole answer, or none yet.
    fn pressed(&mut self, key: KeyEvent, prompt: &Prompt) -> Option<String> {
        let size = self.terminal.size().map_or((0, 0), |size| (size.width, size.height));
        let picture = &mut self.picture;
        if picture.text.is_empty() && picture.moved(key.code) {
            return None;
        }
        match key.code {
            KeyCode::Left if prompt.kind == Kind::Replay => return Some("[".to_owned()),
            KeyCode::Right if prompt.kind == Kind::Replay => return Some("]".to_owned()),
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
                let shown = !std::mem::take(&mut picture.text).is_empty();
                return if !closes {
                    Some(typed)
                } else if shown {
                    None
                } else {
                    picture.entered()
                };
            }
            KeyCode::Char(c) => return self.typed(c, prompt),
            _ => {}
        }
        None
    }

    /// A character while something is asked.
    fn typed(&mut self, c: char, prompt: &Prompt) -> Option<String> {
        let picture = &mut self.picture;
        if !picture.typed.is_empty() {
            picture.typed.push(c);
            return None;
        }
        if prompt.kind == Kind::Replay {
            return picture.stepped(c);
        }
        if let Some(number) = c.to_digit(10) {
            let typed_out = prompt.kind == Kind::Question && prompt.choices.is_empty();
            match prompt.choices.len() {
                // Of many choices, the number is ended by Enter.
                count if (typed_out || count > 9) && number > 0 => picture.typed.push(c),
                count if (1..=count).contains(&(number as usize)) => return Some(c.to_string()),
                _ => {}
            }
            return None;
        }
        match (c, prompt.kind) {
            // At the end a space that was meant to skip a wait must not remove the result.
            (' ', Kind::Stop | Kind::Pass) => return Some(String::new()),
            (_, Kind::Pass) => {}
            ('?', _) => return Some("?".to_owned()),
            (_, Kind::Question) if picture.says(c, prompt).is_some() => {
                return picture.says(c, prompt).map(str::to_owned);
            }
            (_, Kind::Question | Kind::Replay) | (':', _) => picture.typed.push(c),
            // It loses nothing to ask for Enter before leaving.
            ('q', _) => picture.typed = "quit".to_owned(),
            (_, kind) => {
                let word = match (c, kind) {
                    ('m', Kind::Over { .. }) => "rematch",
                    ('n', Kind::Over { .. }) => "new",
                    ('e', Kind::Over { .. }) => "end",
                    ('p', Kind::Over { .. }) => "replay",
                    ('h', _) => "hint",
                    ('w', _) => "why",
                    ('l', _) => "log",
                    ('b', _) => "board",
                    ('u', _) => "undo",
                    ('m', _) => "mode",
                    ('t', Kind::Over { again: true, .. }) => "again",
                    ('r', Kind::Over { review: true, .. }) => "review",
                    _ => return None,
                };
                return Some(word.to_owned());
            }
        }
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

impl Ui for Screen<'_> {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        if self.motion && !self.hurry && !told.dice.is_empty() {
            self.picture.scene = scene.clone();
            self.roll(&told.dice);
        }
        self.picture.happened(told, scene);
        self.draw();
        self.read_by = self.read_by.max(Instant::now()) + PACE;
    }

    fn goes_on(&mut self, scene: &Scene) {
        let left = self.read_by.saturating_duration_since(Instant::now());
        if !self.hurry && !left.is_zero() {
            self.hurry = self.key(left).is_some();
        }
        self.picture.scene = scene.clone();
    }

    fn set_motion(&mut self, on: bool) {
        let still = std::env::var_os(NO_MOTION).is_some_and(|value| !value.is_empty());
        self.motion = on && !still;
    }

    fn recall(&mut self, told: &[LogLine]) {
        self.picture.dice.clear();
        self.picture.log.clear();
        for told in told {
            self.picture.recall(told);
        }
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.picture.scene = scene.clone();
    }

    fn say(&mut self, text: &str) {
        self.picture.say(text);
        self.draw();
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        // A key that has skipped a wait, and those pressed with it, answer nothing.
        if std::mem::take(&mut self.hurry) {
            while self.key(Duration::ZERO).is_some() {}
        }
        self.picture.ask(prompt);
        let answer = loop {
            self.draw();
            if self.stopped() {
                break Err(Left::Interrupted);
            }
            if std::mem::take(&mut self.ended) {
                break Err(Left::Unfinished);
            }
            let Some(key) = self.key(TICK * 20) else {
                continue;
            };
            if let Some(words) = self.pressed(key, prompt) {
                break Ok(words);
            }
        };
        self.picture.answered();
        self.read_by = Instant::now();
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
