//! `roster.csv` and `traits.csv`: who played, and what makes them who they are.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "roster.csv";
pub(super) const TRAITS: &str = "traits.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    id: &'a str,
    name: &'a str,
    /// `personality`, or `policy` for those that others are measured against.
    kind: &'a str,
    /// How it plays, in a sentence.
    character: &'a str,
}

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct TraitRow<'a> {
    id: &'a str,
    /// `trait`, of how it decides, or `value`, of what it wants.
    kind: &'a str,
    #[serde(rename = "trait")]
    name: &'a str,
    /// The ends of the scale.
    low: f64,
    high: f64,
    /// Where the figure changes nothing.
    neutral: f64,
    value: f64,
    /// What more of it means.
    meaning: &'a str,
}

/// Everybody, in the roster's order.
pub(super) fn csv(results: &Results) -> String {
    let rows = results.finished.roster.iter().map(|player| Row {
        id: &player.id,
        name: &player.name,
        kind: player.kind.word(),
        character: &player.character,
    });
    crate::report::csv_or_header(rows.collect())
}

/// Every figure of every personality, in the roster's order; policies have none.
pub(super) fn traits_csv(results: &Results) -> String {
    let rows = results.finished.roster.iter().flat_map(|player| {
        player.figures.iter().map(|figure| TraitRow {
            id: &player.id,
            kind: figure.kind.word(),
            name: &figure.name,
            low: figure.low,
            high: figure.high,
            neutral: figure.neutral,
            value: figure.value,
            meaning: &figure.meaning,
        })
    });
    crate::report::csv_or_header(rows.collect())
}
