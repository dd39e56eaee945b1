//! Players as sets of sentences: a file is a player.
//!
//! A sentence has a condition on the [facts](Facts) of a position and of an action, and chooses an
//! action, forbids it, or gives it points. A player is improved by adding sentences, and what each
//! of them is worth can be measured. The idea is that of the source of Tute Cabrero, and the
//! priority board of Tic Tac Toe SP is another case of it. `docs/players.md` has the format.
//!
//! [`Sentences::read`] takes the text of a file. It is compiled once: an evaluation looks up no
//! name and allocates nothing.

#![cfg_attr(
    not(feature = "players"),
    expect(dead_code, reason = "without the feature no file is read, and no sentence is made")
)]

mod agent;
mod expression;
mod facts;
#[cfg(feature = "players")]
mod file;
#[cfg(feature = "players")]
mod language;
#[cfg(all(test, feature = "players"))]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;

use crate::play::{AgentKind, AgentSpec};
use crate::values::Invalid;
pub use agent::{Decided, SentenceAgent};
use expression::{Node, Slots};
pub use facts::{Fact, FactRow, FactValues, Facts, Measure, Measured};

/// How the folders of players' files are called: `players/novice` is a file in them.
pub const PLAYERS: &str = "players";

/// A player: sentences that decide together.
#[derive(Debug)]
pub struct Sentences {
    /// How rosters call it: the name of the file, and the numbers that are others than in the file.
    id: String,
    about: String,
    /// The text of the file, and its SHA-256.
    text: String,
    digest: String,
    numbers: Vec<(String, f64)>,
    decide: Decide,
    ties: Ties,
    sentences: Vec<Sentence>,
    slots: Slots,
    /// The facts of its game.
    facts: Facts,
}

/// How sentences decide together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Decide {
    /// The first sentence that holds for an action that is not forbidden chooses it.
    #[default]
    First,
    /// The action whose best sentence has most points is chosen.
    Greatest,
    /// The action with most points of all its sentences is chosen.
    Sum,
}

/// Which of equal actions is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ties {
    /// The first in canonical order.
    #[default]
    First,
    /// Any of them, all with the same probability.
    Random,
}

#[derive(Debug)]
struct Sentence {
    name: Arc<str>,
    condition: Node,
    effect: Effect,
}

#[derive(Debug)]
enum Effect {
    Forbid,
    /// The points of an action; 0 for a sentence that chooses.
    Points(Node),
}

/// What is wrong with the file of a player or with its spelling, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}column {column}: {message}", if *line == 0 { String::new() } else { format!("line {line}, ") })]
pub struct PlayerError {
    /// The place in bytes.
    pub span: Range<usize>,
    /// The number of the line in the file; 0 if the spelling is wrong.
    pub line: usize,
    /// The number of the first character in the line or in the spelling.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl PlayerError {
    /// The error in the file with this name.
    #[must_use]
    pub fn within(self, file: &str) -> Invalid {
        Invalid::new("", format!("{file}, {self}"), self.help)
    }
}

impl Sentences {
    /// How rosters call the player: the name of its file, then `:KEY=VALUE` for every number that is
    /// not as in the file.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How it plays, in its author's words.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The text of its file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The SHA-256 of that text: two files of one name that differ are two players.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its numbers by name, which may be varied.
    #[must_use]
    pub fn numbers(&self) -> &[(String, f64)] {
        &self.numbers
    }

    /// The names of its sentences, in their order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.sentences.iter().map(|sentence| &*sentence.name)
    }

    /// The player with other numbers.
    ///
    /// # Errors
    /// [`PlayerError`], if it has none of this name.
    pub fn with(&self, numbers: &[(&str, f64)]) -> Result<Self, PlayerError> {
        let is_other = |(key, _): &&(String, f64)| numbers.iter().all(|(other, _)| other != key);
        let kept = self.numbers.iter().filter(is_other).map(|(key, value)| (key.as_str(), *value));
        let (file, _) = Self::split(&self.id).unwrap_or((&self.id, ""));
        let all = kept.chain(numbers.iter().copied());
        let all: String = all.map(|(key, value)| format!(":{key}={value}")).collect();
        Self::read(&format!("{file}{all}"), &self.text, self.facts)
    }

    /// As with the feature `players`, without which files are not read.
    ///
    /// # Errors
    /// [`PlayerError`], always.
    #[cfg(not(feature = "players"))]
    pub fn read(_: &str, _: &str, _: Facts) -> Result<Self, PlayerError> {
        let message = "this program was built without players made of sentences".to_owned();
        let help = "build it with the feature `players`".to_owned();
        Err(PlayerError { span: 0..0, line: 1, column: 1, message, help })
    }

    /// The file of a spelling and the numbers behind it; `None` if it is the spelling of another
    /// player. `players/novice` and each text that ends in `.toml` are files.
    #[must_use]
    pub fn split(spelling: &str) -> Option<(&str, &str)> {
        if let Some((path, numbers)) = spelling.split_once(".toml:") {
            return Some((&spelling[..path.len() + ".toml".len()], numbers));
        }
        if spelling.ends_with(".toml") {
            return Some((spelling, ""));
        }
        let (file, numbers) = spelling.split_once(':').unwrap_or((spelling, ""));
        Self::built_in_name(file).map(|_| (file, numbers))
    }

    /// The name of the file of `players/NAME`; `None` for a path.
    #[must_use]
    pub fn built_in_name(file: &str) -> Option<&str> {
        file.strip_prefix(PLAYERS)?.strip_prefix('/').filter(|name| !name.ends_with(".toml"))
    }
}

/// Players of the same text with the same numbers decide alike.
impl PartialEq for Sentences {
    fn eq(&self, other: &Self) -> bool {
        (&self.id, &self.text) == (&other.id, &other.text)
    }
}

impl Eq for Sentences {}

/// The kind of all players made of sentences.
static KIND: AgentKind = AgentKind::new(PLAYERS, "Decides by the sentences of a file.", &[]);

impl From<Sentences> for AgentSpec {
    fn from(player: Sentences) -> Self {
        let mut spec = Self::alone(&KIND, &player.id);
        spec.player = Some(Arc::new(player));
        spec
    }
}
