//! The answer of a player, `accionJ0.sbt`: written by what an agent decides, and read into actions.

use super::lines::{Lines, Text};
use super::{LOCATIONS, MODES};
use crate::battletech::hex::{Hex, Side};
use crate::battletech::mech::{Means, Mode, Torso};
use crate::battletech::movement;
use crate::battletech::record::{Location, Slot};
use crate::battletech::state::{Action, Event, Phase, State};
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

/// The steps on foot, in the order of [`movement::Step`], then standing up and dropping to the ground.
const STEPS: [&str; 6] =
    ["Adelante", "Derecha", "Izquierda", "Atras", "Levantarse", "Cuerpo a Tierra"];
const STAND: usize = 4;
const DROP: usize = 5;

/// The torso's turns, in their order.
const TURNS: [&str; 3] = ["Izquierda", "Igual", "Derecha"];

/// What is attacked: our agents attack mechs alone.
const TARGETS: [&str; 3] = ["Mech", "Hexagono", "Ninguno"];

/// What a player strikes with, by its location and the number in place of a slot.
const STRIKES: [(&str, u16, Means); 5] = [
    ("BI", 1000, Means::Punch(Location::La)),
    ("BD", 1000, Means::Punch(Location::Ra)),
    ("PI", 2000, Means::Kick(Location::Ll)),
    ("PD", 2000, Means::Kick(Location::Rl)),
    ("BIBD", 3000, Means::Club),
];

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
pub fn idle_answer(phase: Phase) -> &'static str {
    match phase {
        Phase::Movement => "Inmovil\n",
        Phase::Reaction => "Igual\n",
        Phase::Weapons => "False\n0000\n0\n",
        Phase::Physical => "0\n",
        _ => "0\n0\nFalse\n0\n",
    }
}

/// The answer of a seat, for which `choose` decides between the legal actions as often as the phase
/// asks it; none ends the decisions. The answer holds before the dice of an attempt to stand up are
/// rolled: it is taken to succeed.
pub fn answer(
    mut state: State,
    seat: Seat,
    choose: &mut dyn FnMut(&State, &[Action]) -> Option<Action>,
) -> String {
    let phase = state.phase;
    let mut written = Written::default();
    let mut legal = Vec::new();
    while state.decides() == Some(seat) {
        legal.clear();
        state.legal(&mut legal);
        let Some(action) = choose(&state, &legal).filter(|action| legal.contains(action)) else {
            break;
        };
        written.add(&state, seat, action);
        state.act(seat, action);
        if let Action::Stand(_) = action {
            state.happen(Event::Rolled(12));
        }
    }
    written.text(phase, &state, seat)
}

/// An answer while it is written.
#[derive(Default)]
struct Written {
    /// The steps by their places in [`STEPS`], with their counts, or with the side after standing up.
    steps: Vec<(usize, u8)>,
    /// Whether a club is taken, or dropped.
    club: bool,
    /// The target of the first attack.
    primary: Option<Hex>,
    /// Heat sinks that are switched off, and on.
    sinks: [u8; 2],
    /// The number of attacks or bins, and their lines.
    count: usize,
    rows: Text,
}

/// The lines of a slot: its location, and its number from 0.
fn place(slot: Slot) -> [String; 2] {
    let location = slot.location();
    [LOCATIONS[location as usize].to_owned(), (slot.0 - Slot::new(location, 1).0).to_string()]
}

