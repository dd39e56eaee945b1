//! People at one table: those who look on, clocks, phrases, seats that are opened again, rematches,
//! and tables of agents alone.

use serde_json::{Value, json};

use super::{Driver, House, Memory, begin, of, question, text};
use crate::{Client, Limits};

/// The key of the last link to this page in what a page was sent.
fn link(messages: &[Value], page: &str) -> String {
    let all: String = messages
        .iter()
        .map(|message| text(&message["put"]["ask"]) + &text(&message["put"]["people"]))
        .collect();
    let last = all.rsplit(&format!("#/{page}/")).next().unwrap();
    last.split('/').nth(1).unwrap()[..32].to_owned()
}

/// A table of these seats, of which the open ones are taken by clients from 2; returns the table, the
/// keys by person and what the first was sent.
fn seated(
    driver: &mut Driver,
    game: &str,
    seats: &Value,
    more: &Value,
) -> (String, Vec<String>, Vec<Value>) {
    driver.hello(1, "owner", None);
    let mut new = json!({"do": "new", "id": "new", "game": game, "seats": seats});
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut made = driver.send(1, &new);
    let done = of(&made, "done")[0];
    let (table, mut keys) = (text(&done["table"]), vec![text(&done["key"])]);
    let open = seats.as_array().unwrap().iter().filter(|seat| **seat == "open").count();
    for client in 2..2 + open as Client {
        let all: String = made.iter().map(|message| text(&message["put"]["ask"])).collect();
        let all = all.rsplit("legend").next().unwrap().to_owned();
        let invitation =
            all.split("#/sit/").nth(1).unwrap().split('/').nth(1).unwrap()[..32].to_owned();
        driver.hello(client, "", None);
        let sit = json!({"do": "sit", "id": "sit", "table": table, "invitation": invitation,
            "name": format!("guest {client}")});
        let sat = driver.send(client, &sit);
        keys.push(text(&of(&sat, "done")[0]["key"]));
        driver.inbox.entry(client).or_default().extend(sat);
        made = driver.inbox.remove(&1).unwrap_or_default();
    }
    (table, keys, made)
}

/// What a page was sent since it was asked last.
fn inbox(driver: &mut Driver, client: Client) -> Vec<Value> {
    driver.inbox.remove(&client).unwrap_or_default()
}

#[test]
fn who_looks_on_sees_an_open_game_and_does_nothing() {
    let mut driver = Driver::new(&Memory::default());
    let seats = json!([{"person": "Ana"}, {"agent": "hold-20"}]);
    let (table, keys, told) = seated(&mut driver, "pig", &seats, &json!({"watch": true}));
    let watch = link(&told, "watch");
    assert!(!keys.contains(&watch));
    let shown = driver.hello(5, &watch, Some(&table));
    let whole = of(&shown, "table")[0];
    assert_eq!((&whole["role"], &whole["ask"]), (&json!("watches"), &Value::Null));
    assert!(whole["put"]["people"].is_null() && !whole.to_string().contains(&watch));
    let asked = text(&whole["put"]["ask"]);
    assert!(asked.contains("is said to Ana"), "{asked}");
    let (at, _) = question(&told).unwrap();
    driver.send(1, &json!({"do": "act", "id": "a", "at": at, "choice": 0}));
    let seen = inbox(&mut driver, 5);
    assert!(!of(&seen, "step").is_empty());
    assert!(seen.iter().all(|message| message["ask"].is_null() && message["is"] != "done"));
    for ask in [
        "act", "go", "undo", "hint", "why", "guess", "remarks", "review", "invite", "allow", "say",
        "again", "more", "end",
    ] {
        let ask = json!({"do": ask, "id": ask, "at": at, "choice": 0, "on": true, "phrase": 0, "steps": 1});
        let refused = driver.send(5, &ask);
        assert!(["role", "message"].contains(&refused[0]["why"].as_str().unwrap()), "{refused:?}");
    }
    // A new link is another one, and only its owner makes it.
    let again = driver.send(1, &json!({"do": "invite", "id": "i", "seat": null}));
    let new = text(&of(&again, "done")[0]["watch"]);
    assert_ne!(new, watch);
    assert!(of(&driver.hello(6, &watch, Some(&table)), "table").is_empty());
    assert_eq!(of(&driver.hello(6, &new, Some(&table)), "table").len(), 1);
}

