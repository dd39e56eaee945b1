//! `rivals sweep`: its rows beside other commands, shards, threads, refusals and the report.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program::{Finished, folder, rivals};

type Row = BTreeMap<String, String>;

fn in_folder(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

fn done(words: &str, place: &Path) -> String {
    let finished = in_folder(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished.stdout
}

fn rows(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// The variant without a change plays the games of a tournament with the same seed, and has the
/// exact win rate that the tournament has.
#[test]
fn rows_agree_with_a_tournament() {
    let place = folder();
    let settings = "--game pig --games 500 --seed 7 --quiet";
    done(
        &format!("sweep hold-20 n=15..25:3 --against hold-25,hold-30 {settings} --out swept"),
        place.path(),
    );
    done(
        &format!("tournament --roster hold-20,hold-25,hold-30 {settings} --out league"),
        place.path(),
    );
    let swept = rows(&place.path().join("swept/sweep.csv"));
    let values: Vec<f64> = swept.iter().map(|row| number(row, "n")).collect();
    assert_eq!(values, [15.0, 20.0, 25.0]);
    let league = rows(&place.path().join("league/standings.csv"));
    let player = league.iter().find(|row| row["id"] == "hold-20").unwrap();
    for (ours, theirs) in [
        ("win_rate", "win_rate"),
        ("exact", "exact_win_rate"),
        ("games", "games"),
    ] {
        let (ours, theirs) = (number(&swept[1], ours), number(player, theirs));
        assert!((ours - theirs).abs() < 1e-12, "{ours} {theirs}");
    }
    // Nothing differs from itself, in any game.
    assert_eq!(number(&swept[1], "difference"), 0.0);
    assert_eq!(swept[1]["difference_low"], "");
    for row in &swept {
        let rate = number(row, "win_rate") - number(&swept[1], "win_rate");
        assert!((rate - number(row, "difference")).abs() < 1e-12);
        let exact = number(row, "exact") - number(&swept[1], "exact");
        assert!((exact - number(row, "exact_difference")).abs() < 1e-12);
        assert!(!row["fingerprint_turns"].is_empty());
    }
    // A paired interval is narrower than that of the rate itself.
    let width = |row: &Row, low: &str, high: &str| number(row, high) - number(row, low);
    let paired = width(&swept[0], "difference_low", "difference_high");
    assert!(paired > 0.0 && paired < 1.5 * width(&swept[0], "low", "high"));
}

#[test]
fn shards_threads_and_reports_give_the_same_bytes() {
    let place = folder();
    let command = "sweep hold:n=18..22 --game pig --against hold-20,hold-25 --games 300 --quiet";
    done(&format!("{command} --out whole --threads 1"), place.path());
    for part in 1..=2 {
        done(
            &format!("{command} --shard {part}/2 --out part-{part}"),
            place.path(),
        );
    }
    done("merge part-1 part-2 --out merged --quiet", place.path());
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    for file in [
        "sweep.csv",
        "sweep.svg",
        "report.html",
        "report.md",
        "manifest.json",
    ] {
        assert_eq!(
            read(&format!("whole/{file}")),
            read(&format!("merged/{file}")),
            "{file}"
        );
    }
    let printed = done("report --from whole --format markdown", place.path());
    assert_eq!(printed, read("whole/report.md"));
    let again = in_folder(&format!("{command} --out whole"), place.path());
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let before = read("whole/sweep.csv");
    done(
        &format!("{command} --out whole --resume --threads 2"),
        place.path(),
    );
    assert_eq!(read("whole/sweep.csv"), before);
    // Without an unchanged player, differences are to the first variant.
    assert_eq!(
        rows(&place.path().join("whole/sweep.csv"))[0]["difference"],
        "0"
    );
}

#[test]
fn personalities_are_varied_in_one_or_two_traits() {
    let place = folder();
    let said = done(
        "sweep carla risk_aversion=-1..1:3 harm=0..1 --against abel --games 100 --out map",
        place.path(),
    );
    assert!(said.contains("Carla wins most with"), "{said}");
    let swept = rows(&place.path().join("map/sweep.csv"));
    let traits: Vec<_> = (swept.iter())
        .map(|row| (number(row, "risk_aversion"), number(row, "harm")))
        .collect();
    let expected = [
        (-1.0, 0.0),
        (-1.0, 1.0),
        (0.0, 0.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (1.0, 1.0),
    ];
    assert_eq!(traits, expected);
    assert_eq!(swept[1]["id"], "carla:risk_aversion=-1:harm=1");
}

#[test]
fn what_is_wrong_is_named_with_the_fix() {
    let place = folder();
    for (words, said) in [
        (
            "carla risk_aversio=-1..1:3",
            ["risk_aversio", "did you mean risk_aversion?"],
        ),
        (
            "carla risk_aversion=-5..1:3",
            ["-5 is outside", "from -4 to 4"],
        ),
        (
            "carla calculation=0..0.5",
            ["steps is missing", "calculation=0..0.5:5"],
        ),
        (
            "carla risk_aversion=0.4",
            ["is not a range", "FROM..TO:STEPS"],
        ),
        ("carla nerves=2..1", ["not below", "grows"]),
        (
            "carla nerves=0..4 nerves=0..2",
            ["varied twice", "one range of each"],
        ),
        ("carla", ["nothing of carla is varied", "risk_aversion="]),
        ("carl risk_aversion=0..1", ["carl", "did you mean carla?"]),
        (
            "hold-6 n=1..2:3",
            ["1.5 is not a whole number", "leave out"],
        ),
        ("hold-6 m=1..2", ["no parameter", "it has n"]),
        ("hold-6 n=0..2", ["0 is outside", "from 1 to"]),
    ] {
        let finished = in_folder(&format!("sweep {words} --against abel"), place.path());
        assert_eq!(finished.code, 2, "{words}");
        let error = finished
            .stderr
            .split_whitespace()
            .filter(|word| *word != "│");
        let error = error.collect::<Vec<_>>().join(" ");
        for said in said {
            assert!(error.contains(said), "{words}: {error}");
        }
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "{words}");
    }
}
