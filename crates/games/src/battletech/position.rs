//! Positions in the notation of the protocol: what may be left out, and what is refused.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side};
use super::map::{self, Map};
use super::mech::{Club, Fired, Mech, Mode, Moved, Torso, Unit};
use super::record::{Location, Plate, Record, Slot};
use super::state::{Action, Arena, Declared, Order, Phase, Roll, State};
use rivals_core::play::{BySeat, Seat, Seats};
use rivals_core::values::{Invalid, Whole, distinct, length, within};

/// A state in the notation of the protocol.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(with = "map")]
    map: Arc<Map>,
    #[serde(default = "first")]
    turn: Whole<u16, 1, 10_000>,
    #[serde(default = "fifty")]
    turns: Whole<u16, 1, 10_000>,
    #[serde(default = "movement")]
    phase: Phase,
    #[serde(deserialize_with = "distinct", default)]
    order: Vec<Seat>,
    #[serde(deserialize_with = "distinct", default)]
    acted: Vec<Seat>,
    mechs: Vec<MechSpec>,
    #[serde(default)]
    declared: Vec<Declared>,
    #[serde(default)]
    clubs: BTreeMap<Hex, Whole<u8, 1, 100>>,
    /// What the first seats have rolled in a phase `initiative`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    initiative: Vec<Whole<u8, 2, 12>>,
    #[serde(default)]
    rolls: Vec<Roll>,
}

fn first() -> Whole<u16, 1, 10_000> {
    Whole(1)
}

fn fifty() -> Whole<u16, 1, 10_000> {
    Whole(50)
}

fn movement() -> Phase {
    Phase::Movement
}

/// A mech in the notation of the protocol.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MechSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Record>,
    hex: Hex,
    facing: Side,
    #[serde(default)]
    torso: Torso,
    #[serde(default)]
    prone: bool,
    #[serde(default)]
    shutdown: bool,
    #[serde(default)]
    unconscious: bool,
    #[serde(default = "none")]
    heat: Whole<u16, 0, 999>,
    #[serde(default)]
    wounds: u8,
    #[serde(default)]
    sinks_off: u8,
    #[serde(default)]
    armour: BTreeMap<Plate, u8>,
    #[serde(default)]
    structure: BTreeMap<Location, u8>,
    #[serde(deserialize_with = "distinct", default)]
    hits: Vec<Slot>,
    #[serde(default)]
    ammo: BTreeMap<Slot, u8>,
    club: Option<Club>,
    #[serde(default)]
    moved: Moved,
    #[serde(default)]
    fired: Fired,
    #[serde(default = "none")]
    taken: Whole<u16, 0, 999>,
}

fn none() -> Whole<u16, 0, 999> {
    Whole(0)
}

impl MechSpec {
    /// What the mech is built of.
    fn record(&self) -> Result<Record, Invalid> {
        match (&self.model, &self.record) {
            (Some(model), None) => {
                Record::model(model).cloned().map_err(|error| error.under("model"))
            }
            (None, Some(record)) => Ok(record.clone()),
            _ => {
                let message = "a mech has either a \"model\" or a \"record\"";
                Err(Invalid::new("model", message, "write one of them"))
            }
        }
    }

    /// The mech, with what follows from its losses.
    fn mech(&self, record: &Record) -> Result<Mech, Invalid> {
        let mut mech = Mech {
            torso: self.torso,
            prone: self.prone,
            shutdown: self.shutdown,
            unconscious: self.unconscious,
            heat: self.heat.0,
            wounds: self.wounds,
            sinks_off: self.sinks_off,
            club: self.club,
            moved: self.moved,
            fired: self.fired,
            taken: self.taken.0,
            ..Mech::new(record, self.hex, self.facing)
        };
        for (&plate, &points) in &self.armour {
            let place = plate as usize;
            at_most(format!("armour.{}", word(&plate)), points, record.armour[place])?;
            mech.armour[place] = points;
        }
        for (&location, &points) in &self.structure {
            let place = location as usize;
            at_most(format!("structure.{}", location.name()), points, record.structure[place])?;
            mech.structure[place] = points;
        }
        for (slot, &shots) in &self.ammo {
            let bin = record.bins.iter().find(|(bin, _)| bin == slot);
            let field = format!("ammo.{slot}");
            let Some((_, weapon)) = bin else {
                let help = "name the slots with ammunition only";
                return Err(Invalid::new(field, format!("{slot} has no ammunition"), help));
            };
            at_most(field, shots, weapon.shots)?;
            mech.ammo[usize::from(slot.0)] = shots;
        }
        for (place, slot) in self.hits.iter().enumerate() {
            if record.filled & slot.bit() == 0 {
                let help = "name slots that are filled";
                let message = format!("{slot} is empty");
                return Err(Invalid::new(format!("hits[{place}]"), message, help));
            }
            mech.hits |= slot.bit();
            mech.ammo[usize::from(slot.0)] = 0;
        }
        for location in Location::ALL {
            if mech.lost(location) {
                mech.lose(location);
            }
        }
        let unit = Unit { record, mech: &mech };
        self.check(unit)?;
        Ok(mech)
    }