#[test]
fn cards_are_shown_to_those_who_look_on_only_if_their_player_allows_it() {
    let mut driver = Driver::new(&Memory::default());
    let seats = json!([{"person": "Ana"}, "open", "open"]);
    let (table, _, told) = seated(&mut driver, "tute", &seats, &json!({"watch": true}));
    let watch = text(&of(&driver.send(1, &json!({"do": "invite", "id": "i"})), "done")[0]["watch"]);
    let whole = of(&told, "table")
        .last()
        .copied()
        .or_else(|| of(&told, "ask").last().copied())
        .unwrap()
        .clone();
    assert!(whole.to_string().contains("scene"));
    let shown = driver.hello(7, &watch, Some(&table));
    let closed = of(&shown, "table")[0];
    assert!(closed["put"]["scene"].is_null() && closed["missed"] == json!([]), "{closed}");
    driver.send(2, &json!({"do": "allow", "id": "b", "on": true}));
    let seen = inbox(&mut driver, 7);
    let open = of(&seen, "table")[0];
    assert_eq!((&open["seat"], &open["ask"]), (&json!(2), &Value::Null));
    assert!(open["put"]["scene"].is_string());
    driver.send(2, &json!({"do": "allow", "id": "c", "on": false}));
    assert!(of(&inbox(&mut driver, 7), "table")[0]["put"]["scene"].is_null());
}

#[test]
fn the_host_opens_a_lost_seat_again() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, keys, told) =
        seated(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]), &json!({}));
    let (at, _) = question(&told).unwrap();
    for seat in [json!(0), json!(1), json!(3)] {
        let refused = driver.send(1, &json!({"do": "invite", "id": "x", "seat": seat}));
        assert_eq!(of(&refused, "no")[0]["field"], "seat");
    }
    let refused = driver.send(2, &json!({"do": "invite", "id": "x", "seat": 1}));
    assert_eq!(of(&refused, "no")[0]["why"], "role");
    let opened = driver.send(1, &json!({"do": "invite", "id": "y", "seat": 2}));
    let invitation = text(&of(&opened, "done")[0]["invitation"]);
    assert!(of(&opened, "step").iter().any(|step| text(&step["told"]).contains("opened the seat")));
    // The lost key is dead, and its page sits no more.
    assert!(of(&inbox(&mut driver, 2), "no").iter().any(|no| no["why"] == "role"));
    assert_eq!(of(&driver.send(2, &json!({"do": "why", "id": "w"})), "no")[0]["why"], "role");
    assert!(of(&driver.hello(8, &keys[1], Some(&table)), "table").is_empty());
    driver.hello(9, "", None);
    let sit =
        json!({"do": "sit", "id": "s", "table": table, "invitation": invitation, "name": "Cai"});
    let sat = driver.send(9, &sit);
    assert_eq!(of(&sat, "table")[0]["seat"], 2, "{sat:?}");
    // Sent again, it gets the same seat; another page gets nothing.
    assert_eq!(of(&driver.send(9, &sit), "done"), of(&sat, "done"));
    let other =
        json!({"do": "sit", "id": "t", "table": table, "invitation": invitation, "name": "Dan"});
    driver.hello(10, "", None);
    assert_eq!(of(&driver.send(10, &other), "no")[0]["why"], "key");
    let act = driver.send(1, &json!({"do": "act", "id": "a", "at": at, "choice": 0}));
    assert_eq!(of(&act, "done").len(), 1, "{act:?}");
}

#[test]
fn clocks_run_when_the_question_is_shown_and_end_nothing_by_themselves() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let clock = json!({"clock": {"minutes": 1, "increment": 5}});
    let (table, keys, told) =
        seated(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]), &clock);
    let (at, _) = question(&told).unwrap();
    let end = |driver: &mut Driver, client: Client, id: &str| {
        let ended = driver.send(client, &json!({"do": "end", "id": id}));
        of(&ended, "no").first().map(|no| text(&no["why"]))
    };
    assert_eq!(end(&mut driver, 2, "a").as_deref(), Some("rules"));
    driver.now += 1_000;
    assert!(driver.send(1, &json!({"do": "seen", "at": at})).is_empty());
    driver.now += 20_000;
    driver.send(1, &json!({"do": "act", "id": "b", "at": at, "choice": 1}));
    // 60 less 20, and 5 more; kept over a restart.
    let state = memory.lock().unwrap()[&table].state.clone();
    assert!(state.contains("\"left\":45000"), "{state}");
    driver.now += 70_000;
    let effects = driver.hall.tick(driver.now);
    driver.carry_out(effects);
    assert_eq!(end(&mut driver, 2, "c").as_deref(), Some("rules"));
    let ended = driver.send(1, &json!({"do": "end", "id": "d"}));
    assert_eq!(of(&ended, "done").len(), 1, "{ended:?}");
    let record = memory.lock().unwrap()[&table].record.clone().unwrap();
    assert!(record.end().is_some());
    House::session(&record.header).unwrap().replay(&record.entries).unwrap();
    let mut driver = Driver::new(&memory);
    assert!(of(&driver.hello(3, &keys[0], Some(&table)), "table")[0]["ask"].is_null());
    for wrong in [
        json!({"minutes": 0}),
        json!({"minutes": 1_441}),
        json!({"minutes": 1, "increment": 3_601}),
    ] {
        let new = json!({"do": "new", "id": "w", "game": "pig", "seats": [{"person": "A"}, "open"], "clock": wrong});
        driver.hello(1, "owner", None);
        assert_eq!(of(&driver.send(1, &new), "no")[0]["field"], "clock");
    }
}

