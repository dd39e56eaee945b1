//! Numbers to hit, physical attacks and expected damage: the examples of the specification and of
//! the protocol.

use super::ask;
use serde_json::{Value, json};

/// The answer of `to_hit` for seat 1 at seat 2.
fn to_hit(weapon: &str, map: Value, attacker: Value, target: Value) -> Value {
    let position = json!({"map": map, "mechs": [attacker, target]});
    ask(&json!({"ask": "to_hit", "seat": 1, "target": 2, "weapon": weapon, "position": position}))
}

fn need(weapon: &str, map: Value, attacker: Value, target: Value) -> Value {
    to_hit(weapon, map, attacker, target)["need"].clone()
}

fn merged(mech: Value, more: Value) -> Value {
    let mut mech = mech;
    let fields = more.as_object().unwrap().clone();
    mech.as_object_mut().unwrap().extend(fields);
    mech
}

/// B9.
#[test]
fn numbers_to_hit() {
    let warhammer = |more| merged(json!({"model": "WHM-6R", "hex": "0509", "facing": 1}), more);
    let target =
        |hex: &str, more| merged(json!({"model": "GRF-1N", "hex": hex, "facing": 4}), more);
    let walked = json!({"mode": "walk", "hexes": 3});
    let woods = || json!(["15x17", "light: 0501 0505"]);
    let far = |heat: u8| {
        let attacker = warhammer(json!({"heat": heat, "moved": walked}));
        to_hit(
            "RA:5",
            woods(),
            attacker,
            target("0501", json!({"moved": {"mode": "run", "hexes": 6}})),
        )
    };
    assert_eq!((&far(9)["need"], &far(9)["chance"]), (&json!(12), &json!(1)));
    assert_eq!((&far(14)["need"], &far(14)["allowed"]), (&json!(13), &json!(false)));
    let open = || json!(["15x17"]);
    assert_eq!(need("RA:5", open(), warhammer(json!({})), target("0507", json!({}))), 6);
    let hunchback = json!({"model": "HBK-4G", "hex": "0509", "facing": 1});
    let prone = target("0508", json!({"prone": true}));
    assert_eq!(need("RT:1", open(), hunchback.clone(), prone), 2);
    let off = target("0500".replace("00", "01").as_str(), json!({"shutdown": true}));
    let medium = json!({"model": "HBK-4G", "hex": "0510", "facing": 1});
    assert_eq!(need("RA:5", open(), medium, off), 4);
    let wet = json!(["15x17", "water 1: 0507"]);
    assert_eq!(need("RA:5", wet, hunchback, target("0507", json!({}))), 6);
    let jumped = json!({"moved": {"mode": "jump", "hexes": 4}});
    let griffin = merged(json!({"model": "GRF-1N", "hex": "0509", "facing": 1}), jumped.clone());
    assert_eq!(need("RA:5", open(), griffin, target("0505", jumped)), 9);
}

/// B15.
#[test]
fn physical_attacks() {
    let open = || json!(["9x9"]);
    let at = |model: &str| json!({"model": model, "hex": "0506", "facing": 1});
    let target = || json!({"model": "HBK-4G", "hex": "0505", "facing": 4});
    let facts = |answer: Value| (answer["need"].clone(), answer["damage"].clone());
    let found = |model: &str, weapon: &str| facts(to_hit(weapon, open(), at(model), target()));
    assert_eq!(found("AS7-D", "kick:RL"), (json!(3), json!(20)));
    assert_eq!(found("AS7-D", "punch:LA"), (json!(4), json!(10)));
    let club = merged(at("AS7-D"), json!({"club": "limb"}));
    assert_eq!(facts(to_hit("club", open(), club, target())), (json!(4), json!(20)));
    assert_eq!(found("LCT-1V", "punch:RA"), (json!(7), json!(1)));
    assert_eq!(found("JR7-D", "punch:RA"), (json!(7), json!(2)));
    assert_eq!(found("JR7-D", "kick:LL"), (json!(3), json!(7)));
    let moving = merged(target(), json!({"moved": {"mode": "walk", "hexes": 4}}));
    let answer = to_hit("kick:RL", open(), at("AS7-D"), moving);
    assert_eq!((&answer["need"], &answer["chance"]), (&json!(4), &json!(33)));
    // One level up: no kick, and a punch hits the legs. Prone one level below: nothing.
    let up = || json!(["9x9", "level 1: 0505"]);
    assert_eq!(to_hit("kick:RL", up(), at("AS7-D"), target())["allowed"], false);
    assert_eq!(to_hit("punch:RA", up(), at("AS7-D"), target())["table"], "kick");
    let below = || json!(["9x9", "level 1: 0506"]);
    let prone = || merged(target(), json!({"prone": true}));
    for weapon in ["kick:RL", "punch:RA", "punch:LA"] {
        assert_eq!(to_hit(weapon, below(), at("AS7-D"), prone())["allowed"], false);
    }
    assert_eq!(to_hit("kick:RL", below(), at("AS7-D"), target())["table"], "punch");
    assert_eq!(to_hit("kick:RL", open(), at("AS7-D"), prone())["need"], 1);
}

