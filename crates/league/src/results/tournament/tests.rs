//! Compares every file of small tournaments with a snapshot.

use super::{file_names, result_files};
use crate::results::{FileEntry, MANIFEST, Manifest, ManifestEntry};
use crate::standings::Analysis;
use crate::standings::fake::{CLAIMS, FakeContest, claims, contest, counted, read};
use crate::tournament::Finished;

/// All files of a small tournament, each below its name.
fn written(contest: &FakeContest, finished: &Finished) -> String {
    let claims = claims();
    let results = Analysis::new(contest, finished, &claims);
    let mut files = result_files(&results);
    let mut manifest = Manifest::default();
    manifest.insert(ManifestEntry {
        files: FileEntry::all(&files),
        values: 7,
        ..ManifestEntry::of_tournament(&results)
    });
    files.push((MANIFEST, manifest.json()));
    let names: Vec<_> = files.iter().map(|file| file.0).collect();
    let expected = file_names(finished.seats, &["strengths.csv"]).into_iter();
    // Players of this game meet no copies of others.
    let placed = |name: &&str| {
        !results.places.is_empty() && [super::PLACES, super::PLACE_SHARES].contains(name)
    };
    let expected = expected.filter(|name| !super::OPTIONAL.contains(name) || placed(name));
    let expected: Vec<_> = expected.collect();
    assert_eq!(names, expected);
    let texts = files.iter().map(|(name, text)| format!("--- {name}\n{text}"));
    texts.collect()
}

/// The number of lines of a file among all, with its header.
fn lines(written: &str, file: &str) -> usize {
    let (_, text) = written.split_once(&format!("--- {file}\n")).unwrap();
    text.lines().take_while(|line| !line.starts_with("---")).count()
}

#[test]
fn value_stability() {
    let contest = contest();
    let two = written(&contest, &contest.finish(2, 400, 5));
    let three = written(&contest, &contest.finish(3, 400, 5));
    insta::assert_snapshot!("files", format!("=== two seats\n{two}=== three seats\n{three}"));
}

#[test]
fn claims_of_another_game_are_left_out() {
    let contest = contest();
    let finished = contest.finish(2, 9, 5);
    let claims = read(&CLAIMS.replace("game = \"fake\"", "game = \"other\""));
    let files = result_files(&Analysis::new(&contest, &finished, &claims));
    let (_, claims) = files.iter().find(|file| file.0 == "claims.csv").unwrap();
    assert_eq!(claims.lines().count(), 1);
    assert_eq!((file_names(2, &[]).len(), file_names(3, &[]).len()), (14, 16));
}

#[test]
fn figures_by_hand() {
    let mut contest = contest();
    contest.chance = Box::new(|_, _| 0.375);
    let pairing = counted([0, 1], 100, [40, 50], 20);
    let mut finished = contest.finish(2, 0, 1);
    finished.pairings = vec![pairing];
    let text = written(&contest, &finished);
    // Ann won 40 of 100 in the first seat and 50 in the second.
    let z = (40.0 - 37.5) / (100.0_f64 * 0.375 * 0.625).sqrt();
    let row = "ann,bob,100,40,0.4,0.3032";
    assert!(text.contains(row), "{text}");
    assert!(text.contains(&format!(",0.375,{z}\n")), "{text}");
    // There are only two players: the mean is 90 of 200, and there is no cycle.
    assert!(text.contains("\n2,ann,Ann,200,0.45,"), "{text}");
    assert!(text.contains(",0.4,0.5,-17.43"), "{text}");
    assert_eq!(lines(&text, "cycles.csv"), 1, "{text}");
    assert!(text.contains("ann,turns_lost,share,,,,100,0.1,false\n"), "{text}");
}

#[test]
fn nothing_played() {
    let contest = contest();
    for seats in [2, 3] {
        let text = written(&contest, &contest.finish(seats, 0, 1));
        assert_eq!(lines(&text, "standings.csv"), 1, "{text}");
    }
}

#[test]
fn no_time_and_no_nan() {
    let contest = contest();
    for groups in [1, 2, 30] {
        let text = written(&contest, &contest.finish(2, groups, 2));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
