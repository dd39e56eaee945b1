//! Undamaged results are read whole.

use std::fs;

use rivals::results::{Manifest, Tournament};
use rivals::text::csv_or_header as csv;

use crate::{RESULTS, copy, names, read, results, rivals};

#[test]
fn all_files_are_read() {
    let (own, played) = read(&results()).unwrap();
    let (entry, odds) = own.odds.unwrap();
    assert_eq!(odds.len(), 27);
    assert_eq!(odds[1].dragon, "blue");
    assert_eq!((entry.seed, entry.trials), (Some(2018), Some(2000)));
    assert_eq!(own.inference.unwrap().1.len(), 84);
    let (values, stops) = own.solution.unwrap();
    assert_eq!(values.len(), 12 * 12 * 2 * 4);
    assert_eq!(stops.len(), 12 * 12 * 4 * 2 * 3 * 7);
    assert!(own.benchmarks.is_empty() && !own.risk_curves.is_empty());
    assert_eq!((played.pairings.len(), played.standings.len()), (12, 4));
    assert_eq!(played.settings.roster.len(), 4);
    assert_eq!(played.entry.rules, entry.rules);
    assert_eq!((played.distances.len(), played.neighbours.len()), (6, 4));
    assert_eq!(played.fingerprints.len() % 4, 0);
    assert!(played.claims.iter().any(|claim| claim.value.is_some()));
}

/// A folder may have only a tournament; the files of other commands are then `None`.
#[test]
fn a_tournament_is_read_alone() {
    let place = copy();
    let played = place.path().join("tournament");
    assert_eq!(Tournament::find(&played), Tournament::read(&played));
    for name in names(place.path()) {
        fs::remove_file(place.path().join(name)).unwrap();
    }
    let (own, played) = read(place.path()).unwrap();
    assert_eq!(played.standings.len(), 4);
    assert!(own.odds.is_none() && own.inference.is_none() && own.solution.is_none());
}

#[test]
fn a_tournament_of_three_seats_is_read() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().to_str().unwrap();
    let played = [
        "tournament",
        "--roster",
        "hold-6,hold-9,random,greedy",
        "--players",
        "3",
        "--games",
        "20",
        "--out",
        out,
    ];
    assert!(rivals(&played).status.success());
    let played = Tournament::find(place.path()).unwrap();
    assert_eq!((played.line_ups.len(), played.pairings.len()), (4 * 3, 0));
    assert_eq!(played.standings[0].by_seat().count(), 3);
    let again = [
        ("line_ups.csv", csv(played.line_ups)),
        ("standings.csv", csv(played.standings)),
    ];
    for (file, text) in again {
        assert_eq!(fs::read_to_string(place.path().join(file)).unwrap(), text);
    }
}

/// Files and the report say which intervals do not correct for optional stopping.
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
    let (_, tournament) = read(place.path()).unwrap();
    for row in &tournament.pairings {
        assert_eq!(row.optional_stopping.as_deref(), Some("corrected"));
    }
    let standings = tournament
        .standings
        .iter()
        .map(|row| &row.optional_stopping);
    let fingerprints = tournament
        .fingerprints
        .iter()
        .map(|row| &row.optional_stopping);
    let distances = tournament
        .distances
        .iter()
        .map(|row| &row.optional_stopping);
    let neighbours = tournament
        .neighbours
        .iter()
        .map(|row| &row.optional_stopping);
    let claims = tournament.claims.iter().map(|row| &row.optional_stopping);
    let uncorrected = standings
        .chain(fingerprints)
        .chain(distances)
        .chain(neighbours);
    for stopping in uncorrected.chain(claims) {
        assert_eq!(stopping.as_deref(), Some("not corrected"));
    }
    let again = fs::read_to_string(played.join("standings.csv")).unwrap();
    assert_eq!(csv(tournament.standings), again);
    let from = place.path().to_str().unwrap();
    let report = rivals(&["report", "--format", "markdown", "--from", from]);
    let report = String::from_utf8(report.stdout).unwrap();
    let words: Vec<&str> = report.split_whitespace().collect();
    let said = "do not correct for this optional stopping";
    assert!(words.join(" ").contains(said), "{report}");
}

/// A property over every file that the manifests list.
#[test]
fn rows_written_again_are_the_same_bytes() {
    let (own, played) = read(&results()).unwrap();
    let (values, stops) = own.solution.unwrap();
    let manifest = Manifest::of(&results()).unwrap();
    let again = [
        ("odds.csv", csv(own.odds.unwrap().1)),
        ("odds_infer.csv", csv(own.inference.unwrap().1)),
        ("values.csv", csv(values)),
        ("stops.csv", csv(stops)),
        ("manifest.json", manifest.json()),
        ("tournament/roster.csv", csv(played.roster)),
        ("tournament/traits.csv", csv(played.traits)),
        ("tournament/risk_curves.csv", csv(own.risk_curves)),
        ("tournament/pairings.csv", csv(played.pairings)),
        ("tournament/standings.csv", csv(played.standings)),
        ("tournament/cycles.csv", csv(played.cycles)),
        ("tournament/fingerprints.csv", csv(played.fingerprints)),
        ("tournament/distances.csv", csv(played.distances)),
        ("tournament/neighbours.csv", csv(played.neighbours)),
        ("tournament/claims.csv", csv(played.claims)),
    ];
    for (file, text) in &again {
        let written = fs::read_to_string(results().join(file)).unwrap();
        assert!(*text == written, "{file}");
    }
    // The list has all files except the tournament's manifest and journal.
    let files = names(&results()).len() + names(&results().join("tournament")).len();
    assert_eq!(again.len() + 2, files);
}

#[test]
fn benchmarks_may_be_there() {
    let place = copy();
    let folder = place.path().join("benchmarks");
    fs::create_dir(&folder).unwrap();
    fs::copy("results/benchmarks/odds.csv", folder.join("odds.csv")).unwrap();
    let (own, _) = read(place.path()).unwrap();
    assert!(own.benchmarks.iter().any(|row| row.tool == "rivals"));
    fs::write(folder.join("odds.csv"), "machine\nmine\n").unwrap();
    let error = read(place.path()).unwrap_err().to_string();
    assert!(
        error.contains("benchmarks/odds.csv, line 2: missing field"),
        "{error}"
    );
}
