//! The turn: the worked examples of the protocol, falls, damage, heat, and whole games.

use super::{applied, ask, state};
use rivals_core::contest::{Players, conforms};
use rivals_core::play::{Dice, Game, Seat, Step, Turn};
use serde_json::{Value, json};

use crate::battletech::BattleTech;
use crate::battletech::record::Location;
use crate::battletech::state::Phase;

fn start() -> Value {
    // The rolls for the initiative are left, so that the examples can make them.
    let mut position = json!(BattleTech::default().start(2));
    position["rolls"] = json!([]);
    position
}

#[test]
fn a_worked_turn() {
    let moves = [
        "5",
        "9",
        "walk:0805:4",
        "run:0811:1",
        "torso:centre",
        "torso:left",
        "fire:RA:5:0811",
        "done",
        "fire:LA:5:0805",
        "done",
        "9",
        "7",
        "5",
        "done",
        "done",
        "done",
        "done",
    ];
    let after = applied(&start(), &moves);
    assert_eq!((&after["turn"], &after["phase"]), (&json!(2), &json!("initiative")));
    assert_eq!(after["mechs"][1]["armour"]["CT"], 21);
    assert_eq!((&after["mechs"][0]["heat"], &after["mechs"][1]["heat"]), (&json!(0), &json!(0)));
    assert_eq!(after["rolls"][0], json!({"for": "initiative", "seat": 1}));
    // The order of the first turn stands until the next is rolled; torsos are back.
    assert_eq!((&after["order"], &after["mechs"][1]["torso"]), (&json!([1, 2]), &json!("centre")));
    // Both need 9.
    let before = applied(&start(), &moves[..10]);
    let needs: Vec<&Value> =
        before["rolls"].as_array().unwrap().iter().map(|roll| &roll["need"]).collect();
    assert_eq!(needs, [9, 9]);
}

/// Ruling 29: what is declared is struck with the damage that it had.
#[test]
fn strikes_keep_their_damage() {
    let position = json!({"map": "open", "phase": "physical", "acted": [1, 2], "mechs": [
        {"model": "AS7-D", "hex": "0808", "facing": 4},
        {"model": "AS7-D", "hex": "0809", "facing": 1},
    ], "rolls": [
        {"for": "slot", "seat": 1, "location": "LA"},
        {"for": "to-hit", "seat": 1, "action": "punch:LA:0809", "need": 5},
    ]});
    let after = applied(&position, &["LA:2"]);
    assert_eq!(after["rolls"][0]["damage"], 10, "{after}");
    assert_eq!(applied(&after, &["12"])["rolls"][0]["damage"], 10);
    let whole = applied(&position, &["LA:5"]);
    assert!(whole["rolls"][0]["damage"].is_null(), "no actuator");
}

/// Ruling 33: wounds of a pilot without life support come after the ammunition.
#[test]
fn life_support_comes_last() {
    let position = json!({"map": "open", "phase": "physical", "mechs": [
        {"model": "GRF-1N", "hex": "0808", "facing": 4, "heat": 32, "hits": ["HD:1"],
         "ammo": {"RT:5": 1, "RT:6": 0}},
        {"model": "HBK-4G", "hex": "0101", "facing": 4},
    ]});
    let after = applied(&position, &["done", "done", "12"]);
    let next = |position: &Value, at: usize| position["rolls"][at]["for"].clone();
    assert_eq!([next(&after, 0), next(&after, 1)], ["explosion", "suffocation"]);
    let exploded = applied(&after, &["2"]);
    let rolls = exploded["rolls"].as_array().unwrap().iter();
    let needs: Vec<&Value> =
        rolls.filter(|roll| roll["for"] == "conscious").map(|roll| &roll["need"]).collect();
    assert_eq!(needs, [3, 5], "{exploded}");
    assert!(json!(exploded["rolls"]).to_string().contains("suffocation"));
}

