//! A hall driven as a server drives it, with everything in memory.

mod language;
mod limits;
mod looking_back;
mod messages;
mod people;
mod secrecy;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rivals_core::personalities::Member;
use rivals_core::play::Game;
use rivals_core::play::fair::Fair;
use rivals_core::play::record::{Header, Participant, Record, VERSION};
use rivals_core::session::{Session, SessionOf};
use rivals_core::table::{Remarks, Table};
use rivals_core::values::Invalid;
use rivals_games::pig::Pig;
use rivals_games::tute::Tute;
use serde_json::{Value, json};

use crate::{
    Card, Chair, Client, Effect, Games, Hall, Kept, Limits, Opponent, Saved, Wish, Written,
};

/// What is saved, by table.
type Memory = Arc<Mutex<BTreeMap<String, Kept>>>;

/// Pig and Tute.
struct House {
    cards: Vec<Card>,
    memory: Memory,
}

impl House {
    fn new(memory: &Memory) -> Self {
        let card = |name: &str, seats: Vec<usize>, id: &str| Card {
            name: name.to_owned(),
            title: name.to_owned(),
            about: String::new(),
            seats,
            opponents: vec![Opponent {
                id: id.to_owned(),
                name: id.to_owned(),
                about: String::new(),
                class: Some(crate::Class::Instant),
            }],
        };
        let cards = vec![card("pig", vec![2, 3], "hold-20"), card("tute", vec![3], "expert")];
        Self { cards, memory: Arc::clone(memory) }
    }

    fn session(header: &Header) -> Result<Box<dyn Session>, Invalid> {
        Ok(match &*header.game {
            "pig" => Box::new(SessionOf::new(Arc::new(Pig::to(100)), header.clone())?),
            _ => Box::new(SessionOf::new(Arc::new(Tute::default()), header.clone())?),
        })
    }
}

impl Games for House {
    fn cards(&self) -> &[Card] {
        &self.cards
    }

    fn begin(&self, wish: &Wish) -> Result<Header, Invalid> {
        let seats = wish.seats.iter().map(|chair| match chair {
            Chair::Person(name) => Participant::Person { person: name.clone() },
            Chair::Agent(id) => {
                Participant::Agent { agent: id.clone(), name: id.clone(), stranger: false }
            }
            Chair::Open => unreachable!("the hall waits for people"),
        });
        let rules = match &*wish.game {
            "pig" => Pig::to(100).identity(),
            "tute" => Tute::default().identity(),
            _ => return Err(Invalid::new("game", "there is no such game", "pig or tute")),
        };
        let header = Header {
            record: VERSION,
            game: wish.game.clone(),
            rules,
            seed: wish.seed,
            fair: Some(Fair::new(wish.seed, wish.nonce)),
            seats: seats.collect(),
            began: wish.began,
            day: None,
            met: Default::default(),
            ..Header::default()
        };
        Self::session(&header).map(|_| header)
    }

    fn table(&self, record: &Record) -> Result<Table, Invalid> {
        let mut session = Self::session(&record.header)?;
        let earlier = session.recalled(&record.entries).expect("an own record");
        let remarks = Remarks::new(Vec::new(), &record.entries, true);
        Ok(Table::new(session, remarks, &[], earlier))
    }

    fn candidates(&self, _: &Header) -> Vec<Member> {
        Vec::new()
    }

    fn kept(&self, table: &str) -> Option<Kept> {
        self.memory.lock().unwrap().get(table).cloned()
    }

    fn review(&self, _: Record, wanted: Arc<AtomicBool>) -> Written {
        Box::new(move || wanted.load(Ordering::Relaxed).then(|| "<h2>Review</h2>".to_owned()))
    }
}

/// A driver in memory.
struct Driver {
    hall: Hall,
    memory: Memory,
    inbox: BTreeMap<Client, Vec<Value>>,
    /// The sockets that were closed, with their codes.
    closed: Vec<(Client, u16)>,
    entropy: u8,
    now: u64,
}

impl Driver {
    fn new(memory: &Memory) -> Self {
        let hall = Hall::new(Box::new(House::new(memory)), Some("owner"));
        Self {
            hall,
            memory: Arc::clone(memory),
            inbox: BTreeMap::new(),
            closed: Vec::new(),
            entropy: 0,
            now: 1_000_000,
        }
    }

    /// The same with limits.
    fn limited(memory: &Memory, limits: Limits) -> Self {
        let driver = Self::new(memory);
        Self { hall: driver.hall.limited(limits), ..driver }
    }

    /// Sends a message, and does all that follows; returns what the page got.
    fn send(&mut self, client: Client, message: &Value) -> Vec<Value> {
        self.send_text(client, &message.to_string())
    }

