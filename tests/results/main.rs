//! Folders of results: files that the program wrote are read back to the byte, and each kind of
//! damage is reported with file and line.

mod damage;
mod whole;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use miette::Diagnostic;
use rivals::games::dragon_slayer::results::Folder;
use rivals::results::{ReadError, Tournament};
use tempfile::TempDir;

/// A folder with odds, a solution and a tournament of four players, with a target of 12.
static RESULTS: LazyLock<TempDir> = LazyLock::new(|| {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = fs::read_to_string(project.join("configs/dragon_slayer.toml")).unwrap();
    let rules = rules.replace("target = 40", "target = 12");
    let (rule_file, config) = (folder.join("rules.toml"), folder.join("tournament.toml"));
    fs::write(&rule_file, rules).unwrap();
    let personalities = project.join("configs/personalities");
    let text = format!(
        "players = 2\ngames = 300\nseed = 5\npersonalities = {personalities:?}\n\
         baselines = [\"random\", \"hold-6\"]\nrules = \"rules.toml\"\n"
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
        let output = rivals(&args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {stderr}");
    }
    place
});

/// The folder of these results. Tests must not write in it.
fn results() -> PathBuf {
    RESULTS.path().join("results")
}

/// Reads a folder of results as the report does.
fn read(folder: &Path) -> Result<(Folder, Tournament), ReadError> {
    let played = Tournament::find(folder)?;
    Ok((Folder::read(folder, &played)?, played))
}

fn rivals(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rivals"));
    command.args(args).output().unwrap()
}

/// The files of a tournament's folder and those beside it.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<_> = files
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// A copy of the folder of results.
fn copy() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    for below in ["", "tournament"] {
        let (from, to) = (results().join(below), place.path().join(below));
        fs::create_dir_all(&to).unwrap();
        for name in names(&from) {
            fs::copy(from.join(&name), to.join(&name)).unwrap();
        }
    }
    place
}

/// The error after some damage to a copy of the results: the message, with paths relative to
/// the folder, and the help.
fn refusal(damage: impl FnOnce(&Path)) -> (String, String) {
    let place = copy();
    damage(place.path());
    let error = read(place.path()).expect_err("it was read");
    let folder = place.path().display().to_string();
    let seen = |text: String| {
        text.replace(&format!("{folder}/"), "")
            .replace(&folder, "DIR")
    };
    let help = error.help().expect("it says what to do").to_string();
    (seen(error.to_string()), seen(help))
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