/// A turn does not begin where less than two mechs are left.
#[test]
fn nobody_is_left_to_roll() {
    let mech = |hex: &str| json!({"model": "HBK-4G", "hex": hex, "facing": 1, "wounds": 6});
    let mechs = [mech("0101"), mech("0202")];
    let position = json!({"map": "open", "phase": "initiative", "mechs": mechs});
    let answer = ask(&json!({"ask": "legal", "position": position}));
    assert_eq!(answer["over"], true, "{answer}");
}

/// B17, and rolls that are equal are made again.
#[test]
fn initiative() {
    let setup = json!({"ask": "start", "setup": "open:HBK-4G,HBK-4G,AS7-D", "seats": 3});
    let mut position = ask(&setup)["position"].clone();
    position["phase"] = json!("initiative");
    let after = applied(&position, &["9", "4", "7"]);
    assert_eq!((&after["order"], &after["phase"]), (&json!([2, 3, 1]), &json!("movement")));
    let after = applied(&after, &["stay", "stay", "stay"]);
    let legal = ask(&json!({"ask": "legal", "position": after}));
    assert_eq!(legal["seat"], 1);
    let after = applied(&after, &["torso:left", "torso:left"]);
    assert_eq!(after["acted"], json!([1, 3]));
    let after = applied(&position, &["9", "4", "4", "3", "2", "8"]);
    assert_eq!(after["order"], json!([2, 1, 3]));
}

#[test]
fn a_walk_into_rubble() {
    let position = json!({"map": "open", "mechs": [
        {"model": "HBK-4G", "hex": "0808", "facing": 4},
        {"model": "HBK-4G", "hex": "0802", "facing": 4},
    ]});
    let check = applied(&position, &["walk:0809:4"]);
    let roll = json!({"for": "piloting", "seat": 1, "need": 6, "why": "rubble", "at": "0809", "facing": 4});
    assert_eq!(check["rolls"], json!([roll]));
    assert_eq!(check["mechs"][0]["moved"]["from"], "0808");
    let after = applied(&position, &["walk:0809:4", "5", "4", "7", "8"]);
    let mech = &after["mechs"][0];
    assert_eq!(
        (&mech["hex"], &mech["facing"], &mech["prone"]),
        (&json!("0809"), &json!(1), &json!(true))
    );
    assert_eq!((&mech["armour"]["CTr"], &mech["wounds"]), (&json!(0), &json!(0)));
    assert_eq!(mech["moved"], json!({"mode": "walk", "hexes": 1}));
    assert_eq!(ask(&json!({"ask": "legal", "position": after}))["seat"], 2);
}