    fn send_text(&mut self, client: Client, text: &str) -> Vec<Value> {
        self.entropy = self.entropy.wrapping_add(1);
        let effects = self.hall.handle(client, text, self.now, &[self.entropy; 32]);
        self.carry_out(effects);
        self.inbox.remove(&client).unwrap_or_default()
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Save(saved) => self.save(*saved),
                Effect::Send(client, text) | Effect::Tell(client, text) => {
                    let message = serde_json::from_str(&text).unwrap();
                    self.inbox.entry(client).or_default().push(message);
                }
                Effect::Close(client, code) => {
                    self.closed.push((client, code));
                    self.hall.left(client);
                }
                Effect::Think(table) => {
                    while let Some(mut work) = self.hall.work(&table) {
                        work.run();
                        let effects = self.hall.done(work);
                        self.carry_out(effects);
                    }
                }
            }
        }
    }

    fn save(&mut self, saved: Saved) {
        let mut memory = self.memory.lock().unwrap();
        let none = || Kept { state: String::new(), record: None };
        let kept = memory.entry(saved.table).or_insert_with(none);
        kept.state = saved.state;
        if let Some(header) = saved.header {
            kept.record = Some(Record { header, entries: Vec::new() });
        }
        if let Some(record) = &mut kept.record {
            record.entries.extend(saved.entries);
        }
    }

    fn hello(&mut self, client: Client, key: &str, table: Option<&str>) -> Vec<Value> {
        self.send(client, &json!({"do": "hello", "v": 1, "key": key, "table": table}))
    }
}

fn of<'a>(messages: &'a [Value], is: &str) -> Vec<&'a Value> {
    messages.iter().filter(|message| message["is"] == is).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A new game of the owner; returns the table and the key.
fn begin(driver: &mut Driver, game: &str, seats: &Value) -> (String, String, Vec<Value>) {
    driver.hello(1, "owner", None);
    let made = driver.send(1, &json!({"do": "new", "id": "a", "game": game, "seats": seats}));
    let done = of(&made, "done")[0];
    (text(&done["table"]), text(&done["key"]), made)
}

/// The number of the question that is open, and the number of its choices.
fn question(messages: &[Value]) -> Option<(u64, u64)> {
    let asks =
        messages.iter().rev().find(|message| message["is"] == "ask" || message["is"] == "table")?;
    Some((asks["at"].as_u64()?, asks["ask"]["choices"].as_u64()?))
}

#[test]
fn a_game_is_played_to_its_end() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (_, _, mut told) =
        begin(&mut driver, "pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let mut over = false;
    for step in 0..2_000 {
        let Some((at, choices)) = question(&told) else {
            over = true;
            break;
        };
        let ask = json!({"do": "act", "id": step.to_string(), "at": at, "choice": choices - 1});
        told = driver.send(1, &ask);
        assert!(of(&told, "no").is_empty(), "{told:?}");
    }
    assert!(over);
    let record = memory.lock().unwrap().values().next().unwrap().record.clone().unwrap();
    assert!(record.end().is_some());
    // What was saved is a game by the rules.
    House::session(&record.header).unwrap().replay(&record.entries).unwrap();
}

/// A message that is sent again gets its first answer, and plays nothing twice.
#[test]
fn actions_are_idempotent_and_questions_are_answered_once() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, key, told) =
        begin(&mut driver, "pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let (at, _) = question(&told).unwrap();
    let act = json!({"do": "act", "id": "x", "at": at, "choice": 0});
    let first = driver.send(1, &act);
    let entries = || memory.lock().unwrap()[&table].record.clone().unwrap().entries;
    let played = entries();
    assert_eq!(of(&driver.send(1, &act), "done"), of(&first, "done"));
    let stale = driver.send(1, &json!({"do": "act", "id": "y", "at": at, "choice": 0}));
    assert_eq!(of(&stale, "no")[0]["why"], "stale");
    assert_eq!(entries(), played);
    // The same after the program was killed: what was confirmed is there, and is not played again.
    let mut driver = Driver::new(&memory);
    let whole = driver.hello(7, &key, Some(&table));
    assert_eq!(of(&whole, "table")[0]["seat"], 1);
    assert_eq!(of(&driver.send(7, &act), "done").len(), 1);
    assert_eq!(entries(), played);
}

