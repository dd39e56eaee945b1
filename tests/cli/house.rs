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

/// A crate can be published without `configs`: what it embeds of them are copies in its own folder.
#[test]
fn copies_of_configs_are_equal() {
    let built_in = "crates/league/src/personality_files/built_in";
    let mut folders = vec![
        (built_in.to_owned(), "configs/personalities".to_owned()),
        (format!("{built_in}/remarks"), "configs/personalities/remarks".to_owned()),
        ("crates/dragon-slayer/src".to_owned(), "configs".to_owned()),
    ];
    let games = fs::read_dir("crates/games/src").unwrap().map(|entry| entry.unwrap().file_name());
    let games = games.filter_map(|name| name.into_string().ok()).filter(|name| !name.contains('.'));
    folders
        .extend(games.map(|game| (format!("crates/games/src/{game}"), format!("configs/{game}"))));
    let mut compared = 0;
    for (copies, originals) in folders {
        for copy in fs::read_dir(&copies).unwrap().map(|entry| entry.unwrap().path()) {
            if copy.extension().is_some_and(|ending| ending == "toml") {
                let original = Path::new(&originals).join(copy.file_name().unwrap());
                assert_eq!(fs::read(&copy).unwrap(), fs::read(original).unwrap(), "{copy:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 37, "{compared} files");
}
