//! What runs keep for later ones changes no result.

use std::fs;
use std::path::{Path, PathBuf};

use crate::configs::with_target;
use crate::program::{Finished, rivals};

/// Results are the same whether tables are computed, kept by an earlier run, damaged, or in use by
/// several programs at once.
#[test]
fn what_runs_keep_changes_no_result() {
    let place = with_target(12);
    let at = place.path();
    let run = |words: &str| {
        let words = format!(
            "tournament --random-personalities 3 --seed 3 --games 50 --quiet --no-report --out {words}"
        );
        let words: Vec<&str> = words.split(' ').collect();
        let mut command = rivals(&words);
        command.current_dir(at);
        command
    };
    let same = |out: &str, finished: &Finished| {
        assert_eq!(finished.code, 0, "{}", finished.stderr);
        for file in ["standings.csv", "pairings.csv", "risk_curves.csv", "traits.csv"] {
            let [one, other] = ["plain", out].map(|of| fs::read(at.join(of).join(file)).unwrap());
            assert_eq!(one, other, "{out}/{file}");
        }
    };
    let done = |out: &str, words: &str| {
        let finished = Finished::of(&mut run(&format!("{out} {words}")));
        same(out, &finished);
        finished
    };
    assert_eq!(Finished::of(run("plain --no-cache").env("RIVALS_CACHE", "kept")).code, 0);
    assert!(!at.join("kept").exists());
    let both = ["a", "b"].map(|out| run(&format!("{out} --cache kept")).spawn().unwrap());
    for mut program in both {
        assert!(program.wait().unwrap().success());
    }
    let entries = || entries(&at.join("kept"));
    // The table of each player, and that of optimal play.
    let before = entries();
    assert_eq!(before.len(), 4);
    for (number, (file, bytes)) in before.iter().enumerate() {
        let mut bytes = bytes.clone();
        match number % 3 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => *bytes.last_mut().unwrap() ^= 1,
            _ => bytes.clear(),
        }
        fs::write(file, bytes).unwrap();
    }
    done("c", "--cache kept");
    assert!(before == entries());
    same("d", &Finished::of(run("d").env("RIVALS_CACHE", "kept")));
    // Other rules have other tables.
    let rules = fs::read_to_string(at.join("configs/dragon_slayer.toml")).unwrap();
    fs::write(at.join("other.toml"), rules.replace("target = 12", "target = 11")).unwrap();
    assert_eq!(Finished::of(&mut run("e --cache kept --rules other.toml")).code, 0);
    assert_eq!(entries().len(), 8);
    // A folder that cannot be written stops nothing.
    fs::write(at.join("file"), "").unwrap();
    let told = done("f", "--cache file").stderr;
    assert_eq!(told.matches("nothing is kept for later runs: file cannot be used").count(), 1);
}

/// The files of a folder, by name, with what they have.
fn entries(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut entries: Vec<_> = files.map(|file| (file.clone(), fs::read(file).unwrap())).collect();
    entries.sort();
    entries
}
