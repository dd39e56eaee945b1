//! What changed between two tournaments, in words: trait by trait and rule by rule.
//!
//! The texts of rules and players in the headers of journals are TOML.

use serde_json::{Value, json};

use super::header::Header;

/// What changed from one tournament to another, each as `carla: risk aversion 0.4 -> 0.6`;
/// empty if nothing did.
#[must_use]
pub fn changes(from: &Header, to: &Header) -> Vec<String> {
    let mut found = Vec::new();
    differences(String::new(), &described(from), &described(to), &mut found);
    if found.is_empty() && from != to {
        let other = "configuration: the players have another order or other metrics, or the game \
                     describes itself in another way";
        found.push(other.to_owned());
    }
    found
}

/// What a person may have changed, by name.
fn described(header: &Header) -> Value {
    let kind = match &header.sweep {
        None => "a tournament".to_owned(),
        Some(sweep) if sweep.of_rules && sweep.alone => "a sweep of each rule alone".to_owned(),
        Some(sweep) if sweep.of_rules => "a sweep of rules".to_owned(),
        Some(sweep) if sweep.alone => format!("a sweep of all traits of {}", sweep.player),
        Some(sweep) => format!("a sweep of {}", sweep.player),
    };
    let of = if header.until_pairs { "pair" } else { "seat" };
    let mut described = json!({
        "kind:": kind,
        "version": header.version,
        "commit of the build": header.commit,
        "game": header.game,
        "seats": header.seats,
        "seed": header.seed,
        "games": header.games,
        "pairings": header.pairings,
        "until_ci": header.until_ci.map(|width| format!("{width} of each {of}")),
        "shard": header.shard.map(|shard| shard.to_string()),
        "ranges": header.sweep.as_ref().map(|sweep| sweep.ranges.join(" ")),
        "rules:": values(&header.rules),
    });
    let of_rules = header.sweep.as_ref().filter(|sweep| sweep.of_rules);
    if let Some(sweep) = of_rules {
        // Those that are played follow from these and the ranges.
        described["rules:"] = values(&sweep.unchanged);
    }
    // The variants of a sweep follow from its player and its ranges.
    let swept = header.sweep.iter().filter(|sweep| !sweep.of_rules);
    let variants = swept.clone().map(|sweep| sweep.variants).sum();
    let swept = swept.map(|sweep| (&*sweep.player, &*sweep.unchanged));
    // All rules have the same players.
    let once = of_rules.map_or(usize::MAX, |sweep| sweep.against.len());
    for (id, text) in players(header).take(once).skip(variants).chain(swept) {
        let id = of_rules.and(id.split_once('@')).map_or(id, |(id, _)| id);
        // The values of a player are on one line.
        described[format!("{id}:")] = values(&text.replace(' ', "\n"));
    }
    described
}

/// The ids of the players with their traits and values.
fn players(header: &Header) -> impl Iterator<Item = (&str, &str)> {
    let ids = header.roster.iter().map(String::as_str);
    ids.zip(header.players.iter().map(String::as_str))
}

/// The traits and values of the player with this id.
pub(super) fn find<'a>(header: &'a Header, id: &str) -> Option<&'a str> {
    players(header).find(|(other, _)| *other == id).map(|(_, text)| text)
}

/// The values of a text of keys and values; the text itself if it has another form.
fn values(text: &str) -> Value {
    let table = text.parse::<toml::Table>();
    table.map_or_else(|_| text.into(), |table| json!(table))
}

/// Adds the differences of two values called so. What has parts is called by the words that lead
/// to each, and the parts of a list by their names or numbers.
fn differences(name: String, from: &Value, to: &Value, found: &mut Vec<String>) {
    let named = |value: &Value| -> Vec<(String, Value)> {
        match value {
            Value::Object(parts) => parts.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
            Value::Array(parts) => {
                let named = |(at, part): (usize, &Value)| {
                    let own = part.get("name").and_then(Value::as_str);
                    (own.map_or_else(|| at.to_string(), str::to_owned), part.clone())
                };
                (1..).zip(parts).map(named).collect()
            }
            _ => Vec::new(),
        }
    };
    let written = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match (from, to) {
        _ if from == to => {}
        (Value::Null, Value::Object(_)) => found.push(format!("{name} added")),
        (Value::Object(_), Value::Null) => found.push(format!("{name} left out")),
        (Value::Object(_), Value::Object(_)) | (Value::Array(_), Value::Array(_)) => {
            let (old, new) = (named(from), named(to));
            let added = new.iter().filter(|(key, _)| old.iter().all(|(other, _)| other != key));
            for (key, _) in old.iter().chain(added) {
                let find = |values: &[(String, Value)]| {
                    let part = values.iter().find(|(other, _)| other == key);
                    part.map_or(Value::Null, |(_, part)| part.clone())
                };
                let inside = match &*name {
                    "" => key.clone(),
                    name => format!("{name} {}", key.replace('_', " ")),
                };
                differences(inside, &find(&old), &find(&new), found);
            }
        }
        _ => found.push(format!("{name} {} -> {}", written(from), written(to))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, from: &str, to: &str) -> String {
        let mut found = Vec::new();
        differences(name.to_owned(), &values(from), &values(to), &mut found);
        found.join(", ")
    }

    #[test]
    fn changes_are_named_trait_by_trait_and_rule_by_rule() {
        let carla = |more: &str| format!("risk_aversion={more}\nnerves=0");
        let changed = said("carla:", &carla("0.4"), &carla("0.6"));
        assert_eq!(changed, "carla: risk aversion 0.4 -> 0.6");
        assert_eq!(said("carla:", "a=1", "a=1"), "");
        let rules = "target = 40\ndragon = [{ name = \"blue\", points = 2 }]\n";
        let other = "target = 30\ndragon = [{ name = \"blue\", points = 3 }]\ncap = 1\n";
        assert_eq!(
            said("rules:", rules, other),
            "rules: dragon blue points 2 -> 3, rules: target 40 -> 30, rules: cap none -> 1"
        );
        assert_eq!(said("rules:", "ugr22\n", "ugr23\n"), "rules: ugr22\n -> ugr23\n");
    }
}
