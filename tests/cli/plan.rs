//! `rivals plan`: the games that it names, beside a tournament of as many, and what it refuses.

use std::fs;

use serde_json::Value;

use crate::program::{Finished, folder, rivals};

fn plan(words: &str, place: &std::path::Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&["plan"]).args(words).current_dir(place))
}

fn json(words: &str, place: &std::path::Path) -> Value {
    let finished = plan(&format!("{words} --quiet -f json"), place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    serde_json::from_str(&finished.stdout).unwrap()
}

/// A tournament of the planned games has intervals of the width that was asked for.
#[test]
fn a_planned_tournament_is_as_precise_as_was_asked() {
    let place = folder();
    for seats in [2, 3] {
        let players = format!("--game pig --roster hold-20,hold-25,random --players {seats}");
        let planned = json(&format!("--width 4 {players} --games 300 --seed 3"), place.path());
        let games = planned["games_per_seat"].as_u64().unwrap();
        let out = format!("league-{seats}");
        let words = format!(
            "tournament {players} --games {games} --seed 9 --quiet --no-report --out {out} -f json"
        );
        let words: Vec<&str> = words.split(' ').collect();
        let league = Finished::of(rivals(&words).current_dir(place.path()));
        assert_eq!(league.code, 0, "{}", league.stderr);
        let mut reader =
            csv::Reader::from_path(place.path().join(&out).join("standings.csv")).unwrap();
        let widths: Vec<f64> = (reader.deserialize::<std::collections::BTreeMap<String, String>>())
            .map(|row| {
                let row = row.unwrap();
                row["high"].parse::<f64>().unwrap() - row["low"].parse::<f64>().unwrap()
            })
            .collect();
        let widest = widths.iter().copied().fold(0.0, f64::max);
        // The variance of 300 sets is known to a tenth.
        assert!((0.034..0.046).contains(&widest), "{widest} at {seats} seats");
        assert_eq!(planned["seats"], seats);
        assert!(planned["seconds"].as_f64().unwrap() > 0.0);
        let played = planned["games"].as_u64().unwrap();
        let pairings = planned["pairings"].as_u64().unwrap();
        assert_eq!(played, games * pairings * seats);
    }
}

#[test]
fn a_smaller_difference_needs_more_games() {
    let place = folder();
    let of = |goal: &str| {
        let words = format!("{goal} --pair hold-20,hold-25 --game pig --games 200 --out out");
        json(&words, place.path())["games_per_seat"].as_u64().unwrap() as f64
    };
    let [one, two] = ["--difference 1", "--difference 2"].map(of);
    assert!((one / two - 4.0).abs() < 0.01, "{one} {two}");
    let sure = of("--difference 2 --power 99");
    // (1.96 + 2.326)^2 against (1.96 + 1.282)^2.
    assert!((sure / two - 1.748).abs() < 0.02, "{sure} {two}");
    let rows = fs::read_to_string(place.path().join("out/plan.csv")).unwrap();
    assert!(rows.starts_with("player,other,value,exact,standard_error,groups\n"), "{rows}");
    assert!(place.path().join("out/plan.svg").exists());
    let refused = Finished::of(rivals(&["report", "out"]).current_dir(place.path()));
    assert_eq!(refused.code, 2);
    for said in ["out has the files of `rivals plan`", "-f html"] {
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
    let told = plan("--difference 1 --pair abel,carla --games 50 --quiet", place.path());
    for said in ["pairings", "time", "memory", "found with a power of 90 %"] {
        assert!(told.stdout.contains(said), "{}", told.stdout);
    }
    let words = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(" for 1, ") && words.contains(" for 5."), "{words}");
    let dry = "tournament --roster abel,carla --games 50 --dry-run";
    let dry = Finished::of(rivals(&dry.split(' ').collect::<Vec<_>>()).current_dir(place.path()));
    assert!(dry.stdout.contains("found with a power of 90 %"), "{}", dry.stdout);
    assert!(dry.stdout.contains("\nprepare   about "), "{}", dry.stdout);
}

/// Of many players, a text names the first ones and JSON all.
#[test]
fn many_players_are_not_all_named() {
    let place = folder();
    let players = (11..=25).map(|n| format!("hold-{n}")).collect::<Vec<_>>();
    let words = format!("tournament --game pig --roster {} --games 2 --dry-run", players.join(","));
    let of = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        Finished::of(rivals(&words).current_dir(place.path())).stdout
    };
    let told = of(&words).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("players 15: hold-11, hold-12"), "{told}");
    assert!(told.contains("hold-22 and 3 more") && !told.contains("hold-23"), "{told}");
    let planned: serde_json::Value =
        serde_json::from_str(&of(&format!("{words} -f json"))).unwrap();
    assert_eq!(planned["roster"], serde_json::json!(players));
    assert_eq!(planned["players"], 15);
}

