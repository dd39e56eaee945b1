//! Players as JSON, with all traits and values.

use serde::Serialize;

use rivals_core::personalities::{Member, Traits, Values};

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
        }
    }
}
