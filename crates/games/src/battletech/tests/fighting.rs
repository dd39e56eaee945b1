//! How agents fight: the examples of the specification.

use super::state;
use crate::battletech::BattleTech;
use crate::battletech::fighting::budget;
use rivals_core::contest::Players;
use rivals_core::play::{Decision, Dice, Game};
use serde_json::{Value, json};

/// The decision of an agent.
fn decision(agent: &str, position: &Value) -> String {
    let (game, state) = (BattleTech::default(), state(position));
    let (seat, actions) = (state.decides().unwrap(), game.actions(&state));
    let at = Decision::new(&game, seat, &state, &actions);
    let mut agent = game.player(agent).unwrap();
    agent.decide(&at, &mut Dice::new(0, 0, 0).opening()).unwrap().action.to_string()
}

/// B10.
#[test]
fn the_budget_of_heat() {
    let budgets = [9, 10, 15, 16, 20, 21, 26, 27].map(budget);
    assert_eq!(budgets, [12, 9, 9, 6, 6, 4, 4, 2]);
}

/// B18.
#[test]
fn the_torso_turns_to_the_enemy() {
    let hexes = ["0504", "0604", "0605", "0506", "0405", "0404"];
    let turns = ["centre", "right", "right", "centre", "left", "left"];
    for (hex, turn) in hexes.into_iter().zip(turns) {
        let position = json!({"map": ["9x9"], "phase": "reaction", "order": [2, 1], "mechs": [
            {"model": "HBK-4G", "hex": "0505", "facing": 1},
            {"model": "HBK-4G", "hex": hex, "facing": 1},
        ]});
        assert_eq!(decision("seed", &position), format!("torso:{turn}"), "{hex}");
    }
}

/// B11 in play: the Warhammer at 5 hexes with 12 points of heat, one weapon after the other.
#[test]
fn weapons_within_the_budget() {
    let mut position = json!({"map": ["15x17"], "phase": "weapons", "mechs": [
        {"model": "WHM-6R", "hex": "0506", "facing": 1},
        {"model": "HBK-4G", "hex": "0501", "facing": 4},
    ]});
    // With the damage of one missile, the lasers come before the launcher.
    assert_eq!(decision("seed:fault=9", &position), "fire:LT:1:0501");
    let mut fired = Vec::new();
    loop {
        let action = decision("seed", &position);
        if action == "done" {
            break;
        }
        position = super::applied(&position, &[&action]);
        fired.push(action);
    }
    assert_eq!(fired, ["fire:RT:4:0501", "fire:LT:1:0501", "fire:RT:1:0501"]);
}

/// A prone mech fires with one arm: with the better one, also if it comes later.
#[test]
fn a_prone_mech_fires_its_better_arm() {
    let position = json!({"map": "open", "phase": "weapons", "mechs": [
        {"model": "HBK-4G", "hex": "0708", "facing": 4, "prone": true, "hits": ["LA:1", "RT:1", "HD:4"]},
        {"model": "AS7-D", "hex": "0710", "facing": 1},
    ]});
    for agent in ["knapsack", "evaluate", "commander"] {
        assert_eq!(decision(agent, &position), "fire:RA:5:0710", "{agent}");
    }
}

/// B19: the document's end phase drops the club and throws away what it still could fire.
#[test]
fn the_end_phase_of_the_document() {
    let mut position = json!({"map": ["9x9"], "phase": "end", "mechs": [
        {"model": "LCT-1V", "hex": "0505", "facing": 1, "club": "tree", "structure": {"LA": 0}},
        {"model": "HBK-4G", "hex": "0101", "facing": 1},
    ]});
    assert_eq!(decision("seed", &position), "done");
    assert_eq!(decision("seed-literal", &position), "drop");
    position["mechs"][0]["club"] = json!(null);
    assert_eq!(decision("seed-literal", &position), "dump:CT:12");
}