/// A pilot has no more games than the answer, and what is shortened or rounded up is said.
#[test]
fn a_pilot_is_no_longer_than_its_answer() {
    let place = folder();
    let players = "hold-10,hold-15,hold-20,hold-25,hold-30,hold-35,hold-40";
    let words = format!("--difference 40 --game pig --roster {players}");
    let planned = json(&words, place.path());
    assert_eq!((&planned["pilot_groups"], &planned["games_per_seat"]), (&30.into(), &30.into()));
    let told = plan(&words, place.path()).stdout;
    for said in ["the fewest with which intervals hold", "the 20 rows of 21"] {
        assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{told}");
    }
    let words = "--difference 1 --game pig --pair hold-20,hold-25";
    let more = json(words, place.path());
    assert_eq!(more["pilot_groups"], 1_000);
    // It went on from a shorter pilot, and has the games of one that was asked for.
    assert_eq!(more["needs"], json(&format!("{words} --games 1000"), place.path())["needs"]);
}

/// The exact figures are those of a tournament.
#[test]
fn what_is_exact_is_told() {
    let place = folder();
    let players = "--game pig --roster hold-20,hold-25,hold-5 --games 40";
    let words = format!("tournament {players} --quiet --no-report --out league");
    let words: Vec<&str> = words.split(' ').collect();
    let league = Finished::of(rivals(&words).current_dir(place.path()));
    assert_eq!(league.code, 0, "{}", league.stderr);
    let mut reader = csv::Reader::from_path(place.path().join("league/standings.csv")).unwrap();
    let rows = reader.deserialize::<std::collections::BTreeMap<String, String>>();
    let exact: std::collections::BTreeMap<String, f64> = rows
        .map(Result::unwrap)
        .map(|row| (row["id"].clone(), row["exact_win_rate"].parse().unwrap()))
        .collect();
    let of = |row: &Value, key: &str| exact[row[key].as_str().unwrap()];
    let planned = |goal: &str| json(&format!("{goal} {players}"), place.path());
    for row in planned("--width 4")["needs"].as_array().unwrap() {
        assert_eq!(row["exact"], of(row, "player"));
    }
    for row in planned("--difference 4")["needs"].as_array().unwrap() {
        assert_eq!(row["exact"], of(row, "player") - of(row, "other"));
    }
    let three = planned("--width 4 --players 3");
    assert_eq!(three["needs"][0]["exact"], Value::Null);
    let told = |more: &str| plan(&format!("--width 4 {players}{more}"), place.path()).stdout;
    assert!(told("").contains("exact figures need no games"));
    assert!(!told(" --players 3").contains("exact figures"));
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let place = folder();
    for (words, said) in [
        ("--pair abel,carla", "--difference <POINTS>|--width <POINTS>"),
        ("--difference 0 --pair abel,carla", "percentage points of the win rate"),
        ("--difference 1 --pair abel", "--pair has two players"),
        ("--difference 1 --width 2", "cannot be used with"),
        ("--difference 1 --power 30 --pair abel,carla", "from 50 to 99.9"),
        ("--difference 1 --pair abel,crla", "did you mean carla?"),
        ("--difference 1 --game tute --players 4", "it has 3 seats"),
        ("--difference 1 --pair abel,cmd:./bot", "without programs of others"),
        ("--difference 1 --external bots.toml --pair abel,carla", "unexpected argument"),
        (
            "--difference 0.001 --pair hold-20,hold-25 --game pig --games 9999999999999",
            "whole number",
        ),
    ] {
        let finished = plan(words, place.path());
        assert_eq!(finished.code, 2, "{words}: {}", finished.stdout);
        assert!(finished.stderr.contains(said), "{words}: {}", finished.stderr);
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}
