//! `claims.csv`: what is said of the players, and whether it is so.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// The file's name.
pub const FILE: &str = "claims.csv";

/// What `figures` says of figures that no dice went into.
pub const EXACT: &str = "exact";
/// What it says of others.
pub const SAMPLED: &str = "sampled";

/// A row of `claims.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// Unique.
    pub id: String,
    /// `holds`, `fails`, `open`, `cannot hold` or `cannot be measured`.
    pub verdict: String,
    /// Of whom something is said, by id; maybe of nobody in the roster.
    pub personality: String,
    /// A metric, or `a - b`; empty of what is impossible.
    pub metric: String,
    /// The unit of the figures.
    pub unit: Option<String>,
    /// How it is compared, in a word; empty of what is impossible.
    pub comparison: String,
    /// The other's id; of several, that of the one that decides.
    pub against: String,
    /// The personality's.
    pub value: Option<f64>,
    /// That one's, or the number that it was compared with.
    pub against_value: Option<f64>,
    /// `value` - `against_value`.
    pub difference: Option<f64>,
    /// Lower end of its interval; a single point where the figures are exact, empty where
    /// the games are too few or nothing varied.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// The confidence of that interval alone: together, those of all claims and of all
    /// whom they are compared with hold at 95 %. Empty where no games decide.
    pub confidence: Option<f64>,
    /// Why it cannot hold or be measured, or is open for want of games.
    pub reason: Option<String>,
    /// Where the sentence is from: the work, with its page or section; empty where that
    /// is not said.
    pub source: Option<String>,
    /// The sentence.
    pub sentence: String,
    /// `quotation` or `paraphrase`; empty where that is not said.
    pub wording: Option<String>,
    /// The words of the source, in its own language.
    pub original: Option<String>,
    /// `tuned`, `construction` or `finding`; empty where that is not said.
    pub basis: Option<String>,
    /// `exact` or `sampled`; empty where there are no figures.
    pub figures: Option<String>,
    /// Whether the figures are of games with the seed that tuning saw.
    pub seed_tuned: bool,
    /// With `--until-ci` alone: whether the verdict allows for the number of
    /// games having depended on the games, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// In the order of the file of claims.
pub(super) fn rows(results: &Analysis) -> Vec<ClaimRow> {
    let rows = results.claims.iter().map(|checked| {
        let test = checked.claim.test.as_ref();
        ClaimRow {
            id: checked.claim.id.clone(),
            verdict: checked.verdict.words().to_owned(),
            personality: checked.claim.personality.clone(),
            metric: test.map(|test| test.quantity()).unwrap_or_default(),
            unit: checked.unit.clone(),
            comparison: test.map_or("", |test| test.comparison.name()).to_owned(),
            against: checked.against.clone().unwrap_or_default(),
            value: checked.value,
            against_value: checked.against_value,
            difference: checked.difference,
            low: checked.low,
            high: checked.high,
            confidence: checked.confidence,
            reason: checked.reason.clone(),
            source: checked.claim.source.clone(),
            sentence: checked.claim.sentence.clone(),
            wording: checked.claim.wording.map(|of| of.name().to_owned()),
            original: checked.claim.original.clone(),
            basis: checked.claim.basis.map(|of| of.name().to_owned()),
            figures: checked
                .exact
                .map(|exact| if exact { EXACT } else { SAMPLED }.to_owned()),
            seed_tuned: checked.seed_tuned,
            optional_stopping: results.optional_stopping(false),
        }
    });
    rows.collect()
}
