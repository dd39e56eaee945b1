//! What changed between two tournaments, in words: trait by trait and rule by rule.
//!
//! The canonical texts in the headers of journals are lines of words and of `key=value`.

use std::fmt::Display;

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
            found.extend(line_change(&old.player, &old.unchanged, &new.unchanged));
        }
    }
    // The variants of a sweep follow from its player and its ranges.
    let field = |header: &'_ Header| header.sweep.as_ref().map_or(0, |sweep| sweep.variants);
    if from.sweep.is_some() == to.sweep.is_some() {
        for (id, text) in players(from).skip(field(from)) {
            match find(to, id) {
                None => found.push(format!("{id}: left out")),
                Some(new) => found.extend(line_change(id, text, new)),
            }
        }
        let added = players(to).skip(field(to));
        let added = added.filter(|(id, _)| find(from, id).is_none());
        found.extend(added.map(|(id, _)| format!("{id}: added")));
    }
    found.extend(rule_changes(&from.rules, &to.rules));
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

/// The changes of the rules. Lines are compared one by one if there are as many of them.
fn rule_changes(from: &str, to: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (from.lines().collect(), to.lines().collect());
    if old.len() == new.len() {
        let lines = old.iter().zip(&new);
        return lines.flat_map(|(old, new)| line_change("rules", old, new)).collect();
    }
    let gone = old.iter().filter(|line| !new.contains(line));
    let come = new.iter().filter(|line| !old.contains(line));
    gone.map(|line| format!("rules: removed \"{line}\""))
        .chain(come.map(|line| format!("rules: added \"{line}\"")))
        .collect()
}

/// The change of a line, after the name of what it describes.
fn line_change(name: &str, from: &str, to: &str) -> Option<String> {
    if from == to {
        return None;
    }
    let split = |line: &'_ str| -> Vec<(String, Option<String>)> {
        let words = line.split_whitespace().map(|word| word.split_once('='));
        (line.split_whitespace().zip(words))
            .map(|(word, pair)| match pair {
                Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
                None => (word.to_owned(), None),
            })
            .collect()
    };
    let (old, new) = (split(from), split(to));
    let keys = |words: &[(String, Option<String>)]| -> Vec<String> {
        words.iter().map(|(key, _)| key.clone()).collect()
    };
    if keys(&old) != keys(&new) {
        return Some(format!("{name}: \"{from}\" -> \"{to}\""));
    }
    // Words without a value and a name say which part of the rules the line describes.
    let part: Vec<&str> = (old.iter())
        .filter_map(|(key, value)| match value {
            None => Some(key.as_str()),
            Some(value) if key == "name" => Some(value),
            Some(_) => None,
        })
        .collect();
    let part = if part.is_empty() { String::new() } else { part.join(" ") + ", " };
    let pairs = old.iter().zip(&new).filter(|(old, new)| old != new);
    let changed: Vec<String> = pairs
        .map(|((key, from), (_, to))| {
            let value = |value: &Option<String>| value.clone().unwrap_or_default();
            format!("{} {} -> {}", key.replace('_', " "), value(from), value(to))
        })
        .collect();
    Some(format!("{name}: {part}{}", changed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_named_trait_by_trait_and_rule_by_rule() {
        let carla = |more: &str| format!("risk_aversion={more} nerves=0");
        assert_eq!(
            line_change("carla", &carla("0.4"), &carla("0.6")).unwrap(),
            "carla: risk aversion 0.4 -> 0.6"
        );
        assert_eq!(line_change("carla", "a=1", "a=1"), None);
        let rules = "target=40\ndragon points=2 name=blue\nwarrior dice=3\n";
        let other = "target=30\ndragon points=3 name=blue\nwarrior dice=2\n";
        assert_eq!(
            rule_changes(rules, other),
            [
                "rules: target 40 -> 30",
                "rules: dragon blue, points 2 -> 3",
                "rules: warrior, dice 3 -> 2",
            ]
        );
        assert_eq!(rule_changes("a=1\nb=2\n", "a=1\n"), ["rules: removed \"b=2\""]);
    }
}
