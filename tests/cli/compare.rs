//! `rivals compare`: what it says of the same, of known differences, and of each kind of sides.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::configs::with_target;
use crate::program::{Finished, folder, rivals};

fn run(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

fn done(words: &str, place: &Path) -> String {
    let finished = run(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished.stdout
}

fn json(words: &str, place: &Path) -> Value {
    serde_json::from_str(&done(&format!("compare {words} --quiet -f json"), place)).unwrap()
}

/// The win rate of a player in a file.
fn rate(place: &Path, file: &str, id: &str) -> f64 {
    let mut standings = csv::Reader::from_path(place.join(file)).unwrap();
    let mut rows = standings.deserialize::<std::collections::BTreeMap<String, String>>();
    rows.find_map(|row| row.ok().filter(|row| row["id"] == id)).unwrap()["win_rate"]
        .parse()
        .unwrap()
}

/// The row of a measure.
fn row<'a>(compared: &'a Value, measure: &str, of: &str) -> &'a Value {
    let rows = compared["rows"].as_array().unwrap();
    rows.iter().find(|row| row["measure"] == measure && row["of"] == of).unwrap()
}

#[test]
fn nothing_differs_from_itself() {
    let place = folder();
    let at = place.path();
    done("tournament --game pig --roster hold-5,hold-20 --games 50 --quiet --out league", at);
    fs::write(at.join("pig.toml"), "target = 30").unwrap();
    fs::copy(at.join("pig.toml"), at.join("copy.toml")).unwrap();
    for words in [
        "league league",
        "hold-20 hold-20 --game pig --games 50",
        "hold-5,hold-20 hold-5,hold-20 --game pig --games 50",
        "pig.toml copy.toml --game pig --games 50",
    ] {
        let finished = run(&format!("compare {words} --quiet --exit-code"), at);
        assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
        for said in ["The input is the same.", "none beyond 0.000", "the same games"] {
            assert!(finished.stdout.contains(said), "{words}: {}", finished.stdout);
        }
        assert_eq!(json(words, at)["changes"], serde_json::json!([]));
    }
}

/// Hold at 5 against hold at 25: the figures are those of two tournaments, and the exit code says
/// that they differ only where it is asked for.
#[test]
fn a_known_difference_is_found() {
    let place = folder();
    let at = place.path();
    let words = "hold-5 hold-25 --game pig --against hold-20 --games 300 --seed 3";
    for (flag, code) in [("", 0), (" --exit-code", 6)] {
        let finished = run(&format!("compare {words}{flag}"), at);
        assert_eq!(finished.code, code, "{}", finished.stderr);
        for said in ["player hold-5 -> hold-25", "win rate hold-5 / hold-25"] {
            assert!(finished.stdout.contains(said), "{}", finished.stdout);
        }
        // Without a terminal, nothing else shows that it is busy.
        let note = "playing 1,200 games of pig: hold-5 and hold-25, each against 1 opponent; \
                    --against names fewer\n";
        assert!(finished.stderr.starts_with(note), "{}", finished.stderr);
        let quiet = run(&format!("compare {words}{flag} --quiet"), at);
        assert_eq!((quiet.code, &*quiet.stderr), (code, ""));
    }
    let compared = json(words, at);
    let row = row(&compared, "win_rate", "hold-5");
    let rate = |player: &str| {
        let roster = format!("--roster {player},hold-20 --games 300 --seed 3");
        let words = format!("tournament --game pig {roster} --quiet --no-report --out of-{player}");
        done(&words, at);
        rate(at, &format!("of-{player}/standings.csv"), player)
    };
    // The dice are those of the first player; those of the second one are others in a tournament.
    assert_eq!(row["a"], rate("hold-5"));
    let difference = rate("hold-25") - rate("hold-5");
    let [low, high] = ["low", "high"].map(|end| row[end].as_f64().unwrap());
    assert!(0.1 < low && low < difference && difference < high, "{row} {difference}");
    assert_eq!(row["shown"], true);
    assert_eq!(row["basis"], "paired");
}

