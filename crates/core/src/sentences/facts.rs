//! Facts: what the sentences of a player may speak of. A game lists its facts as rows of a table, as
//! it lists its agents and metrics.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::play::{Decision, Hidden};

/// A fact of a position or of one of its actions: all that is known of it without the types of the
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// Lower-case words joined by `_`.
    pub name: &'static str,
    /// What is measured, in one sentence.
    pub about: &'static str,
    /// The values.
    #[serde(flatten)]
    pub values: FactValues,
    /// A condition that speaks of it.
    pub example: &'static str,
    /// Whether the actions of a position may have different values.
    pub of_action: bool,
}

/// The values of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FactValues {
    /// True or false, measured as 1 or 0.
    Bool,
    /// A number.
    Number {
        /// The least value.
        low: f64,
        /// The greatest value.
        high: f64,
    },
    /// One of these words, measured as its place from 0.
    Word {
        /// The words.
        words: &'static [&'static str],
    },
}

impl FactValues {
    /// A number from the first one to the second one.
    #[must_use]
    pub const fn number(low: f64, high: f64) -> Self {
        Self::Number { low, high }
    }

    /// The type, as files and errors call it.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Number { .. } => "number",
            Self::Word { .. } => "word",
        }
    }

    /// Whether a measured value is one of these.
    #[must_use]
    pub fn take(self, value: f64) -> bool {
        match self {
            Self::Bool => value == 0.0 || value == 1.0,
            Self::Number { low, high } => (low..=high).contains(&value),
            Self::Word { words } => (0..words.len()).any(|word| word as f64 == value),
        }
    }
}

/// The range of numbers, or the words.
impl fmt::Display for FactValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true, false"),
            Self::Number { low, high } => write!(f, "{low} to {high}"),
            Self::Word { words } => f.write_str(&words.join(", ")),
        }
    }
}

/// How a fact is measured. What is true counts as 1, and a word as its place in the list.
pub enum Measure<G: Hidden> {
    /// Once for a position.
    Position(fn(&Decision<'_, G>) -> f64),
    /// For one action.
    Action(fn(&Decision<'_, G>, G::Action) -> f64),
    /// For all legal actions at once, in their order, where they share work.
    Actions(fn(&Decision<'_, G>) -> Vec<f64>),
}

/// A row of a game's table of facts.
pub struct FactRow<G: Hidden> {
    /// The fact.
    pub fact: Fact,
    /// How it is measured.
    pub measure: Measure<G>,
}

impl<G: Hidden> FactRow<G> {
    /// A fact of the position with these values, and a condition as its example.
    pub const fn position(
        name: &'static str,
        values: FactValues,
        about: &'static str,
        example: &'static str,
        measure: fn(&Decision<'_, G>) -> f64,
    ) -> Self {
        Self::new(
            Fact { name, about, values, example, of_action: false },
            Measure::Position(measure),
        )
    }

    /// A fact of an action.
    pub const fn action(
        name: &'static str,
        values: FactValues,
        about: &'static str,
        example: &'static str,
        measure: fn(&Decision<'_, G>, G::Action) -> f64,
    ) -> Self {
        Self::new(Fact { name, about, values, example, of_action: true }, Measure::Action(measure))
    }

    /// A fact of actions that is measured for all of them at once.
    pub const fn actions(
        name: &'static str,
        values: FactValues,
        about: &'static str,
        example: &'static str,
        measure: fn(&Decision<'_, G>) -> Vec<f64>,
    ) -> Self {
        Self::new(Fact { name, about, values, example, of_action: true }, Measure::Actions(measure))
    }

    const fn new(fact: Fact, measure: Measure<G>) -> Self {
        Self { fact, measure }
    }
}

/// The facts of a game, in their order.
#[derive(Clone, Copy)]
pub struct Facts {
    len: usize,
    at: fn(usize) -> &'static Fact,
}

impl Facts {
    /// No facts: sentences do not play the game.
    pub const NONE: Self = Self::new(0, |_| unreachable!("there are none"));

    /// The facts of a table with this number of rows; `at` is the fact of a row.
    pub const fn new(len: usize, at: fn(usize) -> &'static Fact) -> Self {
        Self { len, at }
    }

    /// The facts.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'static Fact> {
        (0..self.len).map(self.at)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|fact| fact.name)).finish()
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}
