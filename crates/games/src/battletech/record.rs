//! What a mech is built of: its weight, movement, armour, and the parts in its slots. Weapons are
//! in `data/weapons.json`, the built-in mechs in `data/mechs.json`.

#![expect(clippy::cast_possible_truncation, reason = "a mech has 78 slots")]

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::movement::Mode;
use super::tables;
use rivals_core::json::one_of;
use rivals_core::sort;
use rivals_core::values::{Invalid, Notation, NotationError, whole};

/// A location of a mech, in the order of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Location {
    /// Left arm.
    La,
    /// Left torso.
    Lt,
    /// Left leg.
    Ll,
    /// Right leg.
    Rl,
    /// Right torso.
    Rt,
    /// Right arm.
    Ra,
    /// Centre torso.
    Ct,
    /// Head.
    Hd,
}

use Location::{Ct, Hd, La, Ll, Lt, Ra, Rl, Rt};

impl Location {
    /// In the order of records.
    pub const ALL: [Self; 8] = [La, Lt, Ll, Rl, Rt, Ra, Ct, Hd];

    /// The arms, the left one first.
    pub const ARMS: [Self; 2] = [La, Ra];

    /// The legs, the left one first.
    pub const LEGS: [Self; 2] = [Ll, Rl];

    /// The name, such as `LA`.
    pub fn name(self) -> &'static str {
        PLATES[self as usize]
    }

    /// The index of the first slot.
    const fn first(self) -> u8 {
        [0, 12, 24, 30, 36, 48, 60, 72][self as usize]
    }

    /// The number of slots.
    pub const fn slots(self) -> u8 {
        if matches!(self, Ll | Rl | Hd) { 6 } else { 12 }
    }

    /// The slots as a set, in which bit s stands for slot s.
    pub const fn mask(self) -> u128 {
        Slot(self.first()).bits(self.slots())
    }

    /// Whether the location is one of the arms.
    pub fn is_arm(self) -> bool {
        matches!(self, La | Ra)
    }

    /// Whether the location is one of the legs.
    pub fn is_leg(self) -> bool {
        matches!(self, Ll | Rl)
    }

    /// The location that damage goes on to; none behind the centre torso and the head.
    pub fn inward(self) -> Option<Self> {
        match self {
            La | Ll => Some(Lt),
            Ra | Rl => Some(Rt),
            Lt | Rt => Some(Ct),
            Ct | Hd => None,
        }
    }

    /// The place of its armour in [`PLATES`], in front or in the rear.
    pub fn plate(self, rear: bool) -> usize {
        match self {
            Lt if rear => 8,
            Rt if rear => 9,
            Ct if rear => 10,
            other => other as usize,
        }
    }
}

/// The parts of the armour: those of the locations, then those of the rear.
pub const PLATES: [&str; 11] =
    ["LA", "LT", "LL", "RL", "RT", "RA", "CT", "HD", "LTr", "RTr", "CTr"];

/// The number of slots of a mech.
pub const SLOTS: usize = 78;

/// A slot of a mech, `RT:1`: slots are numbered through all locations, in the order of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u8);

impl Slot {
    /// The slot of a location with this number, from 1.
    pub const fn new(location: Location, number: u8) -> Self {
        Self(location.first() + number - 1)
    }

    /// The location.
    pub fn location(self) -> Location {
        let behind = |location: &Location| location.first() <= self.0;
        Location::ALL.into_iter().rfind(behind).unwrap_or(La)
    }

    /// All slots, in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SLOTS as u8).map(Self)
    }

    /// The slot as a set.
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The slot and those behind it, as many as this, as a set.
    const fn bits(self, number: u8) -> u128 {
        ((1 << number) - 1) << self.0
    }

    /// The slots of a set, from the first.
    pub fn of(mut set: u128) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let slot = (set != 0).then(|| Self(set.trailing_zeros() as u8))?;
            set &= set - 1;
            Some(slot)
        })
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let location = self.location();
        write!(f, "{}:{}", location.name(), self.0 - location.first() + 1)
    }
}

impl FromStr for Slot {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, Self::all(), "write the number of a slot, such as RT:1")
    }
}

impl Serialize for Slot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Notation(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Slot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Notation::deserialize(from).map(|Notation(slot)| slot)
    }
}

