//! Undamaged results.

use std::fs;

use rivals::results::Folder;
use rivals::results::entries::Command;

use crate::{RESULTS, copy, names, results, rivals};

#[test]
fn everything_is_read() {
    let folder = Folder::read(&results()).unwrap();
    assert_eq!(folder.odds.len(), 27);
    assert_eq!(folder.odds[1].dragon, "blue");
    assert_eq!(
        folder.odds.place(1).to_string(),
        format!("{}, line 3", results().join("odds.csv").display())
    );
    assert_eq!(folder.inference.len(), 84);
    assert_eq!(folder.values.len(), 12 * 12 * 2 * 4);
    assert_eq!(folder.stops.len(), 12 * 12 * 4 * 2 * 3 * 7);
    assert_eq!(folder.benchmarks, None);
    let odds = &folder.manifest.entries[&Command::Odds];
    assert_eq!((odds.seed, odds.trials), (Some(2018), Some(2000)));
    assert_eq!(folder.manifest.entries[&Command::Solve].files.len(), 2);
    let tournament = &folder.tournament;
    assert_eq!(
        (tournament.pairings.len(), tournament.standings.len()),
        (12, 4)
    );
    assert_eq!(tournament.manifest.roster.len(), 4);
    assert_eq!(tournament.entry.rules, odds.rules);
    assert_eq!(
        (tournament.distances.len(), tournament.neighbours.len()),
        (6, 4)
    );
    assert_eq!(tournament.fingerprints.len() % 4, 0);
    assert!(tournament.claims.iter().any(|claim| claim.value.is_some()));
}

/// What does not correct for optional stopping says so in its file and in the report.
#[test]
fn a_tournament_until_intervals_were_narrow_is_read_back() {
    let place = copy();
    let played = place.path().join("tournament");
    fs::remove_dir_all(&played).unwrap();
    let config = RESULTS.path().join("tournament.toml");
    let output = rivals(&[
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
    assert!(output.status.success(), "{output:?}");
    let folder = Folder::read(place.path()).unwrap();
    let tournament = &folder.tournament;
    for row in &*tournament.pairings {
        assert_eq!(row.optional_stopping.as_deref(), Some("corrected"));
    }
    let uncorrected = (tournament
        .standings
        .iter()
        .map(|row| &row.optional_stopping))
    .chain(
        tournament
            .fingerprints
            .iter()
            .map(|row| &row.optional_stopping),
    )
    .chain(
        tournament
            .distances
            .iter()
            .map(|row| &row.optional_stopping),
    )
    .chain(
        tournament
            .neighbours
            .iter()
            .map(|row| &row.optional_stopping),
    )
    .chain(tournament.claims.iter().map(|row| &row.optional_stopping));
    for stopping in uncorrected {
        assert_eq!(stopping.as_deref(), Some("not corrected"));
    }
    let again = fs::read_to_string(played.join("standings.csv")).unwrap();
    assert_eq!(tournament.standings.csv(), again);
    let from = place.path().to_str().unwrap();
    let report = rivals(&["report", "--format", "markdown", "--from", from]);
    let report = String::from_utf8(report.stdout).unwrap();
    let words: Vec<&str> = report.split_whitespace().collect();
    let said = "do not correct for this optional stopping";
    assert!(words.join(" ").contains(said), "{report}");
    // Another word is refused.
    let text = again.replace("not corrected", "ignored");
    fs::write(played.join("standings.csv"), text).unwrap();
    let error = Folder::read(place.path())
        .expect_err("it was read")
        .to_string();
    assert!(error.contains("corrected or not corrected"), "{error}");
}

/// A property over every file that the manifests list.
#[test]
fn rows_written_again_are_the_same_bytes() {
    let folder = Folder::read(&results()).unwrap();
    let played = &folder.tournament;
    let again = [
        ("odds.csv", folder.odds.csv()),
        ("odds_infer.csv", folder.inference.csv()),
        ("values.csv", folder.values.csv()),
        ("stops.csv", folder.stops.csv()),
        ("manifest.json", folder.manifest.json()),
        ("tournament/roster.csv", played.roster.csv()),
        ("tournament/traits.csv", played.traits.csv()),
        ("tournament/risk_curves.csv", played.risk_curves.csv()),
        ("tournament/pairings.csv", played.pairings.csv()),
        ("tournament/standings.csv", played.standings.csv()),
        ("tournament/cycles.csv", played.cycles.csv()),
        ("tournament/fingerprints.csv", played.fingerprints.csv()),
        ("tournament/distances.csv", played.distances.csv()),
        ("tournament/neighbours.csv", played.neighbours.csv()),
        ("tournament/claims.csv", played.claims.csv()),
    ];
    for (file, text) in &again {
        let written = fs::read_to_string(results().join(file)).unwrap();
        assert!(*text == written, "{file}");
    }
    // None was forgotten but the tournament's manifest and journal.
    let files = names(&results()).len() + names(&results().join("tournament")).len();
    assert_eq!(again.len() + 2, files);
}

#[test]
fn what_scripts_measured_may_be_there() {
    let place = copy();
    let folder = place.path().join("benchmarks");
    fs::create_dir(&folder).unwrap();
    fs::copy("results/benchmarks/odds.csv", folder.join("odds.csv")).unwrap();
    let read = Folder::read(place.path()).unwrap();
    let benchmarks = read.benchmarks.unwrap();
    assert!(benchmarks.iter().any(|row| row.tool == "rivals"));
    fs::write(folder.join("odds.csv"), "machine\n").unwrap();
    let error = Folder::read(place.path()).unwrap_err().to_string();
    assert!(error.contains("benchmarks/odds.csv, line 1"), "{error}");
}
