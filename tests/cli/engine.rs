//! `rivals engine` as other programs use it: scripted questions and invalid ones.
//! `tests/library/engine.rs` asks random ones.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{folder, rivals, run};

/// The answers of the program to some lines.
fn answers(args: &[&str], input: &[u8]) -> Vec<String> {
    let mut command = rivals(&[&["engine"], args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// The answers to some questions, as JSON.
fn ask(args: &[&str], questions: &[Value]) -> Vec<Value> {
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let answers = answers(args, lines.as_bytes());
    assert_eq!(answers.len(), questions.len());
    answers.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A position of Dragon Slayer with fields changed.
fn dragons(changes: Value) -> Value {
    let mut position = json!({
        "scores": [20, 31], "tokens": [1, 1], "mover": 1, "at_stake": 6, "alive": [1, 2],
        "dice": 2, "phase": "may-stop",
    });
    change(&mut position, changes);
    position
}

/// A position of Pig with fields changed.
fn pigs(changes: Value) -> Value {
    let mut position = json!({ "scores": [0, 0], "mover": 1, "at_stake": 20 });
    change(&mut position, changes);
    position
}

fn change(position: &mut Value, changes: Value) {
    let changes = changes.as_object().unwrap().clone();
    position.as_object_mut().unwrap().extend(changes);
}

#[test]
fn a_game_is_described() {
    let [pig, dragons] = ["pig", "dragon-slayer"].map(|game| {
        let answers = ask(&[game], &[json!({ "ask": "game" })]);
        assert_eq!(answers[0]["game"], game);
        answers[0].clone()
    });
    for game in [&pig, &dragons] {
        assert_eq!(game["seats"], json!([2, 3, 4, 5, 6]));
        assert_eq!(game["setups"], json!(["start"]));
        assert_eq!(game["version"], env!("CARGO_PKG_VERSION"));
    }
    assert_eq!(pig["rules"], "target = 100\n");
    let rules = dragons["rules"].as_str().unwrap();
    assert!(rules.starts_with("target = 40\nwarrior = { dice = 3"), "{rules}");
    let names = |game: &Value| -> Vec<String> {
        let agents = game["agents"].as_array().unwrap().iter();
        agents.map(|agent| agent["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&pig)[..4], ["optimum", "hold", "random", "abel"]);
    assert!(names(&dragons).contains(&"abel".to_owned()));
    let parameter = json!({
        "name": "n", "about": "points at stake at which it holds", "low": 1, "high": 100,
        "default": null,
    });
    assert_eq!(pig["agents"][1]["parameters"], json!([parameter]));
}

#[test]
fn a_turn_of_dragon_slayer_is_followed() {
    let moves = ["fight dragon 1", "slain, dice left 2", "stop", "challenge"];
    let answers = ask(
        &["dragon-slayer"],
        &[
            json!({ "id": 1, "ask": "legal", "position": dragons(json!({})) }),
            json!({ "id": 2, "ask": "apply", "position": dragons(json!({})), "moves": moves }),
            json!({ "id": 3, "ask": "view", "position": dragons(json!({})), "seat": 2 }),
            json!({ "id": 4, "ask": "legal", "position": dragons(json!({
                "phase": "fighting", "fight": { "dragon": 1, "dragon_dice": 1 }, "dice": 1,
            })) }),
            json!({ "id": 5, "ask": "legal", "position": {
                "scores": [40, 12], "tokens": [1, 0], "mover": 1, "at_stake": 0,
                "alive": [1, 2, 3], "dice": 3, "phase": "over",
            } }),
        ],
    );
    let actions = ["fight dragon 1", "fight dragon 2", "stop"];
    assert_eq!(answers[0], json!({ "id": 1, "seat": 1, "actions": actions }));
    let position = &answers[1]["position"];
    let challenged = dragons(json!({
        "at_stake": 8, "alive": [2], "tokens": [1, 0], "phase": "challenged", "challenger": 2,
        "fight": null, "asked": null, "after_big_turn": false,
    }));
    assert_eq!(*position, challenged);
    assert_eq!(answers[2]["view"]["scores"], json!([20, 31]));
    // A die of 4 parts and 2 mountains, and one of 3 axes, 2 shields and 1 flame.
    let events = json!([
        ["defeat", 6],
        ["slain, dice left 1", 12],
        ["roll on with 0 dragon and 1 warrior dice", 8],
        ["roll on with 1 dragon and 1 warrior dice", 10],
    ]);
    assert_eq!(answers[3], json!({ "id": 4, "events": events }));
    let over = json!({ "id": 5, "over": true, "winners": [1], "scores": [40, 12] });
    assert_eq!(answers[4], over);
}

#[test]
fn advice_is_the_solution() {
    let advise = |position: Value| json!({ "ask": "advise", "position": position });
    let pig = ask(&["pig"], &[advise(pigs(json!({}))), advise(pigs(json!({ "at_stake": 21 })))]);
    // Neller and Presser 2004, figure 4: at 0 to 0 the first seat holds from 21 points on.
    let wins = |answer: &Value, place: usize| answer["actions"][place]["wins"].as_f64().unwrap();
    assert!(wins(&pig[0], 0) > wins(&pig[0], 1), "{}", pig[0]);
    assert!(wins(&pig[1], 0) < wins(&pig[1], 1), "{}", pig[1]);
    let answers = ask(&["dragon-slayer"], &[advise(dragons(json!({})))]);
    let args = "advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2 \
                --format json";
    let table = run(&args.split_whitespace().collect::<Vec<_>>()).stdout;
    let table: Vec<Value> = serde_json::from_str(&table).unwrap();
    for (action, name) in [(0, "fight blue"), (1, "fight green"), (2, "stop")] {
        let known = table.iter().find(|row| row["action"] == name).unwrap();
        assert_eq!(answers[0]["actions"][action]["wins"], known["wins"]);
        assert_eq!(answers[0]["actions"][action]["how"], "exact");
    }
}

/// Three seats, the leader with the target: to stop is to lose.
#[test]
fn advice_for_more_seats_has_an_interval() {
    let position = json!({ "scores": [90, 95, 10], "mover": 1, "at_stake": 10 });
    let answers = ask(&["pig"], &[json!({ "ask": "advise", "position": position })]);
    let actions = answers[0]["actions"].as_array().unwrap();
    assert_eq!(actions[1]["wins"], 1.0);
    let number = |key: &str| actions[0][key].as_f64().unwrap();
    assert!(number("low") < number("wins") && number("wins") < number("high"), "{actions:?}");
    assert!(actions[0]["how"].as_str().unwrap().starts_with("sampled: 1000 games"));
}

#[test]
fn agents_decide_and_play_the_same_for_a_seed() {
    let decide = |agent: &str| json!({ "ask": "decide", "position": dragons(json!({})), "agent": agent, "seed": 4 });
    let play = |seed: u64| json!({ "ask": "play", "agents": ["daniel", "random"], "seed": seed });
    let questions = [decide("optimum"), decide("hold-6"), play(1), play(1), play(2)];
    let answers = ask(&["dragon-slayer"], &questions);
    assert_eq!(answers[0]["action"], "fight dragon 2");
    assert_eq!(answers[1]["action"], "stop");
    assert_eq!(answers[2], answers[3]);
    assert_ne!(answers[2], answers[4]);
    // The moves of a game lead from the start to its end.
    let start = ask(&["dragon-slayer"], &[json!({ "ask": "start" })])[0]["position"].clone();
    let moves = answers[2]["moves"].clone();
    let apply = json!({ "ask": "apply", "position": start, "moves": moves });
    let end = ask(&["dragon-slayer"], &[apply])[0]["position"].clone();
    let legal = ask(&["dragon-slayer"], &[json!({ "ask": "legal", "position": end })]);
    assert_eq!(legal[0]["winners"], answers[2]["winners"]);
    assert_eq!(legal[0]["scores"], answers[2]["scores"]);
}

/// Searches say what they expect and what they know of all actions; a budget may be a time.
#[test]
fn decisions_are_explained() {
    let start = ask(&["tic-tac-toe-sp"], &[json!({ "ask": "start", "setup": "3x3" })]);
    let decide =
        |agent: &str| json!({ "ask": "decide", "position": start[0]["position"], "agent": agent });
    let agents = ["alphabeta:4", "minimax:2", "deepening:5000", "mcts:500", "deepening:time=0.1s"];
    let answers = ask(&["tic-tac-toe-sp"], &agents.map(decide));
    for (agent, answer) in agents.iter().zip(&answers) {
        assert_eq!(answer["variation"][0], answer["action"], "{agent}: {answer}");
        let actions = answer["actions"].as_array().unwrap();
        let chosen = actions.iter().find(|of| of["action"] == answer["action"]).unwrap();
        assert_eq!(chosen.get("bound"), None, "{agent}");
        // A budget may end when a better action was found, of which the value is not known yet.
        if !agent.starts_with("deepening") {
            assert_eq!(chosen["value"], answer["value"], "{agent}");
        }
    }
    assert!(answers[0]["actions"].as_array().unwrap().iter().any(|of| of["bound"] == "upper"));
    assert_eq!(answers[1]["variation"].as_array().unwrap().len(), 2);
    // The search of a small board ends before its time.
    let start = ask(&["tic-tac-toe-sp"], &[json!({ "ask": "start", "setup": "5x5" })]);
    let agent = "deepening:time=0.1s";
    let decide = json!({ "ask": "decide", "position": start[0]["position"], "agent": agent });
    let answer = &ask(&["tic-tac-toe-sp"], &[decide])[0];
    assert!(answer["seconds"].as_f64().unwrap() >= 0.1, "{answer}");
}

/// Pig: after 1 move there are the 6 faces or the other seat's 2 actions.
#[test]
fn sequences_are_counted() {
    let count = |depth: u64| json!({ "ask": "perft", "position": pigs(json!({ "at_stake": 0 })), "depth": depth });
    let answers = ask(&["pig"], &[count(0), count(1), count(2), count(3)]);
    let sequences: Vec<&Value> = answers.iter().map(|answer| &answer["sequences"]).collect();
    // Roll then a face, or hold then an action; then 6 * 2 and, after the roll of the other, 6 + 2.
    assert_eq!(sequences, [1, 2, 8, 20]);
    assert!(answers[3]["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn invalid_questions_are_answered_and_not_fatal() {
    let lines: &[(&[u8], &str, &str)] = &[
        (b"", "line", "is not a JSON object"),
        (b"[1,2]", "line", "expected a JSON object"),
        (b"{\"ask\":", "line", "is not a JSON object"),
        (b"\xff\xfe", "line", "not UTF-8"),
        (b"{}", "ask", "missing"),
        (br#"{"ask":7}"#, "ask", "7 is not a text"),
        (br#"{"ask":"leagl"}"#, "ask", "there is no \"leagl\""),
        (br#"{"ask":"game","ask":"game"}"#, "ask", "given twice"),
        (br#"{"ask":"game","position":{}}"#, "position", "unknown field"),
        (br#"{"ask":"legal"}"#, "position", "is missing"),
        (br#"{"ask":"legal","position":[]}"#, "position", "is not an object"),
        (br#"{"ask":"start","seats":7}"#, "seats", "7 is not a whole number from 2 to 6"),
        (br#"{"ask":"start","setup":"strat"}"#, "setup", "there is no \"strat\""),
        (br#"{"ask":"start","seed":-1}"#, "seed", "-1 is not a whole number"),
        (br#"{"ask":"play","agents":["hold-20"]}"#, "agents", "the length of the list is 1"),
        (br#"{"ask":"play","agents":["hold-20","hodl-20"]}"#, "agents[1]", "hodl-20"),
        (br#"{"ask":"decide","nodse":3}"#, "nodse", "unknown field"),
    ];
    let input: Vec<u8> = lines.iter().flat_map(|(line, ..)| [line, &b"\n"[..]].concat()).collect();
    // The last line has no newline.
    let input = [&input[..], br#"{"id":"last","ask":"game"}"#].concat();
    let answers = answers(&["pig"], &input);
    assert_eq!(answers.len(), lines.len() + 1);
    for ((line, field, message), answer) in lines.iter().zip(&answers) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let line = String::from_utf8_lossy(line);
        let error = &answer["error"];
        assert_eq!(error["field"], *field, "{line}: {answer}");
        assert!(error["message"].as_str().unwrap().contains(message), "{line}: {answer}");
        assert!(error["help"].as_str().unwrap().len() > 8, "{line}: {answer}");
    }
    assert!(answers[lines.len()].starts_with("{\"id\":\"last\","));
}

#[test]
fn errors_name_the_field_of_invalid_positions_and_moves() {
    let mut asked = Vec::new();
    for (changes, field, message) in [
        (json!({ "scores": [20] }), "position.scores", "the length of the list is 1"),
        (json!({ "scores": [20, "x"] }), "position.scores[1]", "\"x\" is not a whole number"),
        (json!({ "score": [20, 3] }), "position.score", "unknown field"),
        (json!({ "tokens": [2, 1] }), "position.tokens[0]", "the rules give each 1"),
        (json!({ "mover": 3 }), "position.mover", "from 1 to 2"),
        (json!({ "alive": [] }), "position.alive", "the length of the list is 0"),
        (json!({ "alive": [1, 1] }), "position.alive[1]", "twice in the list"),
        (json!({ "alive": [1, 3] }), "position.at_stake", "blue and red"),
        (json!({ "at_stake": 7 }), "position.at_stake", "7 points at stake"),
        (json!({ "at_stake": 0 }), "position.phase", "nothing is at stake yet"),
        (json!({ "dice": 4 }), "position.dice", "a turn starts with 3"),
        (json!({ "phase": "may-top" }), "position.phase", "may-top"),
        (json!({ "phase": "over" }), "position.phase", "not over"),
        (json!({ "phase": "asked" }), "position.asked", "is missing"),
        (json!({ "phase": "asked", "asked": 1 }), "position.asked", "does not challenge itself"),
        (
            json!({ "phase": "asked", "asked": 2, "tokens": [1, 0] }),
            "position.tokens[1]",
            "no token",
        ),
        (json!({ "phase": "challenged", "challenger": 2 }), "position.tokens[1]", "still has all"),
        (json!({ "phase": "fighting" }), "position.fight", "is missing"),
        (
            json!({ "phase": "fighting", "fight": { "dragon": 3, "dragon_dice": 1 } }),
            "position.fight.dragon",
            "not alive",
        ),
        (
            json!({ "fight": { "dragon": 1, "dragon_dice": 1 } }),
            "position.fight",
            "only another phase has the field fight",
        ),
        (json!({ "scores": [40, 31] }), "position.phase", "seat 1 has won"),
        (json!({ "scores": [3, 44], "mover": 2 }), "position.scores", "only through the bonus"),
        (
            json!({ "scores": [20, 3], "after_big_turn": true }),
            "position.after_big_turn",
            "8 points",
        ),
    ] {
        let question = json!({ "ask": "legal", "position": dragons(changes) });
        asked.push((question, field, message));
    }
    for (moves, field, message) in [
        (json!(["fly"]), "moves[0]", "move 1, fly, is not legal: seat 1 decides next"),
        (json!(["fight dragon 3"]), "moves[0]", "the legal actions are fight"),
        (json!(["fight dragon 01"]), "moves[0]", "is not an action"),
        (json!(["stop", "accept"]), "moves[1]", "move 2, accept, is not legal: the legal"),
        (json!(["fight dragon 1", "stop"]), "moves[1]", "the next move is a chance event"),
        (json!(["fight dragon 1", "slain, dice left 3"]), "moves[1]", "no event from here"),
        (json!(["stop", 3]), "moves[1]", "3 is not a text"),
    ] {
        let question = json!({ "ask": "apply", "position": dragons(json!({})), "moves": moves });
        asked.push((question, field, message));
    }
    let fighting = dragons(json!({
        "phase": "fighting", "fight": { "dragon": 1, "dragon_dice": 1 },
    }));
    let advise = json!({ "ask": "advise", "position": fighting.clone() });
    let decide = json!({ "ask": "decide", "position": fighting, "agent": "greedy" });
    asked.extend([advise, decide].map(|question| (question, "position", "chance is next")));
    refused("dragon-slayer", &asked);
    let depths = [json!(1_000_000), json!(-1), json!(2.5), json!(900)].map(|depth| {
        let question = json!({ "ask": "perft", "position": pigs(json!({})), "depth": depth });
        (question, "depth", "")
    });
    refused("pig", &depths);
}

/// Checks that each question is answered by an error that names the field and has the message
/// and a help.
fn refused(game: &str, asked: &[(Value, &str, &str)]) {
    let questions: Vec<Value> = asked.iter().map(|one| one.0.clone()).collect();
    for ((question, field, message), answer) in asked.iter().zip(ask(&[game], &questions)) {
        let error = &answer["error"];
        assert_eq!(error["field"], *field, "{question}: {error}");
        let said = error["message"].as_str().unwrap();
        assert!(said.contains(message), "{question}: {error}");
        assert!(error["help"].as_str().unwrap().len() > 8, "{question}: {error}");
    }
}

#[test]
fn rules_come_from_a_file() {
    let place = folder();
    let path = place.path().join("pig.toml");
    std::fs::write(&path, "target = 20\n").unwrap();
    let path = path.to_str().unwrap();
    let answers = ask(&["pig", "--rules", path], &[json!({ "ask": "game" })]);
    assert_eq!(answers[0]["rules"], "target = 20\n");
    std::fs::write(path, "target = 20\nfaces = 6\n").unwrap();
    let refused = run(&["engine", "pig", "--rules", path]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("unknown key `faces`"), "{}", refused.stderr);
    assert_eq!(run(&["engine", "chess"]).code, 2);
}

/// The positions of docs/protocol.md are positions of their games.
#[test]
fn the_positions_of_the_page_are_answered() {
    let page = std::fs::read_to_string("docs/protocol.md").unwrap();
    let mut games = Vec::new();
    for part in page.split("for the game `").skip(1) {
        let (game, rest) = part.split_once('`').unwrap();
        let (_, block) = rest.split_once("```json\n").unwrap();
        let position = block.lines().next().unwrap();
        let position: Value = serde_json::from_str(position).unwrap();
        let question = |ask: &str| json!({ "ask": ask, "position": position, "seat": 1 });
        let mut legal = question("legal");
        legal.as_object_mut().unwrap().remove("seat");
        let answers = ask(&[game], &[legal, question("view")]);
        assert!(!answers[0]["actions"][0].is_null(), "{game}: {answers:?}");
        assert!(!answers[1]["view"].is_null(), "{game}: {answers:?}");
        games.push(game);
    }
    assert_eq!(games.len(), 5, "{games:?}");
}
