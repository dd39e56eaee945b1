//! The specification's examples, and plain implementations over random maps.

mod attacks;
mod evaluate;
mod fighting;
mod geometry;
mod ground_asks;
mod maps;
mod movement;
mod moving;
mod path;
mod players;
mod positions;
mod sbt;
mod showing;
mod sight;
mod terrain;
mod turns;

use std::sync::Arc;

use rand::{Rng, RngExt};
use rivals_core::engine::{Engine, EngineOf};
use rivals_core::random::{Key, Purpose};
use serde_json::{Value, json};

use super::hex::{Hex, Side};
use super::map::Map;
use super::rules::BattleTech;
use super::state::State;

/// The engine's answer.
fn ask(question: &Value) -> Value {
    let mut engine = EngineOf::new(Arc::new(BattleTech::default()));
    serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
}

/// The state of a position.
fn state(position: &Value) -> State {
    let read = rivals_core::engine::position(&BattleTech::default(), position);
    read.unwrap_or_else(|error| panic!("{error:?}: {position}"))
}

/// The position after these moves.
fn applied(position: &Value, moves: &[&str]) -> Value {
    let answer = ask(&json!({ "ask": "apply", "position": position, "moves": moves }));
    assert!(answer["error"].is_null(), "{answer}");
    answer["position"].clone()
}

/// The hex of this notation.
fn hex(text: &str) -> Hex {
    text.parse().unwrap()
}

/// The side with this number.
fn side(number: u8) -> Side {
    number.to_string().parse().unwrap()
}

/// The map of these lines.
fn map(lines: &[&str]) -> Map {
    Map::read(lines.iter().map(|&line| line.to_owned()).collect()).unwrap()
}

fn generator(seed: u64) -> impl Rng {
    Key::new(seed, Purpose::Playing, &[]).generator()
}

/// A map with all kinds of ground, closely mixed.
fn mixed_map(columns: u8, rows: u8, rng: &mut impl Rng) -> Map {
    let mut lines = vec![format!("{columns}x{rows}")];
    let open = Map::read(lines.clone()).unwrap();
    for hex in open.hexes() {
        let feature = match rng.random_range(0..20) {
            0..3 => "light",
            3..6 => "heavy",
            6 | 7 => "rubble",
            8 => ["building 15", "building 40", "building 120"][rng.random_range(0..3)],
            9 => ["water 0", "water 1", "water 2", "water 3"][rng.random_range(0..4)],
            10 => "paved",
            _ => "",
        };
        if !feature.is_empty() {
            lines.push(format!("{feature}: {hex}"));
        }
        if !feature.starts_with("water") && rng.random_range(0..3) == 0 {
            lines.push(format!("level {}: {hex}", rng.random_range(1..4)));
        }
    }
    // A road over what land it finds.
    let map = Map::read(lines.clone()).unwrap();
    let row = rng.random_range(1..=rows);
    for column in 1..columns {
        let pair = [column, column + 1].map(|column| Hex::new(column, row));
        let dry = |hex: Hex| {
            !lines.iter().any(|line| line.starts_with("water") && line.ends_with(&hex.to_string()))
        };
        if pair.iter().all(|&hex| dry(hex)) {
            lines.push(format!("road: {} {}", pair[0], pair[1]));
        }
    }
    assert_eq!((map.columns, map.rows), (columns, rows));
    Map::read(lines).unwrap()
}

/// One of the hexes.
fn any_hex(map: &Map, rng: &mut impl Rng) -> Hex {
    let (columns, rows) = (map.columns, map.rows);
    Hex::new(rng.random_range(1..=columns), rng.random_range(1..=rows))
}

/// The built-in map of this name.
fn named(name: &str) -> Arc<Map> {
    Map::named(name).unwrap()
}
