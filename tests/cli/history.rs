//! Games that are kept: played by scripts, listed, reviewed, exported, damaged and removed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rusqlite::Connection;
use serde_json::Value;

use crate::program::{Finished, folder, rivals, run};

/// The program with this folder of games.
fn with(data: &Path, args: &[&str]) -> Command {
    let mut command = rivals(args);
    command.env("RIVALS_DATA", data);
    command
}

fn kept(data: &Path, args: &[&str]) -> Finished {
    Finished::of(&mut with(data, args))
}

fn done(data: &Path, args: &[&str]) -> String {
    let finished = kept(data, args);
    assert_eq!(finished.code, 0, "{args:?}: {}", finished.stderr);
    finished.stdout
}

/// The command that plays a whole game of Ana, who always takes the first choice.
fn game(data: &Path, name: &str, seed: &str) -> Command {
    let answers = data.join("answers.txt");
    // Another process may be reading it.
    if !answers.exists() {
        fs::write(&answers, "1\n".repeat(2_000)).unwrap();
    }
    let script = answers.to_str().unwrap();
    let args = ["play", "--against", "abel", "--as", name, "--seed", seed];
    with(data, &[&args[..], &["--script", script]].concat())
}

fn play(data: &Path, name: &str, seeds: &[&str]) {
    for seed in seeds {
        let finished = Finished::of(&mut game(data, name, seed));
        assert_eq!(finished.code, 0, "{}", finished.stderr);
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn games_are_listed_reviewed_and_exported() {
    let place = folder();
    let data = place.path();
    assert_eq!(done(data, &["history", "list"]), "No games are kept.\n");
    assert_eq!(kept(data, &["review"]).code, 2);
    play(data, "Ana", &["7", "8"]);
    let games = json(&done(data, &["history", "list", "--format", "json"]));
    assert_eq!(games.as_array().unwrap().len(), 2);
    assert_eq!(games[1]["seats"][0]["person"], "Ana");
    assert!(games[1]["winners"].is_array(), "{games}");
    let review = json(&done(data, &["review", "--format", "json"]));
    assert!(review["residual"].as_f64().unwrap().abs() < 1e-8);
    assert_eq!(review["players"][0]["name"], "Ana");
    // The same game from its file and from standard input.
    let file = data.join("game.jsonl");
    let path = file.to_str().unwrap();
    done(data, &["history", "export", "2", "--out", path]);
    let from_file = done(data, &["review", path, "--format", "json"]);
    assert_eq!(json(&from_file), review);
    let mut piped = with(data, &["review", "-", "--format", "json"]);
    piped.stdin(Stdio::from(fs::File::open(&file).unwrap()));
    assert_eq!(Finished::of(&mut piped).stdout, from_file);
    let text = done(data, &["review", "2"]);
    assert!(
        text.contains("add up for Ana") && text.contains(" cost "),
        "{text}"
    );
    assert!(done(data, &["review", "--format", "html"]).contains("<svg"));
    let told = done(data, &["history", "show", "last"]);
    assert!(told.contains("Abel") && told.lines().count() > 20, "{told}");
    let all = done(data, &["history", "export"]);
    assert_eq!(
        all.lines()
            .filter(|line| line.contains("\"record\":1"))
            .count(),
        2
    );
    done(data, &["history", "delete", "1"]);
    assert_eq!(kept(data, &["history", "show", "1"]).code, 2);
}

#[test]
fn a_costly_decision_is_tried_again() {
    let place = folder();
    play(place.path(), "Ana", &["7"]);
    let answers = place.path().join("again.txt");
    fs::write(&answers, "nonsense\n1\nstop\n").unwrap();
    let mut command = with(place.path(), &["review", "--try-again"]);
    command.stdin(Stdio::from(fs::File::open(answers).unwrap()));
    let finished = Finished::of(&mut command);
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    let (question, answer) = finished.stdout.split_once("> ").unwrap();
    assert!(
        question.contains("Ana decides") && !question.contains("cost"),
        "{question}"
    );
    assert!(
        answer.contains("Write the number") && answer.contains("In the game it was"),
        "{answer}"
    );
}

#[test]
fn persons_are_shown_renamed_and_removed() {
    let place = folder();
    let data = place.path();
    let seeds: Vec<String> = (1..=12).map(|seed| seed.to_string()).collect();
    play(
        data,
        "Ana",
        &seeds.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    play(data, "\u{1b}[31mEve", &["13"]);
    let text = done(data, &["person", "list"]);
    assert!(
        text.contains("\\u{1b}[31mEve") && !text.contains('\u{1b}'),
        "{text}"
    );
    let character = data.join("ana.toml");
    let shown = done(
        data,
        &[
            "person",
            "show",
            "Ana",
            "--personality",
            character.to_str().unwrap(),
        ],
    );
    assert!(
        shown.contains("Ana would win") && shown.contains("95 % interval"),
        "{shown}"
    );
    // The character is a player like any other.
    let people = data.join("people");
    fs::create_dir(&people).unwrap();
    fs::copy(&character, people.join("ana.toml")).unwrap();
    let roster = run(&["roster", "--personalities", people.to_str().unwrap()]);
    assert!(
        roster.stdout.contains("ana"),
        "{}{}",
        roster.stdout,
        roster.stderr
    );
    for format in ["html", "json"] {
        assert!(done(data, &["person", "show", "Ana", "--format", format]).contains("Strength"));
    }
    let stats = json(&done(data, &["history", "stats", "--format", "json"]));
    let abel = &stats[0];
    assert_eq!(
        (&abel["player"], &abel["figure"], &abel["of"]),
        (&"abel".into(), &"win_rate".into(), &13.into())
    );
    assert!(abel["league"].as_f64().is_some());
    done(data, &["person", "rename", "Ana", "Zoë"]);
    let missing = kept(data, &["person", "show", "Ana"]);
    assert!(
        missing.code == 2 && missing.stderr.contains("no person called"),
        "{}",
        missing.stderr
    );
    assert_eq!(
        done(data, &["person", "export", "Zoë"])
            .matches("\"record\":1")
            .count(),
        12
    );
    assert_eq!(
        done(data, &["person", "delete", "Zoë"]),
        "Removed Zoë and 12 games.\n"
    );
    assert_eq!(
        json(&done(data, &["history", "list", "--format", "json"]))
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// The first step that does not fit is named by every command that reads the game, and nothing of
/// the game is shown; the list says which game it is.
#[test]
fn a_damaged_game_is_refused_at_its_first_wrong_step() {
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7", "8"]);
    let path = data.join("games.sqlite");
    let whole = data.join("whole.sqlite");
    let file = Connection::open(&path).unwrap();
    file.execute("VACUUM INTO ?", [whole.to_str().unwrap()])
        .unwrap();
    drop(file);
    let step = |number: &str, entry: &str| {
        format!("UPDATE step SET entry = '{entry}' WHERE game = 1 AND number = {number}")
    };
    let last = r#"(SELECT number FROM step WHERE game = 1 AND entry LIKE '{"end"%')"#;
    let damages = [
        (
            step("2", r#"{"event":"slain, dice left 9"}"#),
            r#"line 3 of the record does not fit, {"event":"slain, dice left 9"}"#,
        ),
        (
            step("1", r#"{"act":"fight dragon 1","seat":2,"options":3}"#),
            "line 2 of the record does not fit",
        ),
        (
            step("1", r#"{"act":"fight dragon 1","seat":1,"options":4}"#),
            "has 4 legal actions, and the rules have 3",
        ),
        (
            "DELETE FROM step WHERE game = 1 AND number = 2".to_owned(),
            "line 3 of the record is missing",
        ),
        (
            step(last, r#"{"end":{"winners":[1,2],"scores":[40,40]}}"#),
            "the end that is kept with it is not that of its record",
        ),
        (
            "UPDATE game SET practice = 1 WHERE id = 1".to_owned(),
            "whether it is practice",
        ),
        (
            "UPDATE seat SET agent = 'nobody' WHERE game = 1 AND agent = 'abel'".to_owned(),
            "no agent is called",
        ),
    ];
    let plain = |text: &str| {
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect();
        words.join(" ")
    };
    for (change, named) in damages {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(data.join(format!("games.sqlite{end}")));
        }
        fs::copy(&whole, &path).unwrap();
        let file = Connection::open(&path).unwrap();
        assert!(file.execute(&change, []).unwrap() > 0);
        drop(file);
        for command in [
            &["history", "show", "1"][..],
            &["history", "export"],
            &["history", "list"],
            &["history", "list", "--format", "json"],
            &["review", "1"],
            &["history", "stats"],
            &["person", "show", "Ana"],
            &["person", "export", "Ana"],
        ] {
            let finished = kept(data, command);
            let said = plain(&finished.stderr);
            assert_eq!(finished.code, 2, "{command:?} {change}: {said}");
            assert!(said.contains(named), "{command:?} {change}: {said}");
            match command[1] {
                "list" => assert!(finished.stdout.contains("damaged"), "{}", finished.stdout),
                _ => assert_eq!(finished.stdout, "", "{command:?}"),
            }
        }
        // The other game is untouched, and the damaged one can be deleted.
        done(data, &["history", "show", "2"]);
        done(data, &["history", "delete", "1"]);
        done(data, &["history", "list"]);
    }
}

/// A file that cannot be used is refused before the first roll, with the way on.
#[test]
fn what_is_no_database_is_said_before_the_first_roll() {
    let place = folder();
    let file = place.path().join("games.sqlite");
    let newer = |version: u32| {
        let _ = fs::remove_file(&file);
        done(place.path(), &["history", "list"]);
        play(place.path(), "Ana", &["3"]);
        let connection = Connection::open(&file).unwrap();
        connection
            .pragma_update(None, "user_version", version)
            .unwrap();
    };
    fs::write(
        &file,
        "This is not a database, and it is long enough to be one.",
    )
    .unwrap();
    let refused = |words: &str| {
        for command in [
            &mut game(place.path(), "Ana", "3"),
            &mut with(place.path(), &["history", "list"]),
        ] {
            let finished = Finished::of(command);
            let said = finished
                .stderr
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            assert_eq!(finished.code, 2, "{said}");
            assert!(said.contains(words) && said.contains("--no-save"), "{said}");
            assert!(!finished.stdout.contains("fight"), "{}", finished.stdout);
        }
    };
    refused("is not a database of games");
    newer(99);
    refused("schema 99 of a newer version");
}

#[test]
fn two_processes_keep_games_at_once() {
    let place = folder();
    let data = place.path();
    let games = ["Ana", "Bo", "Cy", "Di"].map(|name| {
        let mut command = game(data, name, "5");
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    });
    for game in games {
        let output = game.wait_with_output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let games = json(&done(data, &["history", "list", "--format", "json"]));
    assert_eq!(games.as_array().unwrap().len(), 4);
    let steps = |game: &Value| game["steps"].as_u64();
    assert!(
        games
            .as_array()
            .unwrap()
            .iter()
            .all(|game| steps(game) == steps(&games[0]))
    );
}
