//! Games that are over: their story, their steps, links to them, and the pages about all of them.

use rivals_core::play::record::Entry;
use serde_json::{Value, json};

use super::{Driver, Memory, of, question, text};

/// A game of Pig between Ana and an agent, played to its end by rolling once a turn; returns its table
/// and her key.
fn finished(driver: &mut Driver) -> (String, String) {
    driver.hello(1, "owner", None);
    let seats = json!([{"person": "Ana"}, {"agent": "hold-20"}]);
    let mut told =
        driver.send(1, &json!({"do": "new", "id": "new", "game": "pig", "seats": seats}));
    let done = of(&told, "done")[0].clone();
    for number in 0..1_000 {
        let Some((at, _)) = question(&told) else { break };
        let act = json!({"do": "act", "id": format!("a{number}"), "at": at, "choice": number % 2});
        told = driver.send(1, &act);
    }
    assert!(told.iter().any(|message| text(&message["put"]["ask"]).contains("review-button")));
    (text(&done["table"]), text(&done["key"]))
}

#[test]
fn a_finished_game_is_shown_step_by_step_with_its_story() {
    let mut driver = Driver::new(&Memory::default());
    let (table, key) = finished(&mut driver);
    let shown = driver.hello(1, &key, Some(&table));
    let asked: String = shown.iter().map(|message| text(&message["put"]["ask"])).collect();
    assert!(asked.contains("<polyline") && asked.contains("Luck against play"), "{asked}");
    let first = &driver.send(1, &json!({"do": "at", "id": "1", "step": 0}))[0];
    assert_eq!(
        (&first["is"], &first["id"], &first["step"]),
        (&json!("frame"), &json!("1"), &json!(0))
    );
    let steps = first["steps"].as_u64().unwrap();
    let last = &driver.send(1, &json!({"do": "at", "id": "2", "step": steps + 7}))[0];
    assert_eq!(last["step"], json!(steps));
    let lines = last["log"].as_array().unwrap();
    assert!(first["log"].as_array().unwrap().is_empty() && !lines.is_empty());
    // A moment of the story leads to a decision that the replay judges.
    let moment = asked.split("data-at=\"").nth(1).unwrap().split('"').next().unwrap();
    let moment: u64 = moment.parse().unwrap();
    let at = &driver.send(1, &json!({"do": "at", "id": "3", "step": moment}))[0];
    assert!(text(&at["put"]["ask"]).contains("worth"), "{at}");
}

#[test]
fn what_was_told_at_the_end_is_told_again_after_a_restart() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key) = finished(&mut driver);
    let log = |driver: &mut Driver| {
        let shown = driver.hello(1, &key, Some(&table));
        of(&shown, "table")[0]["missed"].clone()
    };
    let before = log(&mut driver);
    assert!(before.to_string().contains("seed"), "{before}");
    for _ in 0..2 {
        assert_eq!(log(&mut Driver::new(&memory)), before);
    }
}

/// It is kept with the game and with what was told when it was over.
#[test]
fn a_remark_upon_the_end_stands_once_after_a_restart() {
    let memory = Memory::default();
    let (table, key) = finished(&mut Driver::new(&memory));
    let mut kept = memory.lock().unwrap().remove(&table).unwrap();
    let remark = Entry::Remark { remark: "Well played.".to_owned(), seat: 2 };
    kept.record.as_mut().unwrap().entries.push(remark);
    let mut state: Value = serde_json::from_str(&kept.state).unwrap();
    state["ended"].as_array_mut().unwrap().insert(1, json!("hold-20: \"Well played.\""));
    kept.state = state.to_string();
    memory.lock().unwrap().insert(table.clone(), kept);
    let shown = Driver::new(&memory).hello(1, &key, Some(&table));
    let log = of(&shown, "table")[0]["missed"].as_array().unwrap().clone();
    let said = |line: &&Value| text(line).contains("Well played.");
    assert_eq!(log.iter().filter(said).count(), 1, "{log:?}");
    assert!(log.ends_with(state["ended"].as_array().unwrap()), "{log:?}");
}

