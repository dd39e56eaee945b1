//! The optional rules of terrain.

use std::sync::Arc;

use rivals_core::contest::conforms;
use rivals_core::engine::{Engine, EngineOf};
use serde_json::{Value, json};

use super::ask;
use crate::battletech::rules::BattleTech;

fn rules() -> BattleTech {
    BattleTech { terrain: true, ..BattleTech::default() }
}

/// The answer with the optional rules.
fn answer(question: Value) -> Value {
    let mut engine = EngineOf::new(Arc::new(rules()));
    serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
}

fn legal(position: &Value) -> Vec<String> {
    let answer = answer(json!({"ask": "legal", "position": position}));
    serde_json::from_value(answer["actions"].clone()).unwrap_or_else(|_| panic!("{answer}"))
}

fn applied(position: &Value, moves: &[&str]) -> Value {
    let answer = answer(json!({"ask": "apply", "position": position, "moves": moves}));
    assert!(answer["error"].is_null(), "{answer}");
    answer["position"].clone()
}

/// A mech at 0505, which looks to the north, and one far away.
fn position(map: Value, phase: &str, model: &str, terrain: Value) -> Value {
    json!({"map": map, "phase": phase, "terrain": terrain, "mechs": [
        {"model": model, "hex": "0505", "facing": 1},
        {"model": "HBK-4G", "hex": "0909", "facing": 1},
    ]})
}

/// Without the rule there is no trace of it.
#[test]
fn it_is_off_by_default() {
    let start = ask(&json!({"ask": "start"}))["position"].clone();
    assert!(start.get("terrain").is_none());
    assert!(!serde_json::to_string(&BattleTech::default()).unwrap().contains("terrain"));
    let mut with = start.clone();
    with["terrain"] = json!({});
    let refused = ask(&json!({"ask": "legal", "position": with}));
    assert_eq!(refused["error"]["field"], "position.terrain");
    let mut bogged = start;
    bogged["mechs"][0]["bogged"] = json!(true);
    let refused = ask(&json!({"ask": "legal", "position": bogged}));
    assert_eq!(refused["error"]["field"], "position.mechs[0].bogged");
    let swamp = json!({"ask": "line_of_sight", "map": ["3x3", "swamp: 0101"], "from": "0101", "to": "0103"});
    assert_eq!(ask(&swamp)["error"]["field"], "map[1]");
    let wrong = position(json!(["9x9"]), "movement", "AS7-D", json!({"fires": ["1001"]}));
    let refused = answer(json!({"ask": "legal", "position": wrong}));
    assert_eq!(refused["error"]["field"], "position.terrain.fires");
}

#[test]
fn swamp() {
    let changes = json!({"changes": ["swamp: 0504"]});
    let start = position(json!(["9x9"]), "movement", "GRF-1N", changes);
    let reach = answer(json!({"ask": "reach", "seat": 1, "position": start}));
    assert_eq!(reach["walk"]["0504"][0], 2);
    // The check fails: the mech is stuck, and stands.
    let stuck = applied(&start, &["walk:0503:1", "4"]);
    let mech = &stuck["mechs"][0];
    assert_eq!((&mech["hex"], &mech["bogged"]), (&json!("0504"), &json!(true)));
    assert_eq!(mech["prone"], false);
    let hit = json!({"ask": "to_hit", "seat": 2, "target": 1, "weapon": "RA:5", "position": stuck});
    assert!(answer(hit)["modifiers"].as_array().unwrap().contains(&json!(["target bogged", -2])));
    let mut next = stuck;
    next["acted"] = json!([]);
    next["mechs"][0]["moved"] = json!({"mode": "stay", "hexes": 0});
    let actions = legal(&next);
    assert_eq!(actions, ["stay", "stand:1", "stand:2", "stand:3", "stand:4", "stand:5", "stand:6"]);
    let still = applied(&next, &["stand:3", "4"]);
    assert_eq!(
        (&still["mechs"][0]["bogged"], &still["mechs"][0]["facing"]),
        (&json!(true), &json!(1))
    );
    let free = applied(&next, &["stand:3", "5"]);
    assert!(free["mechs"][0].get("bogged").is_none());
    assert!(legal(&free).contains(&"walk:0604:3".to_owned()));
    let landed = applied(&start, &["jump:0504:1"]);
    assert_eq!((&landed["mechs"][0]["bogged"], &landed["acted"]), (&json!(true), &json!([1])));
}

