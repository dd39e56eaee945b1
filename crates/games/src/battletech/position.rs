//! Positions in the notation of the protocol: what may be left out of a mech, and what is refused.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::mech::{Means, Mech, Status, Torso};
use super::record::{Location, PLATES, Record, Slot, place};
use super::state::{Action, Declared, Roll, State};
use rivals_core::json::read;
use rivals_core::play::Seat;
use rivals_core::values::{Invalid, length, within};

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

impl Mech {
    /// The mech of these fields, with what follows from its losses.
    fn of(mut fields: Map<String, Value>) -> Result<Self, Invalid> {
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
        at_most("moved.hexes", moved.hexes, most)?;
        at_most("moved.mp", moved.mp, self.record.run())?;
        at_most("moved.stands", moved.stands, self.record.run())?;
        match fired.iter().find(|means| !self.has(*means)) {
            Some(means) => Err(no_weapon("fired", means)),
            None => Ok(self),
        }
    }
}

/// Reads a position that the rules allow, as a field of a question.
pub fn position<'de, D: Deserializer<'de>>(from: D) -> Result<State, D::Error> {
    let checked = State::deserialize(from)?.checked();
    checked.map_err(|error| D::Error::custom(format_args!("{error:#}")))
}

impl State {
    /// Refuses attacks that cannot have been declared.
    fn check_attack(&self, field: &str, seat: Seat, action: Action) -> Result<(), Invalid> {
        seat.check(field, self.mechs.seats())?;
        let from = self.mechs[seat].hex;
        let on_map = |hex| self.map.place(from).and(self.map.place(hex)).is_some();
        let has = |means| {
            if self.mechs[seat].has(means) { Ok(()) } else { Err(no_weapon(field, means)) }
        };
        let is_other = |hex| hex != from && self.seat_on(hex).is_some();
        match action {
            Action::Attack(means, hex) if on_map(hex) && is_other(hex) => has(means),
            Action::Clear(slot, hex) | Action::Ignite(slot, hex)
                if on_map(hex) && self.terrain.is_some() =>
            {
                has(Means::Weapon(slot))
            }
            _ => {
                let help = "write an attack at the hex of another mech";
                Err(Invalid::new(field, format!("{action} is no attack at a mech"), help))
            }
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
            if !self.order.contains(seat) {
                let message = format!("{seat} is missing");
                return Err(Invalid::new("order", message, "name all seats with a mech"));
            }
        }
        for hex in self.clubs.keys() {
            self.map.check("clubs", *hex)?;
        }
        for (place, declared) in self.declared.iter().enumerate() {
            let field = format!("declared[{place}]");
            self.check_attack(&field, declared.seat, declared.action.0)?;
        }
        for (place, roll) in self.rolls.iter().enumerate() {
            let field = format!("rolls[{place}]");
            roll.seat().check(&field, seats)?;
            if let Roll::ToHit(Declared { seat, action, .. }) | Roll::Cluster { seat, action } =
                roll
            {
                self.check_attack(&field, *seat, action.0)?;
            }
        }
        Ok(self)
    }
}