/// Folders of the same seed are paired by playing them again, and those of other seeds are not.
#[test]
fn folders_are_compared() {
    let place = with_target(12);
    let at = place.path();
    fs::write(at.join("carla.toml"), done("roster show carla --format toml", at)).unwrap();
    let own = fs::read_to_string(at.join("carla.toml")).unwrap();
    fs::create_dir(at.join("own")).unwrap();
    let bolder = own.replace("risk_aversion = -1.6", "risk_aversion = 0.0");
    assert_ne!(own, bolder);
    fs::write(at.join("own/carla.toml"), bolder).unwrap();
    let play = |out: &str, more: &str| {
        let words = "tournament --roster abel,carla,daniel --games 200 --quiet --no-report";
        done(&format!("{words} --out {out} {more}"), at);
    };
    play("before", "--seed 4");
    play("after", "--seed 4 --personalities own");
    play("other", "--seed 5 --personalities own");
    let paired = json("before after", at);
    assert_eq!(paired["changes"], serde_json::json!(["carla: risk aversion -1.6 -> 0"]));
    assert_eq!((&paired["basis"], &paired["games"]), (&"paired".into(), &2400.into()));
    let apart = json("before other", at);
    assert_eq!((&apart["basis"], &apart["games"]), (&"independent".into(), &0.into()));
    let width = |of: &Value| of["high"].as_f64().unwrap() - of["low"].as_f64().unwrap();
    for of in ["abel", "daniel"] {
        let [one, other] = [&paired, &apart].map(|of_both| row(of_both, "win_rate", of));
        assert!(width(one) < 0.9 * width(other), "{one} {other}");
        assert_eq!(one["exact_difference"], other["exact_difference"]);
    }
    assert_eq!(row(&paired, "win_rate", "carla")["b"], rate(at, "after/standings.csv", "carla"));
    // The files of a folder are checked as by other commands.
    fs::write(at.join("after/standings.csv"), "").unwrap();
    let refused = run("compare before after", at);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("standings.csv"), "{}", refused.stderr);
}

/// Sweeps of a player are paired as tournaments are, by playing them again.
#[test]
fn sweeps_are_compared() {
    let place = with_target(12);
    let at = place.path();
    let carla = done("roster show carla --format toml", at);
    fs::create_dir(at.join("own")).unwrap();
    let bolder = carla.replace("risk_aversion = -1.6", "risk_aversion = 0.0");
    fs::write(at.join("own/carla.toml"), bolder).unwrap();
    let words = "sweep abel risk_aversion=0..1:2 --against carla,daniel --games 100 --quiet";
    done(&format!("{words} --seed 4 --out before"), at);
    done(&format!("{words} --seed 4 --personalities own --out after"), at);
    done(&format!("{words} --seed 5 --personalities own --out other"), at);
    let paired = json("before after", at);
    assert_eq!(paired["changes"], serde_json::json!(["carla: risk aversion -1.6 -> 0"]));
    assert_eq!((&paired["basis"], &paired["games"]), (&"paired".into(), &1600.into()));
    assert_eq!(paired["rows"].as_array().unwrap().len(), 2);
    let apart = json("before other", at);
    assert_eq!((&apart["basis"], &apart["games"]), (&"independent".into(), &0.into()));
    let of = "abel:risk_aversion=1";
    let [one, other] = [&paired, &apart].map(|both| row(both, "win_rate", of));
    let width = |of: &Value| of["high"].as_f64().unwrap() - of["low"].as_f64().unwrap();
    assert!(width(one) < 0.9 * width(other), "{one} {other}");
    assert_eq!(one["b"], rate(at, "after/sweep.csv", of));
    assert_eq!(one["exact_difference"], other["exact_difference"]);
    // Other variants have no pairs: their common ones are compared with both errors.
    let words = words.replace("0..1:2", "0..2:3");
    done(&format!("{words} --seed 4 --out more"), at);
    assert_eq!(json("after more", at)["basis"], "dependent");
}

