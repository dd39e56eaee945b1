//! Games that are kept: played by scripts, listed, reviewed, exported, damaged and removed.

mod files;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rusqlite::Connection;
use serde_json::Value;

use crate::program::{Finished, folder, names, rivals, run};

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
    assert_eq!(done(data, &["history", "list"]), "There are no such games.\n");
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
    assert!(text.contains("add up for Ana") && text.contains(" cost "), "{text}");
    assert!(done(data, &["review", "--format", "html"]).contains("<svg"));
    let told = done(data, &["history", "show", "last"]);
    assert!(told.contains("Abel") && told.lines().count() > 20, "{told}");
    let all = done(data, &["history", "export"]);
    assert_eq!(all.lines().filter(|line| line.contains("\"record\":1")).count(), 2);
    done(data, &["history", "delete", "1"]);
    assert_eq!(kept(data, &["history", "show", "1"]).code, 2);
}

/// Pig is solved; in Tute a search values decisions.
#[test]
fn games_without_a_review_of_their_own_are_reviewed() {
    let place = folder();
    let data = place.path();
    let play = |game: &str, against: &str, answers: &str| {
        let script = data.join(game);
        fs::write(&script, answers).unwrap();
        let script = script.to_str().unwrap();
        let args = ["play", "--game", game, "--against", against, "--as", "Ana", "--seed", "8"];
        done(data, &[&args[..], &["--script", script]].concat());
    };
    play("pig", "hold-20", &"1\n".repeat(2_000));
    let review = json(&done(data, &["review", "--format", "json"]));
    assert_eq!(review["exact"], true);
    let decisions = review["decisions"].as_array().unwrap();
    let cost = |of: &Value| {
        let cost = of["best_share"].as_f64().unwrap() - of["share"].as_f64().unwrap();
        assert!((of["cost"].as_f64().unwrap() - cost).abs() < 1e-12 && cost >= 0.0, "{of}");
        if of["seat"] == 1 { cost } else { 0.0 }
    };
    let lost: f64 = decisions.iter().map(cost).sum();
    assert!((review["players"][0]["equity_lost"].as_f64().unwrap() - lost).abs() < 1e-9);
    assert!(decisions.iter().all(|of| of["kind"] == "exact"), "{review}");
    let mut again = with(data, &["review", "--try-again"]);
    again.stdin(Stdio::from(fs::File::open(data.join("pig")).unwrap()));
    assert!(Finished::of(&mut again).stdout.contains("In the game it was"));
    play("tute", "novice,random", &"1\n".repeat(100));
    let text = done(data, &["review", "2"]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "A deeper search, cabrero:4000, looked at",
        "what the others hide is sampled",
        "THE LUCK OF THE DEAL",
        "could know",
    ] {
        assert!(words.contains(part), "{text}");
    }
}

/// The beginning of a game of BattleTech, in which the same seat decides twice in succession.
#[test]
fn nothing_is_lost_that_can_still_be_done() {
    let place = folder();
    let data = place.path();
    done(data, &["play", "--game", "battletech", "--seats", "seed,evaluate", "--seed", "8"]);
    let record = done(data, &["history", "export", "1"]);
    let cut: String = record.split_inclusive('\n').take(6).collect();
    let file = data.join("cut.jsonl");
    fs::write(&file, &cut).unwrap();
    let args = ["review", file.to_str().unwrap(), "--format", "json"];
    let review = json(&done(data, &args));
    assert_eq!(review["error"]["deeper"], "mcts:4000");
    assert_eq!(charged_for_good(&cut, &review), 1, "{review}");
    // The same on one thread.
    let mut alone = with(data, &args);
    let alone = json(&Finished::of(alone.env("RAYON_NUM_THREADS", "1")).stdout);
    assert_eq!(alone["decisions"], review["decisions"]);
}

