//! The files of a position: the map, the mechs, the initiative, the switches and the last moves. They
//! are read into a position of the protocol, and written from one. What positions lack stands in the
//! field `sbt` of the position and of each mech.

#![expect(clippy::cast_possible_truncation, reason = "there are 2 to 4 mechs, of 78 slots each")]

use serde_json::{Value, json};

use super::file::{Files, Source};
use super::{definition, ground};
use crate::battletech::mech::{Club, Means, Mech, Moved};
use crate::battletech::record::{Location, SLOTS, Slot};
use crate::battletech::state::{Phase, State};
use rivals_core::play::Seat;
use rivals_core::random::{Key, Purpose};
use rivals_core::values::Invalid;

/// The seconds that a player has for an answer.
pub const SECONDS: u64 = 10;

/// The file of what the others lack, which only the referee of this program writes.
const TURN: &str = "turno.sbt";

/// What the files tell a player.
#[derive(Debug)]
pub struct Told {
    /// The position. It is the player's turn, unless its mech can do nothing in this phase.
    pub state: State,
    /// The seed of the game. Without one it follows from the mechs.
    pub seed: u64,
    /// What the files have and the rules lack.
    pub notes: Vec<String>,
}

/// Reads the position of a player in a phase. The initiative lists the seats in the order in which
/// they act, or the winner first.
///
/// # Errors
/// [`Invalid`], with the file and the line as its field if a line is wrong.
pub fn read(
    player: u8,
    phase: Phase,
    winner_first: bool,
    source: Source<'_>,
) -> Result<Told, Invalid> {
    let (mut files, seat) = (Files::from(source), Seat(player));
    let mut position = json!({"phase": phase});
    pass(&mut files, None, seat, &mut position);
    let rules = extras(&mut position);
    position["mechs"].as_array_mut().into_iter().flatten().for_each(|mech| drop(extras(mech)));
    let mut mechs = position["mechs"].as_array().into_iter().flatten();
    let switches = ["fire", "woods that are cleared", "buildings that collapse"];
    let is_on = switches.into_iter().any(|switch| rules[switch] == true)
        || mechs.any(|mech| mech["bogged"] == true)
        || ["changes", "fires"].iter().any(|key| position["terrain"][key] != json!([]));
    if !is_on {
        position["terrain"] = Value::Null;
    }
    let text = position["mechs"].to_string();
    let drawn = || Key::of_texts(Purpose::Playing, [&*text]).word();
    let seed = rules["seed"].as_str().and_then(|seed| seed.parse().ok()).unwrap_or_else(drawn);
    let mut state = files.state(&position, seat)?;
    if winner_first {
        state.order.reverse();
    }
    let mut acting = state.order.clone();
    if phase == Phase::Reaction {
        acting.reverse();
    }
    state.acted = acting.into_iter().take_while(|other| *other != seat).collect();
    for other in state.seats() {
        let has_moved = phase != Phase::Movement || state.acted.contains(&other);
        let mech = &mut state.mechs[other];
        if !has_moved {
            mech.moved = Moved::default();
        } else if !files.has(TURN) {
            // The distances are not known: they are taken for two thirds of the longest.
            mech.moved.hexes = (2 * mech.record.points_of(mech.moved.mode)).div_ceil(3);
        }
    }
    if phase == Phase::Physical && rules["physical attacks"] == false {
        state.acted.push(seat);
    }
    if rules["switching heat sinks"] == false {
        state.mechs[seat].fired.insert(Means::Sinks);
    }
    Ok(Told { state, seed, notes: files.notes })
}

/// The files of a seat in a game with this seed: their names and texts.
#[must_use]
pub fn write(state: &State, seat: Seat, seed: u64) -> Vec<(String, String)> {
    let mut files = Files::default();
    let mut position = json!({
        "order": state.order,
        "turn": state.turn,
        "turns": state.turns,
        "sbt": {
            "seed": seed.to_string(),
            "fire": state.terrain.is_some(),
            "side of the wind": state.terrain.as_ref().map_or(json!(0), |terrain| json!(terrain.wind)),
        },
    });
    pass(&mut files, Some(state), seat, &mut position);
    files.written
}

