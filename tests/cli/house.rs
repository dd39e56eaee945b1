//! The structure of the sources: only few places of the program name a game or use its words, tests
//! and comments apart; copies are equal; documents name files that exist.

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

/// The lines of a file without comments and tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (text, _) = text.split_once("#[cfg(test)]\nmod tests").unwrap_or((&text, ""));
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.map(|line| format!("{line}\n")).collect()
}

/// The crates of games and below need no files, clock, terminal or threads of their own.
#[test]
fn games_need_no_system() {
    let words = ["std::fs", "std::io", "std::thread", "Instant", "SystemTime", "println!"];
    for folder in ["core", "games", "statistics", "dragon-slayer"] {
        let mut files = Vec::new();
        sources(&Path::new("crates").join(folder).join("src"), &mut files);
        assert!(files.len() > 5);
        for file in files {
            let code = code(&file);
            let found = words.iter().find(|word| code.contains(**word));
            assert_eq!(found, None, "{}", file.display());
        }
    }
}

/// Modules of `core` use those below them alone; what is not listed is below all of these.
#[test]
fn modules_of_core_depend_one_way() {
    let root = Path::new("crates/core/src");
    let mut files = Vec::new();
    sources(root, &mut files);
    let grouped = files.iter().find(|file| code(file).contains("crate::{"));
    assert_eq!(grouped, None, "give each module a `use` of its own");
    let mut wrong = Vec::new();
    for module in ["untyped", "table", "session", "engine", "contest", "conduct", "search"] {
        let (own, all) = (root.join(module), files.len());
        files.retain(|file| !file.starts_with(&own) && *file != own.with_extension("rs"));
        assert!(files.len() < all, "{module}");
        let path = format!("crate::{module}::");
        let using = files.iter().filter(|file| code(file).contains(&path));
        wrong.extend(using.map(|file| format!("{} uses {module}", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The catalogue and the list of commands name games, and a folder of
/// `commands` its own.
#[test]
fn nothing_else_names_a_game() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    assert!(files.len() > 100);
    let mut games = folders("crates/games/src");
    games.push("dragon_slayer".to_owned());
    assert!(games.len() >= 5, "{games:?}");
    let places = ["src/catalogue", "src/commands/mod.rs", "src/commands/program.rs", "src/lib.rs"];
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !places.iter().any(|place| file.starts_with(place))) {
        let code = code(file);
        for game in &games {
            let own = file.starts_with(format!("src/commands/{game}"));
            let named =
                |(at, _)| code[..at].ends_with("::") || code[at + game.len()..].starts_with("::");
            if !own && code.match_indices(&**game).any(named) {
                wrong.push(format!("{} names {game}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What serves all games, and its help, has no word of one game; examples of commands name games.
#[test]
fn what_serves_all_games_has_no_word_of_one() {
    let parts = ["dragon", "slay", "slain", "challeng", "warrior", "tictactoe"];
    let mut words: Vec<String> = folders("crates/games/src");
    words.extend(["tic", "token", "tokens"].map(str::to_owned));
    // The keys and texts of scales are in files of personalities, which keep them.
    let scales = Path::new("crates/core/src/personalities/traits.rs");
    let mut wrong = Vec::new();
    for (folder, has_help) in [
        ("src/cli", true),
        ("src/command", true),
        ("src/history", false),
        ("crates/core/src", false),
        ("crates/league/src", false),
        ("crates/report/src", false),
        ("crates/statistics/src", false),
    ] {
        let mut files = Vec::new();
        sources(Path::new(folder), &mut files);
        assert!(files.len() >= 4, "{folder}");
        for file in files.iter().filter(|file| *file != scales) {
            // Doc comments of commands and flags are their help.
            let help = fs::read_to_string(file).unwrap();
            let help = help.lines().filter(|line| has_help && line.trim_start().starts_with("///"));
            for line in code(file).lines().chain(help) {
                let (start, small) = (line.trim_start(), line.to_lowercase());
                let is_example = start.starts_with("rivals ") || start.starts_with("# ");
                let is_key = start.starts_with("#[serde(rename");
                let mut spoken = small.split(|c: char| !c.is_ascii_lowercase());
                let found = parts.iter().any(|part| small.contains(part))
                    || spoken.any(|spoken| words.iter().any(|word| word == spoken));
                if found && !is_example && !is_key {
                    wrong.push(format!("{}: {start}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of the folders in a folder.
fn folders(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// Crates can be published without `configs`: what they embed of them are copies of their own.
#[test]
fn copies_of_configs_are_equal() {
    let mut compared = 0;
    for (folder, copies) in [
        ("", "crates/core/src/personalities/built_in"),
        ("/remarks", "crates/league/src/personality_files/built_in/remarks"),
    ] {
        for copy in fs::read_dir(copies).unwrap().map(|entry| entry.unwrap().path()) {
            if copy.extension().is_some_and(|ending| ending == "toml") {
                let original =
                    Path::new("configs/personalities").join(&folder[folder.len().min(1)..]);
                let original = original.join(copy.file_name().unwrap());
                assert_eq!(fs::read(&copy).unwrap(), fs::read(original).unwrap(), "{copy:?}");
                compared += 1;
            }
        }
    }
    for game in ["pig", "parchis", "tic_tac_toe_sp", "tute", "battletech"] {
        let copy = fs::read(format!("crates/games/src/{game}/conduct.toml")).ok();
        assert_eq!(copy, fs::read(format!("configs/{game}/conduct.toml")).ok(), "{game}");
    }
    assert_eq!(compared, 32);
}

/// What ARCHITECTURE.md and the page on games name in backticks as a path is there.
#[test]
fn documents_name_paths_that_exist() {
    for page in ["ARCHITECTURE.md", "docs/adding-a-game.md"] {
        let text = fs::read_to_string(page).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let roots =
            ["benches/", "configs/", "crates/", "docs/", "examples/", "src/", "studies/", "tests/"];
        let paths = quoted.filter(|word| roots.iter().any(|root| word.starts_with(root)));
        let paths: Vec<&str> = paths.filter(|path| !path.contains("NAME")).collect();
        assert!(paths.len() >= 5, "{page}: {paths:?}");
        for path in paths {
            assert!(Path::new(path).exists(), "{page} names {path}");
        }
    }
}
