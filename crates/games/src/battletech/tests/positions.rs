//! Positions: their defaults, their notation, and what is refused.

use std::sync::Arc;

use super::super::record::Record;
use super::super::rules::BattleTech;
use super::super::setups::NAMED;
use super::{ask, state};
use rivals_core::contest::Players;
use rivals_core::play::{Dice, Game, Playthrough, Seat};
use serde_json::{Value, json};

fn position() -> Value {
    json!({"map": "open", "mechs": [
        {"model": "HBK-4G", "hex": "0808", "facing": 4},
        {"model": "GRF-1N", "hex": "0802", "facing": 1},
    ]})
}

#[test]
fn all_fields_are_written() {
    let written = json!(state(&position()));
    assert_eq!(written["phase"], "movement");
    assert_eq!((&written["turn"], &written["turns"]), (&json!(1), &json!(50)));
    assert_eq!((&written["order"], &written["acted"]), (&json!([1, 2]), &json!([])));
    assert_eq!((&written["clubs"], &written["rolls"]), (&json!({}), &json!([])));
    let mech = &written["mechs"][0];
    assert_eq!(mech["ammo"], json!({"LT:1": 5, "LT:2": 5}));
    assert_eq!(mech["structure"]["CT"], 16);
    assert_eq!(mech["armour"].as_object().unwrap().len(), 11);
    assert_eq!(mech["moved"], json!({"mode": "stay", "hexes": 0}));
    assert_eq!((&mech["club"], &mech["fired"]), (&json!(null), &json!([])));
    // A record instead of a model is written as a record.
    let mut own = position();
    let record = serde_json::to_value(&**Record::model("AS7-D").unwrap());
    own["mechs"][0] = json!({"record": record.unwrap(), "hex": "0101", "facing": 1});
    let written = json!(state(&own));
    assert_eq!(written["mechs"][0]["record"]["name"], "AS7-D");
    assert_eq!(state(&written).mechs[Seat(0)].record.weapons.len(), 7);
}

