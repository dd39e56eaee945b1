//! The file of what a mech is built of, `defmechJ0-1.sbt`. Weapons are known by their numbers, and
//! parts by their names.

use std::collections::BTreeMap;
use std::iter;

use serde_json::json;

use super::file::{File, truth};
use crate::battletech::mech::Mech;
use crate::battletech::record::{Location, PLATES, Part, Record, SLOTS, Slot, WEAPONS, Weapon};
use rivals_core::json;
use rivals_core::values::Invalid;

/// The first line.
pub(super) const HEADER: &str = "defmechSBT";

/// What fills a slot, or is a component.
const CLASSES: [&str; 7] =
    ["NADA", "ARMA", "MUNICION", "EQUIPO", "ACTUADOR", "ARMADURA", "ARMAFISICA"];

/// The parts in their order: the names and codes here, and the names in records. The last two are
/// no actuators.
const PARTS: [(Part, &str, i32, &str); 15] = [
    (Part::Shoulder, "Hombro", 3013, "shoulder"),
    (Part::UpperArm, "Brazo", 3014, "upper arm"),
    (Part::LowerArm, "Antebrazo", 3015, "lower arm"),
    (Part::Hand, "Mano", 3016, "hand"),
    (Part::Hip, "Cadera", 3017, "hip"),
    (Part::UpperLeg, "Muslo", 3018, "upper leg"),
    (Part::LowerLeg, "Pierna", 3019, "lower leg"),
    (Part::Foot, "Pie", 3020, "foot"),
    (Part::Engine, "Motores", 1011, "engine"),
    (Part::Gyro, "Giroscopio", 1012, "gyro"),
    (Part::LifeSupport, "Soporte Vital", 3008, "life support"),
    (Part::Sensors, "Sensores", 3009, "sensors"),
    (Part::Cockpit, "Cabina", 3010, "cockpit"),
    (Part::HeatSink, "Radiador", 1004, "heat sink"),
    (Part::JumpJet, "Retroreactor", 1013, "jump jet"),
];
const ACTUATORS: usize = 13;

/// What the file says of a mech.
pub(super) struct Definition {
    /// What it is built of.
    pub(super) record: &'static Record,
    /// The slots that do not work, as far as the file tells.
    pub(super) broken: u128,
    /// The shots that are left, by slot.
    pub(super) shots: [u8; SLOTS],
    /// Whether its heat sinks are double ones, which count as two.
    pub(super) doubled: bool,
}

/// Lines of a component, an actuator or a slot.
type Row = Vec<String>;

/// The lines of a component: its code, name, class, whether it is mounted to the rear, two
/// locations, the kind and the numbers of a weapon, whether it works, the code of the weapon of
/// ammunition, the shots, what is special of them, and a modifier.
const COMPONENT: &str = "ntcbnntnnnnnnnbnntn";
const ACTUATOR: &str = "ntnbn";
/// The lines of a slot: its class, the shots, code and name, the places of the component and the
/// actuator, or -1, and the damage of an explosion.
const SLOT: &str = "cnntnnn";

/// The lines of the numbers of a weapon.
fn numbers(weapon: &Weapon) -> String {
    let Weapon { heat, damage, missiles, minimum, ranges: [short, medium, long], .. } = weapon;
    let salvo = missiles.max(&1);
    format!("{heat}\n{damage}\n{salvo}\n{minimum}\n{short}\n{medium}\n{long}")
}

/// The code of a weapon.
fn code(weapon: &Weapon) -> usize {
    WEAPONS.iter().position(|other| other == weapon).map_or(0, |place| place + 1)
}

/// The weapon that a component is, if the rules have it.
fn weapon(component: &Row) -> Option<&'static Weapon> {
    let is = |weapon: &&Weapon| numbers(weapon) == component[7..14].join("\n");
    WEAPONS.iter().find(is).filter(|_| component[2] == "ARMA")
}

/// The slots and the lines of the components of a mech: weapons, ammunition and jump jets.
fn components(unit: &Mech) -> Vec<(u128, String)> {
    let record = unit.record;
    let row = |slot: Slot, rear: bool, head: String, values: &str, load: String| {
        let (rear, works) = (truth(rear), truth(unit.gone() & slot.bit() == 0));
        let location = slot.location() as u8;
        format!("{head}\n{rear}\n{location}\n-1\n{values}\n{works}\n{load}\nNo\n0")
    };
    let weapons = record.weapons.iter().map(|mount| {
        let weapon = mount.weapon;
        let kind = match (weapon.missiles, weapon.shots) {
            (0, 0) => "Energía",
            (0, _) => "Balística",
            _ => "Misiles",
        };
        let head = format!("{}\n{}\nARMA", code(weapon), weapon.name);
        let values = format!("{kind}\n{}", numbers(weapon));
        (mount.slots, row(mount.slot, mount.rear, head, &values, "-1\n0".to_owned()))
    });
    let none = "Nada\n-1\n-1\n-1\n-1\n-1\n-1\n-1";
    let bins = record.bins.iter().map(|(slot, weapon)| {
        let head = format!("{}\n{}\nMUNICION", code(weapon) + 100, weapon.name);
        let load = format!("{}\n{}", code(weapon), unit.shots(*slot));
        (slot.bit(), row(*slot, false, head, none, load))
    });
    let jets = Slot::of(record.part(Part::JumpJet)).map(|slot| {
        let (_, name, code, _) = PARTS[Part::JumpJet as usize];
        let head = format!("{code}\n{name}\nEQUIPO");
        (slot.bit(), row(slot, false, head, none, "-1\n-1".to_owned()))
    });
    weapons.chain(bins).chain(jets).collect()
}