#[test]
fn a_review_that_nobody_waits_for_is_given_up() {
    for leaves in [false, true] {
        let mut driver = Driver::new(&Memory::default());
        let (table, key) = finished(&mut driver);
        driver.hello(1, &key, Some(&table));
        let ask = json!({"do": "review", "id": "r"}).to_string();
        driver.hall.handle(1, &ask, driver.now, &[9; 32]);
        let mut work = driver.hall.work(&table).unwrap();
        if leaves {
            driver.hall.left(1);
        }
        for later in [0, 31_000] {
            driver.hall.rest(driver.now + later, driver.now + later);
        }
        work.run();
        assert_eq!(work.answer.unwrap().1["is"], if leaves { "say" } else { "review" });
    }
}

#[test]
fn who_has_the_link_of_a_finished_game_looks_back_as_its_players_do() {
    let mut driver = Driver::new(&Memory::default());
    let (table, _) = finished(&mut driver);
    let done = driver.send(1, &json!({"do": "invite", "id": "i", "seat": null}));
    let watch = text(&of(&done, "done")[0]["watch"]);
    let shown = driver.hello(2, &watch, Some(&table));
    assert_eq!(of(&shown, "table")[0]["role"], "watches");
    let asked = text(&of(&shown, "table")[0]["put"]["ask"]);
    assert!(asked.contains("review-button") && !asked.contains("id=\"again"), "{asked}");
    assert_eq!(driver.send(2, &json!({"do": "at", "id": "1", "step": 3}))[0]["is"], "frame");
    assert_eq!(driver.send(2, &json!({"do": "review", "id": "2"}))[0]["is"], "review");
    // Another link ends this one.
    driver.send(1, &json!({"do": "invite", "id": "j", "seat": null}));
    let shown = driver.hello(3, &watch, Some(&table));
    assert_eq!(of(&shown, "no")[0]["why"], "key");
}

#[test]
fn steps_are_shown_when_the_game_is_over_alone() {
    let mut driver = Driver::new(&Memory::default());
    driver.hello(1, "owner", None);
    let seats = json!([{"person": "Ana"}, {"agent": "hold-20"}]);
    driver.send(1, &json!({"do": "new", "id": "new", "game": "pig", "seats": seats}));
    let refused = &driver.send(1, &json!({"do": "at", "id": "1", "step": 0}))[0];
    assert_eq!((&refused["is"], &refused["why"]), (&json!("no"), &json!("stale")));
}

#[test]
fn the_owner_alone_sees_all_games() {
    let mut driver = Driver::new(&Memory::default());
    driver.hello(1, "owner", None);
    driver.hello(2, "", None);
    for ask in ["home", "person", "practice"] {
        let ask = json!({"do": ask, "id": ask, "name": "Ana"});
        let refused: &Value = &driver.send(2, &ask)[0];
        assert_eq!((&refused["is"], &refused["why"]), (&json!("no"), &json!("role")));
        // This house keeps no games.
        let answer = &driver.send(1, &ask)[0];
        assert_eq!((&answer["is"], &answer["why"]), (&json!("no"), &json!("invalid")));
    }
}

#[test]
fn a_game_by_its_number_is_the_owners() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, _) = finished(&mut driver);
    let record = memory.lock().unwrap()[&table].record.clone().unwrap();
    memory.lock().unwrap().insert("game-1".to_owned(), crate::Kept::shared(record, None));
    for key in ["", "guess"] {
        let shown = driver.hello(2, key, Some("game-1"));
        assert_eq!(of(&shown, "no")[0]["why"], "key", "{key}");
    }
    let state = |memory: &Memory| memory.lock().unwrap()["game-1"].state.clone();
    let before = state(&memory);
    let shown = driver.hello(1, "owner", Some("game-1"));
    assert_eq!(of(&shown, "table")[0]["role"], "sits");
    // Who looks back changes nothing.
    assert_eq!(state(&memory), before);
    let again = driver.send(1, &json!({"do": "again", "id": "again"}));
    let next = text(&of(&again, "done")[0]["table"]);
    let shown = driver.hello(1, "owner", Some(&next));
    assert_eq!(of(&shown, "table")[0]["seat"], 2);
}
