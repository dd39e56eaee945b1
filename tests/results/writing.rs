//! Manifests as the commands write them.

use std::fs;
use std::path::Path;

use rivals::report::manifest::{Command, Manifest};

use crate::{names, results, rivals};

fn manifest(folder: &Path) -> Manifest {
    serde_json::from_str(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap()
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
    assert_eq!(both.entries[&Command::Odds], before.entries[&Command::Odds]);
    assert_eq!(both.entries[&Command::OddsInfer].seed, None);
    assert_eq!(odds(place.path(), "1001").0, Some(0));
    let after = manifest(place.path());
    assert_eq!(after.entries[&Command::Odds].trials, Some(1001));
    assert_eq!(
        after.entries[&Command::OddsInfer],
        both.entries[&Command::OddsInfer]
    );
    assert_eq!(
        names(place.path()),
        ["manifest.json", "odds.csv", "odds_infer.csv"]
    );
}

#[test]
fn a_foreign_manifest_is_refused_before_anything_is_written() {
    let tournament = fs::read_to_string(results().join("tournament/manifest.json")).unwrap();
    for (text, line) in [
        (tournament.as_str(), 2),
        ("", 1),
        ("{\n\"odds\": 7\n}", 2),
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
            // Without the wrapping.
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
