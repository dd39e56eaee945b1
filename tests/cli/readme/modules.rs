//! The floors of the sources: every module uses modules below it, and nothing else.

use std::fs;
use std::path::Path;

/// The modules, each line above those that it uses.
const DIAGRAM: &str = "\
cli
document
results
report
contests, tournament_config
standings
minds
personalities, tournament
policies
solver
odds
games
config
files, random, statistics";

/// A module that is drawn apart from the one that its folder is in.
const APART: [&str; 2] = ["report", "document"];

fn diagram() -> Vec<Vec<&'static str>> {
    let lines = DIAGRAM.lines();
    lines.map(|line| line.split(", ").collect()).collect()
}

/// What the sources in a folder use, without tests and comments: pairs of a module and
/// one that it uses.
fn uses(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // Made for tests alone.
        if ["tests.rs", "tests", "fake.rs"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            uses(&path, found);
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let user = module(
            path.strip_prefix("src")
                .unwrap()
                .iter()
                .map(|part| part.to_str().unwrap()),
        );
        let (text, _) = text
            .split_once("#[cfg(test)]\nmod tests")
            .unwrap_or((&text, ""));
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for used in lines.flat_map(|line| line.split("crate::").skip(1)) {
            let words = used
                .split(|c: char| !c.is_ascii_lowercase() && !"_:".contains(c))
                .next();
            let used = module(words.unwrap().split("::"));
            if used != user {
                found.push((user.clone(), used));
            }
        }
    }
}

/// The module that a path leads into, as the diagram names it.
fn module<'a>(path: impl Iterator<Item = &'a str>) -> String {
    let path: Vec<&str> = path.take(2).collect();
    match path == APART {
        true => APART.join("/"),
        false => path[0].to_owned(),
    }
}

#[test]
fn dependencies_are_as_drawn() {
    let diagram = diagram();
    let line = |module: &str| {
        let on = |line: &Vec<&str>| line.contains(&module);
        diagram.iter().position(on)
    };
    let mut found = Vec::new();
    let folders = fs::read_dir("src")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    for folder in folders.filter(|path| path.is_dir()) {
        uses(&folder, &mut found);
        let module = folder.file_name().unwrap().to_str().unwrap();
        assert!(line(module).is_some(), "{module} is not drawn");
    }
    assert!(found.len() > 100);
    for (user, used) in found {
        assert!(line(&used) > line(&user), "{user} uses {used}");
    }
}
