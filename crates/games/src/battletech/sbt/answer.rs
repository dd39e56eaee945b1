//! The answer of a player, `accionJ0.sbt`: written by what an agent decides, and read into actions.

use super::file::File;
use super::{LOCATIONS, MODES};
use crate::battletech::hex::{Hex, Side};
use crate::battletech::mech::{Means, Mech, Torso};
use crate::battletech::movement::{Mode, Step};
use crate::battletech::record::{Location, Slot};
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Action, Event, Phase, State};
use rivals_core::play::{Game, Seat};
use rivals_core::values::Invalid;

/// The steps on foot, in the order of [`Step`], then standing up and dropping down.
const STEPS: [&str; 6] =
    ["Adelante", "Derecha", "Izquierda", "Atras", "Levantarse", "Cuerpo a Tierra"];

/// The torso's turns, in their order.
const TURNS: [&str; 3] = ["Izquierda", "Igual", "Derecha"];

/// The hex of no target.
const NOWHERE: &str = "0000";

/// The limbs that strike, with the number in place of a slot.
const LIMBS: [&str; 5] = ["BI", "BD", "PI", "PD", "BIBD"];
const STRIKES: [u16; 5] = [1000, 1000, 2000, 2000, 3000];

/// What is attacked.
const TARGETS: [&str; 3] = ["Mech", "Ninguno", "Hexagono"];

/// The action of a player that does nothing in a phase.
#[must_use]
pub fn idle(phase: Phase) -> Action {
    match phase {
        Phase::Movement => Action::Stay,
        Phase::Reaction => Action::Turn(Torso::Centre),
        _ => Action::Done,
    }
}

/// The answer of a player that does nothing in a phase.
#[must_use]
pub fn idle_answer(phase: Phase) -> String {
    let state = State { phase, ..BattleTech::default().start(2) };
    answer(state, Seat(0), &mut |_, _| None)
}

/// The answer of a seat, for which `choose` decides between the legal actions as often as the phase
/// asks it; none ends the decisions. The answer is given before the dice of an attempt to stand up
/// are rolled: it is taken to succeed.
pub fn answer(
    mut state: State,
    seat: Seat,
    choose: &mut dyn FnMut(&State, &[Action]) -> Option<Action>,
) -> String {
    let before = state.clone();
    let (mut actions, mut bins, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    let mut legal = Vec::new();
    while state.decides() == Some(seat) {
        legal.clear();
        state.legal(&mut legal);
        let Some(action) = choose(&state, &legal).filter(|action| legal.contains(action)) else {
            break;
        };
        let unit = &state.mechs[seat];
        let occupied = state.occupied(seat);
        match action {
            Action::Move(mode @ (Mode::Walk | Mode::Run), hex, side) => {
                let mover = state.mover(seat, &occupied);
                add_path(&mut steps, mover.path(&state.map, mode, hex, side));
            }
            Action::Stand(side) => steps.push((4, side.into())),
            Action::Prone => steps.push((5, 1)),
            Action::Attack(Means::Weapon(slot), _) => {
                bins.push(unit.mount(slot).and_then(|mount| unit.bin(mount)));
            }
            _ => {}
        }
        actions.push(action);
        state.act(seat, action);
        if let Action::Stand(_) = action {
            state.happen(Event::Rolled(12));
        }
    }
    let mut file = File::new("", None);
    let mech = &state.mechs[seat];
    let written = Decided { actions, bins, steps, mech }.pass(&mut file, &before, seat);
    written.expect("only what is read can be wrong");
    file.text
}

/// Adds a path, with equal steps as one.
fn add_path(steps: &mut Vec<(usize, u8)>, path: Option<Vec<Step>>) {
    for step in path.into_iter().flatten() {
        match steps.last_mut() {
            Some((last, count)) if *last == step as usize => *count += 1,
            _ => steps.push((step as usize, 1)),
        }
    }
}

/// Reads the answer of a seat in a file of this name. Whether its actions are legal is not checked.
///
/// # Errors
/// [`Invalid`], with the file and the line as its field.
pub fn actions(file: &str, text: &str, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
    let (actions, bins, steps) = (Vec::new(), Vec::new(), Vec::new());
    let nothing = Decided { actions, bins, steps, mech: &state.mechs[seat] };
    nothing.pass(&mut File::new(file, Some(text)), state, seat)
}

/// What is written: nothing, if an answer is read.
struct Decided<'a> {
    actions: Vec<Action>,
    /// The ammunition of the attacks.
    bins: Vec<Option<Slot>>,
    /// The steps by their places in [`STEPS`], with their counts, or with a side.
    steps: Vec<(usize, u8)>,
    /// The mech after the decisions.
    mech: &'a Mech,
}

