//! Games played to their end, by one person and several, and by a server that is killed.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::Server;
use crate::program::{done, folder, run};

/// The actions of people that are kept, by the table.
pub(super) fn kept(data: &Path, table: &str) -> Vec<Value> {
    let file = Connection::open(data.join("games.sqlite")).unwrap();
    let query = "SELECT entry FROM step JOIN room ON room.game = step.game WHERE room.id = ?
                 ORDER BY number";
    let mut query = file.prepare(query).unwrap();
    let entries = query.query_map([table], |row| row.get::<_, String>(0)).unwrap();
    let entries = entries.map(|entry| serde_json::from_str::<Value>(&entry.unwrap()).unwrap());
    entries.filter(|entry| entry["seat"] == 1 && entry.get("act").is_some()).collect()
}

/// A program of others is offered to the owner where it plays, and sits at the table.
#[test]
fn a_program_of_others_sits_at_the_table() {
    let data = folder();
    let bots = data.path().join("bots.toml");
    let command = format!("[{:?}, \"agent\", \"pig\", \"hold-20\"]", env!("CARGO_BIN_EXE_rivals"));
    let table = format!("[[external]]\nid = \"my-bot\"\ncommand = {command}\n");
    std::fs::write(&bots, table).unwrap();
    let server = Server::start_with(data.path(), &["--external", bots.to_str().unwrap()]);
    let cards = server.owner_cards();
    let offered = cards.iter().filter(|(_, ids)| ids.iter().any(|id| id == "my-bot"));
    assert_eq!(offered.map(|(game, _)| &**game).collect::<Vec<_>>(), ["pig"]);
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "my-bot"}]));
    assert!(page.play(|choices| choices - 1) > 3);
    assert_eq!(page.ask(json!({"do": "review"}))["is"], "review");
    let over = (page.table.clone(), page.key.clone());
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "my-bot"}]));
    assert!(page.decides() && page.act(0)["is"] == "done");
    let going = (page.table.clone(), page.key.clone());
    server.kill();
    // A server without the program shows what is over, and says what it lacks for the rest.
    let server = Server::start(data.path());
    assert_eq!(server.back(&over.0, &over.1).ask(json!({"do": "review"}))["is"], "review");
    let mut page = server.hello(&going.1, Some(&going.0));
    let refused = page.until(|message| message["is"] == "no");
    assert!(refused["message"].as_str().unwrap().contains("my-bot is a program"), "{refused}");
    server.kill();
    let server = Server::start_with(data.path(), &["--external", bots.to_str().unwrap()]);
    assert!(server.back(&going.0, &going.1).play(|choices| choices - 1) > 3);
}

