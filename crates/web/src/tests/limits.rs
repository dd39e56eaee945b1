//! What a hall bears. Each attack is tried twice: with all measures, and without just its own.

use serde_json::json;

use super::{Driver, Memory, begin, of};
use crate::Limits;

/// The limits of a server.
fn server() -> Limits {
    Limits::of_server(1_000, false)
}

/// Pig against an agent.
fn seats() -> serde_json::Value {
    json!([{"person": "Ana"}, {"agent": "hold-20"}])
}

/// How many of a number of messages a page is answered with `busy`.
fn busy(driver: &mut Driver, client: u64, messages: usize, ask: &serde_json::Value) -> usize {
    let answers = (0..messages).flat_map(|number| {
        let mut ask = ask.clone();
        if ask["do"] != "ping" {
            ask["id"] = json!(format!("{}-{number}", driver.now));
        }
        driver.send(client, &ask)
    });
    answers.filter(|answer| answer["why"] == "busy").count()
}

#[test]
fn a_flood_is_refused_and_others_are_not() {
    for (limits, refused) in
        [(server(), [70, 0, 70]), (Limits { messages: None, ..server() }, [0; 3])]
    {
        let mut driver = Driver::limited(&Memory::default(), limits);
        let ping = json!({"do": "ping"});
        assert_eq!(busy(&mut driver, 1, 100, &ping), refused[0]);
        assert_eq!(busy(&mut driver, 2, 30, &ping), refused[1]);
        // What is no message counts as well.
        let no = (0..100).flat_map(|_| driver.send_text(3, "{")).collect::<Vec<_>>();
        assert_eq!(no.iter().filter(|no| no["why"] == "busy").count(), refused[2]);
        driver.now += 1_000;
        assert_eq!(busy(&mut driver, 1, 10, &ping), 0);
    }
}

#[test]
fn expensive_questions_are_refused_sooner() {
    for (limits, refused) in [(server(), 5), (Limits { costly: None, ..server() }, 0)] {
        let mut driver = Driver::limited(&Memory::default(), limits);
        begin(&mut driver, "pig", &seats());
        driver.now += 60_000;
        for ask in ["hint", "why", "review"] {
            driver.now += 60_000;
            assert_eq!(busy(&mut driver, 1, 10, &json!({"do": ask})), refused, "{ask}");
            driver.now += 1_000;
            assert_eq!(busy(&mut driver, 1, 1, &json!({"do": ask})), 0, "{ask}");
        }
    }
}

#[test]
fn tables_are_made_slowly_and_not_without_end() {
    let new = json!({"do": "new", "game": "pig", "seats": seats()});
    let cheap = || Limits { costly: None, ..server() };
    for (limits, made) in [(cheap(), 12), (Limits { begun: None, ..cheap() }, 40)] {
        let mut driver = Driver::limited(&Memory::default(), limits);
        driver.hello(1, "owner", None);
        let mut done = 0;
        for _ in 0..8 {
            // Two of ten come back in twelve seconds, and five new ones at once are too many.
            done += 5 - busy(&mut driver, 1, 5, &new);
            driver.now += 2_000;
        }
        assert_eq!(done, made, "{done}");
    }
    let few = || Limits { tables: 3, begun: None, costly: None, ..server() };
    for (limits, refused) in [(few(), 2), (Limits { tables: usize::MAX, ..few() }, 0)] {
        let mut driver = Driver::limited(&Memory::default(), limits);
        driver.hello(1, "owner", None);
        assert_eq!(busy(&mut driver, 1, 5, &new), refused);
    }
}

#[test]
fn a_table_that_is_full_is_back_for_who_has_its_key() {
    let memory = Memory::default();
    let limits = Limits { tables: 2, ..server() };
    let mut driver = Driver::limited(&memory, limits.clone());
    let (table, key, _) = begin(&mut driver, "pig", &seats());
    let mut driver = Driver::limited(&memory, limits);
    driver.entropy = 100;
    driver.hello(1, "owner", None);
    for id in ["b", "c"] {
        driver.send(1, &json!({"do": "new", "id": id, "game": "pig", "seats": seats()}));
    }
    // All tables were left this second, which the hall has not seen.
    let full = driver.hello(5, &key, Some(&table));
    assert_eq!(of(&full, "no")[0]["why"], "busy", "{full:?}");
    driver.hall.left(1);
    driver.hall.rest(driver.now, driver.now);
    assert_eq!(of(&driver.hello(5, &key, Some(&table)), "table").len(), 1);
}