impl Written {
    /// Adds a decision of a seat.
    fn add(&mut self, state: &State, seat: Seat, action: Action) {
        let unit = state.unit(seat);
        match action {
            Action::Stand(side) => self.steps.push((STAND, side.into())),
            Action::Walk(hex, side) => self.walk(state, seat, movement::Mode::Walk, hex, side),
            Action::Run(hex, side) => self.walk(state, seat, movement::Mode::Run, hex, side),
            Action::Prone => self.steps.push((DROP, 1)),
            Action::Stay | Action::Jump(..) | Action::Turn(_) | Action::Done => {}
            Action::Attack(Means::Weapon(slot), hex) => {
                self.primary.get_or_insert(hex);
                self.count += 1;
                let bin = unit.mount(slot).and_then(|mount| unit.bin(mount));
                let none = || ["-1".to_owned(), "-1".to_owned()];
                self.rows.all(place(slot));
                self.rows.truths([false]);
                self.rows.all(bin.map_or_else(none, place));
                self.rows.put(hex);
                self.rows.put(TARGETS[0]);
            }
            Action::Attack(means, hex) => {
                self.count += 1;
                for (location, slot, _) in STRIKES.iter().filter(|(.., other)| *other == means) {
                    self.rows.put(location);
                    self.rows.put(slot);
                }
                self.rows.put(hex);
                self.rows.put(TARGETS[0]);
            }
            Action::Pickup | Action::Drop => self.club = true,
            Action::Dump(slot) => {
                self.count += 1;
                self.rows.all(place(slot));
            }
            Action::Sinks(off) => {
                let before = unit.sinks_off;
                self.sinks = [off.saturating_sub(before), before.saturating_sub(off)];
            }
        }
    }

    /// Adds the path to a hex and facing.
    fn walk(&mut self, state: &State, seat: Seat, mode: movement::Mode, hex: Hex, side: Side) {
        let occupied = state.occupied(seat);
        let path = state.mover(seat, &occupied).path(state.map(), mode, hex, side);
        for step in path.into_iter().flatten() {
            match self.steps.last_mut() {
                Some((last, count)) if *last == step as usize => *count += 1,
                _ => self.steps.push((step as usize, 1)),
            }
        }
    }

    /// The lines, in the state after the decisions of the seat.
    fn text(self, phase: Phase, state: &State, seat: Seat) -> String {
        let mech = &state.mechs[seat];
        let mut text = Text::default();
        match phase {
            Phase::Movement => {
                let mode = mech.moved.mode;
                text.put(MODES[mode as usize]);
                if mode != Mode::Stay {
                    text.put(mech.hex);
                    text.put(mech.facing);
                }
                if matches!(mode, Mode::Walk | Mode::Run) {
                    text.truths([false]);
                    text.put(self.steps.len());
                    for (step, count) in self.steps {
                        text.put(STEPS[step]);
                        text.put(count);
                    }
                }
                return text.0;
            }
            Phase::Reaction => {
                text.put(TURNS[mech.torso as usize]);
                return text.0;
            }
            Phase::Weapons => {
                text.truths([self.club]);
                text.put(self.primary.map_or_else(|| "0000".to_owned(), |hex| hex.to_string()));
            }
            Phase::End => {
                text.all(self.sinks);
                text.truths([self.club]);
            }
            _ => {}
        }
        text.put(self.count);
        text.0 + &self.rows.0
    }
}

/// Reads the answer of a seat in a file of this name. Whether its actions are legal is not checked.
///
/// # Errors
/// [`Invalid`], with the file and the line as its field.
pub fn actions(file: &str, text: &str, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
    let lines = &mut Lines::new(file, text);
    match state.phase {
        Phase::Movement => moves(lines, state, seat),
        Phase::Reaction => {
            let turn = lines.word("a turn of the torso", &TURNS)?;
            Ok(vec![Action::Turn(Torso::ALL[turn])])
        }
        Phase::Weapons => shots(lines, state, seat),
        Phase::Physical => strikes(lines),
        _ => tidying(lines, state, seat),
    }
}

