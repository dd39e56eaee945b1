//! `roster.csv` and `traits.csv`: who played, and what makes them who they are.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::tournament::PlayerKind;

/// The file's name.
pub const FILE: &str = "roster.csv";
/// The name of the file of traits.
pub const TRAITS: &str = "traits.csv";

/// A row of `roster.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RosterRow {
    /// Unique.
    pub id: String,
    /// As people read it.
    pub name: String,
    /// `personality`, or `policy` for those that others are measured against.
    pub kind: String,
    /// How it plays, in a sentence.
    pub character: String,
}

impl RosterRow {
    /// Whether the player is a personality, with traits.
    #[must_use]
    pub fn is_personality(&self) -> bool {
        self.kind == PlayerKind::Personality.word()
    }
}

/// A row of `traits.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraitRow {
    /// Whose it is.
    pub id: String,
    /// `trait`, of how it decides, or `value`, of what it wants.
    pub kind: String,
    /// What it is called.
    #[serde(rename = "trait")]
    pub name: String,
    /// The low end of the scale.
    pub low: f64,
    /// Its high end.
    pub high: f64,
    /// Where the figure changes nothing.
    pub neutral: f64,
    /// The figure.
    pub value: f64,
    /// What more of it means.
    pub meaning: String,
}

/// Everybody, in the roster's order.
pub(super) fn rows(results: &Analysis) -> Vec<RosterRow> {
    let rows = results.finished.roster.iter().map(|player| RosterRow {
        id: player.id.clone(),
        name: player.name.clone(),
        kind: player.kind.word().to_owned(),
        character: player.character.clone(),
    });
    rows.collect()
}

/// Every figure of every personality, in the roster's order; policies have none.
pub(super) fn trait_rows(results: &Analysis) -> Vec<TraitRow> {
    let rows = results.finished.roster.iter().flat_map(|player| {
        player.figures.iter().map(|figure| TraitRow {
            id: player.id.clone(),
            kind: figure.kind.word().to_owned(),
            name: figure.name.clone(),
            low: figure.low,
            high: figure.high,
            neutral: figure.neutral,
            value: figure.value,
            meaning: figure.meaning.clone(),
        })
    });
    rows.collect()
}