#[test]
fn rules_rosters_configurations_and_sweeps() {
    let place = folder();
    let at = place.path();
    for (file, target) in [("short", 20), ("long", 60)] {
        fs::write(at.join(format!("{file}.toml")), format!("target = {target}")).unwrap();
        let text = format!(
            "game = \"pig\"\nplayers = 2\ngames = 100\nseed = {target}\nagents = [\"hold-10\", \
             \"hold-20\"]\nrules = {{ target = {target} }}\n"
        );
        fs::write(at.join(format!("{file}-league.toml")), text).unwrap();
        let swept = format!("hold:n=15..20:2 --against hold-10 --seed {target} --games 100");
        done(&format!("sweep --game pig {swept} --quiet --out {file}-sweep"), at);
    }
    let rules = json("short.toml long.toml --game pig --roster hold-10,hold-20 --games 400", at);
    assert_eq!(rules["changes"], serde_json::json!(["rules: target 20 -> 60"]));
    assert_eq!(row(&rules, "length", "")["shown"], true);
    assert_eq!(rules["basis"], "paired");
    let leagues = json("short-league.toml long-league.toml", at);
    assert_eq!(leagues["changes"], rules["changes"]);
    assert_eq!(
        (&leagues["basis"], &leagues["seeds"]),
        (&"paired".into(), &serde_json::json!([20, 20]))
    );
    let rosters = json("hold-10,hold-20 hold-10,random --game pig --games 100", at);
    assert_eq!(rosters["changes"], serde_json::json!(["hold-20: left out", "random: added"]));
    assert_eq!(rosters["basis"], "independent");
    assert!(row(&rosters, "win_rate", "hold-10")["low"].as_f64().unwrap() > 0.3);
    let three = fs::read_to_string(at.join("short-league.toml")).unwrap();
    let three = three.replace("\"hold-20\"]", "\"hold-20\", \"random\"]");
    fs::write(at.join("three.toml"), three.replace("players = 2", "players = 3")).unwrap();
    let told = done("compare short-league.toml three.toml --quiet", at);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("50 % at 2 seats and 33 % at 3 seats"), "{told}");
    let sweeps = json("short-sweep long-sweep", at);
    assert_eq!(sweeps["changes"], serde_json::json!(["seed 20 -> 60"]));
    assert_eq!(row(&sweeps, "win_rate", "hold-20")["basis"], "independent");
    // The games are those of any number of threads.
    let words = "compare short.toml long.toml --game pig --games 300 -f csv --quiet --out";
    let once = done(&format!("{words} once --threads 1"), at);
    assert_eq!(once, done(&format!("{words} twice --threads 2"), at));
    for file in ["compare.csv", "compare.svg", "manifest.json"] {
        let [one, other] = ["once", "twice"].map(|of| fs::read(at.join(of).join(file)).unwrap());
        assert_eq!(one, other, "{file}");
    }
    assert_eq!(once, fs::read_to_string(at.join("once/compare.csv")).unwrap());
}

#[test]
fn what_is_wrong_is_named_with_the_fix() {
    let place = folder();
    let at = place.path();
    fs::write(at.join("pig.toml"), "target = 30").unwrap();
    fs::create_dir(at.join("empty")).unwrap();
    for (out, range) in [("one", "n=10..11"), ("other", "n=12..13")] {
        let words = "--game pig --against hold-25 --games 4 --quiet --no-report";
        done(&format!("sweep hold-20 {range} {words} --out {out}"), at);
    }
    for (words, said) in [
        ("abel pig.toml", ["abel is a player, and pig.toml is a file of rules", "two of a kind"]),
        ("abel abell", ["no player of the roster is called \"abell\"", "did you mean abel?"]),
        ("empty empty", ["cannot find empty/tournament/manifest.json", "rivals tournament --out"]),
        ("nodir empty", ["there is no folder nodir", "two folders"]),
        ("one other", ["one and other have nothing in common", "variants"]),
        ("abel carla --roster daniel", ["--roster names the players", "--against"]),
        ("abel", ["<B>", "required"]),
    ] {
        let refused = run(&format!("compare {words}"), at);
        assert_eq!(refused.code, 2, "{words}: {}", refused.stdout);
        let error = refused.stderr.split_whitespace().filter(|word| *word != "│");
        let error = error.collect::<Vec<_>>().join(" ");
        for said in said {
            assert!(error.contains(said), "{words}: {error}");
        }
    }
}
