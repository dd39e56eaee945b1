//! `claims.csv`: what is said of the players, and whether it is so.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "claims.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    id: &'a str,
    /// `holds`, `fails`, `open`, `cannot hold` or `cannot be measured`.
    verdict: &'a str,
    personality: &'a str,
    /// A metric, or `a - b`.
    metric: String,
    unit: Option<&'a str>,
    comparison: &'a str,
    /// Another's id; of several, the one that decides.
    against: Option<&'a str>,
    /// The personality's.
    value: Option<f64>,
    /// That one's, or the number that it was compared with.
    against_value: Option<f64>,
    /// `value` - `against_value`.
    difference: Option<f64>,
    /// Lower end of its 95 % interval, simultaneous over all whom it is
    /// compared with; a single point where nothing varies.
    low: Option<f64>,
    high: Option<f64>,
    /// Why it cannot hold or be measured.
    reason: Option<&'a str>,
    /// The sentence.
    source: &'a str,
}

/// In the order of the file of claims.
pub(super) fn csv(results: &Results) -> String {
    let rows = results.claims.iter().map(|checked| {
        let test = checked.claim.test.as_ref();
        Row {
            id: &checked.claim.id,
            verdict: checked.verdict.words(),
            personality: &checked.claim.personality,
            metric: test.map(|test| test.quantity()).unwrap_or_default(),
            unit: checked.unit.as_deref(),
            comparison: test.map_or("", |test| test.comparison.name()),
            against: checked.against.as_deref(),
            value: checked.value,
            against_value: checked.against_value,
            difference: checked.difference,
            low: checked.low,
            high: checked.high,
            reason: checked.reason.as_deref(),
            source: &checked.claim.source,
        }
    });
    crate::report::csv_or_header(rows.collect())
}
