//! Running the program.

use std::fs;
use std::path::Path;
use std::process::Command;

/// How a run ended and what it said.
pub(crate) struct Finished {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Finished {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The folder of policy tables that all tests share, so that each table is computed once. Tests that
/// compare runs on several threads, or kill them before the first game, have `--no-cache`: their
/// runs must compute the tables themselves.
pub(crate) const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");

/// The program, in the project's folder.
pub(crate) fn rivals(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rivals"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    // The width of the terminal in which the tests run must not matter.
    // Texts are English wherever the tests run.
    command.env_remove("COLUMNS").env("LC_ALL", "C").env("RIVALS_CACHE", TABLES);
    command
}

/// Runs the program to its end.
pub(crate) fn run(args: &[&str]) -> Finished {
    Finished::of(&mut rivals(args))
}

/// Runs the program, which must succeed, and returns its standard output.
pub(crate) fn done(args: &[&str]) -> String {
    let finished = run(args);
    assert_eq!(finished.code, 0, "{args:?}: {}", finished.stderr);
    finished.stdout
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// Writes a rule file of short games of Dragon Slayer, which are solved in a fraction of the time.
pub(crate) fn short_rules(folder: &Path) {
    let text = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let short = text.replace("target = 40", "target = 15");
    assert_ne!(short, text);
    fs::write(folder.join("short.toml"), short).unwrap();
}

/// An empty folder that goes away.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The names in a folder, hidden ones too.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}