/// The position and the questions of the protocol.
#[test]
fn the_examples_of_the_protocol() {
    let position = json!({"map": "wooded", "turn": 3, "phase": "weapons", "order": [2, 1], "acted": [2],
        "mechs": [
            {"model": "GRF-1N", "hex": "0412", "facing": 1, "torso": "right", "heat": 9,
             "armour": {"LA": 9}, "moved": {"mode": "walk", "hexes": 3}},
            {"model": "HBK-4G", "hex": "0705", "facing": 4, "hits": ["LA:2"], "ammo": {"LT:1": 4},
             "moved": {"mode": "run", "hexes": 5}, "fired": ["RT:1"]}],
        "declared": [{"seat": 2, "action": "fire:RT:1:0412", "need": 12}]});
    let legal = ask(&json!({"ask": "legal", "position": position}));
    assert_eq!(legal, json!({"seat": 1, "actions": ["fire:RA:5:0705", "fire:RT:3:0705", "done"]}));
    let answer = ask(
        &json!({"ask": "to_hit", "seat": 1, "target": 2, "weapon": "RA:5", "position": position}),
    );
    let expected = json!({"table": "hit", "allowed": true, "need": 11, "modifiers": [["gunnery", 4],
        ["attacker moved", 1], ["target moved", 2], ["intervening woods", 1], ["range", 2], ["heat", 1]],
        "chance": 3, "side": "front"});
    assert_eq!(answer, expected);
    let kick = ask(
        &json!({"ask": "to_hit", "seat": 1, "target": 2, "weapon": "kick:RL", "position":
        {"map": "open", "mechs": [
            {"model": "AS7-D", "hex": "0808", "facing": 4, "moved": {"mode": "walk", "hexes": 1}},
            {"model": "LCT-1V", "hex": "0809", "facing": 2, "moved": {"mode": "run", "hexes": 9}}]}}),
    );
    let expected = json!({"damage": 20, "table": "kick", "allowed": true, "need": 7,
        "modifiers": [["kick", 3], ["attacker moved", 1], ["target moved", 3]], "chance": 21, "side": "front"});
    assert_eq!(kick, expected);
    let damage = ask(&json!({"ask": "expected_damage", "weapon": "SRM 2", "need": 8}));
    let expected = json!({"expected": 1.180_555_555_555_555_6, "fraction": "85/72",
        "damage": [[0, 756], [2, 315], [4, 225]]});
    assert_eq!(damage, expected);
    let chosen = ask(&json!({"ask": "knapsack", "budget": 6, "weapons": [{"heat": 3, "value": 5},
        {"heat": 3, "value": 5}, {"heat": 7, "value": 20}, {"heat": 1, "value": 3}]}));
    let expected = json!({"chosen": [0, 1], "heat": 6, "value": 10.0,
        "greedy": {"chosen": [3, 0], "heat": 4, "value": 8.0}});
    assert_eq!(chosen, expected);
}

/// Values are decimal numbers, and not the binary ones next to them.
#[test]
fn knapsack_of_decimal_numbers() {
    let tenth = json!({"heat": 1, "value": 0.1});
    let chosen = |weapons: Value| ask(&json!({"ask": "knapsack", "budget": 3, "weapons": weapons}));
    let (three, heavy) = (json!({"heat": 3, "value": 0.3}), json!({"heat": 3, "value": 1e9}));
    let tie = chosen(json!([three, tenth, tenth, tenth]));
    let expected = json!({"chosen": [0], "heat": 3, "value": 0.3,
        "greedy": {"chosen": [0], "heat": 3, "value": 0.3}});
    assert_eq!(tie, expected);
    let tie = chosen(json!([tenth, tenth, tenth, three]));
    assert_eq!((&tie["chosen"], &tie["value"]), (&json!([0, 1, 2]), &json!(0.3)));
    assert_eq!(chosen(json!([heavy]))["value"], 1e9);
    let more = chosen(json!([{"heat": 1, "value": 1e-9}, {"heat": 1, "value": 1.5e-9}]));
    assert_eq!(more["value"], 2.5e-9);
}

/// Expected damage is the sum over all throws of the dice.
#[test]
fn expected_damage_by_enumeration() {
    use crate::battletech::attack::{damages, expected};
    use crate::battletech::record::WEAPONS;
    use crate::battletech::tables::cluster;

    let throws: Vec<u8> =
        (1..=6).flat_map(|first| (1..=6).map(move |second| first + second)).collect();
    for weapon in WEAPONS.iter() {
        for need in 1..=13 {
            let mut sum = 0;
            for _ in throws.iter().filter(|throw| **throw >= need) {
                for throw in &throws {
                    let hits = match weapon.missiles {
                        0 => 1,
                        missiles => cluster(missiles)[usize::from(*throw) - 2],
                    };
                    sum += u64::from(hits) * u64::from(weapon.damage);
                }
            }
            assert_eq!(expected(weapon, need), sum, "{} {need}", weapon.name);
            let spread = damages(weapon, need);
            let total: u64 = spread.iter().map(|(_, weight)| weight).sum();
            let mean: u64 = spread.iter().map(|(damage, weight)| u64::from(*damage) * weight).sum();
            assert_eq!(mean * (1296 / total), sum);
        }
    }
}
