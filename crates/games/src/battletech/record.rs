//! What a mech is built of: its weight, movement, armour, and the parts in its slots. Weapons are
//! in `data/weapons.json`, the built-in mechs in `data/mechs.json`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::tables;
use rivals_core::json::one_of;
use rivals_core::play::NotationError;
use rivals_core::values::{Invalid, Notation, Whole, length};

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

    /// In the order of their names, which is that of legal actions.
    pub const BY_NAME: [Self; 8] = [Ct, Hd, La, Ll, Lt, Ra, Rl, Rt];

    /// The arms, the left one first.
    pub const ARMS: [Self; 2] = [La, Ra];

    /// The legs, the left one first.
    pub const LEGS: [Self; 2] = [Ll, Rl];

    /// The name, such as `LA`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["LA", "LT", "LL", "RL", "RT", "RA", "CT", "HD"][self as usize]
    }

    /// The index of the first slot.
    const fn first(self) -> u8 {
        [0, 12, 24, 30, 36, 48, 60, 72][self as usize]
    }

    /// The number of slots.
    #[must_use]
    pub const fn slots(self) -> u8 {
        if matches!(self, Ll | Rl | Hd) { 6 } else { 12 }
    }

    /// The slots as a set, in which bit s stands for slot s.
    #[must_use]
    pub const fn mask(self) -> u128 {
        ((1 << self.slots()) - 1) << self.first()
    }

    /// Whether the location is one of the arms.
    #[must_use]
    pub fn is_arm(self) -> bool {
        matches!(self, La | Ra)
    }

    /// Whether the location is one of the legs.
    #[must_use]
    pub fn is_leg(self) -> bool {
        matches!(self, Ll | Rl)
    }

    /// The location that damage goes on to; none behind the centre torso and the head.
    #[must_use]
    pub fn inward(self) -> Option<Self> {
        match self {
            La | Ll => Some(Lt),
            Ra | Rl => Some(Rt),
            Lt | Rt => Some(Ct),
            Ct | Hd => None,
        }
    }

    /// The place of its armour, in front or in the rear.
    #[must_use]
    pub fn plate(self, rear: bool) -> Plate {
        match self {
            Lt if rear => Plate::Ltr,
            Rt if rear => Plate::Rtr,
            Ct if rear => Plate::Ctr,
            other => Plate::ALL[other as usize],
        }
    }
}

/// A part of the armour: those of the locations, then those of the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Plate {
    /// Left arm.
    #[serde(rename = "LA")]
    La,
    /// Left torso, front.
    #[serde(rename = "LT")]
    Lt,
    /// Left leg.
    #[serde(rename = "LL")]
    Ll,
    /// Right leg.
    #[serde(rename = "RL")]
    Rl,
    /// Right torso, front.
    #[serde(rename = "RT")]
    Rt,
    /// Right arm.
    #[serde(rename = "RA")]
    Ra,
    /// Centre torso, front.
    #[serde(rename = "CT")]
    Ct,
    /// Head.
    #[serde(rename = "HD")]
    Hd,
    /// Left torso, rear.
    #[serde(rename = "LTr")]
    Ltr,
    /// Right torso, rear.
    #[serde(rename = "RTr")]
    Rtr,
    /// Centre torso, rear.
    #[serde(rename = "CTr")]
    Ctr,
}

impl Plate {
    /// In the order of records.
    pub const ALL: [Self; 11] = [
        Self::La,
        Self::Lt,
        Self::Ll,
        Self::Rl,
        Self::Rt,
        Self::Ra,
        Self::Ct,
        Self::Hd,
        Self::Ltr,
        Self::Rtr,
        Self::Ctr,
    ];
}

/// The number of slots of a mech.
pub const SLOTS: usize = 78;

/// A slot of a mech, `RT:1`: slots are numbered through all locations, in the order of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u8);

