//! Positions in the notation of the protocol: what may be left out of a mech, and what is refused.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::attack::MOST;
use super::mech::{Means, Mech, Status, Torso};
use super::movement::Mode;
use super::record::{Location, PLATES, Record, Slot, place};
use super::state::{Action, Check, Declared, Phase, Roll, State};
use rivals_core::json::read;
use rivals_core::play::Seat;
use rivals_core::values::{Invalid, Notation, length, within};

/// Checks that a number is not above another one, such as that of the record.
fn at_most(field: impl Into<String>, found: u8, most: u8) -> Result<(), Invalid> {
    within(&field.into(), found.into(), 0..=most.into())
}

/// Writes the numbers of a field over those of a whole mech, which have these keys.
fn put(
    field: &str,
    numbers: Option<Value>,
    keys: &[&str],
    whole: &mut [u8],
) -> Result<(), Invalid> {
    let numbers: BTreeMap<String, u8> =
        read(&numbers.unwrap_or(json!({}))).map_err(|error| error.under(field))?;
    for (key, number) in numbers {
        let place = place(&key, keys).map_err(|error| error.under(field))?;
        at_most(format!("{field}.{key}"), number, whole[place])?;
        whole[place] = number;
    }
    Ok(())
}

/// The refusal of what a mech is not built with.
pub fn no_weapon(field: &str, means: impl Display) -> Invalid {
    let message = format!("the mech has no {means}");
    Invalid::new(field, message, "name a weapon by its first slot, such as RT:1")
}

/// With all fields.
impl Serialize for Mech {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = |values: &[u8]| json!(PLATES.iter().zip(values).collect::<BTreeMap<_, _>>());
        let bins = self.record.bins.iter().map(|(slot, _)| (slot.to_string(), self.shots(*slot)));
        let mut fields = json!(self.status);
        if Record::model(&self.record.name).is_ok_and(|model| std::ptr::eq(model, self.record)) {
            fields["model"] = json!(self.record.name);
        } else {
            fields["record"] = json!(**self.record);
        }
        fields["armour"] = named(&self.armour);
        fields["structure"] = named(&self.structure);
        fields["hits"] = json!(Slot::of(self.hits).collect::<Vec<_>>());
        fields["ammo"] = json!(bins.collect::<BTreeMap<_, _>>());
        fields.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Mech {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        Self::of(fields).map_err(|error| D::Error::custom(format_args!("{error:#}")))
    }
}

/// The fields of a mech.
#[rustfmt::skip]
const FIELDS: [&str; 20] = [
    "model", "record", "hex", "facing", "torso", "prone", "bogged", "shutdown", "unconscious",
    "heat", "wounds", "sinks_off", "armour", "structure", "hits", "ammo", "club", "moved", "fired",
    "taken",
];