/// A kind of weapon.
#[derive(Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The name, such as `LRM 10`.
    pub name: String,
    /// The heat of a shot.
    pub heat: u8,
    /// The damage of a hit, of missiles that of each.
    pub damage: u8,
    /// The number of missiles of a salvo; 0 of other weapons.
    #[serde(default)]
    pub missiles: u8,
    /// The number of missiles that hit one location together.
    #[serde(default)]
    pub group: u8,
    /// The distance up to which the weapon is hard to aim.
    pub minimum: u8,
    /// The greatest short, medium and long distance.
    pub ranges: [u8; 3],
    /// The shots of a ton of ammunition; 0 of energy weapons.
    pub shots: u8,
    /// The number of slots that it fills.
    pub slots: u8,
    /// The number that two dice need to set a hex on fire; 0 if it cannot.
    #[serde(default)]
    pub ignites: u8,
}

impl Weapon {
    /// The damage if all missiles hit.
    pub fn salvo(&self) -> u16 {
        u16::from(self.damage) * u16::from(self.missiles.max(1))
    }

    /// The weapon of this name.
    ///
    /// # Errors
    /// [`Invalid`], if there is none.
    pub fn named(name: &str) -> Result<&'static Self, Invalid> {
        let found = WEAPONS.iter().find(|weapon| weapon.name == name);
        found.ok_or_else(|| {
            one_of(name, &WEAPONS.iter().map(|weapon| weapon.name.as_str()).collect::<Vec<_>>())
        })
    }
}

/// All weapons.
pub static WEAPONS: LazyLock<Vec<Weapon>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("data/weapons.json")).expect("the weapons are complete")
});

/// A part of a mech that is no weapon and no ammunition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The joint of an arm with the torso.
    Shoulder,
    /// The actuator of an upper arm.
    UpperArm,
    /// The actuator of a lower arm.
    LowerArm,
    /// The actuator of a hand.
    Hand,
    /// The joint of a leg with the torso.
    Hip,
    /// The actuator of an upper leg.
    UpperLeg,
    /// The actuator of a lower leg.
    LowerLeg,
    /// The actuator of a foot.
    Foot,
    /// A part of the engine.
    Engine,
    /// A part of the gyroscope.
    Gyro,
    /// A part of the life support.
    LifeSupport,
    /// A part of the sensors.
    Sensors,
    /// The cockpit.
    Cockpit,
    /// A heat sink outside of the engine.
    HeatSink,
    /// A jump jet.
    JumpJet,
}

/// The names of the parts, in the order of [`Part`].
#[rustfmt::skip]
pub const PARTS: [&str; 15] = [
    "shoulder", "upper arm", "lower arm", "hand", "hip", "upper leg", "lower leg", "foot",
    "engine", "gyro", "life support", "sensors", "cockpit", "heat sink", "jump jet",
];

/// The locations that a part can be in, by its place in [`PARTS`].
const fn locations(part: usize) -> &'static [Location] {
    match part {
        0..=3 => &Location::ARMS,
        4..=7 => &Location::LEGS,
        8 => &[Lt, Rt, Ct],
        9 => &[Ct],
        10..=12 => &[Hd],
        14 => &[Lt, Ll, Rl, Rt, Ct],
        _ => &Location::ALL,
    }
}

/// A weapon of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mount {
    /// The first slot.
    pub slot: Slot,
    /// All slots.
    pub slots: u128,
    /// The location.
    pub location: Location,
    /// The weapon.
    pub weapon: &'static Weapon,
    /// Whether it fires to the rear.
    pub rear: bool,
}

/// What a mech is built of.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// As it is written.
    spec: Spec,
    /// Armour, by [`PLATES`].
    pub armour: [u8; 11],
    /// Internal structure, by [`Location`].
    pub structure: [u8; 8],
    /// The slots with each part, by [`Part`].
    parts: [u128; 15],
    /// What fills the slots, and which.
    items: Vec<(u128, String)>,
    /// All slots that are not empty.
    pub filled: u128,
    /// The weapons, in the order of the record.
    pub weapons: Vec<Mount>,
    /// The weapons by the names of their locations, which is the order of legal actions.
    pub by_name: Vec<Mount>,
    /// The tons of ammunition, in the order of the record.
    pub bins: Vec<(Slot, &'static Weapon)>,
}

/// A record in the notation of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// The weight in tons.
    #[serde(deserialize_with = "whole::<u8, _, _, 10, 100>")]
    pub tons: u8,
    /// Walking MP.
    #[serde(deserialize_with = "whole::<u8, _, _, 0, 20>")]
    pub walk: u8,
    /// Jumping MP.
    #[serde(default, deserialize_with = "whole::<u8, _, _, 0, 20>")]
    pub jump: u8,
    /// All heat sinks.
    #[serde(deserialize_with = "whole::<u8, _, _, 0, 60>")]
    pub sinks: u8,
    armour: BTreeMap<String, u8>,
    slots: BTreeMap<Location, Vec<Option<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<BTreeMap<String, u8>>,
}

impl Deref for Record {
    type Target = Spec;