/// The rolls of a fall by its model: B12.
#[test]
fn falls_hurt_by_weight() {
    let damages = |model: &str, map: Value| {
        let position = json!({"map": map, "phase": "movement", "mechs": [
            {"model": model, "hex": "0101", "facing": 4},
            {"model": "HBK-4G", "hex": "0104", "facing": 1},
        ], "rolls": [{"for": "fall", "seat": 1}]});
        let after = applied(&position, &["1"]);
        let rolls = after["rolls"].as_array().unwrap().clone();
        assert_eq!(rolls.last().unwrap(), &json!({"for": "pilot", "seat": 1, "need": 5}));
        let hits = &rolls[..rolls.len() - 1];
        hits.iter().map(|roll| roll["damage"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(damages("AS7-D", json!(["4x4"])), [5, 5]);
    assert_eq!(damages("WHM-6R", json!(["4x4"])), [5, 2]);
    assert_eq!(damages("HBK-4G", json!(["4x4", "water 1: 0101"])), [3]);
}

fn hit(position: &Value, roll: &Value, moves: &[&str]) -> Value {
    let mut position = position.clone();
    position["rolls"] = json!([roll]);
    position["phase"] = json!("weapons");
    position["acted"] = json!([1, 2]);
    applied(&position, moves)
}

/// B13: damage goes on inward.
#[test]
fn damage_goes_inward() {
    let position = json!({"map": ["4x4"], "mechs": [
        {"model": "LCT-1V", "hex": "0101", "facing": 4},
        {"model": "HBK-4G", "hex": "0104", "facing": 1},
    ]});
    let roll = json!({"for": "location", "seat": 1, "table": "hit", "side": "left", "damage": 20});
    let after = hit(&position, &roll, &["4"]);
    let mech = &after["mechs"][0];
    for (location, left) in [("LA", 0), ("LT", 0), ("CT", 6)] {
        assert_eq!(mech["structure"][location], left, "{location}");
    }
    assert_eq!(mech["armour"]["CT"], 10);
    assert_eq!(mech["taken"], 0, "the check for 20 points is next");
    let check = json!({"for": "piloting", "seat": 1, "need": 6, "why": "damage"});
    assert_eq!(after["rolls"], json!([check]));
}

/// Ammunition, wounds and the order of what follows.
#[test]
fn ammunition_explodes() {
    let position = json!({"map": ["4x4"], "mechs": [
        {"model": "HBK-4G", "hex": "0101", "facing": 4, "ammo": {"LT:1": 1}, "armour": {"LT": 0}},
        {"model": "HBK-4G", "hex": "0104", "facing": 1},
    ]});
    let roll = json!({"for": "critical", "seat": 1, "location": "LT"});
    let slot = hit(&position, &roll, &["8"]);
    let events = ask(&json!({"ask": "legal", "position": slot}));
    assert_eq!(events["events"], json!([["LT:1", 1], ["LT:2", 1]]));
    assert_eq!(events["roll"], json!({"for": "slot", "seat": 1, "location": "LT"}));
    // 20 points: LT has 12, and CT 16.
    let after = applied(&slot, &["LT:1"]);
    let mech = &after["mechs"][0];
    assert_eq!((&mech["structure"]["LT"], &mech["structure"]["CT"]), (&json!(0), &json!(8)));
    assert_eq!((&mech["structure"]["LA"], &mech["ammo"]["LT:2"]), (&json!(0), &json!(0)));
    assert_eq!((&mech["armour"]["CT"], &mech["wounds"]), (&json!(26), &json!(2)));
    let rolls: Vec<(&str, u64)> = after["rolls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|roll| (roll["for"].as_str().unwrap(), roll["need"].as_u64().unwrap_or_default()))
        .collect();
    assert_eq!(rolls, [("critical", 0), ("conscious", 3), ("conscious", 5)]);
    // The head is gone with a 12.
    let head = hit(&position, &json!({"for": "critical", "seat": 1, "location": "HD"}), &["12"]);
    assert_eq!(head["phase"], "over");
    assert_eq!(ask(&json!({"ask": "legal", "position": head}))["winners"], json!([2]));
}

/// B10: heat of walking and two PPCs with 16 sinks.
#[test]
fn heat_adds_up() {
    let heat = |heat: u16, sinks_off: u8| {
        let position = json!({"map": ["9x9"], "phase": "heat", "mechs": [
            {"model": "WHM-6R", "hex": "0101", "facing": 4, "heat": heat, "sinks_off": sinks_off,
             "moved": {"mode": "walk", "hexes": 1}, "fired": ["LA:5", "RA:5"]},
            {"model": "HBK-4G", "hex": "0909", "facing": 1},
        ]});
        state(&position)
    };
    let unit = heat(4, 2);
    assert_eq!((unit.mechs[Seat(0)].heat, unit.mechs[Seat(0)].walk()), (9, 3));
    assert_eq!(unit.phase, Phase::End);
    let hot = heat(9, 2);
    assert_eq!((hot.mechs[Seat(0)].heat, hot.mechs[Seat(0)].walk()), (14, 2));
    assert_eq!(json!(hot)["rolls"], json!([{"for": "shutdown", "seat": 1, "need": 4}]));
    let failed = applied(&json!(hot), &["3"]);
    assert_eq!(failed["mechs"][0]["shutdown"], true);
    assert_eq!(
        failed["rolls"],
        json!([{"for": "piloting", "seat": 1, "need": 8, "why": "shutdown"}])
    );
    let hotter = json!(heat(17, 2));
    let needs = json!([{"for": "shutdown", "seat": 1, "need": 8}, {"for": "explosion", "seat": 1, "need": 4}]);
    assert_eq!((&hotter["mechs"][0]["heat"], &hotter["rolls"]), (&json!(22), &needs));
    // 31 points shut down without a roll.
    let off = json!(heat(26, 2));
    assert_eq!(
        (&off["mechs"][0]["shutdown"], &off["rolls"][0]["for"]),
        (&json!(true), &json!("explosion"))
    );
}

/// B16: what checks need.
#[test]
fn checks_of_piloting() {
    let need = |hits: Value, structure: Value| {
        let position = json!({"map": ["9x9"], "mechs": [
            {"model": "WHM-6R", "hex": "0101", "facing": 4, "hits": hits, "structure": structure},
            {"model": "HBK-4G", "hex": "0909", "facing": 1},
        ]});
        state(&position).mechs[Seat(0)].piloting()
    };
    assert_eq!(need(json!([]), json!({})), 5);
    assert_eq!(need(json!(["CT:4"]), json!({})), 8);
    assert_eq!(need(json!(["LL:1", "RL:2", "RL:4"]), json!({})), 9);
    assert_eq!(need(json!(["LL:1", "LL:2"]), json!({"LL": 0})), 10);
}

/// Standing up: the attempts cost MP and heat, and a failed one is a fall.
#[test]
fn standing_up() {
    let position = json!({"map": ["9x9"], "mechs": [
        {"model": "HBK-4G", "hex": "0505", "facing": 1, "prone": true},
        {"model": "HBK-4G", "hex": "0909", "facing": 1},
    ]});
    let up = applied(&position, &["stand:3", "5"]);
    let mech = &up["mechs"][0];
    assert_eq!((&mech["facing"], &mech["prone"]), (&json!(3), &json!(false)));
    let moved = json!({"mode": "walk", "hexes": 0, "mp": 2, "stands": 1, "from": "0505"});
    assert_eq!(mech["moved"], moved);
    let legal = ask(&json!({"ask": "legal", "position": up}));
    let actions = legal["actions"].as_array().unwrap();
    assert!(actions.contains(&json!("walk:0605:3")) && !actions.contains(&json!("walk:0805:3")));
    assert!(!actions.iter().any(|action| action.as_str().unwrap().starts_with("jump")));
    // Down again on facing 1, turned by the fall, and up with the last running MP.
    let down = applied(&position, &["stand:3", "4", "2", "7", "9"]);
    let mech = &down["mechs"][0];
    assert_eq!((&mech["facing"], &mech["prone"]), (&json!(2), &json!(true)));
    let legal = ask(&json!({"ask": "legal", "position": down}));
    let actions = legal["actions"].as_array().unwrap();
    assert!(actions.contains(&json!("stand:6")) && !actions.contains(&json!("run:0505:1")));
    let last = applied(&down, &["stand:3", "12", "stay"]);
    assert_eq!(last["mechs"][0]["moved"], json!({"mode": "walk", "hexes": 0, "stands": 2}));
}

/// Random games: what armour and structure lose is what was marked, points never rise, and all
/// end with the last turn.
#[test]
fn points_never_rise() {
    let game = BattleTech::default();
    for (number, setup) in game.setups().iter().enumerate() {
        let dice = Dice::new(number as u64, 0, 0);
        let state = game.set_up(setup, 2, &mut dice.opening()).unwrap();
        let mut playthrough = rivals_core::play::Playthrough::from_state(
            std::sync::Arc::new(game.clone()),
            state,
            2,
            dice,
        );
        let mut agents = vec![game.player("random").unwrap(), game.player("random").unwrap()];
        let mut points = [u32::MAX; 2];
        while playthrough.advance(&mut agents).is_none() {
            let state = playthrough.state();
            for (before, seat) in points.iter_mut().zip(state.seats()) {
                let mech = &state.mechs[seat];
                assert!(mech.points() <= *before);
                *before = mech.points();
                for location in Location::ALL {
                    let lost = mech.lost(location);
                    assert!(!lost || mech.armour[location.plate(false)] == 0);
                }
            }
            assert!(state.turn <= state.turns);
            // B22: nothing is declared that two dice do not reach.
            assert!(state.declared.iter().all(|declared| declared.need <= 12));
        }
    }
}

/// Every hit takes its damage from armour and structure, or destroys the mech.
#[test]
fn damage_is_conserved() {
    let game = BattleTech::default();
    let dice = Dice::new(9, 0, 0);
    let mut rng = dice.opening();
    for setup in ["wooded:AS7-D,WHM-6R", "open:LCT-1V,GRF-1N", "city:ARC-2R,JR7-D"] {
        let mut state = game.set_up(setup, 2, &mut rng).unwrap();
        for _ in 0..4_000 {
            let (mech, points) =
                (Seat(0), |state: &crate::battletech::State| state.mechs[Seat(0)].points());
            let before = points(&state);
            let marks = match state.rolls.first() {
                Some(crate::battletech::state::Roll::Location { seat, damage, .. })
                    if *seat == mech =>
                {
                    *damage
                }
                _ => 0,
            };
            let step = match game.turn(&state) {
                Turn::Chance(chances) => Step::Event(chances.sample(&mut rng)),
                Turn::Decide(_) => {
                    let actions = game.actions(&state);
                    Step::Act(actions[rivals_core::play::draw(&mut rng, actions.len())])
                }
                Turn::Over(_) => break,
            };
            game.play(&mut state, step);
            let lost = before - points(&state);
            let whole = Location::ALL.into_iter().all(|location| !state.mechs[mech].lost(location));
            if marks > 0 && whole {
                assert_eq!(lost, u32::from(marks), "{setup}");
            }
            assert!(lost >= u32::from(marks) || !whole, "{setup}");
        }
    }
}

/// All agents in the states of random games, and games between them.
#[test]
fn it_conforms() {
    let game = BattleTech {
        setups: vec!["open:LCT-1V,AS7-D:turns=4".to_owned().try_into().unwrap()],
        ..BattleTech::default()
    };
    let agents = ["still", "charge", "coward", "seed", "seed-literal", "knapsack"];
    conforms(&game, 1, &agents);
}

/// B21: after the last turn the greatest part of the points wins; of mechs that are destroyed in one
/// phase, all that lived before it.
#[test]
fn the_end() {
    let winners = |mechs: Value, phase: &str, rolls: Value, moves: &[&str]| {
        let position = json!({"map": ["9x9"], "turn": 50, "phase": phase, "acted": [1, 2, 3],
            "mechs": mechs, "rolls": rolls});
        let after = applied(&position, moves);
        ask(&json!({"ask": "legal", "position": after}))["winners"].clone()
    };
    let mech = |model: &str, hex: &str| json!({"model": model, "hex": hex, "facing": 1});
    let mut mechs = json!([mech("HBK-4G", "0101"), mech("AS7-D", "0102"), mech("HBK-4G", "0103")]);
    mechs[0]["armour"] = json!({"LA": 0, "RA": 0});
    mechs[1]["armour"] = json!({"LA": 0, "RA": 0});
    let end = |mechs: &Value| winners(mechs.clone(), "end", json!([]), &[]);
    assert_eq!(end(&mechs), json!([3]));
    // 32 of 243 points are a smaller part than 68 of 456.
    mechs[2]["armour"] = json!({"LA": 0, "RA": 0, "LT": 0});
    assert_eq!(end(&mechs), json!([1]));
    mechs[2] = mechs[0].clone();
    mechs[2]["hex"] = json!("0103");
    assert_eq!(end(&mechs), json!([1, 3]));
    let blow = |seat: u8| json!({"for": "critical", "seat": seat, "location": "HD"});
    mechs[1]["structure"] = json!({"HD": 0});
    let both = winners(mechs.clone(), "weapons", json!([blow(1), blow(3)]), &["12", "12"]);
    assert_eq!(both, json!([1, 2, 3]), "seat 2 stood in the order of the turn");
    let one = winners(mechs, "weapons", json!([blow(1)]), &["12"]);
    assert_eq!(one, json!([3]));
}
