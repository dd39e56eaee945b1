//! The structure of the sources: of the program, only the registry and a game's own commands name a
//! game.
//!
//! Tests and comments are not counted.

use std::fs;
use std::path::{Path, PathBuf};

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

/// The registry names all games, and a folder of `commands` only its own.
#[test]
fn nothing_else_names_a_game() {
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
            let is_game = ["src/games", "src/commands", "crates/games/src"]
                .iter()
                .any(|folder| !game.is_empty() && Path::new(folder).join(game).is_dir());
            let at_home = ["games", "commands"].contains(&inside[0]);
            let own = at_home && inside.get(1) == Some(&game);
            if !own && (is_game || !at_home && inside[0] != "cli") {
                wrong.push(format!("{} uses {path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The games of the crate bring copies of their built-in tournaments, so that it can be published.
#[test]
fn copies_of_the_built_in_tournaments_are_equal() {
    for game in ["parchis", "pig", "tic_tac_toe_sp", "tute"] {
        let read =
            |folder: &str| fs::read_to_string(format!("{folder}/{game}/tournament.toml")).unwrap();
        assert_eq!(read("configs"), read("crates/games/src"), "{game}");
    }
}