#[test]
fn games_are_played_to_their_end_and_reviewed() {
    let data = folder();
    let server = Server::start(data.path());
    for (game, agent) in [("pig", "hold-20"), ("dragon-slayer", "abel"), ("pig", "stranger")] {
        let mut page = server.owner();
        page.begin(game, &json!([{"person": "Ana"}, {"agent": agent}]));
        let decisions = page.play_in_turns();
        if agent == "stranger" {
            // "No guess" stands where others are reviewed.
            assert_eq!(page.ask(json!({"do": "guess", "choice": null}))["is"], "done");
        }
        // A stranger that never stops may win in its first turn.
        assert!(decisions > 0, "{game}");
        assert_eq!(kept(data.path(), &page.table).len() as u64, decisions, "{game}");
        let review = page.ask(json!({"do": "review"}));
        assert_eq!(review["is"], "review", "{review}");
        let html = review["put"]["review"].as_str().unwrap();
        assert!(html.contains("<section") && !html.contains("<script"), "{html}");
    }
    let place = data.path().to_str().unwrap();
    let listed = done(&["history", "list", "--data", place, "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed.to_string().matches("Ana").count(), 3, "{listed}");
    for game in ["1", "2", "3"] {
        let reviewed = run(&["review", game, "--data", place]);
        assert_eq!((reviewed.code, &*reviewed.stderr), (0, ""), "game {game}");
        let verified = run(&["history", "verify", game, "--data", place]);
        assert_eq!((verified.code, &*verified.stderr), (0, ""), "game {game}");
    }
}

/// A stranger whose guess was left open is offered in the lobby, in each language. It sits at another
/// table, and both tables say who it was when it is guessed there.
#[test]
fn a_stranger_is_met_at_one_table_and_guessed_at_another() {
    let data = folder();
    let server = Server::start(data.path());
    let meet = |word: &str| {
        let mut page = server.owner();
        let seats = json!([{"person": "Ana"}, {"agent": word}]);
        let made = page.ask(json!({"do": "new", "game": "tic-tac-toe-sp", "seats": seats}));
        (page, made)
    };
    // A stranger that is no personality does not play the other game.
    let found = (1..30).find_map(|number| {
        let mut first = server.owner();
        first.heard = Some(Vec::new());
        first.begin("pig", &json!([{"person": "Ana"}, {"agent": "stranger"}]));
        first.play(|choices| choices - 1);
        let heard = json!(first.heard.take()).to_string();
        assert!(heard.contains("id=\\\"later\\\""), "{heard}");
        let word = format!("stranger-of={number}");
        let (second, made) = meet(&word);
        (made["is"] == "done").then_some((first, second, word))
    });
    let (mut first, mut second, word) = found.expect("one of the strangers is a personality");
    for (lang, said) in [
        ("en", "the stranger of game "),
        ("ca", "el desconegut de la partida "),
        ("es", "el desconocido de la partida "),
    ] {
        let mut page = server.open();
        page.send(&json!({"do": "hello", "v": 1, "key": server.key, "lang": lang}));
        page.read();
        let home = page.ask(json!({"do": "home", "name": "Ana"}));
        let home = home["put"]["home"].as_str().unwrap();
        assert!(home.contains(&format!("value=\"{word}\">{said}")), "{home}");
    }
    second.play(|choices| choices - 1);
    assert_eq!(second.ask(json!({"do": "guess", "choice": 0}))["is"], "done");
    second.until(|message| message["told"] == "Its decisions at pig count as well.");
    let tells = |message: &Value| {
        message["told"].as_str().is_some_and(|told| told.starts_with("The stranger was "))
    };
    first.until(tells);
    let base = Connection::open(data.path().join("games.sqlite")).unwrap();
    let count = |query: &str| base.query_row(query, [], |row| row.get::<_, u64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM game WHERE ended IS NOT NULL"), 2);
    assert_eq!(count("SELECT count(*) FROM step WHERE entry LIKE '{\"guess\"%'"), 1);
    let refused = meet(&word).1;
    assert!(refused["message"].as_str().unwrap().contains("told already"), "{refused}");
    // Another stranger is drawn for the same game once more.
    assert_eq!(second.ask(json!({"do": "again"}))["is"], "done");
}

/// A review that takes minutes holds up no hint at another table.
#[test]
fn a_review_holds_up_no_other_table() {
    let data = folder();
    let place = data.path().to_str().unwrap();
    let script = data.path().join("answers.txt");
    fs::write(&script, "1\n".repeat(3_000)).unwrap();
    let game = ["play", "--game", "parchis", "--against", "greedy", "--seed", "5", "--plain"];
    done(&[&game[..], &["--data", place, "--script", script.to_str().unwrap()]].concat());
    let server = Server::start(data.path());
    let mut reads = server.hello(&server.key, Some("game-1"));
    reads.until(|message| message["is"] == "table");
    reads.heard = Some(Vec::new());
    reads.send(&json!({"do": "review", "id": "r"}));
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    assert!(page.decides());
    assert_eq!(page.ask(json!({"do": "hint"}))["is"], "say");
    reads.send(&json!({"do": "ping"}));
    reads.until(|message| message["is"] == "pong");
    let heard = reads.heard.unwrap();
    assert!(!heard.iter().any(|message| message["is"] == "review"), "it took no time");
}

/// Whatever was confirmed is there when the server is back, and what is sent again is not played
/// again.
#[test]
fn a_server_that_is_killed_loses_no_confirmed_action() {
    let data = folder();
    let mut server = Server::start(data.path());
    let mut page = server.owner();
    // It holds after each roll, and needs more turns than there are actions here.
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-1"}]));
    let (table, key) = (page.table.clone(), page.key.clone());
    let mut confirmed = 0;
    for life in 0..8 {
        for action in 0..=life % 3 {
            assert!(page.decides(), "the game is too short");
            let at = page.at;
            let act = json!({"do": "act", "id": format!("{life}-{action}"), "at": at, "choice": 0});
            page.send(&act);
            page.ask = Value::Null;
            page.until(|answer| answer["id"] == act["id"] && answer["is"] == "done");
            confirmed += 1;
            if action == life % 3 {
                server.kill();
                server = Server::start(data.path());
                page = server.back(&table, &key);
                page.send(&act);
                page.until(|answer| answer["id"] == act["id"] && answer["is"] == "done");
            }
        }
        assert_eq!(kept(data.path(), &table).len(), confirmed);
    }
    page.play(|choices| choices - 1);
    // The end was told; a server that begins again tells it, and adds nothing.
    let whole = kept(data.path(), &table).len();
    server.kill();
    let server = Server::start(data.path());
    let mut page = server.hello(&key, Some(&table));
    let shown = page.until(|message| message["is"] == "table");
    assert!(shown["put"]["ask"].as_str().unwrap().contains("review"), "{shown}");
    assert_eq!(page.ask(json!({"do": "review"}))["is"], "review");
    assert_eq!(kept(data.path(), &table).len(), whole);
}

#[test]
fn a_message_that_is_sent_again_gets_its_first_answer() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    let new = json!({"do": "new", "id": "n", "game": "pig",
        "seats": [{"person": "Ana"}, {"agent": "hold-20"}]});
    page.send(&new);
    let made = page.until(|message| message["is"] == "done");
    // Another page may count its messages alike.
    let mut other = server.owner();
    other.send(&new);
    assert_ne!(other.until(|message| message["is"] == "done")["table"], made["table"]);
    drop(page);
    // The server notices that it is gone.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let mut again = server.owner();
    again.send(&new);
    assert_eq!(again.until(|message| message["is"] == "done"), made);
    assert!(again.decides());
    let act = json!({"do": "act", "id": "a", "at": again.at, "choice": 0});
    again.send(&act);
    let done = again.until(|message| message["id"] == "a");
    let (table, key) = (made["table"].as_str().unwrap(), made["key"].as_str().unwrap());
    let mut third = server.back(table, key);
    third.send(&act);
    assert_eq!(third.until(|message| message["id"] == "a"), done);
    assert_eq!(kept(data.path(), table).len(), 1);
}

/// Two people: each acts for its own seat, in turn, and an invitation is good once.
#[test]
fn people_act_for_themselves() {
    let data = folder();
    let server = Server::start(data.path());
    let mut host = server.owner();
    let seats = json!([{"person": "Ana"}, "open"]);
    let made = host.ask(json!({"do": "new", "game": "pig", "seats": seats}));
    let table = made["table"].as_str().unwrap().to_owned();
    let shown = host.until(|message| message["is"] == "table");
    let ask = shown["put"]["ask"].as_str().unwrap();
    let invitation = ask.split(&format!("#/sit/{table}/")).nth(1).unwrap()[..32].to_owned();
    let sit =
        |name: &str| json!({"do": "sit", "table": table, "invitation": invitation, "name": name});

    // A name that is not possible does not use the invitation up.
    let mut guest = server.hello("", None);
    for name in ["Ana", "", "Abel", "stranger"] {
        assert_eq!(guest.ask(sit(name))["why"], "invalid", "{name}");
    }
    let sat = guest.ask(sit("Bet"));
    assert_eq!(sat["is"], "done", "{sat}");
    assert_ne!(sat["key"], made["key"]);
    assert_eq!(server.hello("", None).ask(sit("Carla"))["why"], "key");

    host.until(|message| message["is"] == "table");
    assert!(host.decides());
    let act = |at: u64| json!({"do": "act", "at": at, "choice": 0});
    for at in [host.at, guest.at, 0, 1] {
        assert_eq!(guest.ask(act(at))["why"], "stale");
    }
    let mut stranger = server.hello(&server.key, None);
    assert_eq!(stranger.ask(act(host.at))["why"], "role");
    assert!(kept(data.path(), &table).is_empty());
    host.act(0);
    assert_eq!(kept(data.path(), &table).len(), 1);
    // The seat follows from the key, and no field names one.
    guest.send(&json!({"do": "act", "id": "x", "at": 1, "choice": 0, "seat": 1}));
    assert_eq!(guest.until(|message| message["is"] == "no")["why"], "message");
}

/// While another process holds the file, nothing is confirmed and pages are told; then all goes on.
#[test]
fn a_page_waits_until_its_action_is_saved() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    assert!(page.decides());
    let other = Connection::open(data.path().join("games.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    page.send(&json!({"do": "act", "id": "a", "at": page.at, "choice": 0}));
    page.ask = Value::Null;
    let waits = page.read();
    assert_eq!(waits["is"], "waiting", "{waits}");
    assert!(!waits["message"].as_str().unwrap().is_empty());
    other.execute_batch("COMMIT").unwrap();
    let goes_on = page.until(|message| message["is"] != "waiting" || message["message"] == "");
    assert_eq!(goes_on["is"], "waiting");
    assert_eq!(page.read()["id"], "a");
    assert_eq!(kept(data.path(), &page.table).len(), 1);
    assert!(page.decides());
    // A game that somebody deletes meanwhile is no table any more.
    let place = data.path().to_str().unwrap();
    done(&["history", "delete", "1", "--yes", "--data", place]);
    page.send(&json!({"do": "act", "id": "b", "at": page.at, "choice": 0}));
    assert_eq!(page.closed(), 1012);
    assert_eq!(server.hello(&page.key, Some(&page.table)).read()["why"], "key");
}
