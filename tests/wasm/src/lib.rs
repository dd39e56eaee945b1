//! The first decisions of every agent of every game, and the page without a server.
//! `tests/cli/serve/browser/same.rs` compares what this crate computes on WebAssembly with what it
//! computes on this machine.

use rivals::contest::Players;
use rivals::dragon_slayer::{DragonSlayer, Rules};
use rivals::engine::Engine;
use rivals::games::pig::Pig;
use rivals::play::Game;
use rivals::{GameEntry, Playable};
pub use rivals_page::Page;
use serde_json::{Value, json};

/// How many decisions of a game are compared.
const DECISIONS: usize = 2;

/// Where a number must be given, such as a depth of search: a small one, in the limits of its agent.
const NUMBER: u64 = 2;

/// The answers of all engines about a game's first decisions, one line each.
#[must_use]
pub fn answers() -> String {
    let mut lines = Vec::new();
    for (name, mut engine) in engines() {
        let mut ask = |question: &Value| {
            let answer = engine.answer(question.to_string().as_bytes());
            let agent = &question["agent"];
            lines.push(format!("{name} {agent} {answer}"));
            serde_json::from_str::<Value>(&answer).expect("an engine answers with JSON")
        };
        let agents = agents(&ask(&json!({"ask": "game"})));
        let mut position = ask(&json!({"ask": "start", "seed": 7}))["position"].take();
        let mut decided = 0;
        while decided < DECISIONS {
            let legal = ask(&json!({"ask": "legal", "position": position}));
            let next = if let Some(events) = legal["events"].as_array() {
                events[events.len() / 2][0].clone()
            } else {
                let decide = |agent| json!({"ask": "decide", "position": position, "agent": agent});
                let answers: Vec<Value> = agents.iter().map(|agent| ask(&decide(agent))).collect();
                decided += 1;
                answers[0]["action"].clone()
            };
            let apply = json!({"ask": "apply", "position": position, "moves": [next]});
            position = ask(&apply)["position"].take();
        }
    }
    lines.join("\n")
}

/// The shortest spelling of one agent of every kind.
fn agents(game: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let spelling = |kind: &Value| {
        let name = kind["name"].as_str().expect("a name");
        let parameters = list(&kind["parameters"]);
        // Only a first parameter may lack a default, and it is a whole number.
        let Some(needed) = parameters.first().filter(|first| first["default"].is_null()) else {
            return name.to_owned();
        };
        let limit = |key: &str| needed[key].as_u64().expect("a whole number");
        let value = NUMBER.clamp(limit("low"), limit("high"));
        // The trees of all games are spelled alike.
        let dashed = parameters.len() == 1 && name != "mcts";
        format!("{name}{}{value}", if dashed { '-' } else { ':' })
    };
    list(&game["agents"]).iter().map(spelling).collect()
}

/// For the host of the WebAssembly: the address of the answers, times 2^32, plus their length.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code)] // The host finds the function by its name.
#[unsafe(no_mangle)]
pub extern "C" fn answers_in_memory() -> u64 {
    let text = answers().leak();
    ((text.as_ptr() as u64) << 32) | text.len() as u64
}

/// The engines of all games. Those that are solved have small targets.
fn engines() -> Vec<(&'static str, Box<dyn Engine>)> {
    let of = |entry: &GameEntry| {
        let game = entry.load(None).expect("the built-in rules");
        let engine = match game.game_name() {
            DragonSlayer::NAME => {
                let mut rules = Rules::built_in();
                rules.target = 4;
                DragonSlayer::by(rules).with_personalities(game.roster()).engine()
            }
            Pig::NAME => Pig::to(20).engine(),
            _ => game.engine(),
        };
        (game.game_name(), engine)
    };
    rivals::catalogue().iter().map(of).collect()
}