impl Decided<'_> {
    /// Reads or writes the answer in a state.
    fn pass(self, file: &mut File<'_>, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
        match state.phase {
            Phase::Movement => self.moves(file, &state.mechs[seat]),
            Phase::Reaction => {
                let turn = file.index("a turn of the torso", &TURNS, self.mech.torso as usize)?;
                Ok(vec![Action::Turn(Torso::ALL[turn])])
            }
            Phase::Weapons => self.shots(file, state, seat),
            Phase::Physical => self.strikes(file),
            _ => self.tidying(file, state.mechs[seat].sinks_off),
        }
    }

    /// A movement, whose steps have to lead where it says.
    fn moves(self, file: &mut File<'_>, before: &Mech) -> Result<Vec<Action>, Invalid> {
        let mode = file.index("a way to move", &MODES, self.mech.moved.mode as usize)?;
        if mode == 0 {
            return Ok(vec![Action::Stay]);
        }
        let hex = file.pass("a hex such as 0304", self.mech.hex)?;
        let side = file.pass("a side from 1 to 6", self.mech.facing)?;
        if mode == 3 {
            return Ok(vec![Action::Move(Mode::Jump, hex, side)]);
        }
        file.truth("whether MASC is used", false)?;
        let steps = file.list("a number of steps", self.steps, |file, (step, count)| {
            let step = file.index("a step", &STEPS, step)?;
            Ok((step, file.pass("a count of steps, or a side", count)?))
        })?;
        let (mut at, mut from) = ((before.hex, before.facing), (before.hex, before.facing));
        let mut actions = Vec::new();
        for (step, count) in steps {
            let along = |side: Side| (0..count).fold(at.0, |hex, _| hex.beyond(side));
            let turned = |by: u8| at.1.turned(count % 6 * by % 6);
            at = match STEPS[step] {
                "Adelante" => (along(at.1), at.1),
                "Atras" => (along(at.1.turned(3)), at.1),
                "Derecha" => (at.0, turned(1)),
                "Izquierda" => (at.0, turned(5)),
                "Levantarse" => {
                    from = (at.0, Side::ALL[usize::from(count + 5) % 6]);
                    actions.push(Action::Stand(from.1));
                    from
                }
                _ => {
                    actions.push(Action::Prone);
                    at
                }
            };
        }
        if at != (hex, side) {
            let message = format!("the steps lead to {} facing {}", at.0, at.1);
            return Err(file.refused(message, "write the hex and the side to which they lead"));
        }
        let mode = if mode == 1 { Mode::Walk } else { Mode::Run };
        actions.extend((at != from).then_some(Action::Move(mode, hex, side)));
        Ok(actions)
    }

    /// Attacks with weapons, first those on the primary target. Each weapon draws from its first
    /// bin, whatever the answer says.
    fn shots(self, file: &mut File<'_>, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
        let attacks = self.actions.iter().filter_map(|action| match action {
            Action::Attack(Means::Weapon(slot), hex) => Some((*slot, hex.to_string())),
            _ => None,
        });
        let attacks: Vec<_> =
            attacks.zip(self.bins).map(|((slot, hex), bin)| (slot.0, bin, hex)).collect();
        let primary = attacks.first().map_or(NOWHERE, |(.., hex)| hex).to_owned();
        let club = self.actions.contains(&Action::Pickup);
        let club = file.truth("whether a club is taken", club)?;
        let primary = file.pass("the hex of the primary target", primary)?;
        let mut shots = file.list("a number of attacks", attacks, |file, (slot, bin, hex)| {
            let slot = pass_slot(file, Slot(slot))?;
            file.truth("whether it fires twice", false)?;
            let (location, number) = bin.map_or(("-1", -1), |bin| {
                let location = bin.location();
                (LOCATIONS[location as usize], (bin.0 - Slot::new(location, 1).0) as i8)
            });
            file.pass("the location of the ammunition", location.to_owned())?;
            file.pass("the slot of the ammunition", number)?;
            let mut mounts = state.mechs[seat].record.weapons.iter();
            let mount = mounts.find(|mount| mount.slots & slot.bit() != 0);
            let means = Means::Weapon(mount.map_or(slot, |mount| mount.slot));
            target(file, hex, means)
        })?;
        let is_secondary = |shot: &Option<Action>| matches!(shot, Some(Action::Attack(_, hex)) if hex.to_string() != primary);
        shots.sort_by_key(is_secondary);
        Ok(if club { vec![Action::Pickup] } else { shots.into_iter().flatten().collect() })
    }

    /// Punches, kicks and blows with a club.
    fn strikes(self, file: &mut File<'_>) -> Result<Vec<Action>, Invalid> {
        let attacks = self.actions.iter().filter_map(|action| match action {
            Action::Attack(means, hex) => {
                let limb = Means::physical().position(|other| other == *means)?;
                Some((limb, hex.to_string()))
            }
            _ => None,
        });
        let strikes =
            file.list("a number of attacks", attacks.collect(), |file, (limb, hex)| {
                let limb = file.index("a limb", &LIMBS, limb)?;
                if file.pass("the number of an attack", STRIKES[limb])? != STRIKES[limb] {
                    let help = format!("write {} for this limb", STRIKES[limb]);
                    return Err(file.refused("the limb has no such attack", help));
                }
                let means = Means::physical().nth(limb).unwrap_or(Means::Club);
                target(file, hex, means)
            })?;
        Ok(strikes.into_iter().flatten().collect())
    }

    /// What is done at the end of a turn, by a mech with so many heat sinks switched off.
    fn tidying(self, file: &mut File<'_>, before: u8) -> Result<Vec<Action>, Invalid> {
        let after = self.mech.sinks_off;
        let switched = [after.saturating_sub(before), before.saturating_sub(after)];
        let drops = self.actions.contains(&Action::Drop);
        let bins = self.actions.iter().filter_map(|action| match action {
            Action::Dump(slot) => Some(slot.0),
            _ => None,
        });
        let [off, on] = file.all("a number of heat sinks", switched)?;
        let mut actions = Vec::new();
        let sinks = before.saturating_add(off).saturating_sub(on);
        actions.extend((off != on).then_some(Action::Sinks(sinks)));
        let drops = file.truth("whether the club is dropped", drops)?;
        actions.extend(drops.then_some(Action::Drop));
        actions.extend(file.list("a number of bins", bins.collect(), |file, slot| {
            Ok(Action::Dump(pass_slot(file, Slot(slot))?))
        })?);
        Ok(actions)
    }
}

/// A slot as its location and its number from 0.
fn pass_slot(file: &mut File<'_>, slot: Slot) -> Result<Slot, Invalid> {
    let number = slot.0 - Slot::new(slot.location(), 1).0;
    let location = file.index("a location", &LOCATIONS, slot.location() as usize)?;
    let location = Location::ALL[location];
    let number = file.pass("a slot", number)?;
    if number >= location.slots() {
        return Err(file.refused(format!("there is no slot {number}"), "write a smaller number"));
    }
    Ok(Slot::new(location, number + 1))
}

/// An attack at a mech; none without a target.
fn target(file: &mut File<'_>, hex: String, means: Means) -> Result<Option<Action>, Invalid> {
    let hex = file.pass("the hex of a target", hex)?;
    let kind = TARGETS[file.index("a kind of target", &TARGETS, 0)?];
    match (kind, hex.parse::<Hex>()) {
        ("Mech", Ok(hex)) => Ok(Some(Action::Attack(means, hex))),
        ("Ninguno", _) => Ok(None),
        _ => Err(file.refused("the target is not a mech on a hex", "write its hex, and Mech")),
    }
}
