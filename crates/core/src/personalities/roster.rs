//! The players of a game: personalities, and agents to compare them with.

use std::collections::HashSet;
use std::fmt::Write;

use super::Member;
use crate::play::{AgentKinds, AgentSpec};
use crate::text::nearest::nearest;
use crate::values::Invalid;

/// The players of a game, each once, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// At least one; no two have the same id.
    pub members: Vec<Member>,
    /// The kinds of agents that the game offers. Any of them may be named.
    pub agents: AgentKinds,
    /// The personalities of a game that they play as [`crate::conduct`] says: any may be named, and
    /// none plays by itself.
    pub beside: Vec<Member>,
}

/// The error for a name of a player.
fn refused(message: impl Into<String>, help: impl Into<String>) -> Invalid {
    Invalid { field: "agents".to_owned(), message: message.into(), help: help.into() }
}

impl Roster {
    /// The roster of these players in a game with agents of these kinds.
    #[must_use]
    pub fn new(members: Vec<Member>, agents: AgentKinds) -> Self {
        Self { members, agents, beside: Vec::new() }
    }

    /// This roster, beside which the personalities of another one may be named.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        Self { beside: other.without_agents().members, ..self }
    }

    /// This roster, followed by the agents of another one that it lacks, and beside it those that may
    /// be named beside the other one.
    #[must_use]
    pub fn with_agents_of(mut self, other: &Self) -> Self {
        self.beside.clone_from(&other.beside);
        for member in &other.members {
            if member.personality().is_none() && self.find(member.id()).is_none() {
                self.members.push(member.clone());
            }
        }
        self
    }

    /// The personalities of the roster.
    #[must_use]
    pub fn without_agents(mut self) -> Self {
        (self.members).retain(|member| member.personality().is_some());
        self
    }

    /// All players that have names of their own: those of the roster, then those beside it.
    pub fn all(&self) -> impl Iterator<Item = &Member> + Clone {
        self.members.iter().chain(&self.beside)
    }

    /// The player with this id, of the roster or beside it.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Member> {
        self.all().find(|member| member.id() == id)
    }

    /// The roster of these players in this order. Any agent of the game may be named, whether
    /// or not it is in this roster.
    ///
    /// # Errors
    /// If an id is unknown or named twice, or if there are none.
    pub fn select(&self, ids: &[String]) -> Result<Self, Invalid> {
        if ids.is_empty() {
            let help = "name at least one personality or agent";
            return Err(refused("the roster is empty", help));
        }
        let mut named = HashSet::new();
        let members = ids.iter().map(|id| {
            let member = self.member(id)?;
            if named.insert(member.id().to_owned()) {
                Ok(member)
            } else {
                let message = format!("\"{}\" is named twice", member.id());
                Err(refused(message, "name each player once"))
            }
        });
        Ok(Self::new(members.collect::<Result<_, _>>()?, self.agents))
    }

    /// The player with this id, or the agent with this spelling.
    ///
    /// # Errors
    /// If there is none.
    pub fn member(&self, id: &str) -> Result<Member, Invalid> {
        if let Some(member) = self.find(id) {
            return Ok(member.clone());
        }
        let refusal = match AgentSpec::parse(id, self.agents) {
            Ok(spec) => return Ok(Member::Agent(spec)),
            Err(refusal) => refusal,
        };
        let ids = self.all().map(Member::id);
        let name = id.split(':').next().unwrap_or_default();
        let has_kind = self.agents.iter().any(|kind| kind.name == name);
        let help = match nearest(id, ids.clone()) {
            // The kind exists, and its parameter is wrong.
            _ if has_kind || refusal.help.contains(" is from ") => refusal.help,
            Some(near) => format!("did you mean {near}? `rivals roster` lists all"),
            None if refusal.help.starts_with("did you mean") => refusal.help,
            None => {
                let ids = ids.collect::<Vec<_>>().join(", ");
                format!("there are {ids}; `rivals games` lists all agents")
            }
        };
        let message = format!("no player of the roster is called \"{id}\"");
        Err(refused(message, help))
    }

    /// Everything that decides how the players play, as text: a line for each, in
    /// order. Names and characters are not in it, because they decide nothing.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut text = String::new();
        for member in &self.members {
            text += member.id();
            if let Member::Personality(personality) = member {
                for (scale, figure) in personality.shown_figures() {
                    // A figure is written with the fewest decimals that are read back
                    // as the same number.
                    let _ = write!(text, " {}={figure}", scale.key);
                }
            }
            text.push('\n');
        }
        text
    }
}
