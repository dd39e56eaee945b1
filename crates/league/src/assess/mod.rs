//! Measures of a game itself: of its seats, its course, its decisions and its depth.
//!
//! A measure is a pure function of games that one agent played against itself
//! ([`Trace`](rivals_core::session::Trace)), or of games between two agents ([`Bout`]). The
//! games are independent, so each is a group of its own; intervals are those of
//! [`rivals_statistics`]. `docs/method.md` has the definitions and their sources, and
//! `tests/library/assess` compares the measures with a plain program and plays 200 seeds.

mod course;
mod ladder;

use serde::Serialize;

pub use course::{course, kinds};
pub use ladder::{Bout, Ladder, bouts};

/// The unit of a measure, which says how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A difference of shares, in percentage points.
    Points,
    /// A share, in per cent.
    Share,
    /// A number.
    Number,
}

/// What a measure is.
#[derive(Debug)]
pub struct Kind {
    /// Its name in files: lower-case words joined by `_`.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it is written.
    pub unit: Unit,
    /// What it means, in a few words.
    pub meaning: &'static str,
}

impl Kind {
    /// The least and the largest value that a game may have; intervals end there.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match (self.key, self.unit) {
            (SEAT, _) => (-1.0, 1.0),
            (DRAMA, _) | (_, Unit::Points | Unit::Share) => (0.0, 1.0),
            (_, Unit::Number) => (0.0, f64::INFINITY),
        }
    }
}

/// A measure of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// Its place in [`KINDS`].
    #[serde(skip)]
    pub kind: usize,
    /// The value; `None` if nothing says it.
    pub value: Option<f64>,
    /// The ends of its 95 % interval; `None` of an end that nothing bounds.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The games that were counted; 0 of an exact value.
    pub games: u64,
}

impl Measure {
    /// A measure without a value.
    pub(crate) fn missing(key: &str) -> Self {
        let kind = KINDS.iter().position(|kind| kind.key == key).expect("it is listed");
        Self { kind, value: None, low: None, high: None, games: 0 }
    }

    /// A measure with its interval, within the range of its kind.
    pub(crate) fn of(key: &str, value: f64, ends: Option<(f64, f64)>, games: usize) -> Self {
        let missing = Self::missing(key);
        let (least, most) = missing.kind().range();
        let (low, high) = ends.map(|(low, high)| (low.max(least), high.min(most))).unzip();
        Self { value: Some(value), low, high, games: games as u64, ..missing }
    }

    /// An exact measure.
    #[must_use]
    pub fn exact(key: &str, value: f64) -> Self {
        Self::of(key, value, Some((value, value)), 0)
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        &KINDS[self.kind]
    }
}

const fn kind(key: &'static str, title: &'static str, unit: Unit, meaning: &'static str) -> Kind {
    Kind { key, title, unit, meaning }
}

/// The key of the advantage of the first seat.
pub const SEAT: &str = "seat";

/// The key of how far behind winners were.
const DRAMA: &str = "drama";

/// All measures, in the order in which they are shown.
pub const KINDS: &[Kind] = &[
    kind(SEAT, "advantage of the first seat", Unit::Points, "win rate less the mean of the others"),
    kind("draws", "draws", Unit::Share, "games that all players win together"),
    kind("length", "length", Unit::Number, "actions of all players in a game"),
    kind("spread", "spread of the length", Unit::Number, "standard deviation of the length"),
    kind(DRAMA, "drama", Unit::Number, "how far behind winners were while behind, 0 to 1"),
    kind("lead_changes", "lead changes", Unit::Number, "per game, with leads of 10 points or more"),
    kind("comebacks", "comebacks", Unit::Share, "winners that once had half of an equal share"),
    kind("decisiveness", "decided early", Unit::Share, "part of a game left once it is decided"),
    kind(
        "decisions",
        "decisions that matter",
        Unit::Share,
        "a random choice loses 1 point or more",
    ),
    kind("stakes", "worth of a decision", Unit::Points, "what a random choice loses"),
    kind("skill", "skill", Unit::Share, "variance of results that the players explain"),
    kind("games_to_tell", "games to tell", Unit::Number, "until the better one leads with 95 %"),
    kind("actions", "actions not chosen", Unit::Number, "kinds chosen in less than 1 % of cases"),
    kind("dominated", "actions never best", Unit::Number, "kinds best in less than 1 % of cases"),
    kind("depth", "depth", Unit::Number, "steps of a ladder, each won with 60 % or more"),
];