#[test]
fn what_is_lost_follows() {
    let mut lost = position();
    lost["mechs"][0]["structure"] = json!({"LT": 0});
    lost["mechs"][1]["hits"] = json!(["RT:5"]);
    let written = json!(state(&lost));
    assert_eq!(written["mechs"][0]["structure"]["LA"], 0);
    assert_eq!(written["mechs"][0]["ammo"], json!({"LT:1": 0, "LT:2": 0}));
    assert_eq!(written["mechs"][1]["ammo"], json!({"RT:5": 0, "RT:6": 12}));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let check = |at: &str| json!([{"for": "piloting", "seat": 1, "need": 5, "why": "rubble", "at": at, "facing": 1}]);
    let refused = |path: &str, value: Value| {
        let mut wrong = position();
        let (path, key) = path.rsplit_once('/').unwrap();
        wrong.pointer_mut(path).unwrap()[key] = value;
        let answer = ask(&json!({"ask": "legal", "position": wrong}));
        answer["error"]["field"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    for (path, value, field) in [
        ("/mechs/0/hex", json!("0802"), "position.mechs[1].hex"),
        ("/mechs/0/hex", json!("1601"), "position.mechs[0].hex"),
        ("/mechs/0/hex", json!("8"), "position.mechs[0].hex"),
        ("/mechs/0/facing", json!(7), "position.mechs[0].facing"),
        ("/mechs/0/heat", json!(-1), "position.mechs[0].heat"),
        ("/mechs/0/armour", json!({"LA": 17}), "position.mechs[0].armour.LA"),
        ("/mechs/0/armour", json!({"XX": 1}), "position.mechs[0].armour"),
        ("/mechs/0/structure", json!({"HD": 4}), "position.mechs[0].structure.HD"),
        ("/mechs/0/hits", json!(["LT:3"]), "position.mechs[0].hits[0]"),
        ("/mechs/0/hits", json!(["LT:1", "LT:1"]), "position.mechs[0].hits[1]"),
        ("/mechs/0/ammo", json!({"LT:3": 1}), "position.mechs[0].ammo.LT:3"),
        ("/mechs/0/ammo", json!({"LT:1": 6}), "position.mechs[0].ammo.LT:1"),
        ("/mechs/0/moved", json!({"mode": "walk", "hexes": 5}), "position.mechs[0].moved.hexes"),
        ("/mechs/0/fired", json!(["RT:2"]), "position.mechs[0].fired"),
        ("/mechs/0/fired", json!(["RT"]), "position.mechs[0].fired[0]"),
        ("/mechs/0/model", json!("HBK"), "position.mechs[0].model"),
        ("/mechs/0/wounds", json!(7), "position.mechs[0].wounds"),
        ("/order", json!([1]), "position.order"),
        ("/order", json!([1, 3]), "position.order[1]"),
        ("/turn", json!(51), "position.turn"),
        ("/phase", json!("fire"), "position.phase"),
        ("/mechs/0/moved", json!({"mode": "jump", "hexes": 0}), "position.mechs[0].moved.mode"),
        ("/mechs/0/fired", json!(["RT:1", "RT:1"]), "position.mechs[0].fired[1]"),
        ("/mechs/0/armor", json!({}), "position.mechs[0].armor"),
        ("/clubs", json!({"1601": 1}), "position.clubs.1601"),
        ("/clubs", json!({"16": 1}), "position.clubs.16"),
        ("/clubs", json!({"0909": 0}), "position.clubs.0909"),
        ("/declared", json!([{"seat": 1, "action": "done", "need": 2}]), "position.declared[0]"),
        ("/rolls", json!([{"for": "fall", "seat": 3}]), "position.rolls[0].seat"),
        ("/rolls", json!([{"for": "fall", "seat": 9}]), "position.rolls[0].seat"),
        ("/rolls", json!([{"for": "recover", "seat": 1, "need": "3"}]), "position.rolls[0].need"),
        ("/rolls", check("9999"), "position.rolls[0].at"),
        ("/rolls", check("0802"), "position.rolls[0].at"),
        ("/mechs/0/moved", json!({"hexes": 0, "from": "1517"}), "position.mechs[0].moved.from"),
        ("/mechs/0/structure", json!({"CT": 0}), "position.acted"),
    ] {
        assert_eq!(refused(path, value.clone()), field, "{path} {value}");
    }
    let declared = |phase: &str, needs: &[u8]| {
        let fire = |need| json!({"seat": 1, "action": "fire:RT:1:0802", "need": need});
        let mut fired = position();
        fired["phase"] = json!(phase);
        fired["declared"] = needs.iter().map(fire).collect();
        let answer = ask(&json!({"ask": "legal", "position": fired}));
        answer["error"]["field"].as_str().map(str::to_owned)
    };
    assert_eq!(declared("weapons", &[12]), None);
    assert_eq!(declared("weapons", &[13]), Some("position.declared[0].need".to_owned()));
    assert_eq!(declared("weapons", &[12, 11]), Some("position.declared[1]".to_owned()));
    assert_eq!(declared("movement", &[12]), Some("position.declared[0]".to_owned()));
    assert_eq!(declared("physical", &[12]), Some("position.declared[0]".to_owned()));
    let mut prone = position();
    prone["mechs"][0]["prone"] = json!(true);
    prone["mechs"][0]["torso"] = json!("left");
    let answer = ask(&json!({"ask": "legal", "position": prone}));
    assert_eq!(answer["error"]["field"], "position.mechs[0].torso");
}

/// All positions of games are accepted as they are written, with the optional rules and without.
#[test]
fn positions_of_games_are_accepted() {
    let player = |agent: &str| BattleTech::default().player(agent).unwrap();
    let mut kinds = 0;
    for terrain in [false, true] {
        let game = Arc::new(BattleTech { terrain, ..BattleTech::default() });
        let setups =
            ["wooded:JR7-D,WHM-6R,AS7-D:turns=12", "city:GRF-1N,ARC-2R,LCT-1V,JR7-D:turns=8"];
        for (number, setup) in (0..).zip(NAMED.map(|(name, _)| name).into_iter().chain(setups)) {
            let dice = Dice::new(7, terrain.into(), number);
            let start = game.set_up(setup, 2, &mut dice.opening()).unwrap();
            let seats = start.mechs.seats();
            let agents = ["random", "charge", "random", "seed"].map(player).into_iter();
            let mut agents: Vec<_> = agents.take(seats).collect();
            let mut playthrough = Playthrough::from_state(Arc::clone(&game), start, seats, dice);
            for step in 0.. {
                if step % 5 == 0 {
                    let written = json!(playthrough.state());
                    let read = rivals_core::engine::position(&*game, &written);
                    assert_eq!(read.as_ref(), Ok(playthrough.state()), "{setup}: {written}");
                }
                if playthrough.advance(&mut agents).is_some() {
                    break;
                }
            }
            kinds += 1;
        }
    }
    assert_eq!(kinds, 26);
}

#[test]
fn parts_are_in_their_places() {
    let record = |at: &str, item: &str| {
        let mut record = json!(**Record::model("AS7-D").unwrap());
        record["slots"][at] = json!([item]);
        let mut own = position();
        own["mechs"][0] = json!({"record": record, "hex": "0808", "facing": 4});
        let answer = ask(&json!({"ask": "legal", "position": own}));
        answer["error"]["field"].as_str().map(str::to_owned)
    };
    let wrong = |at: &str| Some(format!("position.mechs[0].record.slots.{at}[0]"));
    assert_eq!(record("LA", "hip"), wrong("LA"));
    assert_eq!(record("LL", "hand"), wrong("LL"));
    assert_eq!(record("HD", "jump jet"), wrong("HD"));
    assert_eq!(record("LL", "jump jet"), None);
    assert_eq!(record("LT", "engine"), None);
}

#[test]
fn setups() {
    let start = |setup: &str| ask(&json!({"ask": "start", "setup": setup}));
    let march = start("march")["position"].clone();
    assert_eq!((&march["turns"], &march["mechs"][1]["hex"]), (&json!(30), &json!("1517")));
    assert_eq!(start("rival")["position"]["mechs"][0]["model"], "LCT-1V");
    assert_eq!(start("city:AS7-D,AS7-D,AS7-D")["position"]["mechs"].as_array().unwrap().len(), 3);
    let drawn = start("random:AS7-D,AS7-D")["position"].clone();
    assert_eq!(drawn["map"][0], "15x17");
    for wrong in [
        "duels",
        "open:AS7-D",
        "open:AS7,AS7-D",
        "moon:AS7-D,AS7-D",
        "open:AS7-D,AS7-D:turns=0",
        "open:AS7-D,AS7-D:at=0101.1,0101.2",
    ] {
        assert_eq!(start(wrong)["error"]["field"], "setup", "{wrong}");
    }
}

#[test]
fn setups_say_how_many_play() {
    for (setups, seats) in [
        (json!(["duel", "march", "random:HBK-4G,AS7-D"]), Some(2..=4)),
        (json!(["duel", "open:HBK-4G,AS7-D,LCT-1V"]), Some(3..=4)),
        (json!(["open:AS7-D,AS7-D:at=0101.3,1517.6,0109.2,0109.2"]), Some(2..=3)),
        (json!(["open:AS7-D,AS7-D:at=0101.3,0101.3"]), None),
        (json!([]), None),
    ] {
        let rules: BattleTech = serde_json::from_value(json!({"setups": setups})).unwrap();
        assert_eq!(rules.seats(), seats, "{setups}");
        let refused = BattleTech::new(rules).err().map(|error| error.field);
        assert_eq!(refused, seats.is_none().then(|| "setups".to_owned()), "{setups}");
    }
}
