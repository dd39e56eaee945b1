//! `rivals fit`: the loss of decisions beside the engine's values, players whose traits are known,
//! and what is refused.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{Finished, folder, rivals, run};

/// The answers of the engine to these questions.
fn asked(questions: &[Value]) -> Vec<Value> {
    answered(&[], questions)
}

/// The answers of an engine with these flags.
fn answered(flags: &[&str], questions: &[Value]) -> Vec<Value> {
    let mut engine = rivals(&[&["engine", "dragon-slayer"], flags].concat());
    let engine = engine.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = engine.spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    for question in questions {
        writeln!(input, "{question}").unwrap();
    }
    drop(input);
    let output = engine.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    answers.collect()
}

/// Games of two players, one JSON object per line.
fn games(flags: &[&str], players: [&str; 2], number: u64) -> String {
    let question = |seed| json!({ "ask": "play", "agents": players, "seed": seed });
    let answers = answered(flags, &(1..=number).map(question).collect::<Vec<_>>());
    answers.iter().map(|game| format!("{game}\n")).collect()
}

fn fitted(text: &str, more: &[&str]) -> Finished {
    let place = folder();
    let file = place.path().join("seen.jsonl");
    fs::write(&file, text).unwrap();
    run(&[&["fit", file.to_str().unwrap(), "--quiet"], more].concat())
}

fn answer(text: &str, more: &[&str]) -> Value {
    let finished = fitted(text, &[&["--format", "json"], more].concat());
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    serde_json::from_str(&finished.stdout).unwrap()
}

/// The loss of single decisions is the best value of the engine's advice, less that of the action.
#[test]
fn the_loss_is_that_of_the_engines_advice() {
    let position = |more: Value| {
        let mut position = json!({
            "scores": [20, 31], "tokens": [1, 1], "mover": 1, "at_stake": 6, "alive": [1, 2],
            "dice": 2, "phase": "may-stop",
        });
        for (key, value) in more.as_object().unwrap() {
            position[key] = value.clone();
        }
        position
    };
    let decisions = [
        (position(json!({})), "stop"),
        (position(json!({ "tokens": [1, 0] })), "fight dragon 1"),
        (position(json!({ "phase": "asked", "asked": 2 })), "let stop"),
        (position(json!({ "mover": 2, "scores": [31, 20] })), "fight dragon 2"),
    ];
    let lines = (decisions.iter()).map(|(position, action)| {
        format!("{}\n", json!({ "position": position, "action": action }))
    });
    let found = answer(&lines.collect::<String>(), &[]);
    let questions = decisions.each_ref();
    let questions = questions.map(|(at, _)| json!({ "ask": "advise", "position": at }));
    let losses = (asked(&questions).iter().zip(&decisions))
        .map(|(advice, (_, taken))| {
            let wins = |one: &Value| one["wins"].as_f64().unwrap();
            let actions = advice["actions"].as_array().unwrap();
            let own = actions.iter().find(|one| one["action"] == *taken).unwrap();
            let best = actions.iter().map(wins).fold(0.0, f64::max);
            best - wins(own)
        })
        .collect::<Vec<f64>>();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    let loss = found["loss_per_decision"]["value"].as_f64().unwrap();
    assert!((loss - mean).abs() < 1e-10, "{loss} {losses:?}");
    let optimal = losses.iter().filter(|&&loss| loss < 1e-9).count();
    assert!(0 < optimal && optimal < losses.len(), "{losses:?}");
    assert_eq!(found["optimal"], optimal);
    assert_eq!((&found["games"], &found["judged"]), (&json!(0), &json!(4)));
    assert!(found["loss_per_game"].is_null());
}

#[test]
fn optimal_play_loses_nothing() {
    // Games to 25 points, of which a fit takes a third of the time.
    let place = folder();
    let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let file = place.path().join("rules.toml");
    fs::write(&file, rules.replace("target = 40", "target = 25")).unwrap();
    let played = games(&["--rules", file.to_str().unwrap()], ["carla", "abel"], 100);
    let target = ["--target", "25"];
    let fit = |seat| answer(&played, &[&target[..], &["--seat", seat]].concat());
    let abel = fit("second");
    assert_eq!(abel["optimal"], abel["judged"]);
    assert_eq!(abel["loss_per_game"]["value"], 0.0);
    assert!(abel["wins_against_optimum"].as_f64().unwrap() > 0.45, "{abel}");
    let carla = fit("first");
    assert_eq!(carla["games"], 100);
    assert!(carla["loss_per_game"]["low"].as_f64().unwrap() > 0.0, "{carla}");
    // She seeks risk, with a risk aversion of -1.6.
    let traits = carla["traits"].as_array().unwrap();
    let trait_of = |name: &str| traits.iter().find(|row| row["trait"] == name).unwrap();
    let aversion = trait_of("risk_aversion");
    assert!(aversion["high"].as_f64().unwrap() < 0.0, "{aversion}");
    let wins = carla["wins_against_optimum"].as_f64().unwrap();
    assert!(wins < abel["wins_against_optimum"].as_f64().unwrap());

    let svg = fitted(&played, &[&target[..], &["--format", "svg"]].concat()).stdout;
    assert!(svg.contains("<svg") && svg.contains("risk aversion"), "{svg}");
    // The personality, found on one thread, plays as the one above.
    let file = place.path().join("fitted.toml");
    let toml = [&target[..], &["--format", "toml", "--threads", "1"]].concat();
    fs::write(&file, fitted(&played, &toml).stdout).unwrap();
    let file = file.to_str().unwrap();
    let [first, second] = [[file, "optimum"], ["optimum", file]].map(|players| {
        let solve = [&["solve", "match", "-f", "json"], &target[..], &players].concat();
        let finished = run(&solve);
        let answer: Value = serde_json::from_str(&finished.stdout).unwrap();
        answer["first_wins"].as_f64().unwrap()
    });
    assert!((f64::midpoint(first, 1.0 - second) - wins).abs() < 1e-9);
}

#[test]
fn wrong_lines_are_named() {
    let good = games(&[], ["abel", "carla"], 1);
    let three = asked(&[json!({ "ask": "play", "agents": ["abel", "carla", "daniel"] })]);
    let position = r#"{"scores":[0,0],"tokens":[1,1],"mover":1,"at_stake":0,"alive":[1,2,3],"dice":3,"phase":"must-fight"}"#;
    for (line, said) in [
        ("{", "line 2: it ends within a value"),
        ("{}", "line 2: position: "),
        (&*three[0].to_string(), "line 2: scores"),
        (r#"{"moves":["stop"]}"#, "line 2: moves[0]: stop is not legal"),
        (r#"{"moves":["defeat"]}"#, "line 2: moves[0]: defeat is no"),
        (
            &*format!(r#"{{"position":{position},"action":"stop"}}"#),
            "line 2: action: stop is not legal here",
        ),
        (&*format!(r#"{{"position":{position},"action":"stop","how":1}}"#), "line 2: how"),
    ] {
        let finished = fitted(&format!("{good}{line}\n"), &[]);
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{line}");
        let words = finished.stderr.split_whitespace();
        let words = words.filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{line}: {words}");
    }
    let none = fitted("\n", &[]);
    assert!(none.stderr.contains("no decision"), "{}", none.stderr);
    assert_eq!(fitted(&good, &["--seat", "third"]).code, 2);
}
