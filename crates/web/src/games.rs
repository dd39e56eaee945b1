//! What a program offers to a hall.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rivals_core::personalities::Member;
use rivals_core::play::Seat;
use rivals_core::play::record::{Header, Record};
use rivals_core::session::Session;
use rivals_core::table::Table;
use rivals_core::text::language::Language;
use rivals_core::values::Invalid;
use serde::{Deserialize, Serialize};

use crate::room;

/// The games of a program, and its memory of tables.
pub trait Games: Send {
    /// What can be played.
    fn cards(&self) -> &[Card];

    /// The header of a game that begins.
    ///
    /// # Errors
    /// [`Invalid`] of the field `game` or `seats`, or of what else is wrong.
    fn begin(&self, wish: &Wish) -> Result<Header, Invalid>;

    /// The table of a game, as its record left it.
    ///
    /// # Errors
    /// [`Invalid`], if the record does not follow the rules of this program.
    fn table(&self, record: &Record) -> Result<Table, Invalid>;

    /// Who a stranger at a table may be.
    fn candidates(&self, header: &Header) -> Vec<Member>;

    /// The earlier games of the strangers at a table, whose guesses were left open.
    fn met(&self, _header: &Header) -> Vec<Met> {
        Vec::new()
    }

    /// The table of this name, as it was saved last.
    fn kept(&self, table: &str) -> Option<Kept>;

    /// What the hall knows of the table of this name, as it was saved last, without its game.
    fn state(&self, table: &str) -> Option<String> {
        self.kept(table).map(|kept| kept.state)
    }

    /// Of each seat of a game whether it decides at once: an agent that does not search.
    fn instant(&self, header: &Header) -> Vec<bool> {
        vec![false; header.seats.len()]
    }

    /// The language of a tag such as `ca` or `es-ES`; the usual one for others.
    fn language(&self, _tag: Option<&str>) -> Language {
        Language::default()
    }

    /// Work that writes the review of a finished game as HTML, as long as it is `wanted`; it gives
    /// `None` if there is none.
    fn review(&self, record: Record, wanted: Arc<AtomicBool>) -> Written;

    /// Work that answers a question about the games that are kept.
    fn ask(&self, _question: Question) -> Answer {
        Box::new(|| Err(Invalid::new("do", "no games are kept", "play some")))
    }
}

/// See [`Games::review`].
pub type Written = Box<dyn FnOnce() -> Option<String> + Send>;

/// Work that answers a question about the games that are kept; it fails if they cannot be read.
pub type Answer = Box<dyn FnOnce() -> Result<KeptPage, Invalid> + Send>;

/// What the owner asks of the games that are kept.
#[derive(Clone, Debug)]
pub struct Question {
    /// The name of the person.
    pub name: String,
    /// The day since 1970.
    pub day: u64,
    /// What is asked.
    pub about: About,
}

/// See [`Question`].
#[derive(Clone, Debug)]
pub enum About {
    /// What the person can go on with.
    Home,
    /// What its games say of it.
    Person,
    /// Its costly decisions, to be tried again; and what it has just tried.
    Practice(Option<Tried>),
}

/// A decision of a game that was tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The number of the game.
    pub game: i64,
    /// The place of the decision in its record, from 1.
    pub step: usize,
    /// The place of the choice, from 0.
    pub choice: usize,
}

/// The word for an opponent that is drawn, and whose name is told when the game is over.
pub const STRANGER: &str = "stranger";

/// The beginning of the word for the stranger of an earlier game, whose number follows.
pub const STRANGER_OF: &str = "stranger-of=";

/// An earlier game in which a stranger sat, and which waits for the guess who it was.
pub struct Met {
    /// The seat of the stranger at the table at which it sits again.
    pub seat: Seat,
    /// The table of the earlier game.
    pub table: String,
    /// The earlier game before its first step.
    pub begun: Box<dyn Session>,
    /// What happened in it.
    pub record: Record,
    /// The seat of the stranger in it.
    pub stranger: Seat,
}

/// A page about the games that are kept: its region, and what that shows as HTML.
pub type KeptPage = (&'static str, String);

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its name in messages.
    pub name: String,
    /// Its name for readers.
    pub title: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The numbers of players.
    pub seats: Vec<usize>,
    /// Who can be played against.
    pub opponents: Vec<Opponent>,
}

/// An opponent.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// Its id or spelling.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its manner, in a sentence; empty for most.
    pub about: String,
    /// How long it thinks; `None` for longer than anybody waits.
    pub class: Option<Class>,
}

/// How long an opponent thinks about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// At most 1 ms.
    Instant,
    /// At most 0.2 seconds.
    Quick,
    /// At most 3 seconds.
    Slow,
}

impl Class {
    /// The class of a time; `None` if it is too long.
    #[must_use]
    pub fn of(time: Duration) -> Option<Self> {
        match time.as_micros() {
            0..=1_000 => Some(Self::Instant),
            1_001..=200_000 => Some(Self::Quick),
            200_001..=3_000_000 => Some(Self::Slow),
            _ => None,
        }
    }
}

/// A game that somebody wants to begin.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The name of the game.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<Chair>,
    /// The seed of the dice.
    pub seed: u64,
    /// The nonce of the promise of the seed.
    pub nonce: u128,
    /// When the game begins, in seconds since 1970.
    pub began: u64,
    /// How it is played.
    pub options: Options,
}

impl Wish {
    /// A game with these seats, to see whether it is possible: guests take the open ones.
    pub(crate) fn tried<'a>(
        game: &str,
        seats: impl Iterator<Item = &'a Chair>,
        now: u64,
        options: &Options,
    ) -> Self {
        let seats = seats.enumerate().map(|(place, chair)| match chair {
            Chair::Open => Chair::Person(format!("guest {}", place + 1)),
            chair => chair.clone(),
        });
        Self {
            game: game.to_owned(),
            seats: seats.collect(),
            seed: 0,
            nonce: 0,
            began: now / 1000,
            options: options.clone(),
        }
    }
}

/// How a game is played, beside by whom.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Whether hints are shown at every decision.
    pub hints: bool,
    /// Whether the opponents expect of the people what their earlier games show.
    pub learn: bool,
    /// The date whose game this is, as `2026-11-28`: its dice are the same for everyone.
    pub day: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chair {
    /// A person of this name.
    Person(String),
    /// An agent or a personality, [`STRANGER`], or [`STRANGER_OF`] with a number.
    Agent(String),
    /// A person who has not come yet.
    #[default]
    Open,
}

/// A table as it was saved.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What the hall knows of it, as [`Saved::state`](crate::Saved::state) had it.
    pub state: String,
    /// Its game; `None` if it has not begun.
    pub record: Option<Record>,
}

impl Kept {
    /// A table with the game of this record, which is over: who has the key, if there is one, sees it
    /// as its first person did.
    #[must_use]
    pub fn shared(record: Record, key: Option<&str>) -> Self {
        room::shared(record, key)
    }
}
