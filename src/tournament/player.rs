//! Who plays, and what makes a player what it is, as data: no game is named, and
//! no game depends on it.

/// A member of the roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Unique, as in files: lower-case letters, digits and `-`.
    pub id: String,
    /// As people read it.
    pub name: String,
    /// Whether figures make it what it is.
    pub kind: PlayerKind,
    /// How it plays, in a sentence; may be empty.
    pub character: String,
    /// Every figure of a personality, in the order of its scales; a policy has
    /// none.
    pub figures: Vec<Trait>,
}

/// Whether figures make a player what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Made of figures on scales.
    Personality,
    /// A fixed way to play, to measure personalities against.
    Policy,
}

/// A figure of a personality on its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Trait {
    /// What it bends.
    pub kind: FigureKind,
    /// As in files: lower-case words joined by `_`.
    pub name: String,
    /// The least that there is.
    pub low: f64,
    /// The most that there is.
    pub high: f64,
    /// Where it changes nothing, in `low..=high`.
    pub neutral: f64,
    /// The player's, in `low..=high`.
    pub value: f64,
    /// What more of it means, in a few words.
    pub meaning: String,
}

/// What a figure bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// How a player decides.
    Trait,
    /// What it wants.
    Value,
}

impl Player {
    /// A policy.
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
        }
    }
}

impl PlayerKind {
    /// As in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Personality => "personality",
            Self::Policy => "policy",
        }
    }
}

impl FigureKind {
    /// As in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Trait => "trait",
            Self::Value => "value",
        }
    }
}
