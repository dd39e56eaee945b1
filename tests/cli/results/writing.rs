//! Commands write manifests, and overwrite no files of others.

use std::fs;
use std::path::Path;

use super::{entry, manifest, names};
use crate::program::{folder, run};

fn odds(folder: &Path, trials: &str) -> (i32, String) {
    let out = folder.to_str().unwrap();
    let finished = run(&["odds", "--trials", trials, "--out", out]);
    (finished.code, finished.stderr)
}

#[test]
fn every_command_keeps_its_own_entry() {
    let place = folder();
    assert_eq!(odds(place.path(), "1000").0, 0);
    let before = manifest(place.path());
    assert_eq!(before["entries"].as_array().unwrap().len(), 1);
    let out = place.path().to_str().unwrap();
    assert_eq!(run(&["odds", "infer", "--out", out]).code, 0);
    let both = manifest(place.path());
    assert_eq!(entry(&both, "odds"), entry(&before, "odds"));
    assert_eq!(entry(&both, "odds infer").get("seed"), None);
    assert_eq!(odds(place.path(), "1001").0, 0);
    let after = manifest(place.path());
    assert_eq!(entry(&after, "odds")["trials"], 1001);
    assert_eq!(entry(&after, "odds infer"), entry(&both, "odds infer"));
    assert_eq!(names(place.path()), ["manifest.json", "odds.csv", "odds_infer.csv"]);
}

/// A tournament and odds share one folder, and each keeps its entry and its files.
#[test]
fn commands_share_a_folder_and_overwrite_nothing_of_each_other() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let played =
        ["tournament", "--roster", "hold-6,hold-9", "--games", "20", "--quiet", "--out", out];
    assert_eq!(run(&played).code, 0);
    let before = manifest(place.path());
    assert_eq!(odds(place.path(), "1000").0, 0);
    let both = manifest(place.path());
    assert_eq!(both["entries"].as_array().unwrap().len(), 2);
    assert_eq!(entry(&both, "tournament"), entry(&before, "tournament"));
    // Resuming the tournament leaves the odds unchanged.
    assert_eq!(run(&[&played[..], &["--resume"]].concat()).code, 0);
    assert_eq!(manifest(place.path()), both);
    // The report shows both.
    let report = run(&["report", "--from", out, "--format", "markdown"]).stdout;
    assert!(report.contains("## The tables of odds"), "{report}");
}

#[test]
fn files_that_the_manifest_does_not_list_are_not_overwritten() {
    let place = folder();
    let file = place.path().join("odds.csv");
    fs::write(&file, "mine\n").unwrap();
    let (code, stderr) = odds(place.path(), "9");
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("`rivals odds` did not write") && stderr.contains("--out"), "{stderr}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");
    assert_eq!(names(place.path()), ["odds.csv"]);
    // A tournament and the merge of its shards do not overwrite them either.
    let pairings = place.path().join("pairings.csv");
    fs::write(&pairings, "mine\n").unwrap();
    let out = place.path().to_str().unwrap();
    let part = place.path().join("part");
    let play = |out: &str, more: &[&str]| {
        let played = ["tournament", "--roster", "hold-6,hold-9", "--games", "20", "--out", out];
        run(&[&played[..], more].concat()).code
    };
    assert_eq!(play(out, &[]), 2);
    assert_eq!(play(part.to_str().unwrap(), &["--shard", "1/1"]), 0);
    let merged = run(&["merge", part.to_str().unwrap(), "--out", out]);
    assert_eq!(merged.code, 2);
    assert_eq!(fs::read_to_string(&pairings).unwrap(), "mine\n");
}

/// A command that was killed after writing the manifest can write its files again.
#[test]
fn a_command_may_overwrite_files_that_it_listed() {
    let place = folder();
    assert_eq!(odds(place.path(), "1000").0, 0);
    let before = manifest(place.path());
    fs::write(place.path().join("odds.csv"), "older\n").unwrap();
    assert_eq!(odds(place.path(), "1000").0, 0);
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
        let place = folder();
        let path = place.path().join("manifest.json");
        fs::write(&path, text).unwrap();
        let out = place.path().to_str().unwrap();
        for command in [&["odds", "--trials", "9"][..], &["odds", "infer"], &["solve"]] {
            let finished = run(&[command, &["--out", out]].concat());
            let stderr = finished.stderr;
            assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{stderr}");
            // The line breaks are removed.
            let words: String = (stderr.split_whitespace()).filter(|word| *word != "│").collect();
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
    let place = folder();
    fs::create_dir(place.path().join("manifest.json")).unwrap();
    let (code, stderr) = odds(place.path(), "9");
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("not a file"), "{stderr}");
    assert!(names(place.path()).is_empty());
}