impl Slot {
    /// The slot of a location with this number, from 1.
    #[must_use]
    pub const fn new(location: Location, number: u8) -> Self {
        Self(location.first() + number - 1)
    }

    /// The location.
    #[must_use]
    pub fn location(self) -> Location {
        let behind = |location: &Location| location.first() <= self.0;
        Location::ALL.into_iter().rfind(behind).unwrap_or(La)
    }

    /// The slot as a set.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
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

impl FromStr for Location {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = Self::ALL.into_iter().find(|location| location.name() == text);
        found.ok_or_else(|| NotationError::new(text, "write LA, LT, LL, RL, RT, RA, CT or HD"))
    }
}

impl FromStr for Slot {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (location, number) = text.split_once(':')?;
            let location: Location = location.parse().ok()?;
            let within = |number: &u8| (1..=location.slots()).contains(number);
            let number = number.parse().ok().filter(within)?;
            let slot = Self::new(location, number);
            (slot.to_string() == text).then_some(slot)
        };
        read().ok_or_else(|| {
            NotationError::new(text, "write a location and the number of a slot, such as RT:1")
        })
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
}

impl Weapon {
    /// The damage if all missiles hit.
    #[must_use]
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

impl Part {
    /// In the order of their names below.
    pub const ALL: [Self; 15] = [
        Self::Shoulder,
        Self::UpperArm,
        Self::LowerArm,
        Self::Hand,
        Self::Hip,
        Self::UpperLeg,
        Self::LowerLeg,
        Self::Foot,
        Self::Engine,
        Self::Gyro,
        Self::LifeSupport,
        Self::Sensors,
        Self::Cockpit,
        Self::HeatSink,
        Self::JumpJet,
    ];

    /// The name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 15] = [
            "shoulder",
            "upper arm",
            "lower arm",
            "hand",
            "hip",
            "upper leg",
            "lower leg",
            "foot",
            "engine",
            "gyro",
            "life support",
            "sensors",
            "cockpit",
            "heat sink",
            "jump jet",
        ];
        NAMES[self as usize]
    }

    /// Whether the part may be in this location.
    pub(super) fn fits(self, location: Location) -> bool {
        match self {
            Self::Shoulder | Self::UpperArm | Self::LowerArm | Self::Hand => location.is_arm(),
            Self::Hip | Self::UpperLeg | Self::LowerLeg | Self::Foot => location.is_leg(),
            Self::Engine | Self::Gyro => location == Ct,
            Self::LifeSupport | Self::Sensors | Self::Cockpit => location == Hd,
            Self::HeatSink => true,
            Self::JumpJet => !location.is_arm() && location != Hd,
        }
    }
}

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A part.
    Part(Part),
    /// A weapon, with whether it fires to the rear.
    Weapon(&'static Weapon, bool),
    /// A ton of ammunition.
    Ammo(&'static Weapon),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(part) => f.write_str(part.name()),
            Self::Weapon(weapon, false) => f.write_str(&weapon.name),
            Self::Weapon(weapon, true) => write!(f, "{} (rear)", weapon.name),
            Self::Ammo(weapon) => write!(f, "ammo {}", weapon.name),
        }
    }
}

