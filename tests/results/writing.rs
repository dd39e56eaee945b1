//! Commands write manifests, and overwrite no files of others.

use std::fs;
use std::path::Path;

use rivals::results::Manifest;

use crate::{names, rivals};

fn manifest(folder: &Path) -> Manifest {
    Manifest::of(folder).unwrap()
}

fn odds(folder: &Path, trials: &str) -> (Option<i32>, String) {
    let out = folder.to_str().unwrap();
    let output = rivals(&["odds", "--trials", trials, "--out", out]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), stderr)
}

#[test]
fn every_command_keeps_its_own_entry() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(odds(place.path(), "1000").0, Some(0));
    let before = manifest(place.path());
    assert_eq!(before.entries.len(), 1);
    let out = place.path().to_str().unwrap();
    assert!(rivals(&["odds", "infer", "--out", out]).status.success());
    let both = manifest(place.path());
    assert_eq!(both.entry("odds"), before.entry("odds"));
    assert_eq!(both.entry("odds infer").unwrap().seed, None);
    assert_eq!(odds(place.path(), "1001").0, Some(0));
    let after = manifest(place.path());
    assert_eq!(after.entry("odds").unwrap().trials, Some(1001));
    assert_eq!(after.entry("odds infer"), both.entry("odds infer"));
    assert_eq!(
        names(place.path()),
        ["manifest.json", "odds.csv", "odds_infer.csv"]
    );
}

/// A tournament and odds share one folder, and each keeps its entry and its files.
#[test]
fn commands_share_a_folder_and_overwrite_nothing_of_each_other() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().to_str().unwrap();
    let played = [
        "tournament",
        "--roster",
        "hold-6,hold-9",
        "--games",
        "20",
        "--quiet",
        "--out",
        out,
    ];
    assert!(rivals(&played).status.success());
    let before = manifest(place.path());
    assert_eq!(odds(place.path(), "1000").0, Some(0));
    let both = manifest(place.path());
    assert_eq!(both.entries.len(), 2);
    assert_eq!(both.entry("tournament"), before.entry("tournament"));
    // Resuming the tournament leaves the odds unchanged.
    assert!(
        rivals(&[&played[..], &["--resume"]].concat())
            .status
            .success()
    );
    assert_eq!(manifest(place.path()), both);
    // The report shows both.
    let output = rivals(&["report", "--from", out, "--format", "markdown"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && report.contains("## The tables of odds"),
        "{report}"
    );
}

#[test]
fn files_that_the_manifest_does_not_list_are_not_overwritten() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("odds.csv");
    fs::write(&file, "mine\n").unwrap();
    let (code, stderr) = odds(place.path(), "9");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.contains("`rivals odds` did not write") && stderr.contains("--out"),
        "{stderr}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");
    assert_eq!(names(place.path()), ["odds.csv"]);
    // A tournament and the merge of its shards do not overwrite them either.
    let pairings = place.path().join("pairings.csv");
    fs::write(&pairings, "mine\n").unwrap();
    let out = place.path().to_str().unwrap();
    let part = place.path().join("part");
    let play = |out: &str, more: &[&str]| {
        let played = [
            "tournament",
            "--roster",
            "hold-6,hold-9",
            "--games",
            "20",
            "--out",
            out,
        ];
        rivals(&[&played[..], more].concat()).status.code()
    };
    assert_eq!(play(out, &[]), Some(2));
    assert_eq!(play(part.to_str().unwrap(), &["--shard", "1/1"]), Some(0));
    let merged = rivals(&["merge", part.to_str().unwrap(), "--out", out]);
    assert_eq!(merged.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&pairings).unwrap(), "mine\n");
}

/// A command that was killed after writing the manifest can write its files again.
#[test]
fn a_command_may_overwrite_files_that_it_listed() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(odds(place.path(), "1000").0, Some(0));
    let before = manifest(place.path());
    fs::write(place.path().join("odds.csv"), "older\n").unwrap();
    assert_eq!(odds(place.path(), "1000").0, Some(0));
    assert_eq!(manifest(place.path()), before);
    assert_ne!(fs::read(place.path().join("odds.csv")).unwrap(), b"older\n");
}

#[test]
fn a_foreign_manifest_is_refused_before_anything_is_written() {
    for (text, line) in [
        ("{\n\"version\": \"0.1.0\"\n}", 2),
        ("", 1),
        ("{\"program\": \"rivals\",\n\"entries\": 7\n}", 2),
        ("[]", 1),
    ] {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("manifest.json");
        fs::write(&path, text).unwrap();
        let out = place.path().to_str().unwrap();
        for command in [
            &["odds", "--trials", "9"][..],
            &["odds", "infer"],
            &["solve"],
        ] {
            let output = rivals(&[command, &["--out", out]].concat());
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            assert!(output.stdout.is_empty());
            // The line breaks are removed.
            let words: String = (stderr.split_whitespace())
                .filter(|word| *word != "│")
                .collect();
            let place = format!("manifest.json,line{line}:notamanifest");
            assert!(words.contains(&place), "{command:?} {text}: {stderr}");
            assert!(stderr.contains("--out"), "{stderr}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(names(place.path()), ["manifest.json"]);
    }
}

#[test]
fn a_folder_in_the_way_is_refused() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("manifest.json")).unwrap();
    let (code, stderr) = odds(place.path(), "9");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("not a file"), "{stderr}");
    assert!(names(place.path()).is_empty());
}