#[test]
fn the_game_is_played_again_with_the_seats_turned() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let seats = json!([{"person": "Ana"}, "open"]);
    let (table, keys, _) = seated(&mut driver, "pig", &seats, &json!({"clock": {"minutes": 1}}));
    assert_eq!(
        of(&driver.send(1, &json!({"do": "again", "id": "early"})), "no")[0]["why"],
        "stale"
    );
    driver.now += 70_000;
    driver.send(2, &json!({"do": "end", "id": "end"}));
    let again = driver.send(2, &json!({"do": "again", "id": "r"}));
    let next = text(&of(&again, "done")[0]["table"]);
    assert!(text(&inbox(&mut driver, 1).last().unwrap()["put"]["ask"]).contains(&next));
    // Both get the same table, at which each has its key.
    assert_eq!(
        text(&of(&driver.send(1, &json!({"do": "again", "id": "s"})), "done")[0]["table"]),
        next
    );
    for (client, key, seat) in [(1, &keys[0], 2), (2, &keys[1], 1)] {
        let shown = driver.hello(client, key, Some(&next));
        assert_eq!(of(&shown, "table")[0]["seat"], seat);
    }
    assert_ne!(next, table);
}

#[test]
fn phrases_are_said_to_all_and_not_too_often() {
    let mut driver = Driver::new(&Memory::default());
    seated(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]), &json!({}));
    inbox(&mut driver, 2);
    let say = |driver: &mut Driver, phrase: u32, id: u32| {
        driver.send(1, &json!({"do": "say", "id": id.to_string(), "phrase": phrase}))
    };
    assert_eq!(of(&say(&mut driver, 2, 1), "said")[0]["text"], "Ana: Well played!");
    assert_eq!(of(&inbox(&mut driver, 2), "said").len(), 1);
    assert_eq!(of(&say(&mut driver, 8, 2), "no")[0]["field"], "phrase");
    let busy = (3..9).filter(|id| !of(&say(&mut driver, 0, *id), "no").is_empty()).count();
    assert_eq!(busy, 4);
}

#[test]
fn agents_play_as_far_as_they_are_asked() {
    let mut driver = Driver::new(&Memory::default());
    let seats = json!([{"agent": "hold-20"}, {"agent": "hold-20"}]);
    let (table, keys, told) = seated(&mut driver, "pig", &seats, &json!({}));
    assert_eq!(of(&told, "table").last().unwrap()["role"], "hosts");
    assert!(of(&told, "step").is_empty());
    let steps = |driver: &mut Driver, steps: u32, id: &str| {
        let told = driver.send(1, &json!({"do": "more", "id": id, "steps": steps}));
        (of(&told, "no").len(), of(&told, "step").len())
    };
    // Not every step has words.
    let (no, told) = steps(&mut driver, 3, "a");
    assert!(no == 0 && (1..=3).contains(&told), "{told}");
    assert_eq!(steps(&mut driver, 0, "b").0, 1);
    assert_eq!(steps(&mut driver, 17, "c").0, 1);
    let (no, told) = steps(&mut driver, 16, "d");
    assert!(no == 0 && (6..=16).contains(&told), "{told}");
    for (ask, why) in [("act", "role"), ("why", "stale")] {
        let ask = json!({"do": ask, "id": ask, "at": 1, "choice": 0});
        let ask = if ask["do"] == "why" { json!({"do": "why", "id": "w"}) } else { ask };
        assert_eq!(of(&driver.send(1, &ask), "no")[0]["why"], why);
    }
    // A pause costs nothing, and the table is there after a restart.
    let effects = driver.hall.tick(driver.now + 60_000);
    assert!(effects.is_empty());
    let memory = driver.memory.clone();
    let mut driver = Driver::new(&memory);
    let shown = driver.hello(1, &keys[0], Some(&table));
    assert_eq!(of(&shown, "table")[0]["role"], "hosts");
    assert!(of(&shown, "step").is_empty());
    let mut all = 0;
    while driver.now < 4_000_000
        && memory.lock().unwrap()[&table].record.as_ref().unwrap().end().is_none()
    {
        driver.now += 10_000;
        all += driver.send(1, &json!({"do": "more", "id": all.to_string(), "steps": 16})).len();
    }
    assert!(memory.lock().unwrap()[&table].record.as_ref().unwrap().end().is_some());
}

