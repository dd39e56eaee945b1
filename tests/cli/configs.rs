//! Every command reads `configs/` of the current folder instead of the built-in copies, and
//! names the rules if they are not the built-in ones.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Finished, folder, rivals};

/// Every command that depends on the rules, with arguments for an answer within a second.
const COMMANDS: [&str; 13] = [
    "odds --trials 100",
    "odds infer --top 1",
    "solve",
    "solve --check",
    "solve match greedy hold-6",
    "solve respond greedy",
    "advise --mine 3 --theirs 4 --seat first",
    "roster",
    "roster show abel",
    "tournament --roster hold-6,hold-12 --games 10 --dry-run",
    "tournament --roster hold-6,hold-12 --games 10 --out league",
    "tournament --roster hold-6,hold-12 --games 10 --shard 1/1 --out part",
    "merge part --out merged",
];

/// A folder with `configs/dragon_slayer.toml`, which has another target than the built-in one.
pub(crate) fn with_target(target: u32) -> TempDir {
    let place = folder();
    let text = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let text = text.replace("target = 40", &format!("target = {target}"));
    fs::create_dir(place.path().join("configs")).unwrap();
    fs::write(place.path().join("configs/dragon_slayer.toml"), text).unwrap();
    place
}

pub(crate) fn run(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

#[test]
fn every_command_reads_the_rules_of_configs_and_names_them() {
    let place = with_target(12);
    for command in COMMANDS {
        let finished = run(command, place.path());
        let line = "Rules: configs/dragon_slayer.toml (not the built-in ones)\n";
        assert_eq!(finished.code, 0, "{command}: {}", finished.stderr);
        assert!(finished.stdout.starts_with(line), "{command}: {}", finished.stdout);
    }
    let manifest = fs::read_to_string(place.path().join("merged/manifest.json")).unwrap();
    assert!(manifest.contains("\"target = 12\""), "{manifest}");
}

/// Rules that equal the built-in ones count as built in, from any file.
#[test]
fn rules_that_equal_the_built_in_ones_are_not_named() {
    let place = with_target(40);
    for command in [
        "odds --trials 100",
        "odds infer --top 1",
        "solve match hold-6 hold-6",
        "roster",
        "tournament --roster hold-6,hold-12 --games 10 --dry-run",
    ] {
        let finished = run(command, place.path());
        assert_eq!(finished.code, 0, "{command}: {}", finished.stderr);
        assert!(!finished.stdout.contains("Rules:"), "{command}: {}", finished.stdout);
    }
    assert!(!run("roster", folder().path()).stdout.contains("Rules:"));
}

#[test]
fn json_names_the_rules_as_well() {
    let place = with_target(12);
    for command in [
        "odds --trials 100",
        "odds infer",
        "solve",
        "solve match greedy hold-6",
        "solve respond greedy",
        "advise --mine 3 --theirs 4 --seat first",
        "roster",
        "roster show abel",
    ] {
        let named = |words: &str| {
            let finished = run(&format!("{words} --format json"), place.path());
            let json: Value = serde_json::from_str(&finished.stdout).unwrap();
            let object = json.get(0).unwrap_or(&json);
            object.get("rules").map(|rules| rules.as_str().unwrap().to_owned())
        };
        assert_eq!(named(command).unwrap(), "configs/dragon_slayer.toml", "{command}");
        if command.starts_with("solve") || command.starts_with("advise") {
            let name = named(&format!("{command} --target 40"));
            assert_eq!(name, None, "{command}");
            let name = named(&format!("{command} --target 9 --no-challenge")).unwrap();
            assert_eq!(name, "configs/dragon_slayer.toml with --target 9 --no-challenge");
        }
    }
}

/// The flags name another file, and the file of `configs/` is not read at all.
#[test]
fn flags_override_configs() {
    let place = with_target(12);
    fs::copy(place.path().join("configs/dragon_slayer.toml"), place.path().join("own.toml"))
        .unwrap();
    fs::write(place.path().join("configs/dragon_slayer.toml"), "broken").unwrap();
    let finished = run("solve --rules own.toml", place.path());
    assert!(finished.stdout.starts_with("Rules: own.toml (not the built-in ones)\n"));
    let text = "players = 2\ngames = 10\nseed = 1\npersonalities = \"people\"\n\
                agents = [\"hold-6\", \"hold-9\"]\nrules = \"own.toml\"\n";
    fs::write(place.path().join("t.toml"), text).unwrap();
    fs::create_dir(place.path().join("people")).unwrap();
    let eva = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";
    fs::write(place.path().join("people/eva.toml"), eva).unwrap();
    for command in ["roster", "tournament --dry-run"] {
        let finished = run(&format!("{command} --config t.toml"), place.path());
        assert!(finished.stdout.contains("eva"), "{}", finished.stderr);
        let line = "Rules: own.toml (not the built-in ones)\n";
        assert!(finished.stdout.starts_with(line), "{}", finished.stdout);
    }
}

/// The tournament's file names the rules and the players; the built-in copy of it uses those of
/// `configs/`.
#[test]
fn players_are_those_of_configs() {
    let place = with_target(12);
    let people = place.path().join("configs/personalities");
    fs::create_dir(&people).unwrap();
    let eva = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";
    fs::write(people.join("eva.toml"), eva).unwrap();
    let finished = run("roster", place.path());
    assert!(finished.stdout.contains("\neva "), "{}", finished.stdout);
    assert!(finished.stdout.contains("\nabel "), "{}", finished.stdout);
    // This file says that the folder has all personalities.
    let text = fs::read_to_string("configs/tournament.toml").unwrap();
    fs::write(place.path().join("configs/tournament.toml"), text).unwrap();
    let finished = run("roster", place.path());
    assert!(finished.stdout.contains("\neva "), "{}", finished.stdout);
    assert!(!finished.stdout.contains("\nabel "), "{}", finished.stdout);
}

/// A file in `configs/` that cannot be used is refused with its place, and never ignored.
#[test]
fn broken_files_are_refused_with_their_place() {
    type Make = fn(&Path);
    let broken: [(&str, Make); 4] = [
        ("dragon_slayer.toml, line 2", |file| fs::write(file, "# so\ntarget 40\n").unwrap()),
        ("line 3 is not UTF-8 text, at byte 10 of the file", |file| {
            fs::write(file, b"# so\n\n# q\xff\n").unwrap();
        }),
        ("it is a folder, not a file", |file| fs::create_dir(file).unwrap()),
        ("cannot read configs/dragon_slayer.toml", |file| {
            std::os::unix::fs::symlink("nowhere", file).unwrap();
        }),
    ];
    for (said, make) in broken {
        let place = folder();
        fs::create_dir(place.path().join("configs")).unwrap();
        make(&place.path().join("configs/dragon_slayer.toml"));
        for command in COMMANDS.iter().filter(|command| !command.starts_with("merge")) {
            let finished = run(command, place.path());
            assert_eq!((finished.code, &*finished.stdout), (2, ""), "{command}");
            let error = finished.stderr.replace("\n  │ ", " ");
            assert!(error.contains(said), "{command}: {error}");
            assert!(error.contains("configs/dragon_slayer.toml"), "{command}: {error}");
        }
    }
    for (name, command) in [
        ("tournament.toml", "roster"),
        ("tournament.toml", "reproduce"),
        ("claims.toml", "tournament --roster hold-6,hold-12 --games 10"),
    ] {
        let place = folder();
        fs::create_dir(place.path().join("configs")).unwrap();
        fs::write(place.path().join("configs").join(name), "so").unwrap();
        let finished = run(command, place.path());
        assert_eq!(finished.code, 2, "{command}");
        let place = format!("configs/{name}, line 1");
        assert!(finished.stderr.contains(&place), "{command}: {}", finished.stderr);
    }
}

/// A file that a user adds to the folder is not committed, and need not be built in.
#[test]
fn every_committed_personality_is_built_in() {
    let listed = std::process::Command::new("git")
        .args(["ls-files", "--", "*.toml"])
        .current_dir("configs/personalities")
        .output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        return; // The sources are not a checkout, or there is no git.
    };
    let listed = String::from_utf8(listed.stdout).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let mut roster = rivals(&["roster", "--format", "json"]);
    let built_in = Finished::of(roster.current_dir(&elsewhere)).stdout;
    for file in listed.lines().filter(|file| !file.contains('/')) {
        let id = file.strip_suffix(".toml").unwrap();
        assert!(built_in.contains(&format!("\"id\": \"{id}\"")), "add {file} to BUILT_IN_FILES");
    }
}