    /// Refuses what cannot be of a mech by itself.
    fn check(&self, unit: Unit<'_>) -> Result<(), Invalid> {
        at_most("wounds", self.wounds, 6)?;
        at_most("sinks_off", self.sinks_off, unit.record.sinks)?;
        if self.prone && self.torso != Torso::Centre {
            let message = "the torso of a prone mech is not turned";
            return Err(Invalid::new("torso", message, "write \"centre\""));
        }
        let most = match self.moved.mode {
            Mode::Stay => 0,
            Mode::Walk => unit.record.walk,
            Mode::Run => unit.record.run(),
            Mode::Jump => unit.record.jump,
        };
        at_most("moved.hexes", self.moved.hexes, most)?;
        let unknown = self.fired.iter().find(|means| !unit.has(*means));
        unknown.map_or(Ok(()), |means| Err(no_weapon("fired", means)))
    }
}

/// Checks that a number is not above the one of the record.
fn at_most(field: impl Into<String>, found: u8, most: u8) -> Result<(), Invalid> {
    within(&field.into(), found.into(), 0..=most.into())
}

/// The text of a value that is written as a word.
fn word(value: &impl Serialize) -> String {
    let text = serde_json::to_value(value).ok();
    text.and_then(|text| Some(text.as_str()?.to_owned())).unwrap_or_default()
}

fn no_weapon(field: &str, means: impl Display) -> Invalid {
    let message = format!("the mech has no {means}");
    Invalid::new(field, message, "name a weapon by its first slot, such as RT:1")
}

impl State {
    /// Refuses attacks that cannot have been declared.
    fn check_attack(&self, field: &str, seat: Seat, action: Action) -> Result<(), Invalid> {
        seat.check(field, self.mechs.seats())?;
        match action {
            Action::Attack(means, hex) if self.seat_on(hex).is_some_and(|other| other != seat) => {
                if self.unit(seat).has(means) {
                    Ok(())
                } else {
                    Err(no_weapon(field, means))
                }
            }
            _ => {
                let help = "write an attack at the hex of another mech";
                Err(Invalid::new(field, format!("{action} is no attack at a mech"), help))
            }
        }
    }

