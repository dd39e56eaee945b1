//! What somebody says of players, as data, put to the test.
//!
//! * `file`: the format of `configs/claims.toml`, from its keys to [`Claim`]s;
//! * `verdict`: the figures, their difference and what follows.
//!
//! A claim compares a *quantity* of one personality, a metric or one metric
//! minus another, with the same quantity of others or with a number. Beside the
//! contest's own metrics there are `win_rate`, `rating` (Elo points),
//! `exact_win_rate` and `given_away` (win probability), where they exist. Exact figures
//! decide wherever they are known of all who played: a claim about `win_rate` is then one
//! about `exact_win_rate`.
//!
//! A claim also says where its sentence is from and what a verdict on it is worth, its
//! [`Basis`]: players that were tuned until it held are no evidence for it.

mod file;
mod verdict;

pub use verdict::{Checked, Verdict};

pub(super) use verdict::check;

use crate::config::{ConfigError, Source};

/// Claims about the personalities of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// The game's name.
    pub game: String,
    /// The configuration that every [`Claim::impossible`] was found with, as
    /// [`config_hash`](crate::tournament::config_hash) has it; none for any.
    pub config_hash: Option<String>,
    /// The seats at a table that it was found with; none for any number.
    pub seats: Option<usize>,
    /// The seed of the games that the personalities were tuned with, if they were.
    pub tuning_seed: Option<u64>,
    /// In the file's order.
    pub claims: Vec<Claim>,
}

/// One measurable sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Unique.
    pub id: String,
    /// What is said.
    pub sentence: String,
    /// Where it is said: the work, with its page or section.
    pub source: Option<String>,
    /// How the sentence goes back to the source.
    pub wording: Option<Wording>,
    /// The words of the source, in its own language.
    pub original: Option<String>,
    /// What its verdict is worth; none where that is not stated.
    pub basis: Option<Basis>,
    /// The id of whom it is about.
    pub personality: String,
    /// How it is measured; none if it cannot be.
    pub test: Option<Test>,
    /// Why it cannot hold or, without a test, cannot be measured. Why it cannot
    /// hold is only of the tournament that it was found with, see [`Claims`], and
    /// only of a claim that fails there; else the figures alone decide.
    pub impossible: Option<String>,
}

/// How a sentence goes back to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// It is the source's, perhaps in translation.
    Quotation,
    /// It says what the source says in other words, or makes it measurable.
    Paraphrase,
}

/// What the verdict on a claim is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The personalities were tuned so that such claims hold.
    Tuned,
    /// It follows from how the players are made, whatever they play.
    Construction,
    /// Neither: that it holds is evidence.
    Finding,
}

impl Wording {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Quotation, Self::Paraphrase];

    /// As in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quotation => "quotation",
            Self::Paraphrase => "paraphrase",
        }
    }
}

impl Basis {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Tuned, Self::Construction, Self::Finding];

    /// As in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tuned => "tuned",
            Self::Construction => "construction",
            Self::Finding => "finding",
        }
    }

    /// As people read it; without one, that it is not stated.
    #[must_use]
    pub fn words(basis: Option<Self>) -> &'static str {
        match basis {
            Some(Self::Tuned) => "used in tuning",
            Some(Self::Construction) => "true by construction",
            Some(Self::Finding) => "finding",
            None => "basis not stated",
        }
    }
}

/// What has to be so.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// A metric's name.
    pub metric: String,
    /// The metric that is taken from it.
    pub minus: Option<String>,
    /// What it is compared with.
    pub comparison: Comparison,
}

/// How the quantity has to compare. Personalities are ids.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// Above that of everybody else among these, or of all who played.
    Highest(Option<Vec<String>>),
    /// Below that of everybody else.
    Lowest(Option<Vec<String>>),
    /// Above each of these.
    Above(Vec<String>),
    /// Below each of these.
    Below(Vec<String>),
    /// Above a number, in the quantity's unit.
    AboveValue(f64),
    /// Below a number.
    BelowValue(f64),
}

impl Claims {
    /// No claims about a game.
    #[must_use]
    pub fn none(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            config_hash: None,
            seats: None,
            tuning_seed: None,
            claims: Vec::new(),
        }
    }

    /// Reads a file of claims.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] at the first place that cannot be used.
    pub fn read(source: &Source) -> Result<Self, ConfigError> {
        file::claims(source)
    }
}

impl Comparison {
    /// As the file has it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Highest(_) => "highest",
            Self::Lowest(_) => "lowest",
            Self::Above(_) => "above",
            Self::Below(_) => "below",
            Self::AboveValue(_) => "above_value",
            Self::BelowValue(_) => "below_value",
        }
    }

    /// 1 where more is asked for, -1 where less is.
    pub(super) fn direction(&self) -> f64 {
        match self {
            Self::Highest(_) | Self::Above(_) | Self::AboveValue(_) => 1.0,
            Self::Lowest(_) | Self::Below(_) | Self::BelowValue(_) => -1.0,
        }
    }
}

impl Test {
    /// The quantity's name: `a` or `a - b`.
    #[must_use]
    pub fn quantity(&self) -> String {
        match &self.minus {
            Some(minus) => format!("{} - {minus}", self.metric),
            None => self.metric.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
