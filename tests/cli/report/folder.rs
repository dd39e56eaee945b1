//! A folder of results of all players, which is made once, and its reports.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Runs the program.
pub fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rivals"))
        .args(args)
        .output()
        .expect("the program runs")
}

/// Runs the program, which must succeed, and returns its standard output.
pub fn done(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The folder: few games of the whole roster, and the files of the other commands.
pub fn results() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report-results");
        let _ = std::fs::remove_dir_all(&folder);
        let out = folder.to_str().unwrap();
        let tournament = folder.join("tournament");
        done(&["odds", "--trials", "100000", "--out", out, "--quiet"]);
        done(&["odds", "infer", "--out", out, "--quiet"]);
        done(&["solve", "--out", out]);
        let played = [
            "--games",
            "300",
            "--out",
            tournament.to_str().unwrap(),
            "--quiet",
        ];
        done(&[&["tournament"][..], &played].concat());
        folder
    })
}

/// The report of that folder in HTML.
pub fn html() -> String {
    done(&[
        "report",
        "--from",
        results().to_str().unwrap(),
        "--out",
        "-",
    ])
}