#[test]
fn who_is_away_is_seen() {
    let mut driver = Driver::limited(&Memory::default(), Limits::of_server(9, false));
    let (table, keys, told) =
        seated(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]), &json!({}));
    let (at, _) = question(&told).unwrap();
    driver.hall.left(2);
    let after = |driver: &mut Driver, time: u64| {
        driver.now += time;
        let effects = driver.hall.tick(driver.now);
        driver.carry_out(effects);
        inbox(driver, 1)
    };
    assert!(after(&mut driver, 1_000).is_empty() && after(&mut driver, 19_000).is_empty());
    let seen = after(&mut driver, 1_000);
    assert!(text(&of(&seen, "put")[0]["put"]["top"]).contains("(away)"), "{seen:?}");
    // The question stays open by its number.
    assert_eq!(of(&driver.hello(3, &keys[1], Some(&table)), "table").len(), 1);
    assert!(!text(&after(&mut driver, 1_000)[0]["put"]["top"]).contains("(away)"));
    let act = driver.send(1, &json!({"do": "act", "id": "a", "at": at, "choice": 0}));
    assert_eq!(of(&act, "done").len(), 1);
}

/// A message that is sent again after a restart gets what it got first.
#[test]
fn an_answer_outlasts_the_program() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key, told) =
        begin(&mut driver, "pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let (at, _) = question(&told).unwrap();
    let act = json!({"do": "act", "id": "x", "at": at, "choice": 0});
    let first = driver.send(1, &act);
    let mut driver = Driver::new(&memory);
    driver.hello(1, &key, Some(&table));
    assert_eq!(of(&driver.send(1, &act), "done"), of(&first, "done"));
}

/// A choice answers the question for which it was sent, also when the program has begun again.
#[test]
fn questions_have_the_same_numbers_after_a_restart() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key, told) =
        begin(&mut driver, "pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let (first, _) = question(&told).unwrap();
    let act = |at: u64, id: &str| json!({"do": "act", "id": id, "at": at, "choice": 0});
    let told = driver.send(1, &act(first, "a"));
    let (second, _) = question(&told).unwrap();
    let mut driver = Driver::new(&memory);
    let shown = driver.hello(1, &key, Some(&table));
    assert_eq!(question(&shown).unwrap().0, second);
    assert_eq!(of(&driver.send(1, &act(first, "b")), "no")[0]["why"], "stale");
    assert_eq!(of(&driver.send(1, &act(second, "c")), "done").len(), 1);
    // An action and its undoing are both in the record.
    let mut held = act(second + 1, "d");
    held["hold"] = json!(true);
    driver.send(1, &held);
    let back = driver.send(1, &json!({"do": "undo", "id": "u"}));
    assert_eq!(question(&back).unwrap().0, second + 3);
}

/// Only hashes of keys are kept: after a restart the host is told how to get another link.
#[test]
fn an_open_seat_gets_another_link_after_a_restart() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key, told) = begin(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]));
    let first = link(&told, "sit");
    let mut driver = Driver::new(&memory);
    let shown = driver.hello(1, &key, Some(&table));
    let ask = text(&of(&shown, "table")[0]["put"]["ask"]);
    assert!(ask.contains("<button data-invite=\"2\">Make another link</button>"), "{ask}");
    let made = driver.send(1, &json!({"do": "invite", "id": "i", "seat": 2}));
    let second = link(&made, "sit");
    driver.hello(2, "", None);
    let mut sit = |invitation: &str| {
        let sit = json!({"do": "sit", "id": invitation, "table": table, "invitation": invitation,
            "name": "Bet"});
        driver.send(2, &sit)[0]["is"].clone()
    };
    assert_eq!([sit(&first), sit(&second)], ["no", "done"]);
}