impl Mech {
    /// The mech of these fields, with what follows from its losses.
    fn of(mut fields: Map<String, Value>) -> Result<Self, Invalid> {
        if let Some(key) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
            return Err(Invalid::unknown_field(key, &FIELDS));
        }
        let mut own = |key: &str| fields.remove(key).filter(|value| !value.is_null());
        let record = match (own("model"), own("record")) {
            (Some(model), None) => {
                read(&model).and_then(Record::model).map_err(|error| error.under("model"))?
            }
            (None, Some(record)) => {
                read(&record).and_then(Record::read).map_err(|error| error.under("record"))?
            }
            _ => {
                let message = "a mech has a \"model\" or a \"record\"";
                return Err(Invalid::new("model", message, "write one of them"));
            }
        };
        let [armour, structure, ammo, hits] = ["armour", "structure", "ammo", "hits"].map(own);
        let mut mech = Self::new(record, read(&Value::Object(fields))?);
        let slots: Vec<String> = Slot::all().map(|slot| slot.to_string()).collect();
        let slots: Vec<&str> = slots.iter().map(String::as_str).collect();
        put("armour", armour, &PLATES, &mut mech.armour)?;
        put("structure", structure, &PLATES[..8], &mut mech.structure)?;
        put("ammo", ammo, &slots, &mut mech.ammo)?;
        let hits: Vec<Slot> =
            read(&hits.unwrap_or(json!([]))).map_err(|error| error.under("hits"))?;
        for (place, slot) in hits.into_iter().enumerate() {
            if record.filled & slot.bit() & !mech.hits == 0 {
                let message = format!("{slot} is empty, or stands twice");
                let help = "name slots that are filled, each once";
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
        mech.checked()
    }

    /// Refuses what cannot be of a mech by itself.
    fn checked(self) -> Result<Self, Invalid> {
        let Status { prone, torso, moved, fired, .. } = self.status;
        at_most("sinks_off", self.sinks_off, self.record.sinks)?;
        if prone && torso != Torso::Centre {
            let message = "the torso of a prone mech is not turned";
            return Err(Invalid::new("torso", message, "write \"centre\""));
        }
        let most = self.record.points_of(moved.mode);
        if most == 0 && moved.mode != Mode::Stay {
            let message = format!("the mech has no MP to {}", moved.mode.name());
            return Err(Invalid::new("moved.mode", message, "write another mode"));
        }
        at_most("moved.hexes", moved.hexes, most)?;
        at_most("moved.mp", moved.mp, self.record.run())?;
        at_most("moved.stands", moved.stands, self.record.run())?;
        match fired.iter().find(|means| !self.has(*means)) {
            Some(means) => Err(no_weapon("fired", means)),
            None => Ok(self),
        }
    }
}

/// Reads rolls. An error in a seat or a need names it, which the other fields do not.
pub fn rolls<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Roll>, D::Error> {
    let values = Vec::<Value>::deserialize(from)?;
    let rolls = values.iter().enumerate().map(|(place, value)| {
        let seat = read::<Option<Seat>>(&value["seat"]).map_err(|error| error.under("seat"));
        let need = |_| read::<Option<i8>>(&value["need"]).map_err(|error| error.under("need"));
        let roll = seat.and_then(need).and_then(|_| read(value));
        roll.map_err(|error| error.under(&format!("[{place}]")))
    });
    rolls.collect::<Result<_, _>>().map_err(|error| D::Error::custom(format_args!("{error:#}")))
}

/// Reads a position that the rules allow, as a field of a question.
pub fn position<'de, D: Deserializer<'de>>(from: D) -> Result<State, D::Error> {
    let checked = State::deserialize(from)?.checked();
    checked.map_err(|error| D::Error::custom(format_args!("{error:#}")))
}

impl State {
    /// Refuses attacks that cannot have been declared, and those that stand behind an equal one.
    fn check_attacks<'a>(
        &self,
        field: &str,
        attacks: impl Iterator<Item = (usize, &'a Declared)>,
    ) -> Result<(), Invalid> {
        let mut seen = Vec::new();
        for (place, Declared { seat, action: Notation(action), need, .. }) in attacks {
            let field = format!("{field}[{place}]");
            self.check_attack(&field, *seat, *action)?;
            if *need > MOST {
                let message = format!("two dice do not reach {need}");
                let help = format!("write a number up to {MOST}");
                return Err(Invalid::new(format!("{field}.need"), message, help));
            }
            let attack = (*seat, action.means());
            if seen.contains(&attack) {
                let message = format!("{seat} has declared an attack with the same before");
                return Err(Invalid::new(field, message, "write each weapon and limb once"));
            }
            seen.push(attack);
        }
        Ok(())
    }

    /// Refuses an attack that the seat cannot make with anything that it has.
    fn check_attack(&self, field: &str, seat: Seat, action: Action) -> Result<(), Invalid> {
        seat.check(&format!("{field}.seat"), self.mechs.seats())?;
        let from = self.mechs[seat].hex;
        let on_map = |hex| self.map.place(from).and(self.map.place(hex)).is_some();
        let is_other = |hex| hex != from && self.seat_on(hex).is_some();
        let is_possible = match action {
            Action::Attack(Means::Pickup | Means::Sinks, _) => false,
            Action::Attack(_, hex) => on_map(hex) && is_other(hex),
            Action::Clear(_, hex) | Action::Ignite(_, hex) => on_map(hex) && self.terrain.is_some(),
            _ => false,
        };
        match action.means().filter(|_| is_possible) {
            Some(means) if self.mechs[seat].has(means) => Ok(()),
            Some(means) => Err(no_weapon(field, means)),
            None => {
                let help = "write an attack at the hex of another mech";
                Err(Invalid::new(field, format!("{action} is no attack at a mech"), help))
            }
        }
    }

    /// Refuses a roll at a hex where its mech cannot be.
    fn check_place(&self, field: &str, roll: &Roll) -> Result<(), Invalid> {
        match *roll {
            Roll::Ignite { hex, .. } | Roll::Clear { hex, .. } => {
                self.map.check(&format!("{field}.hex"), hex)
            }
            Roll::Piloting(Check { seat, at: Some(hex), .. }) => {
                let field = format!("{field}.at");
                self.map.check(&field, hex)?;
                if self.seat_on(hex).is_none_or(|other| other == seat) {
                    return Ok(());
                }
                let message = format!("another mech stands on {hex}");
                Err(Invalid::new(field, message, "write another hex"))
            }
            _ => Ok(()),
        }
    }

