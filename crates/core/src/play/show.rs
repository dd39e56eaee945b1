//! What is shown of a game, for a terminal, a browser and a log alike: scenes, lines of the log, and
//! the names of the players. [`Present`](crate::contest::Present) makes them of a game.

mod board;

use std::fmt::{self, Write};

use serde::Deserialize;

use super::seat::{Seat, Seats};
pub use board::{Aim, Beside, Board, Place};

/// The names of the players, and which of them is read to.
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<String>,
    /// The seat that is called "you".
    you: Option<Seat>,
}

impl Names {
    /// The names by seat; characters that are not printed are escaped.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = String>, you: Option<Seat>) -> Self {
        let names = names.into_iter().map(|name| escaped(&name)).collect();
        Self { names, you }
    }

    /// Whether a seat is spoken to.
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// The number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.names.len()
    }

    /// The names at the beginning of a sentence, by seat.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        Seats::all(self.seats()).iter().map(|seat| self.who(seat))
    }

    /// The name at the beginning of a sentence.
    #[must_use]
    pub fn who(&self, seat: Seat) -> &str {
        if self.is_you(seat) { "You" } else { self.name(seat) }
    }

    /// The name within a sentence.
    #[must_use]
    pub fn whom(&self, seat: Seat) -> &str {
        if self.is_you(seat) { "you" } else { self.name(seat) }
    }

    /// Whose something is, at the beginning of a sentence: `Your` or `Abel's`.
    #[must_use]
    pub fn whose(&self, seat: Seat) -> String {
        if self.is_you(seat) { "Your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }

    /// Whose something is, within a sentence: `your` or `Abel's`.
    #[must_use]
    pub fn own(&self, seat: Seat) -> String {
        if self.is_you(seat) { "your".to_owned() } else { self.whose(seat) }
    }

    /// The name, for all readers alike.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[usize::from(seat.0)]
    }

    /// A name and a verb: `You fight` or `Abel fights`.
    #[must_use]
    pub fn does(&self, seat: Seat, verb: &str) -> String {
        format!("{} {}", self.who(seat), self.verb(seat, verb))
    }

    /// The verb that belongs to a name: `fight` or `fights`.
    #[must_use]
    pub fn verb(&self, seat: Seat, verb: &str) -> String {
        match (self.is_you(seat), verb) {
            (true, _) => verb.to_owned(),
            (false, "have") => "has".to_owned(),
            (false, _) => format!("{verb}s"),
        }
    }
}

/// The text with the characters escaped that would not be printed as themselves.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

/// One line of the log, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogLine {
    /// What happened, as a sentence.
    pub text: String,
    /// The dice that were thrown, as they lie.
    pub dice: Vec<Die>,
    /// What the other players may remark upon.
    pub cue: Option<Cue>,
    /// What kind of event it is, for its tone: `slain`, `lost`, `capture` or `trick`; empty for others.
    pub event: &'static str,
}

impl LogLine {
    /// A line alone.
    #[must_use]
    pub fn line(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// It as an event of this kind.
    #[must_use]
    pub fn of(self, event: &'static str) -> Self {
        Self { event, ..self }
    }
}

/// A public event that players may remark upon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// What happened.
    pub trigger: Trigger,
    /// To whom, or by whom.
    pub seat: Seat,
    /// How much of it, in the unit of the trigger.
    pub amount: f64,
}

/// The kinds of events that players remark upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trigger {
    /// The game begins.
    Start,
    /// A roll changed the probability that the seat gets what it rolls for by this much.
    Luck,
    /// The seat interrupted another seat's turn, with this much at stake; `challenge` in files.
    #[serde(rename = "challenge")]
    Interruption,
    /// The seat answered an interruption: 1 accepted, 0 declined.
    Answer,
    /// The seat has scored, or its strongest rival has lost, and it leads by this many points;
    /// negative if it is still behind. In games without points on show, the way to the win has
    /// 40 of them.
    Lead,
    /// The win probability of the seat changed by this much since its last decision: exactly where
    /// the game is solved, else as the reference of personalities finds it, and in games that
    /// hide something as far as the standing tells that all see.
    Swing,
    /// The seat's decision cost this much win probability, as in [`Self::Swing`]; never in games that
    /// hide something.
    Mistake,
    /// The game is over: 1 the seat has won, 0 it has lost.
    End,
}

/// What is drawn of a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The elements, from the top.
    pub parts: Vec<Part>,
}

