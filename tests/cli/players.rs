//! Players made of sentences as a user writes and plays them: what commands take them, what is
//! refused and where, and what is said of their decisions.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{Finished, done, folder, rivals, run};

/// A thought about Tute Cabrero: play the strongest card, but keep the points.
const CAREFUL: &str = "about = \"Keeps its points.\"\n\n[numbers]\npoints = 10\n\n\
    [[sentence]]\nname = \"keep points\"\nif = \"!leads && !beats && card_points >= points\"\n\
    forbid = true\n\n[[sentence]]\nname = \"strongest card\"\nif = \"act == 'card'\"\n\
    points = \"rank\"\n";

/// Runs the program in a folder. Words are divided by spaces.
fn within(place: &Path, words: &str) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

/// The same, with what is written to standard input.
fn piped(place: &Path, words: &str, input: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = rivals(&words);
    command.env("RIVALS_DATA", place.join("data")).current_dir(place);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// An error on one line, without the marks of its frame.
fn one_line(error: &str) -> String {
    let words = error.split_whitespace().filter(|word| !["│", "·"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

fn column(file: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let at = reader.headers().unwrap().iter().position(|own| own == name).unwrap();
    reader.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

#[test]
fn rosters_name_files_and_sweeps_vary_their_numbers() {
    let place = folder();
    let place = place.path();
    fs::write(place.join("careful.toml"), CAREFUL).unwrap();
    let ids = ["careful.toml", "players/novice", "players/novice:threshold=40", "novice"];
    let words = format!("tournament --game tute --roster {} -n 20 --out out", ids.join(","));
    assert_eq!(within(place, &format!("{words} --quiet")).code, 0);
    assert_eq!(column(&place.join("out/roster.csv"), "id"), ids);
    let sentences = column(&place.join("out/sentences.csv"), "name");
    assert_eq!(sentences[..2], ["keep points", "strongest card"]);
    assert_eq!(sentences.len(), 2 + 5 + 5);

    let sweep = "sweep --game tute players/novice threshold=20..50:4 --against medium -n 20";
    assert_eq!(within(place, &format!("{sweep} --out swept --quiet")).code, 0);
    let values = [20, 30, 40, 50];
    let expected = values.map(|value| format!("players/novice:threshold={value}"));
    assert_eq!(column(&place.join("swept/sweep.csv"), "id"), expected);
}

/// A run that was stopped goes on with the same file only.
#[test]
fn resume_refuses_another_file_of_the_same_name() {
    let place = folder();
    let place = place.path();
    let file = place.join("careful.toml");
    let play = |games: u32| {
        let words = "tournament --game tute --roster careful.toml,novice,medium --out out --quiet";
        within(place, &format!("{words} -n {games} --resume"))
    };
    fs::write(&file, CAREFUL).unwrap();
    assert_eq!(play(2).code, 0);
    fs::write(&file, CAREFUL.replace("points = 10", "points = 11")).unwrap();
    let refused = play(4);
    let said = one_line(&refused.stderr);
    assert!(refused.code == 2 && said.contains("careful.toml: sha256"), "{said}");
    fs::write(&file, CAREFUL).unwrap();
    let resumed = play(4);
    assert!(resumed.stderr.contains("are taken over"), "{}", resumed.stderr);
}

/// `rivals games` lists the facts, each with its type, its values, and an example.
#[test]
fn facts_are_listed() {
    for (game, fact, kind, values, example) in [
        ("tute", "hand_points", "number", json!([0.0, 120.0]), "hand_points > 35"),
        ("tute", "beats", "bool", Value::Null, "beats && trick_points > 0"),
        ("tic-tac-toe-sp", "completes", "bool", Value::Null, "kind == 'basic' && completes"),
        ("battletech", "woods", "number", json!([0.0, 2.0]), "woods > 0 && faces_enemy"),
    ] {
        let listed: Value =
            serde_json::from_str(&done(&["games", game, "--format", "json"])).unwrap();
        let facts = listed["facts"].as_array().unwrap();
        let found = facts.iter().find(|own| own["name"] == fact).unwrap();
        let range = found.get("low").map_or(Value::Null, |low| json!([low, found["high"]]));
        assert_eq!((&found["type"], &found["example"]), (&json!(kind), &json!(example)));
        assert_eq!(range, values, "{fact}");
        assert!(done(&["games", game]).contains(fact), "{fact}");
    }
    assert!(!done(&["games", "pig"]).contains("made of sentences"));
}

#[test]
fn conditions_are_refused_at_their_place() {
    let place = folder();
    let file = place.path().join("bad.toml");
    let path = file.to_str().unwrap();
    let deep = |count: usize| format!("{}leads{}", "(".repeat(count), ")".repeat(count));
    let nested = format!("{}leads{}", "!(".repeat(33), ")".repeat(33));
    let long = format!("leads || {}", "l".repeat(992));
    for (condition, said) in [
        ("leads && hand_pionts > 3", "called hand_pionts … bad.toml:3:16] … mean hand_points?"),
        ("suit == 'oro'", "bad.toml:3:7] … did you mean oros?"),
        (&long, "has 1001 characters, and 1000 are the most"),
        (&deep(33), "more than 32 deep … bad.toml:3:39]"),
        (&nested, "more than 32 deep"),
        (&deep(100_000), "has 200005 characters"),
        (&"(".repeat(100_000), "has 100000 characters"),
        ("[1].all(x, x > 1)", "a macro … bad.toml:3:7]"),
        ("[1].exists(x, x > rank)", "a macro"),
        ("[1, 2].map(x, x)", "a macro"),
        ("suit.matches('o.*')", "no function matches"),
        ("size(suit) > 2", "no function size"),
        ("suit.startsWith('o')", "no function startsWith"),
    ] {
        let text = json!(condition);
        fs::write(&file, format!("[[sentence]]\nname = \"a\"\nif = {text}\nchoose = true\n"))
            .unwrap();
        let refused = run(&["roster", "show", path, "--game", "tute"]);
        let error = one_line(&refused.stderr);
        let mut rest = &*error;
        for part in said.split(" … ") {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part}: {error}"));
            rest = &rest[at..];
        }
        assert_eq!(refused.code, 2, "{error}");
    }
    fs::write(&file, format!("[[sentence]]\nname = \"a\"\nif = \"{}\"\nchoose = true\n", deep(32)))
        .unwrap();
    done(&["roster", "show", path, "--game", "tute"]);
}

/// The engine and the table name the sentence that decided.
#[test]
fn the_sentence_that_decided_is_said() {
    let place = folder();
    let place = place.path();
    fs::write(place.join("careful.toml"), CAREFUL).unwrap();
    let position = json!({
        "trump": "O", "leader": 2, "trick": ["7B", "SB"],
        "hands": { "1": ["AB", "2B", "4B"], "2": ["3E", "4E"], "3": ["6B", "5B"] },
    });
    let decide = |agent: &str| {
        let question = json!({ "ask": "decide", "position": position, "agent": agent });
        let answer = piped(place, "engine tute", &format!("{question}\n"));
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let found = decide("careful.toml");
    let why = "Sentence 2 decided: strongest card";
    assert_eq!((&found["action"], &found["sentence"]), (&json!("AB"), &json!(2)), "{found}");
    assert_eq!(found["why"], why);
    assert!(decide("novice").get("sentence").is_none());

    let words = "play --game tute --seats me,careful.toml,novice --seed 3 --adviser careful.toml";
    let played = piped(place, &format!("{words} --mode automatic --plain"), "hint\n1\n");
    let hint = one_line(&played);
    assert!(hint.contains("Hint: careful.toml would choose"), "{played}");
    assert!(hint.contains(why), "{played}");
}

#[test]
fn a_player_is_shown_with_its_sentences() {
    let place = folder();
    let file = place.path().join("careful.toml");
    fs::write(&file, CAREFUL).unwrap();
    for player in ["players/novice", file.to_str().unwrap()] {
        let shown = done(&["roster", "show", player, "--game", "tute"]);
        let text = done(&["roster", "show", player, "--game", "tute", "--format", "toml"]);
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("name = ")).collect();
        assert!(!names.is_empty(), "{text}");
        for name in names {
            assert!(shown.contains(&format!("- {}\n", name.trim_matches('"'))), "{name}: {shown}");
        }
    }
    assert!(
        done(&["roster", "show", "players/novice", "--game", "tute"]).contains("threshold = 35")
    );
}

/// A wrong number is refused at its place in the spelling, and that in its list.
#[test]
fn wrong_numbers_are_refused_at_their_place() {
    let place = folder();
    let file = place.path().join("mine.toml");
    for (player, said) in [
        ("players/novice:threshhold=3", "column 16: the player has no number \"threshhold\""),
        ("players/novice:threshold=3:x=4", "column 28: the player has no number \"x\""),
        ("players/novice:threshold=high", "column 16: threshold=high gives no number"),
        ("players/novice:threshold=3:threshold=4", "column 28: threshold is given twice"),
    ] {
        let refused = run(&["tournament", "--game", "tute", "--roster", player, "--dry-run"]);
        let error = one_line(&refused.stderr);
        assert_eq!(refused.code, 2, "{error}");
        assert!(
            error.contains(&format!("{player}, {said}")) && error.contains("threshold"),
            "{error}"
        );
        fs::write(
            &file,
            format!(
                "game = \"tute\"\nplayers = 3\ngames = 1\nseed = 1\nagents = [\n\"{player}\",\n]\n"
            ),
        )
        .unwrap();
        let refused = run(&["tournament", "--config", file.to_str().unwrap(), "--dry-run"]);
        let error = one_line(&refused.stderr);
        assert!(error.contains("mine.toml, line 6: ") && error.contains(said), "{error}");
    }
}
