//! `claims.csv`: claims about the players, with the figures that test them and a verdict.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// The value of the column `figures` where no dice were rolled.
pub(crate) const EXACT: &str = "exact";
/// The value of the column `figures` where games were played.
pub(crate) const SAMPLED: &str = "sampled";

/// A row of `claims.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// A unique id.
    pub id: String,
    /// `holds`, `fails`, `open`, `cannot hold` or `cannot be measured`.
    pub verdict: String,
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
    /// The figure of the player that the claim is about.
    pub value: Option<f64>,
    /// The figure of the compared player, or the number in the claim.
    pub against_value: Option<f64>,
    /// `value` - `against_value`.
    pub difference: Option<f64>,
    /// Lower end of the interval of the difference: the difference itself where the figures are
    /// exact, empty where the games are too few or nothing varied.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
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
    pub wording: Option<String>,
    /// The words of the source in its language.
    pub original: Option<String>,
    /// `tuned`, `construction` or `finding`; empty where it is not stated.
    pub basis: Option<String>,
    /// `exact` or `sampled`; empty where there are no figures.
    pub figures: Option<String>,
    /// Whether the figures are from games with the seed that was used in tuning.
    pub seed_tuned: bool,
    /// With `--until-ci` only: whether the verdict is corrected for optional stopping, `corrected`
    /// or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The rows in the order of the file of claims.
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
