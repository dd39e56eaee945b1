//! What a seat must not know is in nothing that it is sent: neither in words, nor in numbers, nor in
//! the time that it takes.

use std::collections::BTreeSet;

use rivals_core::play::record::{Entry, Header, Record};
use rivals_core::play::{Hidden, Seat};
use rivals_core::session::{Next, Session, SessionOf};
use rivals_games::tute::{Card, Tute};
use serde_json::{Value, json};

use super::{Driver, Memory, begin, of, text};
use crate::{Client, Kept};

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A table of three people who play Tute, kept before its game has begun, with their keys.
fn people() -> (String, Kept, [String; 3]) {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key, mut told) =
        begin(&mut driver, "tute", &json!([{"person": "Ana"}, "open", "open"]));
    let mut keys = vec![key];
    for client in [2, 3] {
        let ask = text(
            &told.iter().rev().find(|message| message["put"]["ask"].is_string()).unwrap()["put"]["ask"],
        );
        let invitation =
            ask.split("#/sit/").nth(1).unwrap().split('/').nth(1).unwrap()[..32].to_owned();
        driver.hello(client, "", None);
        let sit = json!({"do": "sit", "id": "s", "table": table, "invitation": invitation, "name": format!("guest {client}")});
        keys.push(text(&of(&driver.send(client, &sit), "done")[0]["key"]));
        told = driver.inbox.remove(&1).unwrap_or_default();
    }
    let kept = memory.lock().unwrap()[&table].clone();
    (table, kept, keys.try_into().unwrap())
}

/// The game of a header after some decisions, chosen by number.
fn played(header: &Header, decisions: usize, numbers: &mut Numbers) -> Vec<Entry> {
    let mut session = SessionOf::new(Tute::default().into(), header.clone()).unwrap();
    let mut left = decisions;
    loop {
        match session.next() {
            Next::Over(_) => break,
            Next::Chance => session.advance(),
            Next::Person(_) if left == 0 => break,
            Next::Person(_) | Next::Agent(_) => {
                left -= 1;
                let choices = session.choices().len();
                session.choose(numbers.below(choices), None, false);
            }
        }
    }
    session.entries().to_vec()
}

/// What a seat knows after these entries; `None` if the rules do not allow them.
fn view(header: &Header, entries: &[Entry], seat: Seat) -> Option<<Tute as Hidden>::View> {
    let mut session = SessionOf::new(Tute::default().into(), header.clone()).unwrap();
    session.replay(entries).ok()?;
    let (playthrough, _) = session.into_playthrough();
    Some(playthrough.game().view(playthrough.state(), seat).into_owned())
}

/// The same entries with the cards that a seat does not see dealt otherwise.
fn dealt_otherwise(
    header: &Header,
    entries: &[Entry],
    seat: Seat,
    numbers: &mut Numbers,
) -> Option<Vec<Entry>> {
    let deal = entries.iter().take_while(|entry| matches!(entry, Entry::Event { .. })).count();
    let own = view(header, &entries[..deal], seat)?;
    let acts = entries.iter().filter_map(|entry| match entry {
        Entry::Act { act, .. } => act.parse::<Card>().ok(),
        _ => None,
    });
    let mut known: BTreeSet<String> = acts.map(|card| card.to_string()).collect();
    known.extend(own.hand.iter().map(|card| card.to_string()));
    known.extend(own.public.muestra.map(|card| card.to_string()));
    let event = |entry: &Entry| match entry {
        Entry::Event { event } => Some(event.clone()),
        _ => None,
    };
    let hidden = |entry: &Entry| event(entry).is_some_and(|card| !known.contains(&card));
    let places: Vec<usize> = (0..deal).filter(|&place| hidden(&entries[place])).collect();
    let mut other = entries.to_vec();
    for (at, &place) in places.iter().enumerate() {
        other.swap(place, places[at + numbers.below(places.len() - at)]);
    }
    let same = view(header, &other, seat)? == view(header, entries, seat)?;
    (same && other != entries).then_some(other)
}

