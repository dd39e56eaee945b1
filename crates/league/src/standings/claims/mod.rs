//! Claims about players, as data, and the test of each claim by the results.
//!
//! * `file`: the format of `configs/claims.toml`, from its keys to [`Claim`]s;
//! * `verdict`: the values of each claim's quantity, their difference and the verdict.
//!
//! A claim compares a *quantity* of one personality, which is a metric or one metric
//! minus another, with the same quantity of other personalities or with a number. In
//! addition to the contest's own metrics there are `win_rate`, `rating` (Elo points),
//! `exact_win_rate` and `equity_loss` (the equity loss, in win probability), where they
//! exist. Exact values decide wherever they are known for all who played: a claim about
//! `win_rate` is then one about `exact_win_rate`.
//!
//! A claim also names the source of its sentence and what a verdict on it is worth, its
//! [`Basis`]: a claim that players were tuned to fulfil is no evidence.

mod file;
mod row;
mod verdict;

pub use row::{ClaimRow, Figures, Verdict};

pub(super) use verdict::check;

use serde::{Deserialize, Serialize};

use crate::config::{Source, line, number, whole, word};
use crate::error::Error;
use rivals_core::play::MAX_SEATS;

/// Claims about the personalities of one game, as their file has them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The name of the game.
    #[serde(deserialize_with = "file::id")]
    pub game: String,
    /// The hash of the configuration with which every [`Claim::impossible`] was found,
    /// as [`config_hash`](crate::tournament::header::config_hash) computes it; none if it
    /// applies to all.
    #[serde(default, deserialize_with = "file::hash")]
    pub config_hash: Option<String>,
    /// The number of seats with which it was found; none if it applies to all.
    #[serde(default, deserialize_with = "whole::<usize, _, _, 2, { MAX_SEATS as i64 }>")]
    pub seats: Option<usize>,
    /// The seed of the games that the personalities were tuned with, if they were
    /// tuned.
    #[serde(default, deserialize_with = "whole::<u64, _, _, 0, { i64::MAX }>")]
    pub tuning_seed: Option<u64>,
    /// The claims, in the order of the file.
    #[serde(rename = "claim", deserialize_with = "file::tables")]
    pub claims: Vec<Claim>,
}

/// A measurable sentence.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The unique id.
    #[serde(deserialize_with = "file::id")]
    pub id: String,
    /// The sentence.
    #[serde(deserialize_with = "line::<_, _, MAX_SENTENCE>")]
    pub sentence: String,
    /// The source of the sentence: the work, with its page or section.
    #[serde(default, deserialize_with = "line::<_, _, MAX_SENTENCE>")]
    pub source: Option<String>,
    /// How the sentence renders the source.
    #[serde(default, deserialize_with = "word::<Wording, _, _>")]
    pub wording: Option<Wording>,
    /// The words of the source, in its own language.
    #[serde(default, deserialize_with = "line::<_, _, MAX_SENTENCE>")]
    pub original: Option<String>,
    /// What the verdict is worth; none where this is not stated.
    #[serde(default, deserialize_with = "word::<Basis, _, _>")]
    pub basis: Option<Basis>,
    /// The id of the personality that the sentence is about. If it is empty, the metric is a figure
    /// that a study computes, and tournaments leave the claim out.
    #[serde(default, deserialize_with = "file::id")]
    pub personality: String,
    #[serde(default, deserialize_with = "file::metric")]
    metric: Option<String>,
    #[serde(default, deserialize_with = "file::metric")]
    minus: Option<String>,
    #[serde(default)]
    comparison: String,
    among: Option<Vec<file::Id>>,
    than: Option<Vec<file::Id>>,
    #[serde(default, deserialize_with = "number::<_, _, 0, MOST>")]
    times: Option<f64>,
    #[serde(default, deserialize_with = "number::<_, _, { -MOST }, MOST>")]
    value: Option<f64>,
    /// Why the claim cannot hold or, without a test, cannot be measured. A reason why
    /// it cannot hold applies only to the tournament that it was found with, see
    /// [`Claims`], and only if the claim fails there; otherwise the values alone
    /// decide.
    #[serde(default, deserialize_with = "line::<_, _, MAX_SENTENCE>")]
    pub impossible: Option<String>,
    /// How the claim is tested, by the keys that are not public; none if it cannot be measured.
    #[serde(skip)]
    pub test: Option<Test>,
}

/// The largest number of characters of a sentence.
const MAX_SENTENCE: usize = 200;

/// The largest absolute value of a number that a quantity may be compared with.
const MOST: i64 = 1_000_000_000;

/// How a sentence renders its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wording {
    /// It quotes the source, perhaps in translation.
    Quotation,
    /// It says in other words what the source says, or makes it measurable.
    Paraphrase,
}

/// What the verdict on a claim is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The personalities were tuned so that such claims hold.
    Tuned,
    /// It follows from the definition of the players, whatever they play.
    Construction,
    /// Neither of these: a verdict that it holds is evidence.
    Finding,
}

impl Wording {
    /// The word for it in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quotation => "quotation",
            Self::Paraphrase => "paraphrase",
        }
    }
}

impl Basis {
    /// All bases.
    pub const ALL: [Self; 3] = [Self::Tuned, Self::Construction, Self::Finding];

    /// The words for it in reports; for none, that it is not stated.
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

/// The test of a claim: a quantity and what it is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The name of a metric.
    pub metric: String,
    /// The metric that is subtracted from it.
    pub minus: Option<String>,
    /// What it is compared with.
    pub comparison: Comparison,
}

/// The comparison of players whose paired games always have the same result.
const SAME_AS: &str = "same_as";

/// The quantity that it compares.
const WIN_RATE: &str = "win_rate";

/// How the quantity has to compare: it is above or below others, or the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The name in files.
    name: &'static str,
    /// 1 if the claim says that the quantity is larger, -1 if it says that it is smaller, 0 if
    /// it says that it is the same.
    direction: f64,
    /// The number by which the quantity of the others is multiplied.
    times: f64,
    /// What the quantity is compared with.
    with: Others,
}

/// What a quantity is compared with.
#[derive(Clone, Debug, PartialEq)]
enum Others {
    /// The quantity of each of these personalities, given by their ids, or of each other
    /// player who played.
    Players(Option<Vec<String>>),
    /// A number, in the quantity's unit.
    Number(f64),
}

impl Claims {
    /// An empty list of claims about a game.
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
    /// An error at the first place that cannot be used.
    pub fn read(source: &Source) -> Result<Self, Error> {
        file::claims(source)
    }
}

impl Claim {
    /// The verdict on a claim about a figure, which has this value.
    #[must_use]
    pub fn on_figure(&self, value: f64, unit: &str) -> ClaimRow {
        verdict::on_figure(self, value, unit)
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