/// Reads a movement, whose steps have to lead where it says.
fn moves(lines: &mut Lines<'_>, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
    let mode = MODES[lines.word("a way to move", &MODES)?];
    if mode == "Inmovil" {
        return Ok(vec![Action::Stay]);
    }
    let hex = lines.hex()?;
    let side: Side = lines.value("a side from 1 to 6")?;
    if mode == "Saltar" {
        return Ok(vec![Action::Jump(hex, side)]);
    }
    lines.truth("whether MASC is used")?;
    let mech = &state.mechs[seat];
    let (mut at, mut from) = ((mech.hex, mech.facing), (mech.hex, mech.facing));
    let mut actions = Vec::new();
    for _ in 0..lines.number("a number of steps", 0_u8..=99)? {
        let step = lines.word("a step", &STEPS)?;
        let most = if step == STAND { 6 } else { 30 };
        let count = lines.number("a count of steps, or a side", 1..=most)?;
        let along = |side: Side| (0..count).fold(at.0, |hex, _| hex.beyond(side));
        at = match STEPS[step] {
            "Adelante" => (along(at.1), at.1),
            "Atras" => (along(at.1.turned(3)), at.1),
            "Derecha" => (at.0, at.1.turned(count)),
            "Izquierda" => (at.0, at.1.turned(6 - count % 6)),
            "Levantarse" => {
                let side = Side::NORTH.turned(count - 1);
                actions.push(Action::Stand(side));
                from = (at.0, side);
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
        return Err(lines.refused(message, "write the hex and the side to which they lead"));
    }
    if at != from {
        actions.push(if mode == "Andar" {
            Action::Walk(hex, side)
        } else {
            Action::Run(hex, side)
        });
    }
    Ok(actions)
}

/// Reads a location and a slot.
fn slot(lines: &mut Lines<'_>) -> Result<Slot, Invalid> {
    let location = Location::ALL[lines.word("a location", &LOCATIONS)?];
    Ok(Slot::new(location, lines.number("a slot", 0..=location.slots() - 1)? + 1))
}

/// Reads a target, if there is one.
fn target(lines: &mut Lines<'_>) -> Result<Option<Hex>, Invalid> {
    let hex = lines.hex()?;
    match TARGETS[lines.word("a kind of target", &TARGETS)?] {
        "Mech" => Ok(Some(hex)),
        "Ninguno" => Ok(None),
        _ => Err(lines.refused("these rules have no attacks on ground", "write Mech or Ninguno")),
    }
}

/// Reads the attacks with weapons, first those on the primary target. Each weapon draws from its
/// first bin, whatever the answer says.
fn shots(lines: &mut Lines<'_>, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
    if lines.truth("whether a club is taken")? {
        return Ok(vec![Action::Pickup]);
    }
    let primary = lines.hex()?;
    let mut shots = Vec::new();
    for _ in 0..lines.number("a number of attacks", 0_u8..=78)? {
        let slot = slot(lines)?;
        lines.truth("whether it fires twice")?;
        for _ in 0..2 {
            lines.text("the place of the ammunition, or -1")?;
        }
        let mut mounts = state.unit(seat).record.weapons.iter();
        let mount = mounts.find(|mount| mount.slots & slot.bit() != 0);
        let means = Means::Weapon(mount.map_or(slot, |mount| mount.slot));
        shots.extend(target(lines)?.map(|hex| (hex != primary, Action::Attack(means, hex))));
    }
    shots.sort_by_key(|(secondary, _)| *secondary);
    Ok(shots.into_iter().map(|(_, shot)| shot).collect())
}

/// Reads punches, kicks and blows with a club.
fn strikes(lines: &mut Lines<'_>) -> Result<Vec<Action>, Invalid> {
    let mut strikes = Vec::new();
    for _ in 0..lines.number("a number of attacks", 0_u8..=9)? {
        let limb = lines.word("a limb", &STRIKES.map(|(limb, ..)| limb))?;
        let (_, number, means) = STRIKES[limb];
        lines.number("the number of this attack", number..=number)?;
        strikes.extend(target(lines)?.map(|hex| Action::Attack(means, hex)));
    }
    Ok(strikes)
}

/// Reads what is done at the end of a turn.
fn tidying(lines: &mut Lines<'_>, state: &State, seat: Seat) -> Result<Vec<Action>, Invalid> {
    let [off, on] = lines.numbers("a number of heat sinks", [99; 2])?;
    let mut actions = Vec::new();
    if off != on {
        let before = state.mechs[seat].sinks_off;
        actions.push(Action::Sinks((before + off).saturating_sub(on)));
    }
    actions.extend(lines.truth("whether the club is dropped")?.then_some(Action::Drop));
    for _ in 0..lines.number("a number of bins", 0_u8..=78)? {
        actions.push(Action::Dump(slot(lines)?));
    }
    Ok(actions)
}
