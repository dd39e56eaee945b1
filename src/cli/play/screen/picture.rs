//! What is on the screen, and how it is drawn: a title, the scene with its dice, the log, the
//! question and the keys. Nothing here reads keys or knows a terminal.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};
use rivals_core::text::language::Language;
use textwrap::WordSplitter;

use super::cursor::{self, Cursor};
use super::dice;
use crate::cli::play::ui::{Kind, Prompt};
use crate::play::show::{
    Aim, Board, Colour, Die, Fate, LogLine, Part, Piece, Scene, Supply, Track,
};

/// The smallest screen.
pub(in crate::cli::play) const COLUMNS: u16 = 80;
pub(in crate::cli::play) const ROWS: u16 = 24;

/// The columns of a player's name.
const NAME: usize = 12;

/// Everything that is on the screen.
#[derive(Clone, Debug, Default)]
pub(in crate::cli::play) struct Picture {
    /// The game as it stands.
    pub scene: Scene,
    /// The dice as they were thrown last.
    pub dice: Vec<Die>,
    /// What happened, the oldest first.
    pub log: Vec<String>,
    /// What is asked; none while others act.
    pub prompt: Option<Prompt>,
    /// The cursor among the choices of a decision.
    pub cursor: Cursor,
    /// What has been typed.
    pub typed: String,
    /// A text over the picture; empty if there is none.
    pub text: String,
    /// The first line of the text that is shown.
    pub scroll: u16,
    /// What was asked last.
    pub asked: Option<Prompt>,
    /// What is going on while nothing is asked.
    pub doing: String,
    /// Whether colours are shown. Letters say the same.
    pub colours: bool,
    /// The language of the words that are not given.
    pub language: Language,
}

/// The fewest columns of a log beside the scene, and the lines that one below it should have.
const LOG_WIDTH: u16 = 28;
const LOG_LINES: usize = 4;

