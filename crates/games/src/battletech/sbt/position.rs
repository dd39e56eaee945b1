//! The files of a position: the map, the mechs, the initiative, the switches and the last moves. They
//! are read into a position of the protocol, and written from one. What positions lack stands in the
//! field `sbt` of the position and of each mech.

use serde_json::{Value, json};

use super::file::{Files, Source};
use super::{definition, ground};
use crate::battletech::map::SEATS;
use crate::battletech::mech::{Club, Means, Mech, Moved};
use crate::battletech::record::{Location, SLOTS, Slot};
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Phase, State};
use rivals_core::json;
use rivals_core::play::{Game, Seat};
use rivals_core::random::{Key, Purpose};
use rivals_core::values::Invalid;

/// The seconds that a player has for an answer.
pub const SECONDS: u64 = 10;

/// What the files tell a player.
#[derive(Debug)]
pub struct Told {
    /// The position. It is the player's turn, unless its mech can do nothing in this phase.
    pub state: State,
    /// The seat of the player.
    pub seat: Seat,
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
    pass(&mut files, &BattleTech::default().start(SEATS), seat, &mut position);
    files.end()?;
    let rules = extras(&mut position);
    let mechs = position["mechs"].as_array_mut().into_iter().flatten();
    let own: Vec<Value> = mechs.map(extras).collect();
    let text = position["mechs"].to_string();
    let drawn = || Key::of_texts(Purpose::Playing, [&*text]).word();
    let seed = rules["seed"].as_u64().unwrap_or_else(drawn);
    let mut state = json::read::<State>(&position)?.checked()?;
    read_own(&mut state.mechs[seat], &own[usize::from(player)]);
    if winner_first {
        state.order.reverse();
    }
    let mut acting = state.order.clone();
    if phase == Phase::Reaction {
        acting.reverse();
    }
    state.acted = acting.into_iter().take_while(|other| *other != seat).collect();
    if phase == Phase::Movement {
        for waiting in state.seats().filter(|other| !state.acted.contains(other)) {
            state.mechs[waiting].moved = Moved::default();
        }
    }
    if phase == Phase::Physical && rules["physical attacks"] == false {
        state.acted.push(seat);
    }
    if rules["switching heat sinks"] == false {
        state.mechs[seat].fired.insert(Means::Sinks);
    }
    Ok(Told { state, seat, seed, notes: files.notes })
}

/// The files of a seat in a game with this seed: their names and texts.
#[must_use]
pub fn write(state: &State, seat: Seat, seed: u64) -> Vec<(String, String)> {
    let mut files = Files::default();
    let mut position = json!({
        "order": state.order,
        "turn": state.turn,
        "turns": state.turns,
        "sbt": {"seed": seed},
    });
    pass(&mut files, state, seat, &mut position);
    files.written
}

/// Takes what a position, or a mech, has for this protocol alone.
fn extras(value: &mut Value) -> Value {
    value.as_object_mut().and_then(|fields| fields.remove("sbt")).unwrap_or_default()
}

