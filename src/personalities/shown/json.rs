//! The roster as JSON, with all figures.

use serde::{Serialize, Serializer};

use crate::personalities::{Member, Roster, Scale, Traits, Values};
use crate::text::by_rules;

#[derive(Serialize)]
struct MemberObject<'a> {
    id: &'a str,
    name: &'a str,
    /// `personality`, or `policy` for an agent.
    kind: &'static str,
    character: String,
    /// Null for an agent, as the fields below.
    neutral: Option<bool>,
    traits: Option<Figures>,
    values: Option<Figures>,
}

/// Keys and figures in the order of their scales.
struct Figures(Vec<(&'static str, f64)>);

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// All players as a JSON array, in order. `rules` names the rules if they are not the
/// built-in ones.
#[must_use]
pub(crate) fn roster_json(roster: &Roster, rules: Option<&str>) -> String {
    let members = roster.members.iter();
    let members = members.map(|member| by_rules(rules, object(member)));
    crate::text::json(&members.collect::<Vec<_>>())
}

/// One player as a JSON object.
#[must_use]
pub(crate) fn member_json(member: &Member, rules: Option<&str>) -> String {
    crate::text::json(&by_rules(rules, object(member)))
}

fn object(member: &Member) -> MemberObject<'_> {
    let figures = |scales: &[Scale], figures: &[f64]| {
        let keys = scales.iter().map(|scale| scale.key);
        Figures(keys.zip(figures.iter().copied()).collect())
    };
    let personality = member.personality();
    MemberObject {
        id: member.id(),
        name: member.name(),
        kind: personality.map_or("policy", |_| "personality"),
        character: member.character(),
        neutral: personality.map(|one| one.is_neutral()),
        traits: personality.map(|one| figures(&Traits::SCALES, &one.traits.figures())),
        values: personality.map(|one| figures(&Values::SCALES, &one.values.figures())),
    }
}
