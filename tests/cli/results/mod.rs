//! Folders of results: the report reads files that the program wrote, and each kind of damage is
//! reported with file and line. `tests/library/results.rs` reads files back to the byte.

mod damage;
mod doctored;
mod whole;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Finished, folder, rivals, run};

/// A folder with odds, a solution and a tournament of four players, with a target of 12.
static RESULTS: LazyLock<TempDir> = LazyLock::new(|| {
    let place = folder();
    let folder = place.path();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = fs::read_to_string(project.join("configs/dragon_slayer.toml")).unwrap();
    let rules = rules.replace("target = 40", "target = 12");
    let (rule_file, config) = (folder.join("rules.toml"), folder.join("tournament.toml"));
    fs::write(&rule_file, rules).unwrap();
    let personalities = project.join("configs/personalities");
    let text = format!(
        "players = 2\ngames = 300\nseed = 5\npersonalities = {personalities:?}\n\
         agents = [\"random\", \"hold-6\"]\nrules = \"rules.toml\"\n"
    );
    fs::write(&config, text).unwrap();
    let results = folder.join("results");
    let (rules, out) = (rule_file.to_str().unwrap(), results.to_str().unwrap());
    let played = results.join("tournament");
    for args in [
        vec!["odds", "--trials", "2000", "--rules", rules, "--out", out],
        vec!["odds", "infer", "--rules", rules, "--out", out],
        vec!["solve", "--rules", rules, "--out", out],
        vec![
            "tournament",
            "--roster",
            "abel,carla,random,hold-6",
            "--config",
            config.to_str().unwrap(),
            "--out",
            played.to_str().unwrap(),
        ],
    ] {
        let finished = run(&args);
        assert_eq!(finished.code, 0, "{args:?}: {}", finished.stderr);
    }
    place
});

/// The folder of these results. Tests must not write in it.
fn results() -> PathBuf {
    RESULTS.path().join("results")
}

/// The report of a folder of results, as JSON.
fn report(folder: &Path) -> Finished {
    let from = folder.to_str().unwrap();
    run(&["report", "--from", from, "--format", "json"])
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// The entry of a command in a manifest; null where there is none.
fn entry<'a>(manifest: &'a Value, command: &str) -> &'a Value {
    let mut entries = manifest["entries"].as_array().unwrap().iter();
    let found = entries.find(|entry| entry["command"] == command);
    found.unwrap_or(&Value::Null)
}

/// The files of a tournament's folder and those beside it.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<_> = files.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// A copy of the folder of results, called `DIR`, in a folder that goes away.
fn copy() -> (TempDir, PathBuf) {
    let place = folder();
    let copied = place.path().join("DIR");
    for below in ["", "tournament"] {
        let (from, to) = (results().join(below), copied.join(below));
        fs::create_dir_all(&to).unwrap();
        for name in names(&from) {
            fs::copy(from.join(&name), to.join(&name)).unwrap();
        }
    }
    (place, copied)
}

/// The error after some damage to a copy of the results: the message, with paths relative to
/// the folder, and the help, both [`packed`].
fn refusal(damage: impl FnOnce(&Path)) -> (String, String) {
    let (place, copied) = copy();
    damage(&copied);
    let mut report = rivals(&["report", "--from", "DIR", "--format", "json"]);
    let finished = Finished::of(report.current_dir(place.path()));
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""));
    let text = packed(&finished.stderr);
    let (message, help) = text.split_once("help:").expect("it says what to do");
    (message.replace("DIR/", ""), help.to_owned())
}

/// A text without white space and frames: lines are broken within paths as well.
fn packed(text: &str) -> String {
    let left_out = |c: &char| c.is_whitespace() || "×│".contains(*c);
    text.chars().filter(|c| !left_out(c)).collect()
}

/// Changes the lines of a file and writes it again.
fn edit(path: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// The line, from 1, that has the words.
fn line_of(lines: &[String], words: &str) -> usize {
    1 + lines.iter().position(|line| line.contains(words)).unwrap()
}

/// As [`line_of`], for a file of the undamaged results.
fn line_in(file: &str, words: &str) -> usize {
    let text = fs::read_to_string(results().join(file)).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    line_of(&lines, words)
}
