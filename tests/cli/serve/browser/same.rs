//! What WebAssembly computes in the browser and what this machine computes, byte by byte: the first
//! decisions of every agent, and what the page without a server says in whole games.

use std::env;
use std::path::Path;
use std::process::Command;

use rivals_wasm_test::{Page, answers};
use serde_json::{Value, json};

use super::Chrome;

const TARGET: &str = "wasm32-unknown-unknown";

/// Calls the module as `worker.js` does.
const MODULE: &str = r#"(async (digits) => {
  const byte = (_, place) => parseInt(digits.slice(2 * place, 2 * place + 2), 16);
  const { instance } = await WebAssembly.instantiate(Uint8Array.from({ length: digits.length / 2 }, byte));
  const { memory, rivals_alloc, rivals_call, rivals_free, answers_in_memory } = instance.exports;
  const text = (from, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
  window.answers = () => {
    const place = BigInt.asUintN(64, answers_in_memory());
    return text(Number(place >> 32n), Number(place & 0xffffffffn));
  };
  window.call = (asked) => {
    const bytes = new TextEncoder().encode(asked);
    const from = rivals_alloc(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, from, bytes.length).set(bytes);
    const answer = rivals_call(from, bytes.length) >>> 0;
    const length = new DataView(memory.buffer).getUint32(answer, true);
    const said = text(answer + 4, length);
    rivals_free(answer, length);
    return said;
  };
})"#;

/// A browser with the crate in `tests/wasm` as WebAssembly; `None` if the browser or the target is
/// not installed and need not be.
fn browser(opt_level: &str) -> Option<Chrome> {
    let mut chrome = Chrome::open()?;
    let wasm = compiled(opt_level);
    if wasm.is_none() {
        assert!(env::var_os("RIVALS_REQUIRE_WASM").is_none(), "{TARGET} is not installed");
        println!("skipped: `rustup target add {TARGET}` installs what this test needs");
    }
    let digits: String = wasm?.iter().map(|byte| format!("{byte:02x}")).collect();
    chrome.value(&format!("{MODULE}('{digits}')"));
    Some(chrome)
}

fn compiled(opt_level: &str) -> Option<Vec<u8>> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .expect("rustc runs");
    let libraries = String::from_utf8(libraries.stdout).expect("a path");
    if !Path::new(libraries.trim()).exists() {
        return None;
    }
    // What it shares with other builds is compiled once.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let status = Command::new(env!("CARGO"))
        .args(["rustc", "--locked", "--quiet", "--lib", "--crate-type", "cdylib"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(folder)
        // Its solver would take a minute.
        .args(["--config", "profile.dev.package.rivals-dragon-slayer.opt-level=2"])
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", opt_level)
        .env("CARGO_PROFILE_DEV_STRIP", "true")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm"))
        .status();
    assert!(status.expect("cargo runs").success(), "it compiles for {TARGET}");
    let file = folder.join(TARGET).join("debug/rivals_wasm_test.wasm");
    Some(std::fs::read(file).expect("it is compiled"))
}

#[test]
fn agents_and_pages_are_the_same_on_webassembly() {
    let Some(mut chrome) = browser("0") else { return };
    let there = chrome.value("answers()");
    let here = answers();
    for (there, here) in there.as_str().unwrap().lines().zip(here.lines()) {
        assert_eq!(there, here);
    }
    assert_eq!(there, here);
    assert!(!here.contains("\"error\""), "{here}");

    let said = compare(&mut chrome, 1);
    assert!(said > 1_000, "{said}");
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_games_are_the_same_on_webassembly() {
    // What is played so often is worth more compiling.
    let Some(mut chrome) = browser("2") else { return };
    let said = compare(&mut chrome, 20);
    println!("200 games: {said} messages");
}

/// Plays ten games so many times there and here; returns how many messages were the same.
fn compare(chrome: &mut Chrome, times: usize) -> usize {
    // Games, their other players, how often they are played, and whether they are reviewed.
    let games: [(&str, &[&str], usize, bool); 6] = [
        ("pig", &["hold-20"], 3, true),
        ("tic-tac-toe-sp", &["random"], 2, false),
        ("parchis", &["greedy"], 1, false),
        ("tute", &["players/novice", "players/medium"], 2, false),
        ("battletech", &["seed"], 1, false),
        ("dragon-slayer", &["carla"], 1, true),
    ];
    let mut here = Page::default();
    let mut said = 0;
    for (game, others, count, review) in games {
        for seed in 0..count * times {
            let mut script = Script::new(game, others, seed, review);
            while let Some(call) = script.next() {
                let expected = here.call(&call);
                let there = chrome.value(&format!("call({})", json!(call)));
                assert_eq!(there, expected, "{game} {seed}: {call}");
                said += script.heard(&expected);
            }
            assert!(script.over, "{game} {seed}");
            assert!(!review || script.reviewed, "{game} {seed}");
        }
    }
    said
}

/// A person who answers by the number of the question, and perhaps wants a review at the end.
#[derive(Clone)]
struct Script {
    calls: Vec<String>,
    count: u64,
    review: bool,
    over: bool,
    reviewed: bool,
}

impl Script {
    fn new(game: &str, others: &[&str], seed: usize, review: bool) -> Self {
        let count = 1_000 * seed as u64;
        let mut script = Self { calls: Vec::new(), count, review, over: false, reviewed: false };
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
            self.over = true;
            if self.review {
                self.say(&json!({"do": "review", "id": id}));
            }
        } else if asks.contains("data-guess") {
            self.say(&json!({"do": "guess", "id": id, "choice": 0}));
        } else if let Some(choices) = message["ask"]["choices"].as_u64() {
            let at = &message["at"];
            let choice = at.as_u64().expect("a number") * 7 % choices;
            self.say(&json!({"do": "act", "id": id, "at": at, "choice": choice}));
        }
    }
}
