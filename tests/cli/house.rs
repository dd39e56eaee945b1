//! The structure of the sources: each folder of `src` uses only folders on lower floors,
//! and nothing outside `games` names a game.
//!
//! Tests and comments are not counted.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `src`, from the top floor to the lowest. Folders of one floor do not use
/// each other.
const FLOORS: &[&[&str]] = &[
    &["cli"],
    &["games"],
    &["command"],
    &["report"],
    &["results"],
    &["standings"],
    &["tournament"],
    &["search"],
    &["history", "personalities"],
    &["play"],
    &["config"],
    &["files", "random", "statistics", "text"],
];

/// The folders of Dragon Slayer, likewise.
const DRAGON_SLAYER: &[&[&str]] = &[
    &["commands"],
    &["report"],
    &["results"],
    &["learn"],
    &["review"],
    &["engine"],
    &["contest"],
    &["exact", "fit"],
    &["policy_tables"],
    &["policies"],
    &["solver"],
    &["show"],
    &["odds"],
    &["rules"],
];

/// Rust files below a folder, without those that are compiled for tests only.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if ["tests.rs", "tests", "fake.rs"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// The crate paths that a source uses, such as `games::dragon_slayer::odds`; each path of a
/// group in braces by itself.
fn used(text: &str) -> Vec<String> {
    let (text, _) = text.split_once("#[cfg(test)]\nmod tests").unwrap_or((text, ""));
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let end = |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':';
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let path = rest.split(end).next().unwrap();
        match rest[path.len()..].strip_prefix('{') {
            Some(group) if path.is_empty() || path.ends_with("::") => {
                let group = group.split(['}', ';']).next().unwrap();
                let names = group.split([',', '{']).map(|name| name.trim().split(end).next());
                found.extend(names.map(|name| format!("{path}{}", name.unwrap())));
            }
            _ => found.push(path.to_owned()),
        }
    }
    found
}

/// Uses that do not lead to a lower floor: the file and the path that it uses. `folder` is
/// the folder of the floors, `prefix` the same as a crate path.
fn upwards(folder: &str, prefix: &str, floors: &[&[&str]]) -> Vec<String> {
    let floor = |name: &str| floors.iter().position(|floor| floor.contains(&name));
    let mut files = Vec::new();
    sources(Path::new(folder), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(folder).unwrap();
        if inside.components().count() < 2 {
            continue;
        }
        let user = inside.iter().next().unwrap().to_str().unwrap();
        let Some(at) = floor(user) else {
            wrong.push(format!("{user} has no floor"));
            continue;
        };
        for path in used(&fs::read_to_string(&file).unwrap()) {
            let Some(rest) = path.strip_prefix(prefix) else {
                continue;
            };
            let name = rest.split("::").next().unwrap();
            if name != user && floor(name).is_some_and(|below| below <= at) {
                wrong.push(format!("{} uses {path}", file.display()));
            }
        }
    }
    wrong
}

#[test]
fn folders_use_lower_floors_only() {
    let wrong = upwards("src", "", FLOORS);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn folders_of_dragon_slayer_use_lower_floors_only() {
    let wrong = upwards("src/games/dragon_slayer", "games::dragon_slayer::", DRAGON_SLAYER);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Only `cli` calls the registry, and no game names another.
#[test]
fn nothing_outside_a_game_names_it() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    assert!(files.len() > 100);
    let mut wrong = Vec::new();
    for file in files {
        let inside: Vec<&str> =
            (file.strip_prefix("src").unwrap().iter()).map(|part| part.to_str().unwrap()).collect();
        if inside == ["games", "mod.rs"] {
            continue;
        }
        for path in used(&fs::read_to_string(&file).unwrap()) {
            let Some(rest) = path.strip_prefix("games::") else {
                continue;
            };
            let game = rest.split("::").next().unwrap();
            let is_game = !game.is_empty() && Path::new("src/games").join(game).is_dir();
            let own = inside.first() == Some(&"games") && inside.get(1) == Some(&game);
            if !own && (is_game || inside[0] != "games" && inside[0] != "cli") {
                wrong.push(format!("{} uses {path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