/// Checks that an action costs what the best share falls by until the same seat decides next, with
/// nothing between, by the lines of the record; returns how many such pairs there are.
fn charged_for_good(record: &str, review: &Value) -> usize {
    let (mut number, mut last, mut checked) = (0, None, 0);
    for entry in record.lines().skip(1).map(json) {
        if entry["act"].is_null() {
            last = None;
            continue;
        }
        number += 1;
        let decisions = review["decisions"].as_array().unwrap();
        let own = decisions.iter().find(|of| of["decision"] == number);
        let before: Option<&Value> = last.filter(|of: &&Value| of["seat"] == entry["seat"]);
        let part = |of: &Value, key: &str| of[key].as_f64().unwrap();
        if let Some((before, own)) = before.zip(own)
            && before["best"] != before["action"]
        {
            let fall = part(before, "best_share") - part(own, "best_share");
            assert_eq!(part(before, "cost"), fall.max(0.0), "{before} {own}");
            checked += 1;
        }
        last = if entry["options"] == 1 { before } else { own };
    }
    checked
}

/// `why` and the review of Tic Tac Toe SP draw the priority board, which JSON does not have.
#[test]
fn the_board_of_a_decision_is_drawn() {
    let place = folder();
    let data = place.path();
    let script = data.join("script");
    fs::write(&script, format!("why\n{}", "1\n".repeat(100))).unwrap();
    let script = script.to_str().unwrap();
    let board = "The priority board of the document for X: B basic";
    let rules = data.join("rules.toml");
    let stocks = "stocks = { ice = 0, plant = 0, torch = 0, bomb = 0 }";
    fs::write(&rules, format!("rows = 3\ncolumns = 3\nwin = 3\n{stocks}\n")).unwrap();
    let words = "play --game tic-tac-toe-sp --against win-block --as Ana --seed 4 --rules";
    let words = words.split(' ').chain([rules.to_str().unwrap(), "--script", script]);
    let played = done(data, &words.collect::<Vec<_>>());
    assert!(played.contains(board) && played.contains("   0       1       2\n"), "{played}");
    let text = done(data, &["review"]);
    assert!(text.contains("\nDecision ") && text.contains("The priority board"), "{text}");
    assert!(!done(data, &["review", "--format", "json"]).contains("priority board"));
}