/// Reads or writes all files as a position, with the mechs and the map of a state if they are written.
fn pass(files: &mut Files<'_>, state: &State, seat: Seat, position: &mut Value) {
    let player = seat.0;
    ground::pass(files, &format!("mapaJ{player}.sbt"), state, position);
    let mut count = json!({"count": state.mechs.seats()});
    files.open(&format!("mechsJ{player}.sbt"), "mechs", &mut count);
    let count = count["count"].as_u64().unwrap_or(0).min(u8::MAX.into()) as u8;
    if !(2.max(player + 1)..=SEATS as u8).contains(&count) {
        files.refuse(format!("there are {count} mechs, and player {player}"), "write 2 to 4 mechs");
        return;
    }
    let mut mechs: Vec<Value> = Vec::new();
    for other in (0..count).map(Seat) {
        let mut mech = if files.reads() { json!({}) } else { written(&state.mechs[other]) };
        mech["sbt"]["id"] = json!(other.0);
        files.pass("mech", &mut mech);
        settle(files, &mut mech);
        if other == seat {
            files.pass("own mech", &mut mech);
        }
        for _ in 0..2 * count {
            files.pass("beacon", &mut mech);
        }
        mechs.push(mech);
    }
    for (id, mech) in (0..count).zip(&mut mechs) {
        let name = format!("defmechJ{player}-{id}.sbt");
        definition::pass(files, &name, &state.mechs[Seat(id)], mech);
    }
    files.open(&format!("iniciativaJ{player}.sbt"), "order", position);
    files.open(&format!("configJ{player}.sbt"), "rules", &mut position["sbt"]);
    position["sbt"]["modes"] = mechs.iter().map(|mech| mech["moved"]["mode"].clone()).collect();
    files.open("mov.sbt", "modes", position);
    // The other files lack the distances: they are taken for two thirds of the longest.
    for (mech, mode) in
        mechs.iter_mut().zip(position["sbt"]["modes"].as_array().into_iter().flatten())
    {
        let walk = mech["record"]["walk"].as_u64().unwrap_or(0).min(20);
        let most = match mode.as_str() {
            Some("walk") => walk,
            Some("run") => (3 * walk).div_ceil(2),
            Some("jump") => mech["record"]["jump"].as_u64().unwrap_or(0).min(20),
            _ => 0,
        };
        if files.reads() {
            mech["moved"] = json!({"mode": mode, "hexes": (2 * most).div_ceil(3)});
        }
    }
    // What the other files lack, in a file that only the referee of this program writes.
    if files.has("turno.sbt") {
        files.open("turno.sbt", "turn", position);
        mechs.iter_mut().for_each(|mech| files.pass("turn of a mech", mech));
    }
    position["mechs"] = mechs.into();
}

/// The fields of a mech.
fn written(mech: &Mech) -> Value {
    let pickup = mech.fired.contains(Means::Pickup);
    let fired = |at: Location| (at.name().to_owned(), json!(pickup || mech.has_fired_from(at)));
    let hit = |slot: Slot| (slot.to_string(), json!(mech.hits & slot.bit() != 0));
    let mut value = json!(mech);
    value["sbt"] = json!({
        "active": !mech.destroyed(),
        "torso": mech.torso_facing(),
        "club": mech.club.is_some(),
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

/// Sets what a mech has in other fields in positions.
fn settle(files: &mut Files<'_>, mech: &mut Value) {
    let [feet, torso] = [&mech["facing"], &mech["sbt"]["torso"]].map(|it| it.as_u64().unwrap_or(0));
    mech["torso"] = match (torso + 6 - feet) % 6 {
        _ if mech["prone"] == true => json!("centre"),
        0 => json!("centre"),
        1 => json!("right"),
        5 => json!("left"),
        _ => {
            let help = "write the side of the feet or one beside it";
            return files.refuse("the torso is turned by more than one side", help);
        }
    };
    let club = if mech["sbt"]["tree"] == 1 { "tree" } else { "limb" };
    mech["club"] = if mech["sbt"]["club"] == true { json!(club) } else { Value::Null };
    if mech["sbt"]["active"] == false {
        mech["structure"]["CT"] = json!(0);
    }
}

/// Reads what a player alone knows of its mech.
fn read_own(mech: &mut Mech, own: &Value) {
    let is_hit = |slot: &Slot| own["hits"][slot.to_string()] == true;
    let hits = Slot::of(mech.record.filled).filter(is_hit);
    mech.hits = hits.fold(0, |hits, slot| hits | slot.bit());
    for slot in Slot::of(mech.hits) {
        mech.ammo[usize::from(slot.0)] = 0;
    }
    let has_fired = |at: Location| own["fired"][at.name()] == true;
    if Location::ALL.into_iter().all(has_fired) {
        // All locations stand for a club that was taken in place of all attacks.
        mech.fired.insert(Means::Pickup);
    } else {
        for mount in mech.record.weapons.iter().filter(|mount| has_fired(mount.location)) {
            mech.status.fired.insert(Means::Weapon(mount.slot));
        }
    }
    // The numbers of double sinks are not those of the game.
    if own["doubled"] == true {
        mech.sinks_off = (2 * mech.sinks_off).min(mech.record.sinks);
        mech.fired.insert(Means::Sinks);
    }
}
