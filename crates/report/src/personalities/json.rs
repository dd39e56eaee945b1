//! The roster as JSON, with all traits and values.

use serde::Serialize;

use rivals_core::personalities::{Member, Roster, Traits, Values};
use rivals_league::text::by_rules;

/// A player; the fields are the keys. `neutral`, `traits` and `values` are null for an agent.
#[derive(Serialize)]
struct Player<'a> {
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
    fn new(member: &'a Member) -> Self {
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

/// All players as a JSON array, in order. `rules` names the rules if they are not the
/// built-in ones.
#[must_use]
pub fn roster_json(roster: &Roster, rules: Option<&str>) -> String {
    let members = roster.members.iter();
    let players = members.map(|member| by_rules(rules, Player::new(member)));
    rivals_league::text::json(&players.collect::<Vec<_>>())
}

/// One player as a JSON object.
#[must_use]
pub fn member_json(member: &Member, rules: Option<&str>) -> String {
    rivals_league::text::json(&by_rules(rules, Player::new(member)))
}