/// Takes what a position, or a part of it, has for this protocol alone.
pub(super) fn extras(value: &mut Value) -> Value {
    value.as_object_mut().and_then(|fields| fields.remove("sbt")).unwrap_or_default()
}

/// Reads or writes all files as a position, with the mechs and the map of a state if they are written.
fn pass(files: &mut Files<'_>, state: Option<&State>, seat: Seat, position: &mut Value) {
    let player = seat.0;
    files.open(&format!("configJ{player}.sbt"), "rules", &mut position["sbt"]);
    ground::pass(files, &format!("mapaJ{player}.sbt"), state, position);
    let mut count = json!({"count": state.map(|state| state.mechs.seats())});
    files.open(&format!("mechsJ{player}.sbt"), "mechs", &mut count);
    let count = count["count"].as_u64().unwrap_or(0) as u8;
    let mut mechs: Vec<Value> = Vec::new();
    for other in (0..count).map(Seat) {
        files.within = format!("mechs[{}].", other.0);
        let mut mech = state.map(|state| written(&state.mechs[other])).unwrap_or_default();
        mech["sbt"]["id"] = json!(other.0);
        files.pass("mech", &mut mech);
        if other == seat {
            files.pass("own mech", &mut mech);
        }
        for _ in 0..2 * count {
            files.pass("beacon", &mut mech);
        }
        mechs.push(mech);
    }
    for (id, mech) in (0..count).zip(&mut mechs) {
        files.within = format!("mechs[{id}].record.");
        let unit = state.map(|state| &state.mechs[Seat(id)]);
        definition::pass(files, &format!("defmechJ{player}-{id}.sbt"), unit, mech);
        settle(mech);
    }
    files.within.clear();
    files.open(&format!("iniciativaJ{player}.sbt"), "order", position);
    files.open("mov.sbt", "modes", &mut json!({"count": count}));
    mechs.iter_mut().for_each(|mech| files.pass("mode of a mech", mech));
    if files.has(TURN) {
        files.open(TURN, "turn", position);
        for (id, mech) in mechs.iter_mut().enumerate() {
            files.within = format!("mechs[{id}].");
            files.pass("turn of a mech", mech);
        }
    }
    position["mechs"] = mechs.into();
}

/// The fields of a mech.
fn written(mech: &Mech) -> Value {
    let pickup = mech.fired.contains(Means::Pickup);
    let fired = |at: Location| (at.name(), pickup || mech.has_fired_from(at));
    let hit = |slot: Slot| (slot.to_string(), mech.hits & slot.bit() != 0);
    let mut value = json!(mech);
    value["torso"] = json!(mech.torso_facing());
    value["club"] = json!(mech.club.is_some());
    value["sbt"] = json!({
        "active": !mech.destroyed(),
        "tree": u8::from(mech.club == Some(Club::Tree)),
        "walk": mech.walk(),
        "run": mech.run(),
        "jump": mech.jump(),
        "sinks": mech.sinks().saturating_sub(mech.sinks_off),
    });
    value["sbt"]["hits"] = (0..SLOTS as u8).map(Slot).map(hit).collect();
    value["sbt"]["fired"] = Location::ALL.into_iter().map(fired).collect();
    value
}

/// Sets what a mech has in other words in positions.
fn settle(mech: &mut Value) {
    let [feet, torso] = ["facing", "torso"].map(|key| mech[key].as_u64().unwrap_or(0));
    let sides = if mech["prone"] == true { 0 } else { (torso + 6 - feet) % 6 };
    let words = ["centre", "right", "2 sides right", "backward", "2 sides left", "left"];
    mech["torso"] = json!(words[sides as usize]);
    let club = if mech["sbt"]["tree"] == 1 { "tree" } else { "limb" };
    mech["club"] = if mech["club"] == true { json!(club) } else { Value::Null };
    if mech["sbt"]["active"] == false {
        // Its hex and sides mean nothing, and may be none.
        (mech["structure"]["CT"], mech["hex"]) = (json!(0), json!("0101"));
        (mech["facing"], mech["torso"]) = (json!(1), json!("centre"));
    }
    // All locations stand for a club that was taken instead of all attacks.
    let fired = mech["sbt"]["fired"].as_object();
    if fired.is_some_and(|fired| fired.values().all(|has_fired| *has_fired == true)) {
        mech["fired"] = json!(["pickup"]);
    }
}
