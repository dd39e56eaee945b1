//! Undamaged results are read whole.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::{RESULTS, copy, manifest, names, report, results};
use crate::program::{folder, run};

#[test]
fn manifests_count_the_rows() {
    let mut rows = HashMap::new();
    for folder in [results(), results().join("tournament")] {
        for entry in manifest(&folder)["entries"].as_array().unwrap() {
            for file in entry["files"].as_array().unwrap() {
                let name = file["file"].as_str().unwrap().to_owned();
                rows.insert(name, file["rows"].as_u64());
            }
        }
    }
    for (file, expected) in [
        ("odds.csv", 27),
        ("odds_infer.csv", 84),
        ("values.csv", 12 * 12 * 2 * 4),
        ("stops.csv", 12 * 12 * 4 * 2 * 3 * 7),
        ("roster.csv", 4),
        ("pairings.csv", 12),
        ("pairs.csv", 6),
        ("standings.csv", 4),
        ("distances.csv", 6),
        ("neighbours.csv", 4),
    ] {
        assert_eq!(rows[file], Some(expected), "{file}");
    }
}

/// A folder may have only a tournament. Its report is the same from the folder that it is in,
/// but for the names of files.
#[test]
fn a_tournament_is_read_alone() {
    let (_place, copied) = copy();
    let whole = report(&copied);
    for name in names(&copied) {
        fs::remove_file(copied.join(name)).unwrap();
    }
    let alone = report(&copied);
    assert_eq!(alone.code, 0, "{}", alone.stderr);
    assert!(alone.stdout.len() < whole.stdout.len());
    let inside = report(&copied.join("tournament")).stdout;
    assert_eq!(inside, alone.stdout.replace("tournament/", ""));
}

#[test]
fn a_tournament_of_three_seats_is_read() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let roster = ["tournament", "--roster", "hold-6,hold-9,random,greedy"];
    let rest = ["--players", "3", "--games", "20", "--out", out];
    assert_eq!(run(&[&roster[..], &rest].concat()).code, 0);
    let report = report(place.path());
    assert_eq!(report.code, 0, "{}", report.stderr);
    assert!(report.stdout.contains("line_ups.csv"), "{}", report.stdout);
}

/// The values of a column of a CSV file.
fn column(file: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let rows = reader.deserialize::<HashMap<String, String>>();
    rows.map(|row| row.unwrap()[name].clone()).collect()
}

/// Files and the report say which intervals do not correct for optional stopping.
#[test]
fn a_tournament_until_intervals_were_narrow_is_read_back() {
    let (_place, copied) = copy();
    let played = copied.join("tournament");
    fs::remove_dir_all(&played).unwrap();
    let config = RESULTS.path().join("tournament.toml");
    let finished = run(&[
        "tournament",
        "--roster",
        "abel,random,hold-6",
        "--games",
        "1000",
        "--until-ci",
        "0.2",
        "--config",
        config.to_str().unwrap(),
        "--out",
        played.to_str().unwrap(),
    ]);
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    for (file, said) in [
        ("pairings.csv", "corrected"),
        ("pairs.csv", "corrected"),
        ("standings.csv", "not corrected"),
        ("fingerprints.csv", "not corrected"),
        ("distances.csv", "not corrected"),
        ("neighbours.csv", "not corrected"),
        ("claims.csv", "not corrected"),
    ] {
        let found = column(&played.join(file), "optional_stopping");
        assert!(!found.is_empty() && found.iter().all(|found| found == said), "{file}");
    }
    let from = copied.to_str().unwrap();
    let report = run(&["report", "--format", "markdown", "--from", from]).stdout;
    let words: Vec<&str> = report.split_whitespace().collect();
    let said = "do not correct for this optional stopping";
    assert!(words.join(" ").contains(said), "{report}");
}
