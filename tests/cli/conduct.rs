//! Personalities in games that know no personality: whatever takes a player takes them, and they
//! are calibrated and estimated.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{done, folder, rivals, run};

/// The answers of the engine of a game to these questions.
fn asked(game: &str, questions: &[Value]) -> Vec<Value> {
    let mut engine = rivals(&["engine", game]);
    let mut engine = engine.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    for question in questions {
        writeln!(input, "{question}").unwrap();
    }
    drop(input);
    let output = engine.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn played(game: &str, agents: &[&str], number: u64) -> Vec<Value> {
    let question = |seed| json!({ "ask": "play", "agents": agents, "seed": seed });
    asked(game, &(1..=number).map(question).collect::<Vec<_>>())
}

/// Abel is neutral: his games are those of the reference.
#[test]
fn neutral_figures_play_as_the_reference() {
    for (game, reference, rivals, number) in
        [("pig", "optimum", &["hold-20"][..], 5), ("tute", "pimc:20", &["novice", "random"][..], 1)]
    {
        let of = |player| played(game, &[&[player], rivals].concat(), number);
        let own = of("abel");
        assert!(own[0]["moves"].as_array().unwrap().len() > 10);
        assert_eq!(own, of(reference));
        assert_ne!(own, of("killer-impulsive"));
    }
}

/// Every command that takes a player takes a personality by its id or its file.
#[test]
fn commands_take_personalities() {
    let place = folder();
    let path = |name: &str| place.path().join(name).display().to_string();
    let file = path("eva.toml");
    let carla = done(&["roster", "show", "carla", "--game", "pig", "--format", "toml"]);
    let eva = carla.replace("id = \"carla\"", "id = \"eva\"") + "\n[habits]\nattention = 0.5\n";
    fs::write(&file, eva).unwrap();
    for (game, other) in [("pig", "hold-20"), ("tic-tac-toe-sp", "random")] {
        let roster = format!("abel,{file},{other}");
        let out = path(game);
        let words = ["tournament", "--game", game, "--roster", &roster, "-n", "3", "--quiet"];
        done(&[&words[..], &["--random-personalities", "1", "--out", &out]].concat());
        let standings = fs::read_to_string(place.path().join(game).join("standings.csv")).unwrap();
        for id in ["abel", "eva", "drawn-1", other] {
            assert!(standings.contains(&format!(",{id},")), "{id}: {standings}");
        }
        let words = ["sweep", "eva", "steadiness=0..1:2", "--against", other, "--game", game];
        // A habit may be varied as any other figure; the file is named by its path.
        let swept = path(&format!("swept-{game}"));
        let words = words.map(|word| if word == "eva" { file.as_str() } else { word });
        done(&[&words[..], &["-n", "2", "--quiet", "--out", &swept]].concat());
        let sweep = fs::read_to_string(place.path().join(swept).join("sweep.csv")).unwrap();
        assert_eq!(sweep.lines().count(), 3, "{sweep}");
        let compared =
            ["compare", "abel", "carla", "--against", other, "--game", game, "-n", "2", "--quiet"];
        assert!(done(&compared).contains("win"));
    }
    // The default players stay as they are.
    let listed = done(&["roster", "--game", "pig", "--format", "csv"]);
    assert!(!listed.contains("carla"), "{listed}");
}

/// The engine tells what a personality remembers, and is told it.
#[test]
fn memory() {
    let position = asked("pig", &[json!({ "ask": "start" })])[0]["position"].clone();
    let decide = |agent: &str, memory: Value| json!({ "ask": "decide", "position": position, "agent": agent, "memory": memory });
    let kept = json!({ "value": 0.9, "kinds": 3, "last": 1 });
    let answers = asked(
        "pig",
        &[
            decide("daniel", Value::Null),
            decide("daniel", kept.clone()),
            decide("hold-20", kept),
            decide("daniel", json!({ "kind": 4 })),
        ],
    );
    for answer in &answers[..2] {
        assert!(answer["action"].is_string() && answer["memory"]["kinds"].is_u64(), "{answer}");
    }
    assert_eq!(answers[2]["error"]["field"], "memory");
    assert_eq!(answers[3]["error"]["field"], "memory.kind");
}

/// The engine takes the file of a personality as an agent, also at the game with code of its own.
#[test]
fn the_engine_takes_files() {
    let place = folder();
    let file = place.path().join("eva.toml");
    let carla = done(&["roster", "show", "carla", "--format", "toml"]);
    let write = |text: &str| fs::write(&file, text).unwrap();
    write(&carla.replace("id = \"carla\"", "id = \"eva\""));
    let path = file.to_str().unwrap();
    for (game, other, remembers) in [
        ("pig", "hold-20", true),
        ("tic-tac-toe-sp", "random", true),
        ("dragon-slayer", "hold-6", false),
    ] {
        let games = played(game, &[path, other], 2);
        assert!(games.iter().all(|game| game["moves"].as_array().unwrap().len() > 5), "{games:?}");
        let position = asked(game, &[json!({ "ask": "start" })])[0]["position"].clone();
        let decide = json!({ "ask": "decide", "position": position, "agent": path });
        let answer = &asked(game, std::slice::from_ref(&decide))[0];
        assert!(answer["action"].is_string(), "{answer}");
        assert_eq!(answer["memory"].is_object(), remembers, "{answer}");
        write(&carla.replace("risk_aversion", "risk_avertion"));
        let refused = &asked(game, &[decide])[0]["error"];
        assert_eq!(refused["field"], "agent", "{refused}");
        assert!(refused["message"].as_str().unwrap().contains("eva.toml, line "), "{refused}");
        write(&carla.replace("id = \"carla\"", "id = \"eva\""));
    }
}

/// Decisions of Carla are likelier with the figures that are estimated from them.
#[test]
fn figures_are_estimated() {
    for (game, rivals, number) in
        [("pig", &["optimum"][..], 12), ("tic-tac-toe-sp", &["random"][..], 3)]
    {
        let place = folder();
        let file = place.path().join("games.jsonl");
        let games = played(game, &[&["carla"], rivals].concat(), number);
        let lines: String = games.iter().map(|game| format!("{game}\n")).collect();
        fs::write(&file, lines).unwrap();
        let file = file.to_str().unwrap();
        let words =
            ["fit", file, "--game", game, "--figures", "risk_aversion,calculation", "--quiet"];
        let answer: Value =
            serde_json::from_str(&done(&[&words[..], &["--format", "json"]].concat())).unwrap();
        assert_eq!(answer["games"], number);
        assert!(answer["decisions"].as_u64().unwrap() > 2 * number);
        let of = |key: &str| answer[key].as_f64().unwrap();
        assert!(of("probability") > of("probability_of_chance"), "{answer}");
        assert_eq!(answer["figures"].as_array().unwrap().len(), 2);
        let toml = done(&[&words[..], &["--format", "toml"]].concat());
        assert!(toml.contains("id = \"fitted\""), "{toml}");
        let svg = done(&[&words[..], &["--format", "svg"]].concat());
        assert!(svg.contains("<svg") && svg.contains("risk aversion"), "{svg}");
        for (more, said) in [
            (["--seat", "third"], "no player sits at"),
            (["--target", "30"], "does not take --target"),
            (["--figures", "nerve"], "the figures are"),
        ] {
            let refused = run(&[&["fit", file, "--game", game][..], &more].concat());
            assert!(refused.code == 2 && refused.stderr.contains(said), "{}", refused.stderr);
        }
    }
    let refused = run(&["fit", "-", "--figures", "nerves"]);
    assert!(refused.stderr.contains("dragon-slayer does not take --figures"), "{}", refused.stderr);
}

/// A calibration is the same on any number of threads.
#[test]
fn calibrations() {
    let words = ["calibrate", "pig", "--games", "20", "--format", "toml"];
    let of = |threads: &str| done(&[&words[..], &["--threads", threads]].concat());
    let text = of("1");
    assert_eq!(text, of("2"));
    let read: toml::Table = text.parse().unwrap();
    assert_eq!(read["game"].as_str(), Some("pig"));
    assert_eq!(read["calculation"].as_array().unwrap().len(), 5);
    let refused = run(&["calibrate", "dragon-slayer", "--games", "20"]);
    assert!(refused.code == 2 && refused.stderr.contains("dragon-slayer"), "{}", refused.stderr);
}