impl FromStr for Item {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let part = Part::ALL.into_iter().find(|part| part.name() == text);
        let read = || match (part, text.strip_prefix("ammo "), text.strip_suffix(" (rear)")) {
            (Some(part), ..) => Some(Self::Part(part)),
            (_, Some(name), _) => {
                Weapon::named(name).ok().filter(|weapon| weapon.shots > 0).map(Self::Ammo)
            }
            (_, _, rear) => {
                let weapon = Weapon::named(rear.unwrap_or(text)).ok()?;
                Some(Self::Weapon(weapon, rear.is_some()))
            }
        };
        read().ok_or_else(|| {
            let help = "write a part such as \"engine\", a weapon such as \"PPC\" or \
                        \"PPC (rear)\", or \"ammo SRM 6\"";
            NotationError::new(text, help)
        })
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Spec", into = "Spec")]
pub struct Record {
    /// The name.
    pub name: String,
    /// Whether the record is one of the built-in ones.
    pub built_in: bool,
    /// The weight in tons.
    pub tons: u8,
    /// Walking MP.
    pub walk: u8,
    /// Jumping MP.
    pub jump: u8,
    /// All heat sinks.
    pub sinks: u8,
    /// Armour, by [`Plate`].
    pub armour: [u8; 11],
    /// Internal structure, by [`Location`].
    pub structure: [u8; 8],
    /// The slots with each part, by [`Part`].
    parts: [u128; 15],
    /// All slots that are not empty.
    pub filled: u128,
    /// The weapons, in the order of the record.
    pub weapons: Vec<Mount>,
    /// The tons of ammunition, in the order of the record.
    pub bins: Vec<(Slot, &'static Weapon)>,
}

/// A record in the notation of the protocol.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    name: String,
    tons: Whole<u8, 10, 100>,
    walk: Whole<u8, 0, 20>,
    #[serde(default = "zero")]
    jump: Whole<u8, 0, 20>,
    sinks: Whole<u8, 0, 60>,
    armour: BTreeMap<Plate, u8>,
    slots: BTreeMap<Location, Vec<Option<Notation<Item>>>>,
    structure: Option<BTreeMap<Location, Whole<u8, 1, 255>>>,
}

fn zero() -> Whole<u8, 0, 20> {
    Whole(0)
}

/// The built-in records.
pub static MODELS: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let records: Vec<Record> =
        serde_json::from_str(include_str!("data/mechs.json")).expect("the records are complete");
    records.into_iter().map(|record| Record { built_in: true, ..record }).collect()
});

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

    /// The slots with a part.
    #[must_use]
    pub fn part(&self, part: Part) -> u128 {
        self.parts[part as usize]
    }

    /// Running MP.
    #[must_use]
    pub fn run(&self) -> u8 {
        (3 * self.walk).div_ceil(2)
    }

    /// The points of armour and structure.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.armour.iter().chain(&self.structure).map(|&points| u32::from(points)).sum()
    }

    /// Puts the parts of a location into its slots.
    fn fill(
        &mut self,
        location: Location,
        items: &[Option<Notation<Item>>],
    ) -> Result<(), Invalid> {
        let mut number = 1;
        for (place, item) in items.iter().enumerate() {
            let refused = |message: String, help: &str| {
                Err(Invalid::new(format!("slots.{}[{place}]", location.name()), message, help))
            };
            let size = match item {
                Some(Notation(Item::Weapon(weapon, _))) => weapon.slots,
                _ => 1,
            };
            if number + size - 1 > location.slots() {
                let help = "move it to another location; a weapon is written once and fills the \
                            slots that it needs";
                let message = format!("it needs more than the {} slots", location.slots());
                return refused(message, help);
            }
            let slot = Slot::new(location, number);
            let slots = ((1 << size) - 1) << slot.0;
            match item {
                None => {}
                Some(Notation(Item::Part(part))) if !part.fits(location) => {
                    let message = format!("{} is no part of this location", part.name());
                    return refused(message, "move it to another location");
                }
                Some(Notation(Item::Part(part))) => self.parts[*part as usize] |= slots,
                Some(Notation(Item::Weapon(weapon, rear))) => {
                    let (weapon, rear) = (*weapon, *rear);
                    self.weapons.push(Mount { slot, slots, location, weapon, rear });
                }
                Some(Notation(Item::Ammo(weapon))) => self.bins.push((slot, weapon)),
            }
            if item.is_some() {
                self.filled |= slots;
            }
            number += size;
        }
        Ok(())
    }

    /// What fills the slots of a location, as the notation has it.
    fn items(&self, location: Location) -> Vec<Option<Notation<Item>>> {
        let (mut items, mut number) = (Vec::new(), 1);
        while number <= location.slots() {
            let slot = Slot::new(location, number);
            let part = Part::ALL.into_iter().find(|part| self.part(*part) & slot.bit() != 0);
            let mount = self.weapons.iter().find(|mount| mount.slot == slot);
            let bin = self.bins.iter().find(|(bin, _)| *bin == slot);
            let ammo = || bin.map(|(_, weapon)| Item::Ammo(weapon));
            let weapon = mount.map(|mount| Item::Weapon(mount.weapon, mount.rear));
            items.push(part.map(Item::Part).or(weapon).or_else(ammo).map(Notation));
            number += mount.map_or(1, |mount| mount.weapon.slots);
        }
        items
    }
}

