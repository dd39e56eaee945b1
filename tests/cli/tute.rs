//! Tute Cabrero as a user plays it: its engine, and tournaments of hands and matches, in parts and
//! resumed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{done, folder, names, rivals};

/// The answers of the engine to these questions.
fn answers(more: &[&str], questions: &[Value]) -> Vec<Value> {
    let args = [&["engine", "tute"], more].concat();
    let mut command = rivals(&args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for question in questions {
        writeln!(input, "{question}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cards(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn the_engine_answers() {
    let position = json!({
        "trump": "O",
        "leader": 2,
        "trick": ["7B", "SO"],
        "hands": { "1": cards("2C AE RO 4O"), "2": cards("3E 4E 5E"), "3": cards("6B 5B 4B") },
    });
    let last = json!({
        "trump": "O", "leader": 1, "trick": ["AC", "2C"], "scores": [29, 40, 30], "tricks": [5, 4, 3],
        "hands": { "1": [], "2": [], "3": ["3C"] },
    });
    let twice = json!({ "trump": "O", "hands": { "1": ["AO"], "2": ["AO"], "3": ["2C"] } });
    let void = json!({
        "trump": "O", "hands": { "1": ["AO"], "2": ["AC"], "3": ["2C"] },
        "voids": { "2": ["C"] },
    });
    let declared = json!({
        "trump": "O", "hands": { "1": ["AO"], "2": ["RE"], "3": ["2C"] }, "declared": [["E"], [], []],
    });
    let sizes = json!({ "trump": "O", "hands": { "1": ["AO"], "2": ["AC"], "3": [] } });
    let found = answers(
        &[],
        &[
            json!({ "ask": "legal", "position": position }),
            json!({ "ask": "decide", "position": position, "agent": "novice" }),
            json!({ "ask": "apply", "position": position, "moves": ["4O"] }),
            json!({ "ask": "apply", "position": last, "moves": ["3C"] }),
            json!({ "ask": "start", "seed": 3 }),
            json!({ "ask": "play", "agents": ["novice", "medium", "expert"], "seed": 3 }),
            json!({ "ask": "log", "agents": ["novice", "medium", "expert"], "seed": 3 }),
            json!({ "ask": "legal", "position": twice }),
            json!({ "ask": "legal", "position": void }),
            json!({ "ask": "legal", "position": sizes }),
            json!({ "ask": "decide", "position": declared, "agent": "expert" }),
        ],
    );
    assert_eq!(found[0], json!({ "seat": 1, "actions": ["RO"] }));
    assert_eq!(found[1]["action"], "RO");
    let refusal = found[2]["error"]["message"].as_str().unwrap();
    assert!(refusal.contains("move 1, 4O, is not legal") && refusal.contains("RO"), "{refusal}");
    let over = &found[3]["position"];
    assert_eq!((&over["scores"], &over["porotos"]), (&json!([60, 40, 30]), &json!([0, 1, 0])));
    let hand = |seat: &str| found[4]["position"]["hands"][seat].as_array().unwrap().len();
    assert_eq!(["1", "2", "3"].map(hand), [13; 3]);
    let events = found[6]["events"].as_array().unwrap();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    let muestra = &found[4]["position"]["muestra"];
    assert_eq!((&events[0]["event"], &events[0]["muestra"]), (&json!("deal"), muestra));
    assert_eq!((count("play"), count("trick"), count("hand_end")), (39, 13, 1));
    assert_eq!(found[5]["scores"], found[6]["scores"]);
    assert_eq!(events.last().unwrap()["scores"], found[5]["scores"]);
    for (at, field, message) in [
        (7, "position.hands.2[0]", "AO is given twice"),
        (8, "position.voids.2[0]", "seat 2 is void in C and holds AC"),
        (9, "position.hands", "hands of 1, 1 and 0 cards"),
        (10, "position.declared[0][0]", "another seat holds RE or CE"),
    ] {
        assert_eq!(found[at]["error"]["field"], field, "{}", found[at]);
        assert!(found[at]["error"]["message"].as_str().unwrap().contains(message));
    }
    let scores = json!({ "ask": "legal", "position": over });
    let ended = &answers(&[], &[scores])[0];
    assert_eq!((&ended["over"], &ended["winners"]), (&json!(true), &json!([1, 3])));
}

/// The line with open cards of the worked example: its losers are those of the position at its end,
/// and longer ends are refused.
#[test]
fn the_line_with_open_cards() {
    let position = json!({
        "trump": "E", "muestra": "4E", "leader": 1, "scores": [48, 38, 14], "tricks": [5, 3, 2],
        "hands": { "1": cards("4B 5E 7B"), "2": cards("3C CC CO"), "3": cards("7C SB SC") },
    });
    let start = &answers(&[], &[json!({ "ask": "start", "seed": 3 })])[0]["position"];
    let dealing = json!({ "hands": { "1": [], "2": [], "3": [] } });
    let ask = |position: &Value| json!({ "ask": "open_hand", "position": position });
    let found = answers(&[], &[ask(&position), ask(start), ask(&dealing)]);
    let line = &found[0]["line"];
    assert!(line.as_array().unwrap().len() >= 9 && line[0] != "5E", "{}", found[0]);
    let ended = &answers(&[], &[json!({ "ask": "apply", "position": position, "moves": line })])[0]
        ["position"];
    let over = &answers(&[], &[json!({ "ask": "legal", "position": ended }), ask(ended)]);
    assert_eq!(over[0]["losers"], found[0]["losers"]);
    assert_eq!(over[1], json!({ "losers": found[0]["losers"], "line": [] }));
    for (at, message) in [(1, "13 tricks are left"), (2, "not dealt")] {
        let error = &found[at]["error"];
        assert_eq!(error["field"], "position.hands", "{error}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
}

/// Of equal players that draw nothing, all seatings of a deal have the result of the game, so that
/// the cards explain it; with others, the parts add up to the result.
#[test]
fn a_review_tells_the_luck_of_the_deal() {
    let temporary = folder();
    let data = temporary.path().to_str().unwrap();
    let review = |seats: &str, format: &str| {
        let play = ["play", "--game", "tute", "--seats", seats, "--seed", "5", "--data", data];
        done(&play);
        done(&["review", "last", "--data", data, "--format", format])
    };
    let deals = |seats: &str| -> Value {
        serde_json::from_str::<Value>(&review(seats, "json")).unwrap()["deals"].clone()
    };
    let equal = deals("medium,medium,medium");
    assert!((equal["explained"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{equal}");
    let players = |deals: &Value| deals["players"].as_array().unwrap().clone();
    let value = |of: &Value, key: &str| of[key].as_f64().unwrap();
    assert!(players(&equal).iter().all(|of| value(of, "rest").abs() < 1e-9), "{equal}");
    let mixed = deals("novice,medium,random");
    assert!((0.0..1.0).contains(&mixed["explained"].as_f64().unwrap()), "{mixed}");
    let sum = |key| players(&mixed).iter().map(|of| value(of, key)).sum::<f64>();
    assert!((sum("result") - 1.0).abs() < 1e-9 && sum("luck").abs() < 1e-9, "{mixed}");
    for of in players(&mixed) {
        assert!((value(&of, "cards") + value(&of, "rest") - value(&of, "result")).abs() < 1e-9);
    }
    let rows = review("novice,medium,random", "csv");
    let header = "player,decisions,mistakes,equity_lost,result,cards,luck,rest";
    assert_eq!((rows.lines().next(), rows.lines().count()), (Some(header), 4));
}

/// The view of a seat has no card of another hand, and no byte of it depends on them.
#[test]
fn views_hide_the_other_hands() {
    let position = |second: &str, third: &str| json!({ "trump": "O", "hands": { "1": cards("2C AE"), "2": cards(second), "3": cards(third) } });
    let ask = |position| json!({ "ask": "view", "position": position, "seat": 1 });
    let found = answers(&[], &[ask(position("3E 4B", "5C AO")), ask(position("AO 5C", "4B 3E"))]);
    assert_eq!(found[0], found[1]);
    let view = found[0]["view"].to_string();
    assert!(view.contains("AE") && !view.contains("3E") && !view.contains("hands"), "{view}");
}

/// What a declaration says of cards holds for those that a position leaves out: they were played, or
/// the seat that has declared them holds them.
#[test]
fn positions_with_cards_left_out_are_sampled_as_they_may_be() {
    let position = |declared: &[&str]| {
        json!({
            "trump": "O", "muestra": "2O", "dealer": 3, "leader": 1, "trick": ["RC"],
            "hands": { "1": cards("AO 3C"), "2": cards("4E 5E 6E"), "3": cards("7B AE RE") },
            "played": [[1, "AB"], [2, "4B"], [3, "5B"]], "scores": [60, 30, 10],
            "tricks": [7, 2, 1], "declared": [declared, [], []],
        })
    };
    // Seat 1 has no room for the cards of three suits.
    for declared in [&["C"][..], &["C", "B", "O"]] {
        let position = position(declared);
        let view = |seat| json!({ "ask": "view", "position": position, "seat": seat });
        let views = answers(&[], &[view(1), view(2), view(3)]);
        let sample =
            |of: &Value| json!({ "ask": "sample", "view": of["view"], "count": 20, "seed": 2 });
        let sampled = answers(&[], &views.iter().map(sample).collect::<Vec<_>>());
        for (answer, seat) in sampled.iter().zip(1..) {
            let drawn = answer["positions"].as_array().unwrap_or_else(|| panic!("{answer}"));
            let again: Vec<Value> = drawn
                .iter()
                .map(|drawn| json!({ "ask": "view", "position": drawn, "seat": seat }))
                .collect();
            for (again, drawn) in answers(&[], &again).iter().zip(drawn) {
                assert_eq!(again["view"], views[seat - 1]["view"], "{drawn}");
            }
        }
    }
    let wrong = answers(&[], &[json!({ "ask": "sample", "view": [], "count": 1 })]);
    assert_eq!(wrong[0]["error"]["help"], "write an object, { ... }", "{}", wrong[0]);
}

/// The result files of a tournament.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = names(folder).into_iter().filter(|name| name.contains(".csv"));
    files.map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

fn config_of<'a>(unit: &str, matches: &'a Path) -> &'a str {
    match unit {
        "match" => matches.to_str().unwrap(),
        _ => "configs/tute/tournament.toml",
    }
}

/// A run that is killed several times has the files of one that is not.
#[cfg(unix)]
#[test]
fn killed_tournaments_are_resumed() {
    let place = folder();
    let play = |name: &str, more: &[&'static str]| {
        let out = place.path().join(name);
        let args = [
            &["tournament", "--game", "tute", "--games", "20000", "--out"],
            &[out.to_str().unwrap(), "--quiet", "--roster", "medium,expert,novice"][..],
            more,
        ];
        (rivals(&args.concat()), out)
    };
    let (mut whole, expected) = play("whole", &[]);
    assert!(whole.output().unwrap().status.success());
    // It is killed whenever its journal has grown.
    let (_, killed) = play("killed", &[]);
    let journal = || fs::metadata(killed.join("tournament.journal")).map_or(0, |file| file.len());
    for _ in 0..3 {
        let before = journal();
        let mut command = play("killed", &["--resume"]).0;
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = quiet.spawn().unwrap();
        while journal() <= before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(!killed.join("standings.csv").exists(), "the games are over too soon");
    let rest = play("killed", &["--resume"]).0.output().unwrap();
    assert!(rest.status.success());
    assert!(files(&killed) == files(&expected));
    let copies = fs::read_to_string(killed.join("copies.csv")).unwrap();
    assert_eq!(copies.lines().count(), 7, "{copies}");
}

/// Two players meet with copies of each other.
#[test]
fn two_players_are_a_tournament() {
    let place = folder();
    let out = place.path().join("two");
    let args = ["tournament", "--game", "tute", "--games", "200", "--roster", "medium,random"];
    let path = out.to_str().unwrap();
    done(&[&args[..], &["--quiet", "--out", path]].concat());
    let copies = fs::read_to_string(out.join("copies.csv")).unwrap();
    let rows: Vec<Vec<&str>> = copies.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let value = |row: usize, name: &str| rows[row][column(name)].parse::<f64>().unwrap();
    assert_eq!([rows[1][0], rows[2][0]], ["medium", "random"]);
    // Losers of a hand are one to three of its players.
    for row in [1, 2] {
        let losers = value(row, "ranked_value") + 2.0 * value(row, "copies_value");
        assert!((1.0..1.5).contains(&losers), "{losers}");
        assert!(value(row, "ranked_low") < value(row, "ranked_value"));
    }
    assert_eq!(value(1, "games"), 600.0);
    assert!(value(1, "ranked_value") < value(2, "ranked_value"));
    let standings = fs::read_to_string(out.join("standings.csv")).unwrap();
    assert!(standings.lines().nth(1).unwrap().contains("medium"));
    for (file, rows) in [("ahead.csv", 1), ("places.csv", 2), ("place_shares.csv", 6)] {
        let text = fs::read_to_string(out.join(file)).unwrap();
        assert_eq!(text.lines().count(), 1 + rows, "{text}");
    }
    let report = done(&["report", "--from", path, "--format", "markdown"]);
    assert!(report.contains("| 1st % |"), "{report}");
}

/// A person is not asked to pass after a trick with nothing to declare, and sees no other hand.
#[test]
fn nobody_types_a_pass_that_is_the_only_choice() {
    let game = ["play", "--game", "tute", "--against", "medium,expert", "--seed", "5", "--no-save"];
    let mut command = rivals(&game);
    let mut child = (command.stdin(Stdio::piped()).stdout(Stdio::piped())).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for _ in 0..30 {
        // The first choice of each decision: a card, or a declaration.
        let _ = writeln!(input, "1");
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The hand is over"), "{text}");
    assert!(!text.contains("1 pass"), "{text}");
}

/// A game that was played is exported as the log that the control agent of the document tells.
#[test]
fn games_are_exported_as_their_log() {
    let temporary = folder();
    let data = temporary.path().to_str().unwrap();
    let script = temporary.path().join("script");
    fs::write(&script, "1\n".repeat(20)).unwrap();
    let script = script.to_str().unwrap();
    for game in [["tute", "medium,expert"], ["pig", "hold-20"]] {
        let play = ["play", "--game", game[0], "--against", game[1], "--seed", "5"];
        let rest = ["--script", script, "--data", data];
        rivals(&[&play[..], &rest].concat()).output().unwrap();
    }
    let export = ["history", "export", "1", "--format", "events", "--data", data];
    let log = done(&export);
    let events: Vec<Value> =
        (log.lines()).map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!(events[0]["event"], "deal");
    assert_eq!(["play", "trick", "hand_end"].map(count), [39, 13, 1]);
    let end = events.last().unwrap();
    assert!(!end["losers"].as_array().unwrap().is_empty(), "{end}");
    let export = ["history", "export", "2", "--format", "events", "--data", data];
    let refused = rivals(&export).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("which has no log of its own"), "{error}");
}

#[test]
fn tournaments_are_the_same_in_every_way() {
    let place = folder();
    let config = place.path().join("match.toml");
    let built_in = fs::read_to_string("configs/tute/tournament.toml").unwrap();
    fs::write(&config, built_in.replace("unit = \"hand\"", "unit = \"match\"")).unwrap();
    for unit in ["hand", "match"] {
        let play = |name: &str, more: &[&str]| {
            let out = place.path().join(format!("{unit}-{name}"));
            let mut args =
                vec!["tournament", "--game", "tute", "--games", "40", "--quiet", "--out"];
            args.push(out.to_str().unwrap());
            if unit == "match" {
                args.extend(["--config", config.to_str().unwrap()]);
            }
            args.extend(["--roster", "random,novice,medium,expert"]);
            args.extend(more);
            done(&args);
            files(&out)
        };
        let expected = play("whole", &["--threads", "1"]);
        assert!(expected.len() > 5);
        assert!(play("threads", &["--threads", "3"]) == expected);
        assert!(play("eight", &["--threads", "8"]) == expected);
        assert!(play("whole", &["--resume"]) == expected);
        let shards = ["1/3", "2/3", "3/3"].map(|shard| {
            let name = shard.replace('/', "of");
            play(&name, &["--shard", shard]);
            place.path().join(format!("{unit}-{name}"))
        });
        let merged = place.path().join(format!("{unit}-merged"));
        let mut args = vec!["merge", "--out", merged.to_str().unwrap()];
        args.extend(["--config", config_of(unit, &config)]);
        args.extend(shards.iter().map(|shard| shard.to_str().unwrap()));
        done(&args);
        assert!(files(&merged) == expected);
        let standings = expected.iter().find(|(name, _)| name == "standings.csv").unwrap();
        let standings = String::from_utf8(standings.1.clone()).unwrap();
        assert_eq!(standings.lines().count(), 5, "{standings}");
    }
}