/// The seat follows from the key: nobody acts for another, and an invitation is good once.
#[test]
fn who_may_do_what() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let first = driver.send(1, &json!({"do": "hint", "id": "0"}));
    assert_eq!(of(&first, "no")[0]["why"], "hello");
    let (table, _, told) = begin(&mut driver, "pig", &json!([{"person": "Ana"}, "open"]));
    let html = text(&told.last().unwrap()["put"]["ask"]);
    let link = html.split("#/sit/").nth(1).unwrap().split('"').next().unwrap();
    let invitation = link.split('/').nth(1).unwrap().to_owned();
    driver.hello(2, "nobody", None);
    let new = driver.send(2, &json!({"do": "new", "id": "n", "game": "pig", "seats": []}));
    assert_eq!(of(&new, "no")[0]["why"], "role");
    let sit = |id: &str, name: &str| json!({"do": "sit", "id": id, "table": table, "invitation": invitation, "name": name});
    let same = driver.send(2, &sit("1", "Ana"));
    assert_eq!(of(&same, "no")[0]["field"], "name");
    let sat = driver.send(2, &sit("2", "Bet"));
    assert_eq!(of(&sat, "table")[0]["seat"], 2);
    driver.hello(3, "", None);
    let again = driver.send(3, &sit("3", "Cai"));
    assert_eq!(of(&again, "no")[0]["why"], "key");
    // Ana decides first; Bet's page can neither act nor take back nor get a hint.
    for ask in ["undo", "hint", "why"] {
        let refused = driver.send(2, &json!({"do": ask, "id": ask}));
        assert_eq!(of(&refused, "no").len(), 1, "{refused:?}");
    }
    let act = driver.send(2, &json!({"do": "act", "id": "z", "at": 1, "choice": 0}));
    assert_eq!(of(&act, "no")[0]["why"], "stale");
    // Neither the table's name nor a wrong key opens it.
    let wrong = driver.hello(4, "owner", Some(&table));
    assert!(of(&wrong, "table").is_empty());
    let unknown = driver.hello(4, "owner", Some("0"));
    assert_eq!(of(&wrong, "no"), of(&unknown, "no"));
}

/// An action that is held can be taken back before anything follows it.
#[test]
fn held_actions_wait() {
    let memory = Memory::default();
    let mut driver = Driver::new(&memory);
    let (table, _, told) =
        begin(&mut driver, "pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let (at, _) = question(&told).unwrap();
    let entries = || memory.lock().unwrap()[&table].record.clone().unwrap().entries.len();
    let act =
        |id: &str, at: u64| json!({"do": "act", "id": id, "at": at, "choice": 0, "hold": true});
    driver.send(1, &act("a", at));
    assert_eq!(entries(), 1);
    let back = driver.send(1, &json!({"do": "undo", "id": "b"}));
    let (at, _) = question(&back).unwrap();
    assert_eq!(entries(), 2);
    driver.send(1, &act("c", at));
    assert_eq!(entries(), 3);
    assert!(driver.hall.tick(1_000_000).is_empty());
    let effects = driver.hall.tick(1_010_000);
    driver.carry_out(effects);
    assert!(entries() > 3);
}

/// Messages that are no questions are answered, and nothing panics.
#[test]
fn anything_is_answered() {
    let mut driver = Driver::new(&Memory::default());
    let (_, _, told) = begin(
        &mut driver,
        "tute",
        &json!([{"person": "Ana"}, {"agent": "expert"}, {"agent": "expert"}]),
    );
    let (at, choices) = question(&told).unwrap();
    let deep = "[".repeat(3_000);
    let long = format!("{{\"do\":\"ping\",\"x\":\"{}\"}}", "x".repeat(5_000));
    for message in
        ["", "{}", "[]", "1", &deep, &long, "{\"do\":\"act\"}", "{\"do\":\"ping\",\"x\":1}"]
    {
        let answer = driver.send_text(1, message);
        assert_eq!(answer.len(), 1, "{message}");
        assert_eq!(answer[0]["is"], "no");
        assert!(!text(&answer[0]["help"]).is_empty());
    }
    let act = json!({"do": "act", "id": "q", "at": at, "choice": choices});
    assert_eq!(of(&driver.send(1, &act), "no")[0]["field"], "choice");
    for ask in ["why", "hint", "guide"] {
        assert_eq!(of(&driver.send(1, &json!({"do": ask, "id": ask})), "say").len(), 1);
    }
    assert_eq!(driver.send(1, &json!({"do": "ping"}))[0]["is"], "pong");
}

/// Neither the seed nor the nonce of the dice is in any message before the end.
#[test]
fn the_seed_is_in_no_message() {
    let mut driver = Driver::new(&Memory::default());
    for game in 0..20 {
        driver.entropy = game * 7;
        let seats = json!([{"person": "Ana"}, {"agent": "expert"}, {"agent": "expert"}]);
        let (table, _, told) = begin(&mut driver, "tute", &seats);
        let header = driver.memory.lock().unwrap()[&table].record.clone().unwrap().header;
        let sent = told.iter().map(Value::to_string).collect::<String>();
        let (seed, nonce) = (header.seed, header.fair.unwrap().nonce);
        for secret in [format!("{seed:x}"), seed.to_string(), nonce] {
            assert!(!sent.contains(&secret), "{sent}");
        }
    }
}