    /// Refuses mechs, seats and rolls that do not agree with each other.
    fn check(&self) -> Result<(), Invalid> {
        let living: Vec<Seat> = self.living().collect();
        for (place, &seat) in living.iter().enumerate() {
            let hex = self.mechs[seat].hex;
            let field = format!("mechs[{}].hex", seat.0);
            if self.map().place(hex).is_none() {
                let help = "write a hex of the map";
                return Err(Invalid::new(field, format!("{hex} is off the map"), help));
            }
            if living[..place].iter().any(|other| self.mechs[*other].hex == hex) {
                let message = format!("another mech stands on {hex}");
                return Err(Invalid::new(field, message, "write another hex"));
            }
            if !self.order.iter().any(|other| other == seat) {
                let message = format!("{seat} is missing");
                return Err(Invalid::new("order", message, "name all seats with a mech"));
            }
        }
        if let Some((hex, _)) = self.clubs.iter().find(|(hex, _)| self.map().place(*hex).is_none())
        {
            let help = "write a hex of the map";
            return Err(Invalid::new("clubs", format!("{hex} is off the map"), help));
        }
        for (place, declared) in self.declared.iter().enumerate() {
            let field = format!("declared[{place}]");
            self.check_attack(&field, declared.seat, declared.action.0)?;
        }
        for (place, roll) in self.rolls.iter().enumerate() {
            let field = format!("rolls[{place}]");
            roll.seat().check(&field, self.mechs.seats())?;
            match roll {
                Roll::ToHit { seat, action, .. } => self.check_attack(&field, *seat, action.0)?,
                Roll::Cluster { seat, action } => {
                    self.check_attack(&field, *seat, action.0)?;
                    if self.missiles(*seat, action.0).is_none() {
                        let message = format!("{} fires no missiles", action.0);
                        return Err(Invalid::new(field, message, "leave it out"));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl TryFrom<Position> for State {
    type Error = Invalid;

    fn try_from(position: Position) -> Result<Self, Invalid> {
        let seats = position.mechs.len();
        length("mechs", seats, 2..=4)?;
        let mut records = Vec::new();
        let mut mechs: Option<BySeat<Mech>> = None;
        for (place, spec) in position.mechs.iter().enumerate() {
            let under = |error: Invalid| error.under(&format!("mechs[{place}]"));
            let record = spec.record().map_err(under)?;
            let mech = spec.mech(&record).map_err(under)?;
            mechs.get_or_insert(BySeat::new(mech, seats))[Seat(place as u8)] = mech;
            records.push(record);
        }
        let mechs = mechs.expect("there are mechs");
        for (field, list) in [("order", &position.order), ("acted", &position.acted)] {
            for (place, seat) in list.iter().enumerate() {
                seat.check(&format!("{field}[{place}]"), seats)?;
            }
        }
        let all: Vec<Seat> = (0..seats as u8).map(Seat).collect();
        let order = if position.order.is_empty() { all } else { position.order };
        let arena = Arena { map: position.map, records, turns: position.turns.0 };
        let mut state = Self {
            arena: Arc::new(arena),
            turn: position.turn.0,
            phase: position.phase,
            order: Order::new(order),
            acted: position.acted.into_iter().collect::<Seats>(),
            initiative: [0; 4],
            mechs,
            declared: position.declared,
            clubs: position.clubs.into_iter().map(|(hex, Whole(clubs))| (hex, clubs)).collect(),
            rolls: position.rolls,
        };
        within("turn", state.turn.into(), 1..=state.arena.turns.into())?;
        let rolling: Vec<Seat> = state.living().collect();
        length("initiative", position.initiative.len(), 0..=rolling.len())?;
        for (seat, Whole(rolled)) in rolling.into_iter().zip(position.initiative) {
            state.initiative[usize::from(seat.0)] = rolled;
        }
        state.check()?;
        Ok(state)
    }
}

impl From<State> for Position {
    fn from(state: State) -> Self {
        let acted = |seat: &Seat| state.acted.contains(*seat);
        let mut acted: Vec<Seat> = state.order.iter().filter(acted).collect();
        if state.phase == Phase::Reaction {
            acted.reverse();
        }
        let rolled = state.initiative.into_iter().filter(|rolled| *rolled > 0);
        let mechs = state.seats().map(|seat| spec(state.unit(seat)));
        Self {
            map: Arc::clone(&state.arena.map),
            turn: Whole(state.turn),
            turns: Whole(state.arena.turns),
            phase: state.phase,
            order: state.order.iter().collect(),
            acted,
            mechs: mechs.collect(),
            initiative: rolled.map(Whole).collect(),
            clubs: state.clubs.iter().map(|&(hex, clubs)| (hex, Whole(clubs))).collect(),
            declared: state.declared,
            rolls: state.rolls,
        }
    }
}

/// A mech in the notation of the protocol, with all its fields.
fn spec(unit: Unit<'_>) -> MechSpec {
    let Unit { record, mech } = unit;
    let bins = record.bins.iter().map(|(slot, _)| (*slot, mech.ammo[usize::from(slot.0)]));
    MechSpec {
        model: record.built_in.then(|| record.name.clone()),
        record: (!record.built_in).then(|| record.clone()),
        hex: mech.hex,
        facing: mech.facing,
        torso: mech.torso,
        prone: mech.prone,
        shutdown: mech.shutdown,
        unconscious: mech.unconscious,
        heat: Whole(mech.heat),
        wounds: mech.wounds,
        sinks_off: mech.sinks_off,
        armour: Plate::ALL.into_iter().zip(mech.armour).collect(),
        structure: Location::ALL.into_iter().zip(mech.structure).collect(),
        hits: Slot::of(mech.hits).collect(),
        ammo: bins.collect(),
        club: mech.club,
        moved: mech.moved,
        fired: mech.fired,
        taken: Whole(mech.taken),
    }
}