#[test]
fn clearing_and_setting_on_fire() {
    let woods = json!(["9x9", "heavy: 0503", "building 40: 0703", "level 1: 0703"]);
    let start = position(woods, "weapons", "WHM-6R", json!({"wind": 1}));
    let actions = legal(&start);
    assert!(actions.contains(&"clear:RA:5:0503".to_owned()));
    assert!(actions.contains(&"ignite:RT:1:0703".to_owned()));
    // A small laser and machine guns: only the latter set fire; nothing clears a building.
    assert!(!actions.iter().any(|action| action.starts_with("ignite:RT:2")));
    assert!(actions.contains(&"ignite:RT:3:0503".to_owned()));
    assert!(!actions.iter().any(|action| action.starts_with("clear") && action.ends_with("0703")));
    // A PPC at distance 2: 4 and 2 for the minimum range, less 4. It clears with 10 or less.
    let declared = applied(&start, &["clear:RA:5:0503"]);
    assert_eq!(declared["declared"][0]["need"], 2);
    let shot = |rolls: &[&str]| {
        let moves: Vec<&str> =
            ["clear:RA:5:0503", "done", "done"].into_iter().chain(rolls.iter().copied()).collect();
        applied(&start, &moves)["terrain"].clone()
    };
    assert_eq!(shot(&["7", "6", "10"])["changes"], json!(["light: 0503"]));
    assert_eq!(shot(&["7", "6", "11"])["changes"], json!([]));
    assert_eq!(shot(&["7", "5"])["fires"], json!(["0503"]));
    let fire = applied(&start, &["ignite:RT:1:0703", "done", "done", "7", "7"]);
    assert_eq!(fire["terrain"]["fires"], json!([]), "a medium building needs one more");
    let fire = applied(&start, &["ignite:RT:1:0703", "done", "done", "7", "8"]);
    assert_eq!(fire["terrain"]["fires"], json!(["0703"]));
    let mut light = start.clone();
    light["terrain"]["changes"] = json!(["light: 0503"]);
    let rubble = applied(&light, &["clear:RA:5:0503", "done", "done", "7", "6", "2"]);
    assert_eq!(rubble["terrain"]["changes"], json!(["rubble: 0503"]));
}

#[test]
fn shots_that_miss_may_light_woods() {
    let mut start = position(json!(["9x9", "light: 0503"]), "weapons", "WHM-6R", json!({}));
    start["mechs"][1]["hex"] = json!("0503");
    let shot = |roll: &str| {
        let moves = ["fire:RT:1:0503", "done", "done", "2", roll];
        applied(&start, &moves)["terrain"]["fires"].clone()
    };
    assert_eq!((shot("3"), shot("4")), (json!(["0503"]), json!([])));
}

#[test]
fn fire_smoke_and_heat() {
    let woods = json!(["9x9", "light: 0505 0504 0503", "heavy: 0507"]);
    let start =
        position(woods, "movement", "WHM-6R", json!({"wind": 1, "fires": ["0504", "0505"]}));
    // Heat 5 where it stands, and 2 for a burning hex on its way.
    let heat = |moves: &[&str], phase: &str| {
        let mut start = start.clone();
        start["mechs"][0]["sinks_off"] = json!(18);
        let mut moves = moves.to_vec();
        moves.extend(["stay", "torso:centre", "torso:centre", "done", "done", "done", "done"]);
        let after = applied(&start, &moves);
        assert_eq!(after["phase"], phase);
        after["mechs"][0]["heat"].clone()
    };
    assert_eq!(heat(&["stay"], "end"), 5);
    assert_eq!(heat(&["walk:0503:1"], "end"), 1 + 2);
    // Smoke on 0503 and 0502, or with the wind from the north on 0504 alone.
    let seen = |wind: u8| {
        let fires = json!({"wind": wind, "fires": ["0503", "0504"]});
        let mut position = position(json!(["9x9"]), "movement", "WHM-6R", fires);
        position["mechs"][1]["hex"] = json!("0501");
        answer(
            json!({"ask": "to_hit", "seat": 1, "target": 2, "weapon": "RA:5", "position": position}),
        )
    };
    assert_eq!(seen(1)["why"], "there is no line of sight");
    assert!(seen(4)["modifiers"].as_array().unwrap().contains(&json!(["intervening woods", 2])));
}