    fn deref(&self) -> &Spec {
        &self.spec
    }
}

/// The built-in records.
pub static MODELS: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let specs: Vec<Spec> =
        serde_json::from_str(include_str!("data/mechs.json")).expect("the records are complete");
    let records = specs.into_iter().map(Record::new).collect::<Result<_, _>>();
    records.expect("the records can be built")
});

/// The other records that were read. Each is kept, once, so that mechs are cheap to copy.
static OTHERS: Mutex<Vec<&'static Record>> = Mutex::new(Vec::new());

impl Record {
    /// The built-in record of this name.
    ///
    /// # Errors
    /// [`Invalid`], if there is none.
    pub fn model(name: &str) -> Result<&'static Self, Invalid> {
        let found = MODELS.iter().find(|record| record.name == name);
        found.ok_or_else(|| {
            one_of(name, &MODELS.iter().map(|record| record.name.as_str()).collect::<Vec<_>>())
        })
    }

    /// The record that is written so.
    ///
    /// # Errors
    /// [`Invalid`], at the first part that has no place.
    pub fn read(spec: Spec) -> Result<&'static Self, Invalid> {
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others.iter().find(|record| record.spec == spec) {
            return Ok(known);
        }
        let record: &Self = Box::leak(Box::new(Self::new(spec)?));
        others.push(record);
        Ok(record)
    }

    fn new(spec: Spec) -> Result<Self, Invalid> {
        let structure = match &spec.structure {
            Some(structure) => points("structure", structure, &PLATES[..8])?,
            None => tables::structure(spec.tons).ok_or_else(|| {
                let message = format!("no table has the structure of {} tons", spec.tons);
                Invalid::new("structure", message, "add \"structure\", by location")
            })?,
        };
        let mut record = Self {
            armour: points("armour", &spec.armour, &PLATES)?,
            structure,
            parts: [0; 15],
            items: Vec::new(),
            filled: 0,
            weapons: Vec::new(),
            by_name: Vec::new(),
            bins: Vec::new(),
            spec,
        };
        for location in Location::ALL {
            record.fill(location)?;
        }
        record.by_name.clone_from(&record.weapons);
        sort::by_key(&mut record.by_name, |mount| mount.location.name());
        Ok(record)
    }

    /// The slots with a part.
    pub fn part(&self, part: Part) -> u128 {
        self.parts[part as usize]
    }

    /// What fills a slot.
    pub fn item(&self, slot: Slot) -> &str {
        let found = self.items.iter().find(|(slots, _)| slots & slot.bit() != 0);
        found.map_or("nothing", |(_, item)| item)
    }

    /// Running MP.
    pub fn run(&self) -> u8 {
        (3 * self.walk).div_ceil(2)
    }

    /// The MP of a way to move, before any losses.
    pub fn points_of(&self, mode: Mode) -> u8 {
        [0, self.walk, self.run(), self.jump][mode as usize]
    }

    /// The points of armour and structure.
    pub fn points(&self) -> u32 {
        self.armour.iter().chain(&self.structure).map(|&points| u32::from(points)).sum()
    }

    /// Puts the parts of a location into its slots.
    fn fill(&mut self, location: Location) -> Result<(), Invalid> {
        let mut number = 1;
        let items = self.spec.slots.get(&location).cloned().unwrap_or_default();
        for (place, item) in items.iter().enumerate() {
            let field = format!("slots.{}[{place}]", location.name());
            number += match item {
                Some(item) => {
                    let put = self.put(Slot::new(location, number), item);
                    put.map_err(|error| error.under(&field))?
                }
                None => 1,
            };
            if number > location.slots() + 1 {
                let message = format!("there are only {} slots", location.slots());
                let help = "move it to another location; a weapon is written once and fills the \
                            slots that it needs";
                return Err(Invalid::new(field, message, help));
            }
        }
        Ok(())
    }

    /// Puts a part, a weapon or ammunition into a slot and those behind it; returns how many it
    /// fills.
    fn put(&mut self, slot: Slot, item: &str) -> Result<u8, Invalid> {
        let mut size = 1;
        if let Some(part) = PARTS.iter().position(|part| *part == item) {
            let fits = locations(part);
            if !fits.contains(&slot.location()) {
                let message = format!("{} has no {item}", slot.location().name());
                let fits = fits.iter().map(|location| location.name()).collect::<Vec<_>>();
                let help = format!("write it in {}", fits.join(", "));
                return Err(Invalid::new("", message, help));
            }
            self.parts[part] |= slot.bit();
        } else if let Some(name) = item.strip_prefix("ammo ") {
            let weapon = Weapon::named(name)?;
            if weapon.shots == 0 {
                let message = format!("{name} needs no ammunition");
                return Err(Invalid::new("", message, "leave it out"));
            }
            self.bins.push((slot, weapon));
        } else {
            let rear = item.strip_suffix(" (rear)");
            let weapon = Weapon::named(rear.unwrap_or(item))?;
            size = weapon.slots;
            let (slots, location) = (slot.bits(size), slot.location());
            self.weapons.push(Mount { slot, slots, location, weapon, rear: rear.is_some() });
        }
        let slots = slot.bits(size);
        self.items.push((slots, item.to_owned()));
        self.filled |= slots;
        Ok(size)
    }
}

