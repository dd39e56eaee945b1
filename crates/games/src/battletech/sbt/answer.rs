//! The answer of a player, `accionJ0.sbt`: written by what an agent decides, and read into actions.

use serde_json::{Value, json};

use super::file::{Files, Source};
use crate::battletech::hex::{Hex, Side};
use crate::battletech::mech::{Means, Mech};
use crate::battletech::movement::Mode;
use crate::battletech::record::Slot;
use crate::battletech::state::{Action, Event, Phase, State};
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

/// The steps on foot, in the order of [`crate::battletech::movement::Step`].
const STEPS: [&str; 4] = ["forward", "right", "left", "backward"];

/// The name of the file of a player's answer.
#[must_use]
pub fn answer_name(player: u8) -> String {
    format!("accionJ{player}.sbt")
}

/// The answer of a player that does nothing in a phase.
#[must_use]
pub fn idle_answer(phase: Phase) -> String {
    text(phase, json!({}))
}

/// The answer of a seat, for which `choose` decides between the legal actions as often as the phase
/// asks it; none ends the decisions. The answer is given before the dice of an attempt to stand up
/// are rolled: it is taken to succeed.
pub fn answer(
    mut state: State,
    seat: Seat,
    choose: &mut dyn FnMut(&State, &[Action]) -> Option<Action>,
) -> String {
    let (before, phase) = (state.mechs[seat].sinks_off, state.phase);
    let [mut steps, mut attacks, mut bins] = [const { Vec::<Value>::new() }; 3];
    let (mut club, mut legal) = (false, Vec::new());
    while state.decides() == Some(seat) {
        legal.clear();
        state.legal(&mut legal);
        let chosen = choose(&state, &legal).filter(|action| legal.contains(action));
        let Some(action) = chosen else { break };
        let mech = &state.mechs[seat];
        match action {
            Action::Move(mode @ (Mode::Walk | Mode::Run), hex, side) => {
                let occupied = state.occupied(seat);
                let path = state.mover(seat, &occupied).path(&state.map, mode, hex, side);
                for same in path.unwrap_or_default().chunk_by(|one, other| one.0 == other.0) {
                    steps.push(json!({"step": STEPS[same[0].0 as usize], "count": same.len()}));
                }
            }
            Action::Stand(side) if mech.prone => {
                steps.push(json!({"step": "stand", "count": side}))
            }
            // A mech that is stuck gets free by moving.
            Action::Stand(side) => {
                let turns = mech.facing.clockwise_to(side);
                let (step, count) = if turns > 3 { ("left", 6 - turns) } else { ("right", turns) };
                steps.extend((count > 0).then(|| json!({"step": step, "count": count})));
            }
            Action::Prone => steps.push(json!({"step": "prone", "count": 1})),
            Action::Attack(Means::Weapon(slot), hex)
            | Action::Clear(slot, hex)
            | Action::Ignite(slot, hex) => {
                let mut shot = slot_fields(slot);
                shot["hex"] = json!(hex);
                shot["mech"] = json!(matches!(action, Action::Attack(..)));
                if let Some(bin) = mech.mount(Means::Weapon(slot)).and_then(|mount| mech.bin(mount))
                {
                    shot["bin"] = slot_fields(bin);
                }
                attacks.push(shot);
            }
            Action::Attack(limb, hex) => {
                attacks.push(json!({"limb": limb.to_string(), "hex": hex}));
            }
            Action::Pickup | Action::Drop => club = true,
            Action::Dump(slot) => bins.push(slot_fields(slot)),
            _ => {}
        }
        state.act(seat, action);
        if let Action::Stand(_) = action {
            state.happen(Event::Rolled(12));
        }
    }
    let mech = &state.mechs[seat];
    let after = mech.sinks_off;
    let fields = json!({
        "mode": mech.moved.mode, "hex": mech.hex, "facing": mech.facing, "steps": steps,
        "torso": mech.torso, "club": club, "bins": bins,
        "off": after.saturating_sub(before), "on": before.saturating_sub(after),
        "primary": attacks.first().map(|shot| &shot["hex"]), "attacks": attacks,
    });
    text(phase, fields)
}

fn text(phase: Phase, mut fields: Value) -> String {
    let mut files = Files::default();
    pass(&mut files, "", phase, &mut fields);
    files.written.remove(0).1
}

/// A slot as its location and its number from 0.
fn slot_fields(slot: Slot) -> Value {
    json!({"location": slot.location(), "slot": slot.0 - Slot::new(slot.location(), 1).0})
}

/// Reads or writes an answer.
fn pass(files: &mut Files<'_>, name: &str, phase: Phase, fields: &mut Value) {
    let layout = json!(phase);
    files.open(name, layout.as_str().unwrap_or_default(), fields);
    if phase == Phase::Movement && fields["mode"] != "stay" {
        files.pass("goal", fields);
        if fields["mode"] != "jump" {
            files.pass("path", fields);
        }
    }
}