    /// The state with the order that it leaves out.
    ///
    /// # Errors
    /// [`Invalid`], if mechs, seats, hexes and rolls do not agree with each other.
    pub fn checked(mut self) -> Result<Self, Invalid> {
        let seats = self.mechs.seats();
        length("mechs", seats, 2..=4)?;
        within("turn", self.turn.into(), 1..=self.turns.into())?;
        for (field, list) in [("order", &self.order), ("acted", &self.acted)] {
            for (place, seat) in list.iter().enumerate() {
                seat.check(&format!("{field}[{place}]"), seats)?;
            }
        }
        self.refresh_map()?;
        if let Some(seat) = self.seats().find(|seat| self.mechs[*seat].bogged)
            && self.terrain.is_none()
        {
            let field = format!("mechs[{}].bogged", seat.0);
            return Err(Invalid::new(field, "these rules have no swamp", "leave it out"));
        }
        if self.order.is_empty() {
            self.order = self.seats().collect();
        }
        let living: Vec<Seat> = self.living().collect();
        for (place, seat) in living.iter().enumerate() {
            let hex = self.mechs[*seat].hex;
            let field = format!("mechs[{}].hex", seat.0);
            self.map.check(&field, hex)?;
            if living[..place].iter().any(|other| self.mechs[*other].hex == hex) {
                let message = format!("another mech stands on {hex}");
                return Err(Invalid::new(field, message, "write another hex"));
            }
            let mech = &self.mechs[*seat];
            if let Some(from) = mech.moved.from {
                let field = format!("mechs[{}].moved.from", seat.0);
                self.map.check(&field, from)?;
                if from.distance(hex) != mech.moved.hexes {
                    let message = format!("{from} is {} hexes away", from.distance(hex));
                    let help = "write the hex where the move began, and as many hexes";
                    return Err(Invalid::new(field, message, help));
                }
            }
            if !self.order.contains(seat) {
                let message = format!("{seat} is missing");
                return Err(Invalid::new("order", message, "name all seats with a mech"));
            }
        }
        for (hex, clubs) in &self.clubs {
            let field = format!("clubs.{hex}");
            self.map.check(&field, *hex)?;
            within(&field, (*clubs).into(), 1..=u8::MAX.into())?;
        }
        self.check_attacks("declared", self.declared.iter().enumerate())?;
        let rolls = || self.rolls.iter().enumerate();
        let attacks = rolls().filter_map(|(place, roll)| match roll {
            Roll::ToHit(declared) => Some((place, declared)),
            _ => None,
        });
        self.check_attacks("rolls", attacks)?;
        for (place, roll) in rolls() {
            let field = format!("rolls[{place}]");
            roll.seat().check(&format!("{field}.seat"), seats)?;
            self.check_place(&field, roll)?;
            if let Roll::Cluster { seat, action } = roll {
                self.check_attack(&field, *seat, action.0)?;
            }
        }
        Ok(self)
    }

    /// Refuses what cannot be in the phase.
    ///
    /// # Errors
    /// [`Invalid`], if attacks are declared in a phase without them, or a mech is left alone.
    pub fn check_phase(&self) -> Result<(), Invalid> {
        for (place, Declared { action: Notation(action), .. }) in self.declared.iter().enumerate() {
            let phase = match action.means() {
                Some(Means::Weapon(_)) => Phase::Weapons,
                _ => Phase::Physical,
            };
            if phase != self.phase {
                let message = format!("{action} is not declared in this phase");
                let help = format!("write phase {}", json!(phase));
                return Err(Invalid::new(format!("declared[{place}]"), message, help));
            }
        }
        // A mech that is destroyed in its own move leaves the others to end the phase.
        let has_moved =
            |seat: &Seat| self.acted.contains(seat) || self.mechs[*seat].moved.stands > 0;
        let mut destroyed = self.order.iter().filter(|seat| self.mechs[**seat].destroyed());
        let alone = self.phase == Phase::Movement && self.living().count() < 2;
        match destroyed.find(|seat| !has_moved(seat)).filter(|_| alone && self.decides().is_some())
        {
            None => Ok(()),
            Some(seat) => {
                let message = format!("{seat} is destroyed, and only one mech is left to move");
                let help =
                    "name it in acted if it was destroyed in its move; else write phase over";
                Err(Invalid::new("acted", message, help))
            }
        }
    }
}
