//! A player as results describe it: id, name, kind, character, and the traits and values of a
//! personality.

use serde::{Deserialize, Serialize};

use crate::personalities::{Personality, Scale, Traits, Values};

/// A player of the roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The unique id, as in files: lower-case letters, digits and `-`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whether the player is a personality or a policy.
    pub kind: PlayerKind,
    /// How the player plays, in one sentence; may be empty.
    pub character: String,
    /// Every trait and value of a personality, in the order of its scales; a policy has
    /// none.
    pub figures: Vec<Trait>,
    /// The SHA-256 of the file of a player made of sentences.
    pub file: Option<String>,
    /// Everything that decides how a program of its own plays, as `key="value"` with spaces between.
    pub program: Option<String>,
}

/// The kind of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A player that is defined by traits and values on scales.
    Personality,
    /// A fixed way to play, which personalities are compared with.
    #[default]
    Policy,
}

/// A trait or a value of a personality on its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Trait {
    /// Whether it is a trait or a value.
    pub kind: FigureKind,
    /// The name in files: lower-case words joined by `_`.
    pub name: String,
    /// The least value of the scale.
    pub low: f64,
    /// The greatest value of the scale.
    pub high: f64,
    /// The value that changes nothing, in `low..=high`.
    pub neutral: f64,
    /// The player's value, in `low..=high`.
    pub value: f64,
    /// What a higher value means, in a few words.
    pub meaning: String,
}

/// Whether a number of a personality is a trait or a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    /// How a player decides.
    #[default]
    Trait,
    /// What a player wants.
    Value,
}

impl Player {
    /// A player that is a policy.
    #[must_use]
    pub fn policy(
        id: impl Into<String>,
        name: impl Into<String>,
        character: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            kind: PlayerKind::Policy,
            character: character.into(),
            figures: Vec::new(),
            file: None,
            program: None,
        }
    }

    /// A player that is a personality, with all its traits and values. Habits are among its traits if
    /// one is not neutral.
    #[must_use]
    pub fn personality(of: &Personality) -> Self {
        let figure = |kind: FigureKind, scale: Scale, value: f64| Trait {
            kind,
            name: scale.key.to_owned(),
            low: scale.low,
            high: scale.high,
            neutral: scale.neutral,
            value,
            meaning: scale.about.to_owned(),
        };
        let traits = Traits::SCALES.into_iter().zip(of.traits.figures());
        let traits = traits.chain(of.habit_figures().filter(|_| !of.habits.is_neutral()));
        let traits = traits.map(|(scale, value)| figure(FigureKind::Trait, scale, value));
        let values = Values::SCALES.into_iter().zip(of.values.figures());
        let values = values.map(|(scale, value)| figure(FigureKind::Value, scale, value));
        Self {
            kind: PlayerKind::Personality,
            figures: traits.chain(values).collect(),
            ..Self::policy(&of.id, &of.name, &of.character)
        }
    }

    /// The traits and values as canonical text, `key=value key=value`, or `sha256="..."` of a file;
    /// empty for a policy.
    pub fn canonical(&self) -> String {
        let figures = self.figures.iter();
        let figures = figures.map(|figure| format!("{}={}", figure.name, figure.value));
        let file = self.file.iter().map(|digest| format!("sha256=\"{digest}\""));
        figures.chain(file).chain(self.program.clone()).collect::<Vec<_>>().join(" ")
    }
}
