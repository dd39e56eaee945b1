//! A claim with its verdict.

use serde::{Deserialize, Serialize};

use super::{Basis, Wording};

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval is on the claim's side of equality.
    Holds,
    /// The interval is on the other side.
    Fails,
    /// The games do not decide.
    Open,
    /// The claim fails, and there is a reason why it cannot hold.
    #[serde(rename = "cannot hold")]
    CannotHold,
    /// The claim's quantity has no value.
    #[default]
    #[serde(rename = "cannot be measured")]
    CannotBeMeasured,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 5] =
        [Self::Holds, Self::Fails, Self::Open, Self::CannotHold, Self::CannotBeMeasured];

    /// The words for it in reports.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Open => "open",
            Self::CannotHold => "cannot hold",
            Self::CannotBeMeasured => "cannot be measured",
        }
    }
}

/// The games or the computation that figures are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figures {
    /// No dice were rolled.
    Exact,
    /// Games were played.
    Sampled,
}

/// A row of `claims.csv`, a claim with its verdict; the fields are the columns.
// A column of another name is of another version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRow {
    /// A unique id.
    pub id: String,
    /// `holds`, `fails`, `open`, `cannot hold` or `cannot be measured`.
    pub verdict: Verdict,
    /// The id of the player that the claim is about, which need not be in the roster.
    pub personality: String,
    /// A metric, or the difference of two as `a - b`; empty where nothing can be measured.
    pub metric: String,
    /// The unit of the figures.
    pub unit: Option<String>,
    /// The name of the comparison; empty where nothing can be measured.
    pub comparison: String,
    /// The id of the compared player; of several, the one that decides the verdict.
    pub against: String,
    /// The sampled figure of the player that the claim is about.
    pub value: Option<f64>,
    /// The sampled figure of the compared player, or the number in the claim.
    pub against_value: Option<f64>,
    /// `value` - `against_value`, which is multiplied by `times` if the claim has this key.
    pub difference: Option<f64>,
    /// Lower end of the interval of `difference`: empty where the figures are exact, where the
    /// games are too few, or where nothing varied.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The exact figure of the player that the claim is about.
    pub exact_value: Option<f64>,
    /// The exact figure of the compared player, or the number in the claim.
    pub exact_against_value: Option<f64>,
    /// `exact_value` - `exact_against_value`, multiplied likewise.
    pub exact_difference: Option<f64>,
    /// The confidence of that interval alone. The intervals of all claims and of all comparisons
    /// hold together at 95 %. Empty where no games decide.
    pub confidence: Option<f64>,
    /// Why the claim cannot hold, cannot be measured, or is open for lack of games.
    pub reason: Option<String>,
    /// The source of the sentence: the work, with its page or section; empty where it is not
    /// stated.
    pub source: Option<String>,
    /// The claim as a sentence.
    pub sentence: String,
    /// `quotation` or `paraphrase`; empty where it is not stated.
    pub wording: Option<Wording>,
    /// The words of the source in its language.
    pub original: Option<String>,
    /// `tuned`, `construction` or `finding`; empty where it is not stated.
    pub basis: Option<Basis>,
    /// `exact` or `sampled`; empty where there are no figures.
    pub figures: Option<Figures>,
    /// Whether the figures are from games with the seed that was used in tuning.
    pub seed_tuned: bool,
    /// If a claim has the key `times` only: what the value of the compared player is multiplied by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<f64>,
    /// With `--until-ci` only: whether the verdict is corrected for optional stopping, `corrected`
    /// or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

impl ClaimRow {
    /// The figure of the player that the claim is about, that of the compared one, and their
    /// difference: exact where `figures` says so, else sampled.
    pub fn compared(&self) -> [Option<f64>; 3] {
        let exact = [self.exact_value, self.exact_against_value, self.exact_difference];
        let sampled = [self.value, self.against_value, self.difference];
        [0, 1, 2].map(|figure| exact[figure].or(sampled[figure]))
    }

    /// The interval of the difference, which is a point where the figures are exact.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let point = self.exact_difference;
        self.low.or(point).zip(self.high.or(point))
    }
}