/// An element of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The scores of all seats.
    Tracks {
        /// The score at which a track ends.
        target: u32,
        /// One for each seat.
        tracks: Vec<Track>,
    },
    /// Things that are there or not.
    Pieces {
        /// What they are.
        title: &'static str,
        /// All of them.
        pieces: Vec<Piece>,
    },
    /// Dice in a row.
    Dice {
        /// What they are.
        title: &'static str,
        /// From the left.
        dice: Vec<Die>,
    },
    /// A board, or a table of cards, on which choices are made.
    Board(Board),
    /// Any other text, of at most 80 columns.
    Text(String),
}

/// The score of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The seat.
    pub seat: Seat,
    /// Its player.
    pub name: String,
    /// Its points.
    pub score: u32,
    /// The score that it would have if its turn ended well now.
    pub ghost: Option<u32>,
    /// What it may spend; `None` in games without.
    pub supply: Option<Supply>,
    /// Whether it is its turn.
    pub moves: bool,
}

/// Things that a player has from the start, and spends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The word for one of them; an `s` makes it the word for several.
    pub name: &'static str,
    /// How many are left.
    pub held: u32,
    /// How many each player gets.
    pub given: u32,
}

/// A thing that is there or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it is; if it is not there, what became of it, as in `red 4 slain`.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether it is there.
    pub there: bool,
}

/// A die.
#[derive(Clone, Debug, PartialEq)]
pub struct Die {
    /// What it shows, in at most six letters; empty before it is thrown.
    pub face: String,
    /// Its colour.
    pub colour: Colour,
    /// What became of it.
    pub fate: Fate,
}

/// What becomes of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is thrown again.
    InPlay,
    /// It is set aside, as it has what is needed.
    Aside,
    /// It is lost.
    Lost,
}

/// Colours of pieces and dice. Words or letters always say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// That of the text.
    Plain,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

impl Colour {
    /// The colour that a name asks for.
    #[must_use]
    pub fn of(name: &str) -> Self {
        match name {
            "blue" => Self::Blue,
            "green" => Self::Green,
            "red" => Self::Red,
            "yellow" => Self::Yellow,
            _ => Self::Plain,
        }
    }
}

/// The scene as lines for people who read or hear them one after the other.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Tracks { target, tracks } => {
                    for track in tracks {
                        writeln!(f, "{}", track.line(*target))?;
                    }
                }
                Part::Pieces { title, pieces } => {
                    let names: Vec<&str> = pieces.iter().map(|piece| &*piece.name).collect();
                    writeln!(f, "{title}: {}.", names.join(", "))?;
                }
                Part::Dice { title, dice } => {
                    let faces: Vec<&str> = (dice.iter().map(|die| &*die.face))
                        .filter(|face| !face.is_empty())
                        .collect();
                    let lost = dice.iter().filter(|die| die.fate == Fate::Lost).count();
                    match (faces.is_empty(), lost) {
                        (true, 0) => writeln!(f, "{title}: {}.", dice.len())?,
                        (true, _) => writeln!(f, "{title}: {}, {lost} lost.", dice.len() - lost)?,
                        (false, _) => writeln!(f, "{title}: {}.", faces.join(", "))?,
                    }
                }
                Part::Board(Board { text, words, .. }) => {
                    writeln!(f, "{}", text.trim_end())?;
                    f.write_str(words)?;
                }
                Part::Text(text) => writeln!(f, "{}", text.trim_end())?,
            }
        }
        Ok(())
    }
}

impl Track {
    /// The score as one line.
    fn line(&self, target: u32) -> String {
        let mut line = format!("{}: {} of {target} points", self.name, self.score);
        if let Some(ghost) = self.ghost.filter(|&ghost| ghost != self.score) {
            let _ = write!(line, ", {ghost} after a stop now");
        }
        let _ = match self.supply {
            None | Some(Supply { given: 0, .. }) => Ok(()),
            Some(Supply { name, held: 1, given: 1 }) => write!(line, ", {name} left"),
            Some(Supply { name, held: 0, given: 1 }) => write!(line, ", {name} spent"),
            Some(Supply { name, held, given }) => {
                write!(line, ", {held} of {given} {name}s left")
            }
        };
        line + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_sentences() {
        let names = ["Ana", "Abel\n\u{202e}x"].map(str::to_owned);
        let names = Names::new(names, Some(Seat::FIRST));
        assert_eq!(names.does(Seat::FIRST, "fight"), "You fight");
        assert_eq!(names.does(Seat::FIRST, "have"), "You have");
        assert_eq!(names.does(Seat::SECOND, "stop"), "Abel\\n\\u{202e}x stops");
        assert_eq!(names.name(Seat::FIRST), "Ana");
        assert_eq!(names.whom(Seat::FIRST), "you");
    }
}
