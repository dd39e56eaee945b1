//! The players, and the figures of the personalities.

use serde::{Deserialize, Serialize};

use crate::tournament::{FigureKind, Finished, PlayerKind};

csv_rows! {
    /// A row of `roster.csv`; the fields are the columns.
    struct RosterRow;
    /// A row for every player, in the roster's order.
    fn rows(finished: &Finished), for player in finished.roster.iter() => {}
    /// A unique id.
    id: String = player.id.clone();
    /// The name for people.
    name: String = player.name.clone();
    /// `personality`, or `policy` for players without traits.
    kind: PlayerKind = player.kind;
    /// One sentence on how the player plays.
    character: String = player.character.clone();
}

impl RosterRow {
    /// Whether the player is a personality, with traits.
    #[must_use]
    pub fn is_personality(&self) -> bool {
        self.kind == PlayerKind::Personality
    }
}

csv_rows! {
    /// A row of `traits.csv`; the fields are the columns.
    struct TraitRow;
    /// A row for every figure of every personality, in the roster's order; policies have none.
    fn trait_rows(finished: &Finished), for (player, figure) in finished.roster.iter()
        .flat_map(|player| player.figures.iter().map(move |figure| (player, figure))) => {}
    /// The id of the personality.
    id: String = player.id.clone();
    /// `trait` for how the personality decides, or `value` for what it wants.
    kind: FigureKind = figure.kind;
    /// The name of the figure.
    #[serde(rename = "trait")]
    name: String = figure.name.clone();
    /// The low end of the scale.
    scale_low: f64 = figure.low;
    /// The high end of the scale.
    scale_high: f64 = figure.high;
    /// The figure that changes no decision.
    neutral: f64 = figure.neutral;
    /// The figure.
    value: f64 = figure.value;
    /// What a higher figure means.
    meaning: String = figure.meaning.clone();
}