/// Reads the answer of the seat that decides: its actions, which need not be legal, and what the
/// rules lack of it.
///
/// # Errors
/// [`Invalid`], with the file as its field, and the line if it is wrong.
pub fn actions(
    state: &State,
    seat: Seat,
    source: Source<'_>,
) -> Result<(Vec<Action>, Vec<String>), Invalid> {
    let (mut files, mut fields) = (Files::from(source), json!({}));
    let name = answer_name(seat.0);
    pass(&mut files, &name, state.phase, &mut fields);
    files.end()?;
    let read = |text: String| {
        text.parse().map_err(|_| {
            let message = format!("there is no action {text}");
            Invalid::new(&*name, message, "write hexes of the map, and slots of the locations")
        })
    };
    let texts = texts(&fields, state.phase, &state.mechs[seat]).into_iter();
    Ok((texts.map(read).collect::<Result<_, _>>()?, files.notes))
}

/// A text of a field.
fn word<'a>(fields: &'a Value, key: &str) -> &'a str {
    fields[key].as_str().unwrap_or_default()
}

/// A slot in the notation of actions.
fn slot_of(fields: &Value) -> String {
    let number = fields["slot"].as_i64().unwrap_or(-1).saturating_add(1);
    format!("{}:{number}", word(fields, "location"))
}

/// The actions of an answer. Attacks on the primary target come first, and each weapon draws from its
/// first bin, whatever the answer says.
fn texts(fields: &Value, phase: Phase, mech: &Mech) -> Vec<String> {
    let list = |key: &str| fields[key].as_array().into_iter().flatten();
    let attacks = || list("attacks").filter(|attack| attack["mech"] == true);
    let is_club = fields["club"] == true;
    match phase {
        Phase::Movement => moves(fields, mech),
        Phase::Reaction => vec![format!("torso:{}", word(fields, "torso"))],
        Phase::Weapons if is_club => vec!["pickup".to_owned()],
        Phase::Weapons => {
            let shot = |shot: &Value| {
                let text = slot_of(shot);
                let slot = text.parse().map_or(0, |slot: Slot| slot.bit());
                let mount = mech.record.weapons.iter().find(|mount| mount.slots & slot != 0);
                let first = mount.map_or(text, |mount| mount.slot.to_string());
                format!("fire:{first}:{}", word(shot, "hex"))
            };
            let (first, then): (Vec<&Value>, _) =
                attacks().partition(|shot| shot["hex"] == fields["primary"]);
            first.into_iter().chain(then).map(shot).collect()
        }
        Phase::Physical => {
            let strike = |it: &Value| format!("{}:{}", word(it, "limb"), word(it, "hex"));
            attacks().map(strike).collect()
        }
        _ => {
            let [off, on] = ["off", "on"].map(|key| fields[key].as_u64().unwrap_or(0).min(99));
            let sinks = (u64::from(mech.sinks_off) + off).saturating_sub(on);
            let sinks = (off != on).then(|| format!("sinks:{sinks}"));
            let drops = is_club.then(|| "drop".to_owned());
            let bins = list("bins").map(|bin| format!("dump:{}", slot_of(bin)));
            sinks.into_iter().chain(drops).chain(bins).collect()
        }
    }
}

/// The actions of a movement, whose steps have to lead where it says.
fn moves(fields: &Value, mech: &Mech) -> Vec<String> {
    let (mode, goal) =
        (word(fields, "mode"), format!("{}:{}", word(fields, "hex"), fields["facing"]));
    match mode {
        "stay" => return vec![mode.to_owned()],
        "jump" => return vec![format!("jump:{goal}")],
        _ => {}
    }
    let (mut at, mut facing, mut is_moved) = (mech.hex, mech.facing, false);
    let (mut stands, mut drops) = (Vec::new(), None);
    for step in fields["steps"].as_array().into_iter().flatten() {
        let count = step["count"].as_u64().unwrap_or(0).min(99) as u8;
        let along = |side: Side| (0..count).fold(at, |hex: Hex, _| hex.beyond(side));
        let begun = (at, facing);
        match word(step, "step") {
            "forward" => at = along(facing),
            "backward" => at = along(facing.turned(3)),
            "right" => facing = facing.turned(count % 6),
            "left" => facing = facing.turned(count % 6 * 5 % 6),
            "stand" => {
                facing = Side::ALL[usize::from(count + 5) % 6];
                stands.push(format!("stand:{facing}"));
                continue;
            }
            _ => drops = Some("prone".to_owned()),
        }
        is_moved |= begun != (at, facing);
    }
    let wrong =
        if format!("{at}:{facing}") == goal { "" } else { ", to which the steps do not lead" };
    let moves = (is_moved || !wrong.is_empty()).then(|| format!("{mode}:{goal}{wrong}"));
    stands.into_iter().chain(moves).chain(drops).collect()
}