#[test]
fn fires_spread_with_the_wind() {
    let woods = json!(["9x9", "light: 0505 0504 0604 0502"]);
    let mut start = position(woods, "end", "WHM-6R", json!({"wind": 1, "fires": ["0504", "0505"]}));
    start["mechs"][0]["hex"] = json!("0101");
    start["acted"] = json!([1]);
    // 0504 burns already. From 0505: 0604 is one side from the wind; from 0504: over the gap.
    let start = applied(&start, &["done"]);
    let mut end = start.clone();
    end["phase"] = json!("heat");
    end["rolls"] = json!([]);
    let rolls = applied(&end, &[])["rolls"].clone();
    let ignite = |hex: &str, from: u8| json!({"for": "ignite", "seat": 1, "hex": hex, "from": from, "to": 12});
    assert_eq!(rolls, json!([ignite("0502", 12), ignite("0604", 11)]));
    let after = applied(&end, &["12", "10"]);
    assert_eq!(after["terrain"]["fires"], json!(["0502", "0504", "0505"]));
}

#[test]
fn buildings_collapse() {
    let city = json!(["9x9", "building 40: 0504 0303", "level 2: 0504"]);
    let start = position(city, "movement", "WHM-6R", json!({"fires": ["0303"]}));
    // 70 tons on a factor of 40: it falls two levels, 21 points in groups of 5, onto rubble.
    let inside = applied(&start, &["walk:0504:1"]);
    assert_eq!(inside["rolls"], json!([{"for": "fall", "seat": 1}]));
    let fallen = applied(&inside, &["1"]);
    let damages: Vec<i64> = fallen["rolls"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|roll| roll["damage"].as_i64())
        .collect();
    assert_eq!(damages, [5, 5, 5, 5, 1]);
    assert_eq!(fallen["rolls"][5], json!({"for": "pilot", "seat": 1, "need": 7}));
    assert_eq!(fallen["terrain"]["changes"], json!(["rubble: 0504"]));
    let mech = &fallen["mechs"][0];
    assert_eq!((&mech["hex"], &mech["prone"]), (&json!("0504"), &json!(true)));
    // A burning building loses its factor.
    let mut end = start;
    end["phase"] = json!("heat");
    assert_eq!(applied(&end, &[])["terrain"]["changes"], json!(["building 38: 0303"]));
    end["terrain"] = json!({"fires": ["0303"], "changes": ["building 56: 0303"]});
    end["mechs"][0] = json!({"model": "GRF-1N", "hex": "0303", "facing": 1});
    let burnt = applied(&end, &[]);
    assert_eq!(burnt["rolls"], json!([{"for": "fall", "seat": 1}]));
    let burnt = applied(&burnt, &["1"]);
    assert_eq!(
        (&burnt["terrain"]["changes"], &burnt["terrain"]["fires"]),
        (&json!(["rubble: 0303"]), &json!([]))
    );
}

/// Agents in the states of a random game with all optional rules.
#[test]
fn it_conforms_with_terrain() {
    let setup = "city:LCT-1V,HBK-4G:turns=1".to_owned();
    let game = BattleTech { setups: vec![setup.try_into().unwrap()], terrain: true };
    conforms(&game, 1, &["still", "seed"]);
}

/// A check for a collapse that no move has led to is a check like others.
#[test]
fn checks_without_a_place_end() {
    let mut start = position(json!(["9x9"]), "movement", "WHM-6R", json!({}));
    start["rolls"] =
        json!([{"for": "piloting", "seat": 1, "need": 5, "why": "collapse", "at": "0505"}]);
    assert_eq!(applied(&start, &["6"])["rolls"], json!([]));
}
