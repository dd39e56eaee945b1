//! A player of a roster.

use super::Personality;
use crate::play::AgentSpec;
use crate::play::outside::Outsider;

/// A player of a roster.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// A player that is described by figures.
    Personality(Personality),
    /// An agent of the game.
    Agent(AgentSpec),
}

impl Member {
    /// The personality's id, or the agent's spelling.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.id,
            Self::Agent(spec) => spec.as_str(),
        }
    }

    /// The program of its own that it is; `None` of other players.
    #[must_use]
    pub fn outside(&self) -> Option<&Outsider> {
        match self {
            Self::Personality(_) => None,
            Self::Agent(spec) => spec.outside.as_ref(),
        }
    }

    /// The name as people read it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.name,
            Self::Agent(spec) => spec.as_str(),
        }
    }

    /// How it plays, in a sentence.
    #[must_use]
    pub fn character(&self) -> String {
        match self {
            Self::Personality(personality) => personality.character.clone(),
            Self::Agent(spec) => spec.about(),
        }
    }

    /// What people read who choose an opponent: the manner of a personality. How it plays, which is
    /// all that is known of an agent, they shall find out.
    #[must_use]
    pub fn introduction(&self) -> Option<String> {
        match self {
            Self::Personality(personality) => personality.manner.clone(),
            Self::Agent(_) => None,
        }
    }

    /// The personality, if it is one.
    #[must_use]
    pub fn personality(&self) -> Option<&Personality> {
        match self {
            Self::Personality(personality) => Some(personality),
            Self::Agent(_) => None,
        }
    }
}
