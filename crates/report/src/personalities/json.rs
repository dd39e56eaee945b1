//! Players as JSON, with all traits and values.

use serde::Serialize;

use rivals_core::personalities::{Habits, Member, Traits, Values};

/// A player; the fields are the keys. `neutral`, `traits` and `values` are null for an agent.
#[derive(Serialize)]
pub struct Player<'a> {
    id: &'a str,
    name: &'a str,
    /// `personality`, or `policy` for an agent.
    kind: &'static str,
    character: String,
    neutral: Option<bool>,
    traits: Option<Traits>,
    values: Option<Values>,
    /// Only if one is not neutral.
    #[serde(skip_serializing_if = "Option::is_none")]
    habits: Option<Habits>,
}

impl<'a> Player<'a> {
    /// The player of a roster.
    #[must_use]
    pub fn new(member: &'a Member) -> Self {
        let personality = member.personality();
        Self {
            id: member.id(),
            name: member.name(),
            kind: personality.map_or("policy", |_| "personality"),
            character: member.character(),
            neutral: personality.map(|one| one.is_neutral()),
            traits: personality.map(|one| one.traits),
            values: personality.map(|one| one.values),
            habits: personality.map(|one| one.habits).filter(|habits| !habits.is_neutral()),
        }
    }
}