impl Picture {
    /// Takes in what happened.
    pub(in crate::cli::play) fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.scene = scene.clone();
        self.recall(told);
    }

    /// The word for which a letter stands where the answer is yes or no.
    pub(in crate::cli::play) fn says(&self, letter: char, prompt: &Prompt) -> Option<&'static str> {
        let mut words = [("yes", 'y'), ("no", 'n')]
            .map(|(word, key)| (self.language.fixed(word), key))
            .into_iter();
        let (word, _) = words.find(|(word, key)| letter == *key || word.starts_with(letter))?;
        prompt.choices.iter().any(|choice| choice == word).then_some(word)
    }

    /// Takes in what happened earlier.
    pub(in crate::cli::play) fn recall(&mut self, told: &LogLine) {
        self.log.push(told.text.clone());
        if !told.dice.is_empty() {
            self.dice.clone_from(&told.dice);
        }
    }

    /// Shows a text over the picture, below one that is shown already.
    pub(in crate::cli::play) fn say(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += text.trim_end();
        self.scroll = 0;
    }

    /// Asks, with the cursor where it was if the question is the same.
    pub(in crate::cli::play) fn ask(&mut self, prompt: &Prompt) {
        let again = self.asked.as_ref() == Some(prompt);
        self.asked = Some(prompt.clone());
        self.prompt = Some(prompt.clone());
        self.typed.clear();
        let aims = self.board().map(|board| board.aims.clone());
        self.cursor.begin(aims.as_deref(), again);
    }

    /// The board of the decision that is asked; `None` in other questions and other games.
    fn board(&self) -> Option<&Board> {
        let prompt = self.prompt.as_ref()?;
        let decides = prompt.kind == Kind::Decision;
        self.scene.parts.iter().find_map(|part| match part {
            Part::Board(board) if decides && board.aims.len() == prompt.choices.len() => {
                Some(board)
            }
            _ => None,
        })
    }

    /// What arrows choose among: the places of the board, or the list of choices.
    pub(super) fn aims(&self) -> Vec<Aim> {
        if let Some(board) = self.board() {
            return board.aims.clone();
        }
        let decision = self.prompt.iter().filter(|prompt| prompt.kind == Kind::Decision);
        let listed = decision.flat_map(|prompt| 0..prompt.choices.len());
        let aim = |place| Aim { at: (place, 0), ..Aim::default() };
        listed.map(aim).collect()
    }

    /// Moves the cursor, if the key is one that does.
    pub(super) fn moved(&mut self, key: KeyCode) -> bool {
        let aims = self.aims();
        let moves = !aims.is_empty();
        match key {
            _ if !moves => {}
            KeyCode::Left => self.cursor.go(&aims, -1, 0),
            KeyCode::Right => self.cursor.go(&aims, 1, 0),
            KeyCode::Up => self.cursor.go(&aims, 0, -1),
            KeyCode::Down => self.cursor.go(&aims, 0, 1),
            KeyCode::Tab => self.cursor.turn(&aims),
            _ => return false,
        }
        moves
    }

    /// What a character answers to the question for the next step of a replay.
    pub(super) fn stepped(&mut self, c: char) -> Option<String> {
        match c {
            ' ' => return Some("]".to_owned()),
            '[' | ']' | '?' | 'q' => return Some(c.to_string()),
            _ if c.is_ascii_digit() => self.typed.push(c),
            _ => {}
        }
        None
    }

    /// The number of the choice on which the cursor stands, for Enter.
    pub(super) fn entered(&mut self) -> Option<String> {
        let choice = self.cursor.choice(&self.aims())?;
        let ready = std::mem::replace(&mut self.cursor.ready, true);
        ready.then(|| (choice + 1).to_string())
    }

    /// The choice on which the cursor stands, and what Enter and Tab do with it; empty without a
    /// board.
    fn chosen(&self, width: u16) -> String {
        let aims = self.aims();
        let (Some(prompt), Some(choice)) = (&self.prompt, self.cursor.choice(&aims)) else {
            return String::new();
        };
        if self.board().is_none() {
            return String::new();
        }
        let chosen = format!(" > {} {} ", choice + 1, prompt.choices[choice]);
        let other = self.cursor.other(&aims);
        let tab =
            other.map_or_else(String::new, |other| format!(", Tab: {}", prompt.choices[other]));
        let keys = self.language.text(&if self.cursor.ready {
            format!("(Enter chooses{tab}) ")
        } else {
            format!("(arrows move, Enter twice chooses{tab}) ")
        });
        let fits = chosen.chars().count() + keys.chars().count() < width.into();
        if fits { chosen + &keys } else { chosen }
    }

    /// Removes the question, and the text over the picture.
    pub(in crate::cli::play) fn answered(&mut self) {
        self.prompt = None;
        self.typed.clear();
        self.text.clear();
    }

    /// Removes everything that one player alone may see.
    pub(in crate::cli::play) fn clear(&mut self) {
        self.scene = Scene::default();
        self.dice.clear();
        self.log.clear();
        self.text.clear();
    }

    /// Draws the picture, whatever the size.
    pub(in crate::cli::play) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < COLUMNS || area.height < ROWS {
            let text = format!(
                "The window has {} x {} cells; the game needs {COLUMNS} x {ROWS}. Make it larger, or \
                 press Ctrl-C and play with --plain.",
                area.width, area.height
            );
            let text = self.language.text(&text);
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        let mut asked = self.asked(area.width, false);
        let needed = self.lines(area.width, false).len() + LOG_LINES;
        if usize::from(area.height) < asked.len() + 2 + needed && self.board_width() > 0 {
            asked = self.asked(area.width, true);
        }
        let below = clipped(asked.len() + 1);
        let rows = [Constraint::Length(1), Constraint::Min(1), Constraint::Length(below)];
        let [title, middle, bottom] = Layout::vertical(rows).areas(area);
        let about =
            " rivals play   ? explains everything   --plain plays in lines (screen readers)";
        // Where the board leaves no room for the log, its last line stands here.
        let last = self.log.last().filter(|_| self.areas(middle).1.height <= 1);
        let mut text = last.map_or_else(|| self.language.text(about), |last| format!(" {last}"));
        let width = usize::from(area.width);
        if text.chars().count() > width {
            let more = self.language.text(" ... (l: log)");
            let room = width - more.chars().count();
            text = text.chars().take(room).collect::<String>() + &more;
        }
        let text = format!("{text:width$}");
        frame.render_widget(
            Paragraph::new(text).style(Style::new().add_modifier(Modifier::REVERSED)),
            title,
        );
        self.middle(frame, middle);
        let line =
            Block::new().borders(Borders::TOP).border_set(ASCII).title(self.chosen(area.width));
        frame.render_widget(Paragraph::new(asked).block(line), bottom);
        if !self.text.is_empty() {
            self.over(frame, middle);
        }
    }

    /// The width of the board; 0 without one.
    fn board_width(&self) -> u16 {
        let board = self.scene.parts.iter().filter_map(|part| match part {
            Part::Board(Board { text, .. }) | Part::Text(text) => {
                text.lines().map(|line| line.chars().count()).max()
            }
            _ => None,
        });
        clipped(board.max().unwrap_or(0))
    }

    /// The places of the scene and of the log: side by side, or one above the other below a wide
    /// board.
    fn areas(&self, area: Rect) -> (Rect, Rect) {
        let beside = area.width.saturating_sub(self.board_width() + 1);
        let log = (area.width * 2 / 5).max(30).min(beside);
        if log >= LOG_WIDTH {
            let columns = [Constraint::Min(1), Constraint::Length(log)];
            let [scene, log] = Layout::horizontal(columns).areas(area);
            return (scene, log);
        }
        let needed = clipped(self.lines(area.width, false).len());
        let rows = [Constraint::Length(needed.min(area.height)), Constraint::Min(0)];
        let [scene, log] = Layout::vertical(rows).areas(area);
        (scene, log)
    }

    /// The scene and the log.
    fn middle(&self, frame: &mut Frame<'_>, area: Rect) {
        let (scene, log) = self.areas(area);
        let height = usize::from(scene.height);
        let tight = |mut lines: Vec<Line<'static>>| {
            if lines.len() > height {
                lines.retain(|line| line.width() > 0);
            }
            lines
        };
        let mut lines = tight(self.lines(scene.width, true));
        let wide = lines.iter().any(|line| line.width() > scene.width.into());
        if wide || lines.len() > height {
            lines = tight(self.lines(scene.width, false));
        }
        frame.render_widget(Paragraph::new(lines), scene);
        self.draw_log(frame, log);
    }

    /// The end of the log, whose last line is at the bottom.
    fn draw_log(&self, frame: &mut Frame<'_>, area: Rect) {
        let title = self.language.text("What happened");
        let block = Block::new().borders(Borders::LEFT).border_set(ASCII).title(title);
        let rows = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(rows.width.saturating_sub(1)).max(1);
        let recent = self.log.iter().skip(self.log.len().saturating_sub(area.height.into()));
        let lines: Vec<String> = recent
            .flat_map(|line| {
                textwrap::wrap(line, unbroken(width).subsequent_indent("  "))
                    .into_iter()
                    .map(|line| format!(" {line}"))
                    .collect::<Vec<_>>()
            })
            .collect();
        let hidden = lines.len().saturating_sub(rows.height.into());
        let lines: Vec<Line<'_>> = lines.into_iter().skip(hidden).map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), rows);
    }

    /// The lines of the scene, and the dice that were thrown, which may be `large`.
    fn lines(&self, width: u16, large: bool) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let thrown = !self.dice.is_empty();
        for part in &self.scene.parts {
            match part {
                Part::Tracks { target, tracks } => {
                    let title = format!(" Scores, to {target}");
                    lines.push(Line::from(self.language.text(&title)));
                    for track in tracks {
                        lines.push(self.track(track, *target, width));
                    }
                }
                Part::Pieces { title, pieces } => {
                    lines.push(Line::from(format!(" {title}")));
                    lines.push(self.pieces(pieces));
                }
                // The thrown dice show the same and more.
                Part::Dice { title, dice } => {
                    lines.push(Line::from(format!(" {title}")));
                    let blank = |die: &Die| {
                        Span::raw(match die.fate {
                            Fate::Lost => " ( ) ",
                            _ => " [ ] ",
                        })
                    };
                    lines.push(Line::from_iter(dice.iter().map(blank)));
                }
                Part::Board(board) => {
                    let asked = self.board().map_or(&[][..], |board| &board.aims);
                    let chosen = self.cursor.choice(asked);
                    let style = |colour| self.style(colour);
                    lines.extend(cursor::lines(board, asked, chosen, style));
                }
                Part::Text(text) => {
                    lines.extend(text.lines().map(|line| Line::from(line.to_owned())));
                }
            }
            lines.push(Line::default());
        }
        if thrown {
            lines.push(Line::from(self.language.text(" The last roll")));
            for group in self.dice.chunk_by(|a, b| a.colour == b.colour) {
                lines.extend(self.dice_row(group, large));
            }
        }
        lines
    }

    /// A score as a bar: `#` for points, `+` for those of a stop now.
    fn track(&self, track: &Track, target: u32, width: u16) -> Line<'static> {
        let mut figures = format!(" {}", track.score);
        if let Some(ghost) = track.ghost.filter(|&ghost| ghost > track.score) {
            figures += &format!("+{}", ghost - track.score);
        }
        if let Some(Supply { name, held, given }) = track.supply.filter(|of| of.given > 0) {
            let letter = name.chars().take(1).collect::<String>().to_uppercase();
            figures += &format!(" {letter} {held}/{given}");
        }
        let room = usize::from(width).saturating_sub(NAME + figures.len() + 6);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "up to width")]
        let cells = |points: u32| {
            let part = f64::from(points.min(target)) / f64::from(target.max(1));
            (part * room as f64).round() as usize
        };
        let (full, ghost) = (cells(track.score), cells(track.ghost.unwrap_or(0).max(track.score)));
        let marker = if track.moves { ">" } else { " " };
        let name: String = track.name.chars().take(NAME).collect();
        let ghosts = Style::new().add_modifier(Modifier::DIM);
        Line::from(vec![
            Span::raw(format!(" {marker}{name:NAME$} ")),
            Span::raw("#".repeat(full)),
            Span::styled("+".repeat(ghost - full), ghosts),
            Span::raw(".".repeat(room - ghost)),
            Span::raw(figures),
        ])
    }

    fn pieces(&self, pieces: &[Piece]) -> Line<'static> {
        let span = |piece: &Piece| {
            if piece.there {
                Span::styled(format!(" [{}]", piece.name), self.style(piece.colour))
            } else {
                let style = Style::new().add_modifier(Modifier::DIM);
                Span::styled(format!(" ({})", piece.name), style)
            }
        };
        Line::from_iter(pieces.iter().map(span))
    }

    /// Dice in a row. The upper edge of a large one says what it shows, and the lower one what became
    /// of it.
    fn dice_row(&self, dice: &[Die], large: bool) -> Vec<Line<'static>> {
        let drawn = dice.iter().map(|die| dice::drawn(die, large, self.language));
        let drawn: Vec<Vec<String>> = drawn.collect();
        let height = drawn.first().map_or(0, Vec::len);
        let row = |row: usize| {
            let span = |(die, drawn): (&Die, &Vec<String>)| {
                let mut style = self.style(die.colour);
                if die.fate == Fate::Lost {
                    style = style.add_modifier(Modifier::DIM);
                }
                Span::styled(format!(" {}", drawn[row]), style)
            };
            Line::from_iter(dice.iter().zip(&drawn).map(span))
        };
        (0..height).map(row).collect()
    }

    fn style(&self, colour: Colour) -> Style {
        let colour = match colour {
            _ if !self.colours => return Style::new(),
            Colour::Plain => return Style::new(),
            Colour::Blue => Color::Blue,
            Colour::Green => Color::Green,
            Colour::Red => Color::Red,
            Colour::Yellow => Color::Yellow,
        };
        Style::new().fg(colour)
    }

    /// The question, its choices, and the keys that answer; in `short` only the number of choices.
    fn asked(&self, width: u16, short: bool) -> Vec<Line<'static>> {
        let width = usize::from(width) - 2;
        let Some(prompt) = &self.prompt else {
            let mut lines = vec![Line::from(format!(" {}", self.doing)), Line::default()];
            lines.extend(self.keys("any key skips the wait  Ctrl-C saves and leaves", width));
            return lines;
        };
        let who = prompt.person.as_ref().map(|name| format!("{name}: "));
        let mut question = who.unwrap_or_default() + &prompt.question;
        if prompt.kind == Kind::Stop {
            question = self.language.text("Go on with Enter or the space bar.");
        }
        let short = short && prompt.kind == Kind::Decision;
        if short {
            let count = format!("{} choices; w lists them.", prompt.choices.len());
            question += &format!(" {}", self.language.text(&count));
        }
        let mut lines = wrapped(&question, width, Style::new().add_modifier(Modifier::BOLD));
        if !short {
            lines.extend(self.listed(prompt, width));
        }
        if !self.typed.is_empty() {
            let keys = self.language.text("Enter answers, Esc clears");
            lines.push(Line::from(format!(" > {}_   {keys}", self.typed)));
            return lines;
        }
        let keys = match prompt.kind {
            Kind::Decision if prompt.choices.len() > 9 => {
                "number and Enter choose  h hint  w why  l log  u undo  : words  ? help  q quit"
            }
            Kind::Decision => {
                "number chooses  h hint  w why  l log  u undo  m mode  : words  ? help  q quit"
            }
            Kind::Stop => "Enter goes on  u undo  l log  m mode: stop less often  ? help  q quit",
            Kind::Pass => "Enter goes on",
            Kind::Over { review, again } => {
                let review = if review { "  r review" } else { "" };
                let again = if again { "  t try again" } else { "" };
                &format!(
                    "Enter leaves  m rematch  n new  p replay{review}{again}  e end  l log  b board"
                )
            }
            Kind::Replay => "] or Enter next  [ back  number and Enter: that step  ? help  q quit",
            Kind::Question => "> _  Enter answers  ? help  quit leaves",
        };
        lines.extend(self.keys(keys, width));
        lines
    }

    /// The keys that answer, which two spaces keep apart, each whole in a line.
    fn keys(&self, keys: &str, width: usize) -> Vec<Line<'static>> {
        let keys = keys.split("  ").map(|key| self.language.text(key));
        whole(&keys.collect::<Vec<_>>(), "  ", width)
    }

    /// The choices with their numbers, and a mark where the cursor stands. Words of a choice stay
    /// together.
    fn listed(&self, prompt: &Prompt, width: usize) -> Vec<Line<'static>> {
        let mut choices = prompt.listed(self.language);
        if let Some(chosen) = self.cursor.choice(&self.aims())
            && choices.len() == prompt.choices.len()
        {
            choices[chosen].insert(0, '>');
        }
        whole(&choices, "   ", width)
    }

    /// A text over the scene and the log.
    fn over(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.text_lines(area.width);
        let height = clipped(lines.len() + 2).min(area.height);
        let more = lines.len() + 2 > height.into();
        let title = if more { " Up and Down scroll, Esc closes " } else { " Esc closes " };
        let title = self.language.text(title);
        let first = self.scroll.min(clipped(lines.len() + 2) - height);
        let lines: Vec<Line<'_>> = lines.into_iter().skip(first.into()).map(Line::from).collect();
        let borders = Borders::TOP | Borders::BOTTOM;
        let block = Block::new().borders(borders).border_set(ASCII).title(title);
        let place = Rect { height, ..area };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines).block(block), place);
    }

    /// Scrolls the text over the picture, in a window of this size.
    pub(in crate::cli::play) fn scroll_by(&mut self, lines: i16, (columns, rows): (u16, u16)) {
        let all = self.text_lines(columns).len();
        // The question and the borders take some lines.
        let most = all.saturating_sub(usize::from(rows / 3));
        self.scroll = self.scroll.saturating_add_signed(lines).min(clipped(most));
    }

    /// The lines of the text over the picture.
    fn text_lines(&self, width: u16) -> Vec<String> {
        let lines = self.text.lines();
        lines
            .flat_map(|line| textwrap::wrap(line, unbroken(width.into())))
            .map(String::from)
            .collect()
    }
}

/// A number of lines or columns, or the most that a screen may have.
fn clipped(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Names such as `hold-20` stay whole.
fn unbroken(width: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(width).word_splitter(WordSplitter::NoHyphenation)
}

/// The lines of a text in a window of this width.
fn wrapped(text: &str, width: usize, style: Style) -> Vec<Line<'static>> {
    let lines = textwrap::wrap(text, unbroken(width)).into_iter();
    lines.map(|line| Line::styled(format!(" {line}"), style)).collect()
}

/// Phrases beside each other with this between them, each whole in a line.
fn whole(phrases: &[String], between: &str, width: usize) -> Vec<Line<'static>> {
    let phrases: Vec<String> = phrases.iter().map(|one| one.replace(' ', "\u{a0}")).collect();
    let mut lines = wrapped(&phrases.join(between), width, Style::new());
    for span in lines.iter_mut().flat_map(|line| &mut line.spans) {
        span.content = span.content.replace('\u{a0}', " ").into();
    }
    lines.retain(|_| !phrases.is_empty());
    lines
}

/// Borders that every font has.
const ASCII: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