/// The parts of a mech that are actuators, by their locations.
fn actuators(record: &Record) -> Vec<(Location, Part)> {
    let all = |location| PARTS[..ACTUATORS].iter().map(move |(part, ..)| (location, *part));
    let has = |(location, part): &(Location, Part)| record.part(*part) & location.mask() != 0;
    Location::ALL.into_iter().flat_map(all).filter(has).collect()
}

/// The lines of the actuators of a mech.
fn actuator_rows(unit: &Mech) -> Vec<String> {
    let row = |(location, part): (Location, Part)| {
        let (_, name, code, _) = PARTS[part as usize];
        let hits = (unit.record.part(part) & location.mask() & unit.hits).count_ones();
        format!("{code}\n{name}\n{}\n{}\n{hits}", location as u8, truth(hits == 0))
    };
    actuators(unit.record).into_iter().map(row).collect()
}

/// The lines of what fills the slots of a location, up to the last that is filled.
fn slot_rows(unit: &Mech, location: Location) -> Vec<String> {
    let record = unit.record;
    let filled = record.filled & location.mask();
    let (components, actuators) = (components(unit), actuators(record));
    let row = |slot: Slot| {
        let part = PARTS
            .into_iter()
            .map(|(part, ..)| part)
            .find(|part| record.part(*part) & slot.bit() != 0);
        let component = components.iter().position(|(slots, _)| slots & slot.bit() != 0);
        let actuator =
            actuators.iter().position(|at| Some(*at) == part.map(|part| (location, part)));
        let (class, name, code) = match (component, part) {
            (Some(place), _) => {
                let head: Vec<&str> = components[place].1.lines().take(3).collect();
                (head[2], head[1], head[0].to_owned())
            }
            (None, Some(part)) => {
                let (_, name, code, _) = PARTS[part as usize];
                (if actuator.is_some() { "ACTUADOR" } else { "EQUIPO" }, name, code.to_string())
            }
            (None, None) => ("NADA", "", "-1".to_owned()),
        };
        let [component, actuator] =
            [component, actuator].map(|place| place.map_or("-1".to_owned(), |at| at.to_string()));
        let bin = record.bins.iter().find(|(bin, _)| *bin == slot);
        let (shots, damage) = (unit.shots(slot), bin.map_or(0, |bin| bin.1.salvo()));
        format!("{class}\n{shots}\n{code}\n{name}\n{component}\n{actuator}\n{damage}")
    };
    let slots = (1..=location.slots()).map(|number| Slot::new(location, number));
    slots.take_while(|slot| filled >> slot.0 != 0).map(row).collect()
}

/// What is known of the slots when they are filled.
struct Slots {
    components: Vec<Row>,
    /// The hits of the actuators that no slot has yet.
    hits: Vec<u8>,
    /// As in [`Definition`].
    broken: u128,
    shots: [u8; SLOTS],
}

impl Slots {
    /// The component of a slot.
    fn component(&self, entry: &Row) -> Option<&Row> {
        self.components.get(entry[4].parse::<usize>().ok()?)
    }

    /// What fills this number of slots; none if the rules lack it.
    fn item(&self, entry: &Row, location: Location, size: usize) -> Option<String> {
        match &*entry[0] {
            "ARMA" => {
                let component = self.component(entry)?;
                let weapon = weapon(component)?;
                let in_rear =
                    component[4].parse::<usize>().is_ok_and(|at| at >= Location::ALL.len());
                let rear = component[3] == truth(true) || in_rear;
                let rear = if rear { " (rear)" } else { "" };
                (usize::from(weapon.slots) == size).then(|| format!("{}{rear}", weapon.name))
            }
            "MUNICION" => {
                let load = &self.component(entry)?[15];
                let weapon = weapon(self.components.iter().find(|weapon| weapon[0] == *load)?)?;
                (weapon.shots > 0).then(|| format!("ammo {}", weapon.name))
            }
            "ACTUADOR" | "EQUIPO" => {
                let is = |(_, name, ..): &&(Part, &str, i32, &str)| entry[3].starts_with(name);
                let (part, .., name) = PARTS.iter().find(is)?;
                // Engines that reach into the side torsos are left out there.
                let fits = location == Location::Ct || *part != Part::Engine;
                fits.then(|| (*name).to_owned())
            }
            _ => None,
        }
    }

    /// Whether what fills a slot does not work. The hits of an actuator are those of its first slots.
    fn is_broken(&mut self, entry: &Row) -> bool {
        let actuator = entry[5].parse::<usize>().ok();
        match actuator.and_then(|place| self.hits.get_mut(place)) {
            Some(hits) => std::mem::replace(hits, hits.saturating_sub(1)) > 0,
            None => self.component(entry).is_some_and(|of| of[14] == truth(false)),
        }
    }

