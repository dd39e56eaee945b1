//! The page without a server says the same as the tables on this machine, byte by byte.

use rivals_page::Page;
use serde_json::{Value, json};
use wasmi::{Instance, Store, TypedFunc};

use super::compiled::{compiled, instance};

/// Games, their other players, how many games are played, how many decisions a person takes, and
/// whether there are reviews.
type Games<'a> = &'a [(&'a str, &'a [&'a str], usize, usize, bool)];

#[test]
fn the_page_says_what_a_server_would() {
    let frames = compare(&[
        ("pig", &["hold-20"], 3, 40, false),
        ("tic-tac-toe-sp", &["random"], 2, 12, false),
        ("tute", &["players/novice", "players/medium"], 2, 15, false),
    ]);
    assert!(frames > 200, "{frames}");
}

#[test]
#[ignore = "an interpreter takes minutes for solutions and searches"]
fn the_page_says_the_same_of_every_game_and_in_reviews() {
    let frames = compare(&[
        ("pig", &["hold-20"], 6, 200, true),
        ("tic-tac-toe-sp", &["random"], 3, 20, false),
        ("parchis", &["greedy"], 2, 20, false),
        ("tute", &["players/novice", "players/medium"], 3, 20, false),
        ("battletech", &["seed"], 1, 15, false),
        ("dragon-slayer", &["carla"], 2, 60, true),
    ]);
    assert!(frames > 1_000, "{frames}");
}

/// Plays games there and here; returns how many messages were the same.
fn compare(games: Games<'_>) -> usize {
    let Some(wasm) = compiled("crates/page") else { return usize::MAX };
    let (mut there, mut here) = (There::new(&wasm), Page::default());
    let mut frames = 0;
    for &(game, others, games, decisions, review) in games {
        for seed in 0..games {
            let mut script = Script::new(game, others, seed, decisions, review);
            while let Some(call) = script.next() {
                let expected = here.call(&call);
                assert_eq!(there.call(&call), expected, "{game} {seed}: {call}");
                frames += script.heard(&expected);
            }
            assert!(!review || script.reviewed, "{game} {seed}");
        }
    }
    frames
}

/// The module in the interpreter.
struct There {
    store: Store<()>,
    instance: Instance,
    alloc: TypedFunc<u32, u32>,
    call: TypedFunc<(u32, u32), u32>,
    free: TypedFunc<(u32, u32), ()>,
}

impl There {
    fn new(wasm: &[u8]) -> Self {
        let (store, instance) = instance(wasm);
        let (alloc, call, free) = (
            instance.get_typed_func(&store, "rivals_alloc").expect("it is exported"),
            instance.get_typed_func(&store, "rivals_call").expect("it is exported"),
            instance.get_typed_func(&store, "rivals_free").expect("it is exported"),
        );
        Self { store, instance, alloc, call, free }
    }

    fn call(&mut self, text: &str) -> String {
        let length = u32::try_from(text.len()).expect("a short text");
        let from = self.alloc.call(&mut self.store, length).expect("there is memory");
        let memory = self.instance.get_memory(&self.store, "memory").expect("it has a memory");
        memory.write(&mut self.store, from as usize, text.as_bytes()).expect("it is that long");
        let answer = self.call.call(&mut self.store, (from, length)).expect("it ends");
        let mut head = [0; 4];
        memory.read(&self.store, answer as usize, &mut head).expect("its length");
        let length = u32::from_le_bytes(head);
        let mut bytes = vec![0; length as usize];
        memory.read(&self.store, answer as usize + 4, &mut bytes).expect("its text");
        self.free.call(&mut self.store, (answer, length)).expect("it is freed");
        String::from_utf8(bytes).expect("it is text")
    }
}

/// A person who answers by the number of the question, and wants a review at the end.
#[derive(Clone)]
struct Script {
    calls: Vec<String>,
    count: u64,
    left: usize,
    review: bool,
    reviewed: bool,
}

impl Script {
    fn new(game: &str, others: &[&str], seed: usize, left: usize, review: bool) -> Self {
        let count = 1_000 * seed as u64;
        let mut script = Self { calls: Vec::new(), count, left, review, reviewed: false };
        let agents = others.iter().map(|agent| json!({"agent": agent}));
        let seats: Vec<Value> = [json!({"person": "ana"})].into_iter().chain(agents).collect();
        script.say(&json!({"do": "new", "id": "n", "game": game, "seats": seats}));
        script.say(&json!({"do": "hello", "v": 1}));
        script
    }

    fn say(&mut self, message: &Value) {
        let call = json!({"message": {"text": message.to_string()}});
        self.push(call);
    }

    /// What is called next: the last is the first.
    fn push(&mut self, call: Value) {
        self.count += 1;
        let now = 1_800_000_000_000 + 1_000 * self.count;
        let entropy = format!("{:064x}", self.count);
        self.calls.push(json!({"now": now, "entropy": entropy, "call": call}).to_string());
    }

    fn next(&mut self) -> Option<String> {
        self.calls.pop()
    }

    /// Reads the effects; returns how many messages were sent.
    fn heard(&mut self, effects: &str) -> usize {
        let effects: Vec<Value> = serde_json::from_str(effects).expect("a list");
        let mut sent = 0;
        for effect in effects {
            assert!(effect["failed"].is_null(), "{effect}");
            if let Some(text) = effect["send"].as_str() {
                sent += 1;
                self.read(&serde_json::from_str(text).expect("JSON"));
            } else if let Some(table) = effect["think"].as_str() {
                self.push(json!({"work": {"table": table}}));
            } else if effect["wake"].is_u64() && self.calls.is_empty() {
                self.push(json!("tick"));
            }
        }
        sent
    }

    fn read(&mut self, message: &Value) {
        assert_ne!(message["is"], "no", "{message}");
        self.reviewed |= message["is"] == "review";
        let asks = message["put"]["ask"].as_str().unwrap_or_default();
        let id = format!("{}", self.count);
        if asks.contains("data-do=\"review\"") {
            if self.review {
                self.say(&json!({"do": "review", "id": id}));
            }
        } else if asks.contains("data-guess") {
            self.say(&json!({"do": "guess", "id": id, "choice": 0}));
        } else if let (Some(choices), true) = (message["ask"]["choices"].as_u64(), self.left > 0) {
            let at = message.get("at").unwrap_or(&message["n"]);
            let choice = at.as_u64().expect("a number") * 7 % choices;
            self.left -= 1;
            self.say(&json!({"do": "act", "id": id, "at": at, "choice": choice}));
        }
    }
}
