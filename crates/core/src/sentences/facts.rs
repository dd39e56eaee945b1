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
    pub const fn number(low: i32, high: i32) -> Self {
        Self::Number { low: low as f64, high: high as f64 }
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

/// What is measured, as a number: 1 for true, and 0 for what there is not.
pub trait Measured {
    /// The number.
    fn measured(self) -> f64;
}

macro_rules! measured {
    ($($of:ty: $value:expr;)*) => {
        $(impl Measured for $of {
            fn measured(self) -> f64 {
                let number: fn(Self) -> f64 = $value;
                number(self)
            }
        })*
    };
}

measured! {
    bool: |is| f64::from(u8::from(is));
    u8: f64::from;
    u16: f64::from;
    u32: f64::from;
    i32: f64::from;
    usize: |count| count as f64;
}

impl<T: Measured> Measured for Option<T> {
    fn measured(self) -> f64 {
        self.map_or(0.0, T::measured)
    }
}

/// A table of facts. A row is `name: VALUES, "example" => MEASURE;` under the comment that says what
/// the fact is. The values are `bool`, `(LOW to HIGH)`, words as `[one, other]`, or the name of a
/// constant.
///
/// The facts of the `position` are measured once, and those of an `action` for one. Those of
/// `actions` are measured for all legal ones at once, where they share work: their measure is a
/// closure of an action.
#[macro_export]
macro_rules! facts {
    (
        $(#[$doc:meta])* $seen:vis $table:ident of $game:ty;
        position |$at:ident| { $(
            $(#[doc = $about:literal])+ $name:ident: $values:tt, $example:literal => $measure:expr;
        )* }
        action |$at_one:ident, $action:ident| { $(
            $(#[doc = $about_one:literal])+
            $name_one:ident: $values_one:tt, $example_one:literal => $measure_one:expr;
        )* }
        actions |$at_all:ident| { $(
            $(#[doc = $about_all:literal])+
            $name_all:ident: $values_all:tt, $example_all:literal => $measure_all:expr;
        )* }
    ) => {
        $(#[$doc])*
        $seen const $table: &[$crate::sentences::FactRow<$game>] = &[
            $($crate::facts!(
                @row Position false, $name, $values, $example, $($about)+;
                |$at| $crate::sentences::Measured::measured($measure)
            ),)*
            $($crate::facts!(
                @row Action true, $name_one, $values_one, $example_one, $($about_one)+;
                |$at_one, $action: <$game as $crate::play::Game>::Action| {
                    $crate::sentences::Measured::measured($measure_one)
                }
            ),)*
            $($crate::facts!(
                @row Actions true, $name_all, $values_all, $example_all, $($about_all)+;
                |$at_all| {
                    let measure = $measure_all;
                    let measured = |of| $crate::sentences::Measured::measured(measure(of));
                    $at_all.actions.iter().copied().map(measured).collect()
                }
            ),)*
        ];
    };
    (
        @row $how:ident $of_action:literal, $name:ident, $values:tt, $example:literal,
        $($about:literal)+; $measure:expr
    ) => {
        $crate::sentences::FactRow {
            fact: $crate::sentences::Fact {
                name: stringify!($name),
                about: concat!($($about),+).trim_ascii(),
                values: $crate::facts!(@values $values),
                example: $example,
                of_action: $of_action,
            },
            measure: $crate::sentences::Measure::$how($measure),
        }
    };
    (@values bool) => { $crate::sentences::FactValues::Bool };
    (@values ($low:literal to $high:literal)) => {
        $crate::sentences::FactValues::number($low, $high)
    };
    (@values [$($word:ident),+]) => {
        $crate::sentences::FactValues::Word { words: &[$(stringify!($word)),+] }
    };
    (@values $values:ident) => { $values };
}

/// The place of the first pattern that a value matches, from 1; 0 if there is none.
#[macro_export]
macro_rules! which {
    ($value:expr; $($pattern:pat),+ $(,)?) => {
        [$(matches!($value, $pattern)),+].iter().position(|is| *is).map(|place| place + 1)
    };
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
