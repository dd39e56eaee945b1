//! `rivals assess`: its measures in every format, on any number of threads, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Finished, folder, rivals};

/// The keys of measures in JSON.
const KEYS: [&str; 15] = [
    "seat",
    "draws",
    "length",
    "spread",
    "drama",
    "lead_changes",
    "comebacks",
    "decisiveness",
    "decisions",
    "stakes",
    "skill",
    "games_to_tell",
    "actions",
    "dominated",
    "depth",
];

fn assess(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&["assess"]).args(words).current_dir(place))
}

fn json(words: &str, place: &Path) -> Value {
    let finished = assess(&format!("{words} --quiet -f json"), place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    serde_json::from_str(&finished.stdout).unwrap()
}

/// A value is within its interval; one without a value has none.
fn check(key: &str, of: &Value) {
    let value = &of[if key == "seat" { "advantage" } else { "value" }];
    let ends = [&of["low"], &of["high"]].map(Value::as_f64);
    let parts = ["draws", "drama", "comebacks", "decisiveness", "decisions", "stakes", "skill"];
    let possible = |end: &f64| !parts.contains(&key) || (0.0..=1.0).contains(end);
    assert!(ends.iter().flatten().all(possible), "{key}: {of}");
    match (value.as_f64(), ends) {
        (Some(value), [low, high]) => {
            assert!(low.is_none_or(|low| low <= value), "{key}: {of}");
            assert!(high.is_none_or(|high| value <= high), "{key}: {of}");
        }
        (None, ends) => assert!(ends == [None; 2] || key == "games_to_tell", "{key}: {of}"),
    }
    assert!(of["games"].is_u64() && of["meaning"].is_string(), "{key}: {of}");
}

#[test]
fn every_game_has_every_measure() {
    let place = folder();
    for (game, roster) in [
        ("dragon-slayer", "abel,greedy,random"),
        ("pig", "hold-20,optimum"),
        ("parchis", "greedy,random"),
        ("tic-tac-toe-sp", "win-block,random"),
        ("tute", "dumper,random"),
        ("battletech", "charge,random"),
    ] {
        let agent = if game == "tute" { "dumper" } else { "random" };
        let words = format!("--game {game} --roster {roster} --agent {agent} --games 20");
        let one = json(&words, place.path());
        assert_eq!(one["game"], game);
        KEYS.iter().for_each(|key| check(key, &one[key]));
        assert_eq!(one["length"]["games"], 20, "{one}");
        assert!(one["drama"]["value"].is_f64(), "{one}");
    }
}

/// Under optimal play the first seat of Pig wins 53.06 % (Neller and Presser 2004), and the classical
/// game of three in a row is a draw.
#[test]
fn seats_are_exact_where_the_game_is_solved() {
    let place = folder();
    let pig = json("--game pig -n 20 --roster hold-20,hold-25,optimum", place.path());
    assert!((pig["seat"]["advantage"].as_f64().unwrap() - 0.061_185_4).abs() < 1e-7, "{pig}");
    assert_eq!(pig["seat"]["low"], pig["seat"]["high"]);
    assert_eq!((&pig["seat"]["from"], &pig["skill"]["from"]), (&"exact".into(), &"exact".into()));
    // The exact value is that of optimal play, and not of another agent.
    let held = json("--game pig --agent hold-5 -n 20", place.path());
    assert_ne!(held["seat"]["from"], "exact", "{held}");
    let stocks = "stocks = { ice = 0, plant = 0, torch = 0, bomb = 0 }";
    let rules = format!("rows = 3\ncolumns = 3\nwin = 3\n{stocks}\n");
    fs::write(place.path().join("three.toml"), rules).unwrap();
    let three = "--game tic-tac-toe-sp --rules three.toml -n 20 --roster random,win-block";
    let three = json(three, place.path());
    assert_eq!(three["seat"]["advantage"], 0.0);
    // With more than two seats nothing is solved.
    let more = json("--game pig --players 3 -n 50 --seed 4", place.path());
    assert!(more["seat"]["low"].as_f64() < more["seat"]["high"].as_f64(), "{more}");
    assert_eq!(more["drama"]["from"], "estimated values, 10 games");
}

#[test]
fn threads_do_not_change_a_byte() {
    let place = folder();
    for words in [
        "--game pig -n 60 --seed 3",
        "--game tute -n 20 --seed 3 --roster random,dumper,novice",
        "--game pig --vary-rules target=20..40:2 -n 40",
    ] {
        let of = |threads: u32| assess(&format!("{words} -q -f json -j {threads}"), place.path());
        let one = of(1);
        assert_eq!(one.code, 0, "{}", one.stderr);
        assert_eq!(one.stdout, of(2).stdout, "{words}");
        assert_eq!(one.stdout, of(8).stdout, "{words}");
        let other = assess(&format!("{words} -q -f json --seed 77"), place.path());
        assert!(other.code == 2 || one.stdout != other.stdout, "{words}");
    }
}

#[test]
fn variants_of_rules_stand_side_by_side() {
    let place = folder();
    let words = "--game pig --vary-rules target=20..40:2 -n 40 --out out";
    let both = json(words, place.path());
    let assessed = both["assessed"].as_array().unwrap();
    assert_eq!(assessed.len(), 2);
    assert_eq!(assessed[0]["name"], "target=20");
    let [short, long] = [0, 1].map(|at| assessed[at]["length"]["value"].as_f64().unwrap());
    assert!(short < long, "{short} {long}");
    let mut rows = csv::Reader::from_path(place.path().join("out/assess.csv")).unwrap();
    assert_eq!(rows.records().count(), 2 * KEYS.len());
    let picture = fs::read_to_string(place.path().join("out/assess.svg")).unwrap();
    assert!(picture.starts_with("<svg"), "{picture}");
    let text = assess("--game pig --vary-rules target=20..40:2 -n 40 -q", place.path()).stdout;
    for said in ["target=20", "target=40", "advantage of the first seat, pp", "ladder, the best"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for format in ["html", "markdown"] {
        let text = assess(&format!("--game pig -n 20 -q -f {format}"), place.path()).stdout;
        assert!(text.contains("decisions that matter"), "{text}");
    }
}

#[test]
fn what_cannot_be_assessed_is_refused() {
    let place = folder();
    for (words, said) in [
        ("--game chess", "the games are"),
        ("--game pig --all", "cannot be used with"),
        ("--game pig --games 5", "from 20 to 1000000"),
        ("--game pig --roster hold-20", "name 2 to 8 players"),
        ("--game pig --roster hold-20,hld-5", "did you mean"),
        ("--game pig --agent hold-0", "1 to 100"),
        ("--game pig --players 7", "2 to 6"),
        ("--game parchis --players 5", "--players 2"),
        ("--game pig --vary-rules aim=1..3:2", "these rules have target"),
        ("--game pig --rules nothing.toml", "nothing.toml"),
        ("--game pig --vary-rules target=0..4:2", "target"),
    ] {
        let finished = assess(&format!("{words} --out out"), place.path());
        assert_eq!(finished.code, 2, "{words}: {}", finished.stdout);
        assert!(finished.stderr.contains(said), "{words}: {}", finished.stderr);
    }
}