#[test]
fn keys_are_not_guessed() {
    for (limits, read) in [(server(), false), (Limits { keys: false, ..server() }, true)] {
        let mut driver = Driver::limited(&Memory::default(), limits);
        let (table, key, _) = begin(&mut driver, "pig", &seats());
        driver.hall.came(20, 7);
        for guess in 0..10 {
            driver.now += 1_000;
            let answer = driver.hello(20, &format!("{guess:032x}"), Some(&table));
            assert_eq!(of(&answer, "no")[0]["why"], "key");
        }
        // The right key and a table that is none are refused as any other.
        driver.hall.came(21, 7);
        for (key, table) in [(&*key, &*table), ("x", &*table), ("x", "none"), ("owner", "none")] {
            let answer = driver.hello(21, key, Some(table));
            assert_eq!(answer[0]["why"] != "busy", read, "{answer:?}");
        }
        // Others come in, and after a minute so does the address.
        driver.hall.came(22, 8);
        assert_eq!(of(&driver.hello(22, &key, Some(&table)), "table").len(), 1);
        driver.now += 60_000;
        assert_eq!(of(&driver.hello(21, &key, Some(&table)), "table").len(), 1);
    }
}

/// A guess that is nearly right takes as long as another. Whether there is a table of a name is no
/// secret that is worth the time.
#[test]
#[ignore = "10^5 guesses, on a machine that does nothing else"]
fn no_guess_takes_longer_than_another() {
    let mut driver = Driver::limited(&Memory::default(), Limits { messages: None, ..server() });
    let (table, key, _) = begin(&mut driver, "pig", &seats());
    let mut times = [const { Vec::new() }; 2];
    for guess in 0..100_000_u32 {
        let wrong = format!("{:x}", u32::from(key.ends_with('0')));
        let kind = guess as usize % 2;
        let near = format!("{}{wrong}", &key[..31]);
        let key = if kind == 0 { near } else { format!("{guess:032x}") };
        let client = u64::from(guess) + 2;
        driver.hall.came(client, client.into());
        let hello = json!({"do": "hello", "v": 1, "key": key, "table": table}).to_string();
        let begun = std::time::Instant::now();
        let effects = driver.hall.handle(client, &hello, driver.now, &[0; 32]);
        times[kind].push(begun.elapsed());
        assert_eq!(effects.len(), 2);
        driver.hall.left(client);
    }
    let [near, far] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    });
    println!("the median of a guess: nearly right {near:.3e} s, wrong {far:.3e} s");
    assert!((near / far - 1.0).abs() < 0.05, "{near} {far}");
}

#[test]
fn invitations_are_not_guessed_either() {
    let mut driver = Driver::limited(&Memory::default(), server());
    let (table, _, _) = begin(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]));
    driver.hall.came(2, 9);
    driver.hello(2, "", None);
    let mut sit = |table: &str, guess: u32| {
        driver.now += 1_000;
        let ask = json!({"do": "sit", "id": guess.to_string(), "table": table, "name": "Bet",
            "invitation": format!("{guess:032x}")});
        driver.send(2, &ask)[0].clone()
    };
    let (one, none) = (sit(&table, 0), sit("none", 1));
    assert_eq!((&one["why"], &one["message"]), (&none["why"], &none["message"]));
    let rest: Vec<_> = (2..12).map(|guess| sit(&table, guess)["why"].clone()).collect();
    assert_eq!(rest[7..], ["key", "busy", "busy"]);
}

#[test]
fn a_seat_has_four_sockets() {
    for (limits, closed) in
        [(server(), vec![(1, 4001), (10, 4001)]), (Limits { sockets: 9, ..server() }, vec![])]
    {
        let mut driver = Driver::limited(&Memory::default(), limits);
        let (table, key, _) = begin(&mut driver, "pig", &seats());
        for client in 10..15 {
            assert_eq!(of(&driver.hello(client, &key, Some(&table)), "table").len(), 1);
        }
        assert_eq!(driver.closed, closed);
    }
}

/// A table goes from memory when nobody was there for ten minutes and all is saved, and it is as it
/// was when somebody comes back.
#[test]
fn a_deserted_table_holds() {
    let memory = Memory::default();
    let mut driver = Driver::limited(&memory, server());
    let (table, key, told) = begin(&mut driver, "pig", &seats());
    let (at, _) = super::question(&told).unwrap();
    driver.send(1, &json!({"do": "act", "id": "a", "at": at, "choice": 0}));
    driver.hall.left(1);
    let mut holds = |now: u64, saved: u64| {
        driver.hall.rest(now, saved);
        driver.hall.holds(&table)
    };
    // With a full disk it stays.
    assert!(holds(5, 0) && holds(600_004, 600_004) && holds(700_000, 4));
    assert!(!holds(700_001, 5));
    let back = driver.hello(9, &key, Some(&table));
    assert_eq!(of(&back, "table")[0]["seat"], 1);
}
