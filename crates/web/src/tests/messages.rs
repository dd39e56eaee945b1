//! Any bytes, any JSON and any message in any order: nothing panics, each is answered by messages,
//! and what is kept is a game by the rules.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Driver, House, Memory};
use crate::Limits;

/// The names of all messages, and one that is none.
const ALL: [&str; 23] = [
    "hello", "new", "sit", "act", "go", "undo", "hint", "why", "guide", "guess", "remarks",
    "review", "invite", "allow", "say", "again", "more", "seen", "end", "ping", "act", "act",
    "none",
];

/// A message of this name with fields that may fit; known keys and numbers are likely.
fn message(driver: &Driver, name: &str, number: u64, word: &str) -> Value {
    let table = driver.memory.lock().unwrap().keys().next().cloned();
    let table = if number.is_multiple_of(7) { word.into() } else { table.unwrap_or_default() };
    let (small, id) = (number % 4, format!("{}", number % 5));
    let second = if small < 2 { json!("open") } else { json!({"agent": "hold-20"}) };
    let mut message = match name {
        "hello" => json!({"v": 1, "key": if small < 2 { word } else { "owner" }, "table": table}),
        "new" => json!({"game": if small % 2 == 0 { "pig" } else { "tute" }, "watch": small == 0,
            "seats": [{"person": "Ana"}, second, "open"]}),
        "sit" => json!({"table": table, "invitation": word, "name": word}),
        "act" => json!({"at": number % 9, "choice": small / 2, "hold": number.is_multiple_of(3)}),
        "guess" => json!({"choice": small}),
        "remarks" | "allow" => json!({"on": small == 0}),
        "invite" => json!({"seat": small}),
        "say" => json!({"phrase": number % 9}),
        "more" => json!({"steps": number % 18}),
        "seen" => json!({"at": number % 9}),
        _ => json!({}),
    };
    message["do"] = json!(name);
    if !["hello", "ping", "seen"].contains(&name) {
        message["id"] = json!(id);
    }
    message
}

#[test]
fn a_message_that_cannot_be_read_is_refused_in_words_of_the_protocol() {
    let mut driver = Driver::new(&Memory::default());
    driver.hello(1, "owner", None);
    let new = |seats: Value, clock: Value| {
        json!({"do": "new", "id": "a", "game": "pig",
        "seats": seats, "clock": clock})
    };
    for (message, field, said) in [
        (new(json!([]), json!({"minutes": -1})), "clock.minutes", "-1 is not a whole number"),
        (new(json!([{"person": 7}]), Value::Null), "seats[0]", "7 is not a text"),
        (new(json!(["person"]), Value::Null), "seats[0]", "\"person\" is not an object"),
        (new(json!(["nobody"]), Value::Null), "seats[0]", "there is no \"nobody\""),
        (
            json!({"do": "act", "id": "a", "at": 1, "choice": -1}),
            "choice",
            "-1 is not a whole number",
        ),
        (json!({"do": "act", "id": "a", "at": 1}), "choice", "the field \"choice\" is missing"),
        (json!({"do": "go", "id": "a", "on": 1}), "on", "unknown field \"on\""),
        (json!({"do": "dance", "id": "a"}), "do", "there is no \"dance\""),
        (json!({"do": 1, "id": "a"}), "do", "1 is not a text"),
        (json!({"id": "a"}), "do", "the field \"do\" is missing"),
    ] {
        let answers = driver.send(1, &message);
        let no = &answers[0];
        assert_eq!(
            (&no["is"], &no["id"], &no["field"]),
            (&json!("no"), &json!("a"), &json!(field)),
            "{no}"
        );
        assert!(no["message"].as_str().unwrap().contains(said), "{no}");
    }
    for (message, said) in [
        (json!({"do": "go"}), "the field \"id\" is missing"),
        (json!({"do": "go", "id": 7}), "7 is not a text"),
        (json!({"do": "ping", "id": "a"}), "unknown field \"id\""),
    ] {
        let no = &driver.send(1, &message)[0];
        assert_eq!((&no["is"], &no["field"]), (&json!("no"), &json!("id")), "{no}");
        assert!(no["message"].as_str().unwrap().contains(said), "{no}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_message_in_any_order_is_answered(
        asks in proptest::collection::vec((0_u64..4, 0..ALL.len(), any::<u64>(), ".{0,20}"), 1..80),
        limited in any::<bool>(),
    ) {
        let memory = Memory::default();
        let mut driver = if limited {
            Driver::limited(&memory, Limits::of_server(3, false))
        } else {
            Driver::new(&memory)
        };
        driver.hello(0, "owner", None);
        for (client, name, number, word) in asks {
            driver.now += number % 3_000;
            let ask = message(&driver, ALL[name], number, &word);
            let answers = driver.send(client, &ask);
            for answer in &answers {
                prop_assert!(answer["is"].is_string(), "{answer}");
                prop_assert!(answer["is"] != "no" || !answer["help"].as_str().unwrap().is_empty());
            }
            prop_assert!(ask["id"].is_null() || !answers.is_empty(), "{ask}");
            let effects = driver.hall.tick(driver.now);
            driver.carry_out(effects);
        }
        for kept in memory.lock().unwrap().values() {
            let Some(record) = &kept.record else { continue };
            House::session(&record.header).unwrap().replay(&record.entries).unwrap();
        }
    }

    #[test]
    fn any_text_is_answered(text in prop_oneof![".{0,200}", r#"\{"do":"[a-z]{1,6}","(id|at|key)":[\[\{"0-9a-z\]\}]{0,20}\}"#]) {
        let mut driver = Driver::new(&Memory::default());
        driver.hello(1, "owner", None);
        let answers = driver.send_text(1, &text);
        prop_assert!(answers.iter().all(|answer| answer["is"].is_string()));
        prop_assert!(answers.len() == 1 || text.contains("ping") || text.contains("seen"));
    }
}
