//! Somebody who plays.

use crate::games::dragon_slayer::policies;
use crate::personalities::Personality;

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// One that is described by figures.
    Personality(Personality),
    /// A policy by its name, which [`policies::named`] knows.
    Policy(String),
}

impl Member {
    /// Its id, or the policy's name.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.id,
            Self::Policy(name) => name,
        }
    }

    /// As people read it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.name,
            Self::Policy(name) => name,
        }
    }

    /// How it plays, in a sentence; empty for a policy that there is not.
    #[must_use]
    pub fn character(&self) -> String {
        match self {
            Self::Personality(personality) => personality.character.clone(),
            Self::Policy(name) => policies::about(name).unwrap_or_default(),
        }
    }

    /// The personality, if it is one.
    #[must_use]
    pub fn personality(&self) -> Option<&Personality> {
        match self {
            Self::Personality(personality) => Some(personality),
            Self::Policy(_) => None,
        }
    }
}
