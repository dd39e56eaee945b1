//! What changed between two tournaments, in words: trait by trait and rule by rule.
//!
//! The texts of rules and players in the headers of journals are TOML.

use std::fmt::Display;

use toml::Value;

use super::header::Header;

/// What changed from one tournament to another, each as `carla: risk aversion 0.4 -> 0.6`;
/// empty if nothing did.
pub(super) fn changes(from: &Header, to: &Header) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |name: &str, from: &dyn Display, to: &dyn Display| {
        let (from, to) = (from.to_string(), to.to_string());
        if from != to {
            found.push(format!("{name} {from} -> {to}"));
        }
    };
    let kind = |header: &Header| match &header.sweep {
        None => "a tournament".to_owned(),
        Some(sweep) => format!("a sweep of {}", sweep.player),
    };
    add("kind:", &kind(from), &kind(to));
    add("version", &from.version, &to.version);
    let commit = |header: &Header| header.commit.clone().unwrap_or("unknown".to_owned());
    add("commit of the build", &commit(from), &commit(to));
    add("game", &from.game, &to.game);
    add("seats", &from.seats, &to.seats);
    add("seed", &from.seed, &to.seed);
    add("games", &from.games, &to.games);
    add("pairings", &from.pairings, &to.pairings);
    let width = |header: &Header| match (header.until_ci, header.until_pairs) {
        (None, _) => "none".to_owned(),
        (Some(width), false) => format!("{width} of each seat"),
        (Some(width), true) => format!("{width} of each pair"),
    };
    add("until_ci", &width(from), &width(to));
    let shard = |header: &Header| header.shard.map_or("none".to_owned(), |s| s.to_string());
    add("shard", &shard(from), &shard(to));
    if let (Some(old), Some(new)) = (&from.sweep, &to.sweep) {
        add("ranges", &old.ranges.join(" "), &new.ranges.join(" "));
        if old.player == new.player && old.unchanged.contains('=') {
            found.extend(key_changes(&old.player, &old.unchanged, &new.unchanged));
        }
    }
    // The variants of a sweep follow from its player and its ranges.
    let field = |header: &'_ Header| header.sweep.as_ref().map_or(0, |sweep| sweep.variants);
    if from.sweep.is_some() == to.sweep.is_some() {
        for (id, text) in players(from).skip(field(from)) {
            match find(to, id) {
                None => found.push(format!("{id}: left out")),
                Some(new) => found.extend(key_changes(id, text, new)),
            }
        }
        let added = players(to).skip(field(to));
        let added = added.filter(|(id, _)| find(from, id).is_none());
        found.extend(added.map(|(id, _)| format!("{id}: added")));
    }
    found.extend(key_changes("rules", &from.rules, &to.rules));
    if found.is_empty() && from.roster != to.roster {
        found.push(format!(
            "order of players {} -> {}",
            from.roster.join(", "),
            to.roster.join(", ")
        ));
    }
    if found.is_empty() && from != to {
        found.push(
            "configuration: the players have other metrics, or the game describes itself in \
             another way"
                .to_owned(),
        );
    }
    found
}

/// The ids of the players with their traits and values.
fn players(header: &Header) -> impl Iterator<Item = (&str, &str)> {
    let ids = header.roster.iter().map(String::as_str);
    ids.zip(header.players.iter().map(String::as_str))
}

/// The traits and values of the player with this id.
pub(super) fn find<'a>(header: &'a Header, id: &str) -> Option<&'a str> {
    let mut all = players(header);
    all.find(|(other, _)| *other == id).map(|(_, text)| text)
}

/// What changed in a text of keys and values, after the name of what it describes.
fn key_changes(name: &str, from: &str, to: &str) -> Option<String> {
    if from == to {
        return None;
    }
    let (Some(old), Some(new)) = (values(from), values(to)) else {
        return Some(format!("{name}: \"{from}\" -> \"{to}\""));
    };
    let find = |values: &[(String, String)], key: &str| {
        let found = values.iter().find(|(other, _)| other == key);
        found.map_or("none".to_owned(), |(_, value)| value.clone())
    };
    let added = new.iter().filter(|(key, _)| old.iter().all(|(other, _)| other != key));
    let keys = old.iter().chain(added).map(|(key, _)| key);
    let changed: Vec<String> = keys
        .map(|key| (key, find(&old, key), find(&new, key)))
        .filter(|(_, from, to)| from != to)
        .map(|(key, from, to)| format!("{key} {from} -> {to}"))
        .collect();
    Some(format!("{name}: {}", changed.join(", ")))
}

/// The values of a text with the words that lead to each; none if the text has another form, as
/// those of older programs.
fn values(text: &str) -> Option<Vec<(String, String)>> {
    // The values of a player are on one line, those of rules on a line each.
    let lines = if text.contains('\n') { text.to_owned() } else { text.replace(' ', "\n") };
    Some(of_value(String::new(), &Value::Table(lines.parse().ok()?)))
}

fn of_value(name: String, value: &Value) -> Vec<(String, String)> {
    let inside = |key: &str, value| of_value(format!("{name} {key}").trim().to_owned(), value);
    match value {
        Value::Table(table) => {
            table.iter().flat_map(|(key, value)| inside(&key.replace('_', " "), value)).collect()
        }
        Value::Array(list) => (1..)
            .zip(list)
            .flat_map(|(number, value)| {
                let name = value.get("name").and_then(Value::as_str);
                inside(&name.map_or_else(|| number.to_string(), str::to_owned), value)
            })
            .collect(),
        _ => vec![(name, value.to_string())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_named_trait_by_trait_and_rule_by_rule() {
        let carla = |more: &str| format!("risk_aversion={more} nerves=0");
        let changed = key_changes("carla", &carla("0.4"), &carla("0.6"));
        assert_eq!(changed.unwrap(), "carla: risk aversion 0.4 -> 0.6");
        assert_eq!(key_changes("carla", "a=1", "a=1"), None);
        let rules = "target = 40\ndragon = [{ name = \"blue\", points = 2 }]\n";
        let other = "target = 30\ndragon = [{ name = \"blue\", points = 3 }]\ncap = 1\n";
        assert_eq!(
            key_changes("rules", rules, other).unwrap(),
            "rules: target 40 -> 30, dragon blue points 2 -> 3, cap none -> 1"
        );
        let older = key_changes("rules", "variant=ugr22\n", "variant = \"ugr22\"\n");
        assert!(older.unwrap().contains("\"variant=ugr22"));
    }
}
