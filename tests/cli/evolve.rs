//! `rivals evolve`: its player beats those that it was evolved against, on dice that it never saw, as
//! a plain tournament proves.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::thread::sleep;
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

use crate::configs::{run, with_target};
use crate::program::{folder, rivals};

fn done(words: &str, place: &Path) -> String {
    let finished = run(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished.stdout
}

fn json(words: &str, place: &Path) -> Value {
    serde_json::from_str(&done(&format!("{words} --quiet --format json"), place)).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The field of a player in the standings of a tournament.
fn standing(folder: &Path, id: &str, column: &str) -> f64 {
    let text = fs::read_to_string(folder.join("standings.csv")).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let at = |name: &str| header.iter().position(|title| *title == name).unwrap();
    let row = lines.find(|row| row[at("id")] == id).unwrap();
    row[at(column)].parse().unwrap()
}

#[test]
fn what_is_evolved_beats_its_opponents_on_unseen_dice() {
    let place = with_target(12);
    let at = place.path();
    let words = "evolve --against carla,greedy --games 1000 --seed 4 --id eva --quiet";
    let longer = format!("{words} --generations 3");
    let text = done(&format!("{longer} --out own/eva.toml -f json --threads 1 --no-cache"), at);
    done(&format!("{words} --generations 1 --cache kept"), at);
    let kept = || fs::read_dir(at.join("kept")).unwrap().count();
    // Tables of the opponents, the first player and optimal play: none of those that were tried. Win
    // rates of the first player and of one generation.
    assert_eq!(kept(), 4 + 2);
    assert_eq!(text, done(&format!("{longer} -f json --threads 2 --cache kept"), at));
    assert_eq!(kept(), 4 + 4);
    let evolved: Value = serde_json::from_str(&text).unwrap();
    // Each generation has 11 players, and the one that the search begins with comes first.
    assert_eq!(evolved["valued"], 34);
    assert_eq!((&evolved["unseen_seed"], &evolved["exact"]), (&5.into(), &true.into()));
    let best: Vec<f64> = evolved["best"].as_array().unwrap().iter().map(number).collect();
    assert!(best.is_sorted() && best.len() == 4 && best[0] < best[3], "{best:?}");
    let margin = |key: &str| number(&evolved["margin"][key]);
    assert!(margin("low") > 0.0 && margin("low") < margin("sampled"), "{}", evolved["margin"]);
    assert!((margin("exact") + 0.5 - best[3]).abs() < 1e-9);
    // Other commands play the file: a tournament with the unseen seed has the same games.
    let roster = "--roster own/eva.toml,carla,greedy --games 1000 --seed 5 --no-report";
    done(&format!("tournament {roster} --quiet --out league"), at);
    done("play --seats own/eva.toml,carla --seed 1 --no-save", at);
    let all = &evolved["rates"][0];
    assert_eq!(all["against"], "all");
    for (key, column) in [("win_rate", "win_rate"), ("low", "low"), ("high", "high")] {
        let of_league = standing(&at.join("league"), "eva", column);
        assert!((number(&all[key]) - of_league).abs() < 1e-12, "{key}: {of_league}");
    }
    assert!((number(&all["win_rate"]) - 0.5 - margin("sampled")).abs() < 1e-12);
    assert_eq!(
        done(&format!("{longer} -f toml --cache kept"), at),
        fs::read_to_string(at.join("own/eva.toml")).unwrap()
    );
}

/// How a long search ends that is interrupted after this time.
#[cfg(unix)]
fn interrupted(cache: &str, seconds: u64) -> std::process::Output {
    use std::process::{Command, Stdio};

    let place = folder();
    let words = ["evolve", "hold-20", "--game", "pig", "--against", "hold-25", "-n", "1000000"];
    let words = [&words[..], &["--generations", "9999", "--players", "3", cache]].concat();
    let mut command = rivals(&words);
    command.current_dir(place.path()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    sleep(Duration::from_secs(seconds));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    child.wait_with_output().unwrap()
}

/// Ctrl-C says whether the same command goes on, which the test above does.
#[cfg(unix)]
#[test]
fn an_interrupted_search_says_what_is_kept() {
    for (cache, said) in
        [("--cache=kept", "goes on from the cache"), ("--no-cache", "begins again")]
    {
        // A signal that comes before the program listens ends it without a code.
        let mut ended = [1, 2, 4, 8, 16].into_iter().map(|seconds| interrupted(cache, seconds));
        let output = ended.find(|output| output.status.code().is_some()).expect("it listens");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{told}");
        assert!(told.contains(said), "{told}");
    }
}

/// Pig is solved: against one who holds at 25, the best of all players who hold is found.
#[test]
fn the_best_parameter_is_found() {
    let place = folder();
    let at = place.path();
    let words = "--game pig --against hold-25 --games 100 --seed 4";
    let evolved = json(&format!("evolve hold-20 n=5..45 {words} --generations 8"), at);
    let swept = json(&format!("sweep hold-20 n=5..45 {words} --no-report --out swept"), at);
    let exact = |row: &Value| number(&row["win_rate"]["exact"]);
    let rows = swept["variants"].as_array().unwrap();
    let best = rows.iter().max_by(|one, other| exact(one).total_cmp(&exact(other))).unwrap();
    assert_eq!(evolved["player"], best["id"]);
    assert_eq!(evolved["figures"][0]["at_end"], false);
    let ended = done(&format!("evolve hold-10 n=5..15 {words} --generations 8 --quiet"), at);
    let ended = ended.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(ended.contains("end of its range for n"), "{ended}");
    // Nor does it stay where a step is smaller than a whole number, whatever the seed.
    for seed in [2, 4, 10] {
        let narrow = format!("evolve hold-10 n=9..11 {words} --generations 8")
            .replace("--seed 4", &format!("--seed {seed}"));
        assert_eq!(json(&narrow, at)["player"], "hold-11", "{seed}");
    }
    // So few that all are tried: 20 is better than those between it and 24. A player outside of the
    // range is no answer.
    for start in ["hold-20", "hold-30"] {
        let few = json(&format!("evolve {start} n=20..24 {words} --generations 2"), at);
        let found = (&few["player"], &few["valued"], &few["figures"][0]["start"]);
        assert_eq!(
            found,
            (&"hold-24".into(), &5.into(), &(if start == "hold-20" { 20.0 } else { 24.0 }).into())
        );
    }
    let same = done(&format!("evolve hold-24 n=20..24 {words} --quiet"), at);
    assert!(same.contains("no player that wins more often"), "{same}");
    let same = same.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in ["valued all 5 players within the ranges", "after 5 players"] {
        assert!(same.contains(said), "{said}: {same}");
    }
    // What is found is told once: above the chart, whose words are those of the search.
    let told = done(&format!("evolve hold-20 n=5..45 {words} --generations 8 --quiet"), at);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in ["percentage points", "which the search never saw", "after 8 generations"] {
        assert_eq!(told.matches(said).count(), 1, "{said}: {told}");
    }
    assert!((number(&evolved["rates"][0]["exact"]) - exact(best)).abs() < 1e-12);
}

/// A game that is not solved is searched by games.
#[test]
fn players_made_of_sentences_evolve() {
    let place = folder();
    let words = "evolve players/novice --game tute --against medium --games 20 --generations 2";
    let evolved = json(words, place.path());
    assert_eq!((&evolved["exact"], &evolved["margin"]["exact"]), (&false.into(), &Value::Null));
    let keys: Vec<&str> = evolved["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["key"].as_str().unwrap())
        .collect();
    assert!(keys.contains(&"threshold"), "{keys:?}");
    let player = evolved["player"].as_str().unwrap();
    let roster = format!("--roster {player},medium --game tute --games 2 --no-report --quiet");
    done(&format!("tournament {roster} --players 3 --out league"), place.path());
}

#[test]
fn what_cannot_be_evolved_is_refused() {
    let place = folder();
    fs::write(place.path().join("file"), "").unwrap();
    let carla = done("roster show carla --format toml", place.path());
    fs::write(place.path().join("eva.toml"), carla.replace("\"Carla\"", "\"Eva\"")).unwrap();
    for (words, said) in [
        ("hold-20 --against hold-25 --game pig --id eva", "hold-20 is no personality"),
        ("hold-20 m=1..4 --against hold-25 --game pig", "no parameter \"m\""),
        ("random --against hold-25 --game pig", "nothing of random is varied"),
        ("random --against hold-25 --game pig", "parameters or numbers: hold-"),
        ("hold-20 n=5..45:3 --against hold-25 --game pig", "n=5..45:3 has steps"),
        ("hold-20 n=5..9.5 --against hold-25 --game pig", "write whole numbers"),
        ("hold-20 n=5,9 --against hold-25 --game pig", "n=5,9 is a list"),
        ("abel thinking_seconds=1..2 --against carla", "changes no decision"),
        ("abel thinking-seconds=1..2 --against carla", "changes no decision"),
        ("--against carla --id carla", "carla is one of the opponents"),
        ("--against carla --id random", "is the name of an agent"),
        ("--against carla --id Eva", "lower-case letters"),
        ("--generations 2", "--against"),
        ("--against carla --out file/eva.toml", "file"),
        ("--against eva.toml", "eva.toml has the id of another player, carla"),
        ("--against eva.toml:greed=1", "changes a personality"),
    ] {
        let refused = run(&format!("evolve {words}"), place.path());
        assert_eq!(refused.code, 2, "{words}");
        assert!(refused.stderr.contains(said), "{words}: {}", refused.stderr);
    }
}