/// A person who has given a name is called by it wherever a review speaks of the person, and one
/// without a name is "you"; tables fit 80 columns.
#[test]
fn a_review_calls_a_person_in_one_way() {
    let place = folder();
    let data = place.path();
    for (number, name, others) in [("1", "Ana", ["You", "you "]), ("2", "me", ["\nme ", " me "])] {
        play(data, name, &["7"]);
        let text = done(data, &["review", number]);
        assert!(text.contains("\nThe game turned at decision "), "{text}");
        assert!(!others.iter().any(|other| text.contains(other)), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let review = json(&done(data, &["review", number, "--format", "json"]));
        assert_eq!(review["players"][0]["name"], name);
        let decisions = review["decisions"].as_array().unwrap();
        let costs = decisions.iter().filter(|of| of["seat"] == 1);
        let lost: f64 = costs.map(|of| of["cost"].as_f64().unwrap()).sum();
        assert!((review["players"][0]["equity_lost"].as_f64().unwrap() - lost).abs() < 1e-9);
    }
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
    assert!(question.contains("You decide") && !question.contains("cost"), "{question}");
    assert!(
        answer.contains("Write the number") && answer.contains("In the game it was"),
        "{answer}"
    );
}

#[test]
fn persons_are_shown_renamed_and_removed() {
    let place = folder();
    let data = place.path();
    let seeds: Vec<String> = (1..=5).map(|seed| seed.to_string()).collect();
    play(data, "Ana", &seeds.iter().map(String::as_str).collect::<Vec<_>>());
    play(data, "\u{1b}[31mEve", &["6"]);
    let text = done(data, &["person", "list"]);
    assert!(text.contains("\\u{1b}[31mEve") && !text.contains('\u{1b}'), "{text}");
    let character = data.join("ana.toml");
    let shown =
        done(data, &["person", "show", "Ana", "--personality", character.to_str().unwrap()]);
    assert!(shown.contains("Ana would win") && shown.contains("95 % interval"), "{shown}");
    // The character is a player like any other.
    let people = data.join("people");
    fs::create_dir(&people).unwrap();
    fs::copy(&character, people.join("ana.toml")).unwrap();
    let roster = run(&["roster", "--personalities", people.to_str().unwrap()]);
    assert!(roster.stdout.contains("ana"), "{}{}", roster.stdout, roster.stderr);
    for format in ["html", "json"] {
        assert!(done(data, &["person", "show", "Ana", "--format", format]).contains("Strength"));
    }
    let stats = json(&done(data, &["history", "stats", "--format", "json"]));
    let abel = &stats[0];
    assert_eq!(
        (&abel["player"], &abel["figure"], &abel["of"]),
        (&"abel".into(), &"win_rate".into(), &6.into())
    );
    assert!(abel["league"].as_f64().is_some());
    done(data, &["person", "rename", "Ana", "Zoë"]);
    let missing = kept(data, &["person", "show", "Ana"]);
    assert!(missing.code == 2 && missing.stderr.contains("no person called"), "{}", missing.stderr);
    assert_eq!(done(data, &["person", "export", "Zoë"]).matches("\"record\":1").count(), 5);
    assert_eq!(done(data, &["person", "delete", "Zoë"]), "Removed Zoë and 5 games.\n");
    assert_eq!(
        json(&done(data, &["history", "list", "--format", "json"])).as_array().unwrap().len(),
        1
    );
}

/// The first step that does not fit is named by every command that reads the game, and nothing of
/// the game is shown; the list says which game it is. The other game is shown and counted.
#[test]
fn a_damaged_game_is_refused_at_its_first_wrong_step() {
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7", "8"]);
    let path = data.join("games.sqlite");
    let whole = data.join("whole.sqlite");
    let file = Connection::open(&path).unwrap();
    file.execute("VACUUM INTO ?", [whole.to_str().unwrap()]).unwrap();
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
        ("UPDATE game SET practice = 1 WHERE id = 1".to_owned(), "whether it is practice"),
        (
            "UPDATE seat SET agent = 'nobody' WHERE game = 1 AND agent = 'abel'".to_owned(),
            "is called \"nobody\"",
        ),
    ];
    let plain = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
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
            // Statistics note it; what should be complete fails.
            let noted = matches!(command[..], [_, "stats"] | ["person", "show", _]);
            let code = if noted { 0 } else { 2 };
            assert_eq!(finished.code, code, "{command:?} {change}: {said}");
            assert!(said.contains(named), "{command:?} {change}: {said}");
            let stdout = &finished.stdout;
            match command[1] {
                "list" => assert!(stdout.contains("damaged"), "{stdout}"),
                "export" => assert_eq!(*stdout, done(data, &["history", "export", "2"])),
                "stats" => assert!(stdout.contains("abel"), "{stdout}"),
                "show" if noted => assert!(stdout.contains("1 game"), "{stdout}"),
                _ => assert_eq!(stdout, "", "{command:?}"),
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
        connection.pragma_update(None, "user_version", version).unwrap();
    };
    fs::write(&file, "This is not a database, and it is long enough to be one.").unwrap();
    let refused = |words: &str| {
        for command in
            [&mut game(place.path(), "Ana", "3"), &mut with(place.path(), &["history", "list"])]
        {
            let finished = Finished::of(command);
            let said = finished.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
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
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let games = json(&done(data, &["history", "list", "--format", "json"]));
    assert_eq!(games.as_array().unwrap().len(), 4);
    let steps = |game: &Value| game["steps"].as_u64();
    assert!(games.as_array().unwrap().iter().all(|game| steps(game) == steps(&games[0])));
}

/// A game of Tute Cabrero that its person leaves after two actions.
fn left_behind(data: &Path, extra: &[&str]) -> Finished {
    let answers = data.join("two.txt");
    fs::write(&answers, "1\n1\nquit\n").unwrap();
    let args = ["play", "--game", "tute", "--as", "Ana", "--script"];
    let args = [&args[..], &[answers.to_str().unwrap()], extra].concat();
    Finished::of(&mut with(data, &args))
}

/// The seed, the nonce and the entries of the last game, as its owner's own file has them.
fn secrets(data: &Path) -> (u64, String, Vec<String>) {
    let file = Connection::open(data.join("games.sqlite")).unwrap();
    let text = |query: &str| file.query_row(query, [], |row| row.get::<_, String>(0));
    let header = json(&text("SELECT header FROM game ORDER BY id DESC LIMIT 1").unwrap());
    let entries = "SELECT entry FROM step WHERE game = (SELECT max(id) FROM game) ORDER BY number";
    let mut entries = file.prepare(entries).unwrap();
    let entries = entries.query_map([], |row| row.get(0)).unwrap();
    let nonce = header["fair"]["nonce"].as_str().unwrap().to_owned();
    let entries = entries.collect::<rusqlite::Result<_>>().unwrap();
    (header["seed"].as_u64().unwrap(), nonce, entries)
}

/// The cards that the first and the third seat of a game of Tute still hold, by its log, each in
/// notation and in words.
fn cards_of_others(log: &str) -> Vec<String> {
    let events: Vec<Value> = log.lines().map(json).collect();
    let played = |card: &Value| events.iter().any(|event| event["card"] == *card);
    let hands = ["1", "3"].map(|seat| events[0]["hands"][seat].as_array().unwrap());
    let held = hands.into_iter().flatten().filter(|card| !played(card));
    let both = held.flat_map(|card| {
        let card = card.as_str().unwrap();
        let (rank, suit) = card.split_at(1);
        let rank = match rank {
            "A" => "as",
            "R" => "rey",
            "C" => "caballo",
            "S" => "sota",
            number => number,
        };
        let suits = ["oros", "copas", "espadas", "bastos"];
        let suit = suits.iter().find(|name| name.starts_with(&suit.to_lowercase()));
        [card.to_owned(), format!("{rank} of {}", suit.unwrap())]
    });
    both.collect()
}

/// Nothing that is printed of an unfinished game says its seed, its stranger, or what another
/// player holds; and it can be moved to another folder and goes on.
#[test]
fn an_unfinished_game_keeps_its_secrets() {
    let place = folder();
    let data = place.path();
    let seed = ["--seed", "918273645546372819"];
    let played = left_behind(data, &[&["--seats", "expert,me,stranger"], &seed[..]].concat());
    assert_eq!(played.code, 0, "{}", played.stderr);
    let (seed, nonce, entries) = secrets(data);
    assert!(entries.len() > 3);
    let promise = played.stdout.lines().find(|line| line.contains("SHA-256"));
    let promise = promise.unwrap().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(promise.len(), 64);
    let open = done(data, &["history", "export", "--open"]);
    let stranger = json(open.lines().next().unwrap())["seats"][2].clone();
    let mut hidden = vec![seed.to_string(), format!("{seed:016x}"), nonce];
    hidden.extend(["agent", "name"].map(|key| stranger[key].as_str().unwrap().to_owned()));
    let log = done(data, &["history", "export", "--open", "--format", "events"]);
    let cards = cards_of_others(&log);
    hidden.extend(cards.iter().cloned());
    let tells = |text: &str| {
        // Whole words, as cards have two letters.
        let word = |c: char| !c.is_alphanumeric() && c != '-';
        let words: Vec<&str> = text.split(word).filter(|word| !word.is_empty()).collect();
        let words = format!(" {} ", words.join(" "));
        let lower = words.to_lowercase();
        // `SO` is a card, and "so" is a word.
        let told = |secret: &&String| {
            words.contains(&format!(" {secret} "))
                || secret.len() > 2 && lower.contains(&format!(" {} ", secret.to_lowercase()))
        };
        hidden.iter().filter(told).cloned().collect::<Vec<_>>()
    };
    assert_eq!(
        tells(&open).len(),
        hidden.len() / 2 + 2,
        "in notation, and without the hexadecimal seed"
    );
    let keeps = |what: &str, text: &str| {
        assert_eq!(tells(text), [""; 0], "{what} tells: {text}");
    };
    keeps("play", &played.stdout);
    let file = data.join("out");
    for args in [
        &["history", "list"][..],
        &["history", "list", "--format", "json"],
        &["history", "show", "last"],
        &["history", "export"],
        &["history", "export", "1"],
        &["history", "export", "--format", "events"],
        &["history", "verify"],
        &["history", "stats"],
        &["person", "list"],
        &["person", "show", "Ana"],
        &["person", "export", "Ana"],
        &["review", "last"],
        &["history", "export", "1", "--format", "events"],
    ] {
        let finished = kept(data, args);
        keeps(args[1], &finished.stdout);
        keeps(args[1], &finished.stderr);
    }
    let refused = kept(data, &["history", "export", "1", "--format", "events"]);
    assert_eq!((refused.code, &*refused.stdout), (2, ""));
    assert!(refused.stderr.contains("--open"), "{}", refused.stderr);
    let shown = done(data, &["history", "show", "1"]);
    assert!(shown.contains("You play") && shown.contains("The game is not finished."));
    // It goes on elsewhere with the same promise.
    done(data, &["history", "export", "--out", file.to_str().unwrap()]);
    let other = data.join("other");
    done(&other, &["history", "import", file.to_str().unwrap()]);
    let mut resumed = with(&other, &["play", "--resume", "--script"]);
    resumed.arg(data.join("two.txt"));
    let resumed = Finished::of(&mut resumed);
    assert!(resumed.stdout.contains(&promise), "{}", resumed.stdout);
    // Cards that were played since are not secrets any more.
    let log = done(&other, &["history", "export", "--open", "--format", "events"]);
    let (held, told) = (cards_of_others(&log), tells(&resumed.stdout));
    let played = |card: &String| cards.contains(card) && !held.contains(card);
    assert!(told.iter().all(played), "resume tells {told:?}: {}", resumed.stdout);
    // A damaged record of it says no more than where, whichever command reads it.
    let base = Connection::open(data.join("games.sqlite")).unwrap();
    let change = "UPDATE step SET entry = replace(entry, '{\"event\":\"', '{\"event\":\"0 ') \
                  WHERE number = 1";
    assert_eq!(base.execute(change, []).unwrap(), 1);
    drop(base);
    for args in [
        &["history", "list"][..],
        &["history", "export"],
        &["history", "show", "1"],
        &["play", "--resume"],
    ] {
        let finished = kept(data, args);
        assert_eq!(finished.code, 2);
        keeps(args[1], &finished.stderr);
        let line = finished.stderr.contains("line 2 ") && !finished.stderr.contains("\"event\"");
        assert!(line, "{}", finished.stderr);
    }
}

/// People who know different things are asked through whose eyes.
#[test]
fn an_unfinished_game_of_several_persons_is_shown_to_one() {
    let place = folder();
    let data = place.path();
    left_behind(data, &["--seats", "me,Bo:person,expert", "--seed", "3"]);
    let refused = kept(data, &["history", "show", "1"]);
    assert_eq!((refused.code, &*refused.stdout), (2, ""));
    assert!(refused.stderr.contains("--as"), "{}", refused.stderr);
    for name in ["Ana", "Bo"] {
        let shown = done(data, &["history", "show", "1", "--as", name]);
        assert!(shown.contains("The game is not finished."), "{shown}");
    }
    assert_eq!(kept(data, &["history", "show", "1", "--as", "Cy"]).code, 2);
}

/// A program may be killed while a stranger is guessed, before the end is kept.
#[test]
fn a_game_whose_end_was_not_kept_is_ended() {
    let place = folder();
    let data = place.path();
    let answers = data.join("answers.txt");
    fs::write(&answers, "2\n".repeat(2_000)).unwrap();
    let script = ["--script", answers.to_str().unwrap()];
    let play = ["play", "--game", "pig", "--against", "stranger", "--seed", "3"];
    done(data, &[&play[..], &script].concat());
    let base = Connection::open(data.join("games.sqlite")).unwrap();
    let (whole, end): (u64, u64) = base
        .query_row(
            "SELECT max(number), min(CASE WHEN entry LIKE '{\"end\"%' THEN number END) FROM step",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    base.execute("DELETE FROM step WHERE number >= ?", [end]).unwrap();
    base.execute("UPDATE game SET ended = NULL", []).unwrap();
    done(data, &[&["play", "--resume"][..], &script].concat());
    let after: u64 = base.query_row("SELECT max(number) FROM step", [], |row| row.get(0)).unwrap();
    assert_eq!(after, whole);
    let ended: bool =
        base.query_row("SELECT ended IS NOT NULL FROM game", [], |row| row.get(0)).unwrap();
    assert!(ended);
    done(data, &["review", "1"]);
}
