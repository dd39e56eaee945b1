//! A personality in a game: its figures in the units that they count in.

use std::sync::Arc;

use super::memo::Memo;
use super::{Personality, Units};
use crate::play::{AgentKind, AgentSpec};

/// A personality with the units of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// The personality.
    pub personality: Personality,
    /// The units of the game.
    pub units: Arc<Units>,
    /// What it has decided before, in games in which that is kept.
    pub(crate) memo: Memo,
}

impl Character {
    /// A personality in these units.
    #[must_use]
    pub fn new(personality: Personality, units: Arc<Units>) -> Self {
        Self { personality, units, memo: Memo::default() }
    }
}

/// All personalities, as one kind of agent.
static KIND: AgentKind =
    AgentKind::new("personality", "Plays as the figures of a personality say.", &[]);

impl From<Character> for AgentSpec {
    fn from(character: Character) -> Self {
        let mut spec = Self::alone(&KIND, &character.personality.id);
        spec.character = Some(Arc::new(character));
        spec
    }
}