/// A driver in whose memory the table has this game, with the pages of all three seats.
fn at(table: &str, kept: &Kept, keys: &[String; 3], header: &Header, entries: &[Entry]) -> Driver {
    let record = Record { header: header.clone(), entries: entries.to_vec() };
    let memory = Memory::default();
    memory.lock().unwrap().insert(table.to_owned(), Kept { record: Some(record), ..kept.clone() });
    let mut driver = Driver::new(&memory);
    for (client, key) in (1..).zip(keys) {
        let shown = driver.hello(client, key, Some(table));
        driver.inbox.entry(client).or_default().splice(0..0, shown);
    }
    driver
}

/// What a page was sent, as it was sent.
fn frames(driver: &mut Driver, client: Client) -> String {
    let frames = driver.inbox.remove(&client).unwrap_or_default();
    frames.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_a_seat_cannot_tell_apart_looks_the_same() {
    look_the_same(500);
}

#[test]
#[ignore = "takes half a minute"]
fn what_a_seat_cannot_tell_apart_looks_the_same_in_thousands_of_deals() {
    look_the_same(5_000);
}

/// Two deals that a seat cannot tell apart are shown to it in the same bytes, also after the next
/// action, whoever plays it.
fn look_the_same(wanted: usize) {
    let (table, kept, keys) = people();
    let header = kept.record.clone().unwrap().header;
    let mut numbers = Numbers(7);
    let (mut pairs, mut acted, mut differ, mut seed) = (0, 0, 0, 0);
    while pairs < wanted {
        seed += 1;
        let header = Header { seed, fair: None, ..header.clone() };
        let decisions = numbers.below(30);
        let entries = played(&header, decisions, &mut numbers);
        let seat = Seat::at(numbers.below(3));
        let Some(other) = dealt_otherwise(&header, &entries, seat, &mut numbers) else { continue };
        pairs += 1;
        let client = u64::from(seat.0) + 1;
        let mut worlds = [&entries, &other].map(|game| at(&table, &kept, &keys, &header, game));
        let [one, two] = &mut worlds;
        assert_eq!(frames(one, client), frames(two, client), "seed {seed}, {seat}");
        // Without just its measure, as the view of a seat that sees the cards, the deals differ.
        let others = (1..=3).filter(|other| *other != client);
        differ += usize::from(
            others.fold(false, |differ, other| differ | (frames(one, other) != frames(two, other))),
        );
        // The next action, if both deals have it.
        let session = |entries: &[Entry]| {
            let mut session = SessionOf::new(Tute::default().into(), header.clone()).unwrap();
            session.replay(entries).unwrap();
            session
        };
        let (first, second) = (session(&entries), session(&other));
        let Next::Person(decides) = first.next() else { continue };
        if first.goes_without_asking() || second.goes_without_asking() {
            continue;
        }
        let places = first.choices().iter().enumerate().find_map(|(place, name)| {
            Some((place, second.choices().iter().position(|other| other == name)?))
        });
        let Some((place, same)) = places else { continue };
        acted += 1;
        for (world, choice) in [(&mut *one, place), (&mut *two, same)] {
            let by = u64::from(decides.0) + 1;
            let shown = world.hello(by, &keys[usize::from(decides.0)], Some(&table));
            world.inbox.clear();
            let (at, _) = super::question(&shown).unwrap();
            let act = json!({"do": "act", "id": "x", "at": at, "choice": choice});
            let told = world.send(by, &act);
            assert_eq!(of(&told, "done").len(), 1, "{told:?}");
            if by == client {
                world.inbox.insert(by, told);
            }
        }
        // A pass may follow in one world; it comes later, after a fixed time.
        assert_eq!(
            frames(one, client),
            frames(two, client),
            "seed {seed}, {seat}, after an action"
        );
    }
    assert!(acted > wanted / 2 && 4 * differ > 3 * wanted, "{acted} {differ}");
}

/// No card of others, seed, nonce or key is in a frame before the end of a game, and the numbers of
/// what a seat is sent have no gap.
#[test]
fn no_frame_tells_a_secret() {
    let (table, kept, keys) = people();
    let header = kept.record.clone().unwrap().header;
    for game in 0..200 {
        let mut numbers = Numbers(game);
        let header = Header { seed: 0x5eed_0000_0000_0000 + game, ..header.clone() };
        let entries = played(&header, 3 * numbers.below(10), &mut numbers);
        let mut session = SessionOf::new(Tute::default().into(), header.clone()).unwrap();
        session.replay(&entries).unwrap();
        if matches!(session.next(), Next::Over(_)) {
            continue;
        }
        let mut driver = at(&table, &kept, &keys, &header, &entries);
        let views = Seat::FIRST.0..3;
        for seat in views.map(Seat) {
            let Some(own) = view(&header, &entries, seat) else { continue };
            let all = driver.inbox.remove(&(u64::from(seat.0) + 1)).unwrap_or_default();
            let sent = all.iter().map(Value::to_string).collect::<String>();
            let mut n = 0;
            for message in &all {
                if message["is"] == "table" {
                    n = message["n"].as_u64().unwrap();
                } else if let Some(number) = message["n"].as_u64() {
                    assert_eq!(number, n + 1);
                    n = number;
                }
            }
            for key in &keys {
                assert!(!sent.contains(key.as_str()));
            }
            let nonce = header.fair.as_ref().unwrap().nonce.clone();
            for secret in [format!("{:016x}", header.seed), header.seed.to_string(), nonce] {
                assert!(!sent.contains(&secret), "{secret}");
            }
            // Cards in words or on the board: those in other hands are not named.
            let others = [0, 1, 2].map(Seat).into_iter().filter(|other| *other != seat);
            for other in others {
                let hand = view(&header, &entries, other).unwrap().hand;
                for card in hand.iter().filter(|card| !own.hand.contains(*card)) {
                    assert!(!sent.contains(&format!(">{card}<")), "{card} of {other} for {seat}");
                }
            }
        }
    }
}

/// Who passes without being asked takes as long as anybody else.
#[test]
fn a_pass_takes_a_fixed_time() {
    let (table, kept, keys) = people();
    let header = kept.record.clone().unwrap().header;
    let mut passes = 0;
    for seed in 0..200 {
        let header = Header { seed, ..header.clone() };
        let mut numbers = Numbers(seed);
        let decisions = numbers.below(30);
        let entries = played(&header, decisions, &mut numbers);
        let mut session = SessionOf::new(Tute::default().into(), header.clone()).unwrap();
        session.replay(&entries).unwrap();
        if !session.goes_without_asking() {
            continue;
        }
        passes += 1;
        let mut driver = at(&table, &kept, &keys, &header, &entries);
        let kept_entries = |driver: &Driver| {
            driver.memory.lock().unwrap()[&table].record.as_ref().unwrap().entries.len()
        };
        let Next::Person(decides) = session.next() else { continue };
        let by = u64::from(decides.0) + 1;
        let shown = driver.hello(by, &keys[usize::from(decides.0)], Some(&table));
        let whole = of(&shown, "table")[0];
        // Who passes is not asked, and cannot hurry.
        assert!(whole["ask"].is_null());
        let act = json!({"do": "act", "id": "x", "at": whole["at"], "choice": 0});
        assert_eq!(of(&driver.send(by, &act), "no")[0]["why"], "stale");
        assert_eq!(of(&driver.send(by, &json!({"do": "why", "id": "y"})), "no")[0]["why"], "stale");
        let begun = driver.now;
        let effects = driver.hall.tick(begun + 1_199);
        driver.carry_out(effects);
        assert_eq!(kept_entries(&driver), entries.len(), "seed {seed}");
        let effects = driver.hall.tick(begun + 1_200);
        driver.carry_out(effects);
        assert!(kept_entries(&driver) > entries.len(), "seed {seed}");
    }
    assert!(passes > 20, "{passes}");
}