/// The numbers of an object that has all keys.
fn points<const N: usize>(
    field: &str,
    map: &BTreeMap<String, u8>,
    keys: &[&str],
) -> Result<[u8; N], Invalid> {
    let mut values = [0; N];
    for (key, value) in map {
        values[place(key, keys).map_err(|error| error.under(field))?] = *value;
    }
    match keys.iter().find(|key| !map.contains_key(**key)) {
        None => Ok(values),
        Some(key) => {
            let help = format!("write a number for each of {}", keys.join(", "));
            Err(Invalid::new(field, format!("{key} is missing"), help))
        }
    }
}

/// The place of a key.
pub fn place(key: &str, keys: &[&str]) -> Result<usize, Invalid> {
    keys.iter().position(|known| *known == key).ok_or_else(|| one_of(key, keys))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The totals of armour agree with the files of the course.
    #[test]
    fn the_built_in_records() {
        let armour: Vec<u32> = MODELS
            .iter()
            .map(|record| record.armour.iter().map(|&points| u32::from(points)).sum())
            .collect();
        assert_eq!(armour, [64, 64, 160, 152, 160, 208, 304]);
        for record in MODELS.iter() {
            let read = Record::read(Spec::clone(record)).unwrap();
            assert_eq!((&read.weapons, read.parts), (&record.weapons, record.parts));
            assert!(std::ptr::eq(read, Record::read(Spec::clone(record)).unwrap()));
            // Engine, gyroscope, head and legs are complete.
            for (part, count) in [
                (Part::Engine, 6),
                (Part::Gyro, 4),
                (Part::Sensors, 2),
                (Part::LifeSupport, 2),
                (Part::Cockpit, 1),
                (Part::Hip, 2),
                (Part::Foot, 2),
                (Part::Shoulder, 2),
                (Part::JumpJet, u32::from(record.jump)),
            ] {
                assert_eq!(record.part(part).count_ones(), count, "{}: {part:?}", record.name);
            }
        }
        let atlas = Record::model("AS7-D").unwrap();
        let mounts: Vec<String> =
            atlas.weapons.iter().map(|mount| mount.slot.to_string()).collect();
        assert_eq!(mounts, ["LA:6", "LT:2", "LT:7", "RT:1", "RA:6", "CT:11", "CT:12"]);
        assert_eq!(atlas.part(Part::HeatSink).count_ones(), 8);
        assert_eq!(atlas.points(), 304 + 3 + 31 + 2 * (21 + 17 + 21));
    }

    #[test]
    fn slots_are_read_as_they_are_written() {
        for number in 0..SLOTS as u8 {
            let slot = Slot(number);
            assert_eq!(slot.to_string().parse(), Ok(slot));
            assert!(slot.location().mask() & slot.bit() != 0);
        }
        for text in ["RT:0", "RT:13", "HD:7", "RT:01", "XX:1", "RT", "RT:+1"] {
            assert!(text.parse::<Slot>().is_err(), "{text}");
        }
        assert_eq!(Slot::of(0b1010).collect::<Vec<_>>(), [Slot(1), Slot(3)]);
    }

    #[test]
    fn records_that_cannot_be_are_refused() {
        let refusal = |path: &str, value: serde_json::Value| {
            let mut written = serde_json::to_value(&**Record::model("AS7-D").unwrap()).unwrap();
            *written.pointer_mut(path).unwrap() = value;
            rivals_core::json::read(&written).and_then(Record::read).unwrap_err()
        };
        use serde_json::json;
        let full = vec!["AC/10"; 2];
        assert_eq!(refusal("/slots/RT", json!(full)).field, "slots.RT[1]");
        assert_eq!(refusal("/slots/HD/3", json!("laser")).field, "slots.HD[3]");
        assert_eq!(refusal("/slots/HD/3", json!("ammo PPC")).field, "slots.HD[3]");
        assert_eq!(refusal("/armour", json!({"LA": 1})).field, "armour");
        assert_eq!(refusal("/tons", json!(101)).field, "tons");
    }
}
