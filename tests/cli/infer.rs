//! The program as a user runs it: `rivals odds infer`.

use std::fs;

use crate::program::{folder, names, run};

#[test]
fn infer_names_the_published_dice() {
    let finished = run(&["odds", "infer", "--format", "csv"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let first: Vec<_> = finished.stdout.lines().filter(|line| line.contains(",1,")).collect();
    for expected in [
        "warrior,,1,3,2,,,1,0.0,",
        "dragon,red,1,,,4,0,2,0.0,",
        "dragon,green,1,,,4,1,1,0.0,",
        "dragon,blue,1,,,4,2,0,0.0,",
    ] {
        assert!(first.iter().any(|line| line.starts_with(expected)), "{first:?}");
    }
    assert_eq!(finished.stdout.lines().count(), 1 + 4 * 21);
}

#[test]
fn infer_reads_what_odds_writes() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    assert_eq!(run(&["odds", "--trials", "20000", "--seed", "9", "--out", out]).code, 0);
    let file = place.path().join("odds.csv");
    let finished = run(&["odds", "infer", "--frequencies", file.to_str().unwrap(), "--out", out]);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    assert!(finished.stdout.contains("180,000 fights"), "{}", finished.stdout);
    let files = ["manifest.json", "odds.csv", "odds_infer.csv"];
    assert_eq!(names(place.path()), files);
}

#[test]
fn percentages_need_a_number_of_fights() {
    let file = "crates/dragon-slayer/src/odds/published/odds.csv";
    let refused = run(&["odds", "infer", "--frequencies", file]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--fights"), "{}", refused.stderr);
    let counted = run(&["odds", "infer", "--frequencies", "results/odds.csv", "--fights", "7"]);
    assert_eq!(counted.code, 2);
    let given = run(&["odds", "infer", "--frequencies", file, "--fights", "10000"]);
    assert_eq!(given.stdout, run(&["odds", "infer"]).stdout);
}

#[test]
fn refused_frequencies_leave_nothing_behind() {
    let place = folder();
    let file = place.path().join("f.csv");
    let out = place.path().join("out");
    for (rows, message) in [
        ("black,1,0,5\nblack,1,1,5\n", "\"black\", which the rules do not have"),
        ("red,1,0,5\n", "no row for dice_left 1"),
        ("red,1,0,0\nred,1,1,0\n", "the cell has no fights"),
        ("red,1,0,5\nred,1,1,many\n", "line 3: count: not a whole number"),
    ] {
        fs::write(&file, format!("dragon,warrior_dice,dice_left,count\n{rows}")).unwrap();
        let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
        let finished = run(&["odds", "infer", "--frequencies", file, "--out", out]);
        assert_eq!(finished.code, 2);
        let words = finished.stderr.split_whitespace().filter(|&word| word != "│");
        let words = words.collect::<Vec<_>>().join(" ");
        assert!(words.contains(message), "{}", finished.stderr);
    }
    assert!(!out.exists());
}