    /// Fills the slots of a location, in the notation of records.
    fn fill(
        &mut self,
        location: Location,
        entries: &[Row],
        file: &mut File<'_>,
    ) -> Vec<Option<String>> {
        let (mut items, mut at) = (Vec::new(), 0);
        while let Some(entry) = entries.get(at) {
            let slot = Slot::new(location, at as u8 + 1);
            let same = |other: &&Row| other[0] == "ARMA" && other[4] == entry[4];
            let size = entries[at..].iter().take_while(same).count().max(1);
            let item = self.item(entry, location, size);
            let expected = item.is_some() || ["NADA", "ARMADURA"].contains(&&*entry[0]);
            file.note(!expected, format!("{} is left out", entry[3]));
            if self.is_broken(entry) && item.is_some() {
                self.broken |= slot.bit();
            }
            if entry[0] == "MUNICION" && item.is_some() {
                self.shots[usize::from(slot.0)] = entry[1].parse().unwrap_or(u8::MAX);
            }
            let empty = if item.is_some() { 0 } else { size - 1 };
            items.push(item);
            items.extend(iter::repeat_n(None, empty));
            at += size;
        }
        items
    }
}

/// Reads or writes what a mech is built of, and what of it works.
pub(super) fn pass(file: &mut File<'_>, unit: &Mech) -> Result<Definition, Invalid> {
    let record = unit.record;
    let slotted = record.part(Part::HeatSink).count_ones() as u8;
    let heat: u16 = record.weapons.iter().map(|mount| u16::from(mount.weapon.heat)).sum();
    let arms = Location::ARMS.into_iter().flat_map(|arm| {
        PARTS[..4].iter().map(move |(part, ..)| record.part(*part) & arm.mask() != 0)
    });
    let arms = arms.enumerate().fold(1, |set, (place, is)| set | u128::from(is) << (place + 1));
    file.pass("a name", record.name.clone())?;
    let name = file.pass("a model", record.name.clone())?;
    let tons = file.pass("a weight in tons", record.tons)?;
    file.pass("an engine rating", u16::from(record.tons) * u16::from(record.walk))?;
    file.pass("a number of heat sinks", record.sinks.saturating_sub(slotted))?;
    let sinks = file.pass("a number of heat sinks", record.sinks)?;
    let masc = file.truth("whether it has MASC", false)?;
    let case = file.set("whether a torso has CASE", 0, 3)?;
    let moved = if record.jump > 0 { record.jump.max(3) } else { 2 };
    file.pass("a greatest heat", heat + u16::from(moved))?;
    file.set("whether it has a part of an arm", arms, 9)?;
    let armour = file.all("points of armour", record.armour)?;
    let structure = file.all("points of structure", record.structure)?;
    let components = components(unit).into_iter().map(|(_, row)| row).collect();
    let components = file.list("a number of components", components, |file, row: String| {
        file.row(COMPONENT, &CLASSES, &row)
    })?;
    let weapons = components.iter().filter(|component| component[2] == "ARMA").count();
    file.pass("a number of weapons", weapons)?;
    let hits = file.list("a number of actuators", actuator_rows(unit), |file, row| {
        let row = file.row(ACTUATOR, &[], &row)?;
        Ok(row[4].parse().unwrap_or(0).max(u8::from(row[3] == truth(false))))
    })?;
    let mut slots = Slots { components, hits, broken: 0, shots: [0; SLOTS] };
    let mut items = BTreeMap::new();
    for location in Location::ALL {
        let rows = slot_rows(unit, location);
        let rows = file
            .list("a number of slots", rows, |file, row: String| file.row(SLOT, &CLASSES, &row))?;
        if rows.len() > usize::from(location.slots()) {
            return Err(file.refused("the location has too many slots", "write 6 or 12 at most"));
        }
        items.insert(location, slots.fill(location, &rows, file));
    }
    let [walk, _, jump] = file.all("movement points", [record.walk, record.run(), record.jump])?;
    let doubled = file.pass("a type of heat sinks", 0_u8)? == 1;
    file.note(masc, "MASC is not used");
    file.note(case != 0, "CASE is left out");
    file.note(doubled, "a double heat sink is taken for two");
    let record = json!({
        "name": name,
        "tons": tons,
        "walk": walk,
        "jump": jump,
        "sinks": u16::from(sinks) * (1 + u16::from(doubled)),
        "armour": PLATES.into_iter().zip(armour).collect::<BTreeMap<_, _>>(),
        "structure": Location::ALL.map(Location::name).into_iter().zip(structure).collect::<BTreeMap<_, _>>(),
        "slots": items,
    });
    let refused =
        |error: Invalid| file.refused(format!("{}: {}", error.field, error.message), error.help);
    let record = json::read(&record).and_then(Record::read).map_err(refused)?;
    let Slots { broken, shots, .. } = slots;
    Ok(Definition { record, broken, shots, doubled })
}
