//! What is known about a game before it is played: its name, its seats and its kinds of agents.

use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};

use rivals_core::contest::Solve;
use rivals_core::play::AgentKinds;
use rivals_core::sentences::Facts;

/// What is known about a game before it is played.
#[derive(Debug, Serialize)]
pub struct GameInfo {
    /// The name in files and flags: lower-case words joined by `-`.
    pub name: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The numbers of players.
    #[serde(serialize_with = "listed")]
    pub seats: RangeInclusive<usize>,
    /// The kinds of agents that play it.
    pub agents: AgentKinds,
    /// The spelling of the agent whose decisions are shown as hints where the game is not solved:
    /// the strongest one for the time that a person waits.
    pub adviser: Option<&'static str>,
    /// Whether personalities play it as well: by themselves, or if they are named.
    pub personalities: bool,
    /// What the sentences of players may speak of; none in a game that sentences do not play.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The names and texts of its built-in players made of sentences.
    #[serde(skip)]
    pub players: &'static [(&'static str, &'static str)],
    /// The name of its rule file in `configs`; `None` for a game whose rules stand in the files of
    /// its tournaments alone.
    #[serde(skip)]
    pub rule_file: Option<&'static str>,
    /// The text of its built-in tournament's file.
    #[serde(skip)]
    pub tournament: &'static str,
}

impl GameInfo {
    /// The facts about a game with this built-in tournament.
    pub const fn of<G: Solve>(tournament: &'static str) -> Self {
        Self {
            name: G::NAME,
            about: G::ABOUT,
            seats: G::SEATS,
            agents: G::KINDS,
            adviser: G::ADVISER,
            personalities: G::PERSONALITIES || G::CONDUCT.is_some(),
            facts: G::KNOWN_FACTS,
            players: &[],
            rule_file: None,
            tournament,
        }
    }

    /// The name of the game's folders in `configs` and `results`: words joined by `_`.
    #[must_use]
    pub fn folder(&self) -> String {
        self.name.replace('-', "_")
    }
}

fn listed<S: Serializer>(seats: &RangeInclusive<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.clone())
}
