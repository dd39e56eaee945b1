//! `claims.csv`: claims about the players, with the figures that test them and a verdict.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// The value of the column `figures` where no dice were rolled.
pub const EXACT: &str = "exact";
/// The value of the column `figures` where games were played.
pub const SAMPLED: &str = "sampled";

csv_rows! {
    /// A row of `claims.csv`; the fields are the columns.
    struct ClaimRow;
    /// The rows in the order of the file of claims.
    fn rows(results), for checked in results.claims.iter() => {
        let (claim, test) = (checked.claim, checked.claim.test.as_ref());
        let of = |figure: Option<f64>, exact: bool| figure.filter(|_| checked.exact == Some(exact));
        let figures = checked.exact.map(|exact| if exact { EXACT } else { SAMPLED });
        let has_times = results.claims.iter().any(|checked| checked.times != 1.0);
    }
    /// A unique id.
    id: String = claim.id.clone();
    /// `holds`, `fails`, `open`, `cannot hold` or `cannot be measured`.
    verdict: String = checked.verdict.words().to_owned();
    /// The id of the player that the claim is about, which need not be in the roster.
    personality: String = claim.personality.clone();
    /// A metric, or the difference of two as `a - b`; empty where nothing can be measured.
    metric: String = test.map(|test| test.quantity()).unwrap_or_default();
    /// The unit of the figures.
    unit: Option<String> = checked.unit.clone();
    /// The name of the comparison; empty where nothing can be measured.
    comparison: String = test.map_or("", |test| test.comparison.name()).to_owned();
    /// The id of the compared player; of several, the one that decides the verdict.
    against: String = checked.against.clone().unwrap_or_default();
    /// The sampled figure of the player that the claim is about.
    value: Option<f64> = of(checked.value, false);
    /// The sampled figure of the compared player, or the number in the claim.
    against_value: Option<f64> = of(checked.against_value, false);
    /// `value` - `against_value`, which is multiplied by `times` if the claim has this key.
    difference: Option<f64> = of(checked.difference, false);
    /// Lower end of the interval of `difference`: empty where the figures are exact, where the
    /// games are too few, or where nothing varied.
    low: Option<f64> = of(checked.low, false);
    /// Upper end of the interval.
    high: Option<f64> = of(checked.high, false);
    /// The exact figure of the player that the claim is about.
    exact_value: Option<f64> = of(checked.value, true);
    /// The exact figure of the compared player, or the number in the claim.
    exact_against_value: Option<f64> = of(checked.against_value, true);
    /// `exact_value` - `exact_against_value`, multiplied likewise.
    exact_difference: Option<f64> = of(checked.difference, true);
    /// The confidence of that interval alone. The intervals of all claims and of all comparisons
    /// hold together at 95 %. Empty where no games decide.
    confidence: Option<f64> = checked.confidence;
    /// Why the claim cannot hold, cannot be measured, or is open for lack of games.
    reason: Option<String> = checked.reason.clone();
    /// The source of the sentence: the work, with its page or section; empty where it is not
    /// stated.
    source: Option<String> = claim.source.clone();
    /// The claim as a sentence.
    sentence: String = claim.sentence.clone();
    /// `quotation` or `paraphrase`; empty where it is not stated.
    wording: Option<String> = claim.wording.map(|of| of.name().to_owned());
    /// The words of the source in its language.
    original: Option<String> = claim.original.clone();
    /// `tuned`, `construction` or `finding`; empty where it is not stated.
    basis: Option<String> = claim.basis.map(|of| of.name().to_owned());
    /// `exact` or `sampled`; empty where there are no figures.
    figures: Option<String> = figures.map(str::to_owned);
    /// Whether the figures are from games with the seed that was used in tuning.
    seed_tuned: bool = checked.seed_tuned;
    /// If a claim has the key `times` only: what the value of the compared player is multiplied by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<f64> = has_times.then_some(checked.times);
    /// With `--until-ci` only: whether the verdict is corrected for optional stopping, `corrected`
    /// or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(false);
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
