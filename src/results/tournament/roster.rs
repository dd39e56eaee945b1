//! `roster.csv` and `traits.csv`: the players, and the figures of the personalities.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::tournament::PlayerKind;

/// A row of `roster.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RosterRow {
    /// A unique id.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `personality`, or `policy` for players without traits.
    pub kind: String,
    /// One sentence on how the player plays.
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
    /// The id of the personality.
    pub id: String,
    /// `trait` for how the personality decides, or `value` for what it wants.
    pub kind: String,
    /// The name of the figure.
    #[serde(rename = "trait")]
    pub name: String,
    /// The low end of the scale.
    pub low: f64,
    /// The high end of the scale.
    pub high: f64,
    /// The figure that changes no decision.
    pub neutral: f64,
    /// The figure.
    pub value: f64,
    /// What a higher figure means.
    pub meaning: String,
}

/// A row for every player, in the roster's order.
pub(super) fn rows(results: &Analysis) -> Vec<RosterRow> {
    let rows = results.finished.roster.iter().map(|player| RosterRow {
        id: player.id.clone(),
        name: player.name.clone(),
        kind: player.kind.word().to_owned(),
        character: player.character.clone(),
    });
    rows.collect()
}

/// A row for every figure of every personality, in the roster's order; policies have none.
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