/// The values of a map that has all keys.
fn all<K: Ord + Copy + Serialize, const N: usize>(
    field: &str,
    map: &BTreeMap<K, u8>,
    keys: [K; N],
) -> Result<[u8; N], Invalid> {
    length(field, map.len(), N..=N)?;
    Ok(keys.map(|key| map[&key]))
}

impl TryFrom<Spec> for Record {
    type Error = Invalid;

    fn try_from(spec: Spec) -> Result<Self, Invalid> {
        let Spec { name, tons: Whole(tons), walk, jump, sinks, armour, slots, structure } = spec;
        let structure = match structure {
            Some(structure) => {
                let numbers = structure.into_iter().map(|(key, Whole(value))| (key, value));
                all("structure", &numbers.collect(), Location::ALL)?
            }
            None => tables::structure(tons).ok_or_else(|| {
                let message = format!("no table has the structure of {tons} tons");
                Invalid::new("structure", message, "add \"structure\", by location")
            })?,
        };
        let mut record = Self {
            name,
            built_in: false,
            tons,
            walk: walk.0,
            jump: jump.0,
            sinks: sinks.0,
            armour: all("armour", &armour, Plate::ALL)?,
            structure,
            parts: [0; 15],
            filled: 0,
            weapons: Vec::new(),
            bins: Vec::new(),
        };
        length("slots", slots.len(), 8..=8)?;
        for (location, items) in &slots {
            record.fill(*location, items)?;
        }
        Ok(record)
    }
}

impl From<Record> for Spec {
    fn from(record: Record) -> Self {
        let slots = Location::ALL.map(|location| (location, record.items(location)));
        let structure = Location::ALL.into_iter().zip(record.structure.map(Whole));
        Self {
            tons: Whole(record.tons),
            walk: Whole(record.walk),
            jump: Whole(record.jump),
            sinks: Whole(record.sinks),
            armour: Plate::ALL.into_iter().zip(record.armour).collect(),
            slots: slots.into(),
            structure: Some(structure.collect()),
            name: record.name,
        }
    }
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
            let written = serde_json::to_value(record).unwrap();
            let read: Record = rivals_core::json::read(&written).unwrap();
            assert_eq!(&Record { built_in: true, ..read }, record);
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
            let mut written = serde_json::to_value(Record::model("AS7-D").unwrap()).unwrap();
            *written.pointer_mut(path).unwrap() = value;
            rivals_core::json::read::<Record>(&written).unwrap_err()
        };
        use serde_json::json;
        let full = vec!["AC/10"; 2];
        assert_eq!(refusal("/slots/RT", json!(full)).field, "slots.RT[1]");
        assert_eq!(refusal("/slots/LL", json!(["hand"])).field, "slots.LL[0]");
        assert_eq!(refusal("/slots/HD/3", json!("laser")).field, "slots.HD[3]");
        assert_eq!(refusal("/slots/HD/3", json!("ammo PPC")).field, "slots.HD[3]");
        assert_eq!(refusal("/armour", json!({"LA": 1})).field, "armour");
        assert_eq!(refusal("/tons", json!(101)).field, "tons");
    }
}
