//! The file of what a mech is built of, `defmechJ0-1.sbt`. Weapons are known by their numbers, and
//! parts by their names.

use std::collections::BTreeMap;
use std::iter;

use serde_json::json;

use super::lines::{Lines, Notes, Text};
use crate::battletech::mech::Unit;
use crate::battletech::record::{
    Item, Location, Part, Plate, Record, SLOTS, Slot, WEAPONS, Weapon,
};
use rivals_core::json;
use rivals_core::values::Invalid;

/// The first line.
pub(super) const HEADER: &str = "defmechSBT";

/// What fills a slot, or is a component.
const CLASSES: [&str; 7] =
    ["NADA", "ARMA", "MUNICION", "EQUIPO", "ACTUADOR", "ARMADURA", "ARMAFISICA"];

/// The names and codes of the parts, in their order.
const PARTS: [(&str, u16); 15] = [
    ("Hombro", 3013),
    ("Brazo", 3014),
    ("Antebrazo", 3015),
    ("Mano", 3016),
    ("Cadera", 3017),
    ("Muslo", 3018),
    ("Pierna", 3019),
    ("Pie", 3020),
    ("Motores", 1011),
    ("Giroscopio", 1012),
    ("Soporte Vital", 3008),
    ("Sensores", 3009),
    ("Cabina", 3010),
    ("Radiador", 1004),
    ("Retroreactor", 1013),
];

/// What the file says of a mech.
pub(super) struct Definition {
    /// What it is built of.
    pub(super) record: Record,
    /// The slots that do not work, as far as the file tells.
    pub(super) broken: u128,
    /// The shots that are left, by slot.
    pub(super) shots: [u8; SLOTS],
    /// Whether its heat sinks are double ones, which count as two.
    pub(super) doubled: bool,
}

/// A weapon, a bin or a jump jet.
struct Component {
    code: i32,
    /// The weapon, or that of the ammunition, if the rules have it.
    weapon: Option<&'static Weapon>,
    rear: bool,
    works: bool,
}

/// What fills a slot.
struct Entry<'a> {
    class: &'static str,
    amount: u8,
    name: &'a str,
    component: Option<usize>,
    actuator: Option<usize>,
}

/// Reads what a mech is built of.
pub(super) fn read(lines: &mut Lines<'_>, notes: &mut Notes) -> Result<Definition, Invalid> {
    lines.text("a name")?;
    let name = lines.text("a model")?;
    let tons = lines.number("a weight in tons", 10_u8..=100)?;
    lines.number("an engine rating", 0_u16..=999)?;
    lines.number("a number of heat sinks", 0_u8..=99)?;
    let sinks = lines.number("a number of heat sinks", 0_u8..=30)?;
    notes.add(lines.truth("whether it has MASC")?, "MASC is not used");
    notes.add(lines.truths("whether a torso has CASE", 3)? != 0, "CASE is left out");
    lines.number("a greatest heat", 0_u16..=999)?;
    lines.truths("whether it has a part of an arm", 9)?;
    let armour = lines.numbers("points of armour", [255; 11])?;
    let structure = lines.numbers("points of structure", [255; 8])?;
    let components = components(lines)?;
    lines.number("a number of weapons", 0_u8..=99)?;
    let count = lines.number("a number of actuators", 0_usize..=99)?;
    let hits = (0..count).map(|_| actuator(lines)).collect::<Result<Vec<u8>, _>>()?;
    let mut slots =
        Slots { components, hits, items: BTreeMap::new(), broken: 0, shots: [0; SLOTS] };
    for location in Location::ALL {
        slots.read(location, lines, notes)?;
    }
    let walk = lines.number("walking MP", 0_u8..=20)?;
    lines.number("running MP", 0_u8..=40)?;
    let jump = lines.number("jumping MP", 0_u8..=20)?;
    let doubled = lines.number("a type of heat sinks", 0_u8..=1)? == 1;
    notes.add(doubled, "a double heat sink is taken for two");
    let Slots { items, broken, shots, .. } = slots;
    let record = json!({
        "name": name,
        "tons": tons,
        "walk": walk,
        "jump": jump,
        "sinks": sinks * (1 + u8::from(doubled)),
        "armour": Plate::ALL.into_iter().zip(armour).collect::<BTreeMap<_, _>>(),
        "structure": Location::ALL.into_iter().zip(structure).collect::<BTreeMap<_, _>>(),
        "slots": items,
    });
    let refused =
        |error: Invalid| lines.refused(format!("{}: {}", error.field, error.message), error.help);
    let record = json::read(&record).map_err(refused)?;
    Ok(Definition { record, broken, shots, doubled })
}

/// Reads the components.
fn components(lines: &mut Lines<'_>) -> Result<Vec<Component>, Invalid> {
    let count = lines.number("a number of components", 0_usize..=99)?;
    let mut components = Vec::new();
    let mut loads = Vec::new();
    for _ in 0..count {
        let code = lines.number("a code", -1..=99_999)?;
        lines.text("the name of a component")?;
        let class = CLASSES[lines.word("a class of components", &CLASSES)?];
        let rear = lines.truth("whether it is mounted to the rear")?;
        let location = lines.number("a location", 0_u8..=10)?;
        lines.number("a second location", -1_i8..=10)?;
        lines.text("a type of weapons")?;
        let mut numbers = [0_i16; 7];
        for number in &mut numbers {
            *number = lines.number("a value of a weapon", -1..=999)?;
        }
        let works = lines.truth("whether it works")?;
        loads.push(lines.number("the code of the weapon of ammunition", -1..=99_999)?);
        lines.number("an amount of ammunition", -1_i16..=999)?;
        lines.text("a kind of ammunition")?;
        lines.number("a modifier", -99_i8..=99)?;
        let is = |weapon: &&Weapon| {
            let Weapon { heat, damage, missiles, minimum, ranges: [short, medium, long], .. } =
                **weapon;
            let own = [heat, damage, missiles.max(1), minimum, short, medium, long];
            own.map(i16::from) == numbers
        };
        let weapon = if class == "ARMA" { WEAPONS.iter().find(is) } else { None };
        components.push(Component { code, weapon, rear: rear || location > 7, works });
    }
    for (place, load) in loads.into_iter().enumerate().filter(|(_, load)| *load >= 0) {
        let weapon = components.iter().find(|weapon| weapon.code == load);
        components[place].weapon = weapon.and_then(|weapon| weapon.weapon);
    }
    Ok(components)
}

/// Reads the number of hits of an actuator.
fn actuator(lines: &mut Lines<'_>) -> Result<u8, Invalid> {
    lines.number("a code", -1..=99_999)?;
    lines.text("the name of an actuator")?;
    lines.number("a location", 0_u8..=7)?;
    let works = lines.truth("whether it works")?;
    let hits = lines.number("a number of hits", 0_u8..=12)?;
    Ok(hits.max(u8::from(!works)))
}

/// The slots while they are read.
struct Slots {
    components: Vec<Component>,
    /// The hits of the actuators that are not given to slots yet.
    hits: Vec<u8>,
    items: BTreeMap<Location, Vec<Option<String>>>,
    broken: u128,
    shots: [u8; SLOTS],
}

impl Slots {
    /// Reads the slots of a location.
    fn read(
        &mut self,
        location: Location,
        lines: &mut Lines<'_>,
        notes: &mut Notes,
    ) -> Result<(), Invalid> {
        let count = lines.number("a number of slots", 0..=location.slots())?;
        let entries = (0..count).map(|_| self.entry(lines)).collect::<Result<Vec<_>, _>>()?;
        let (mut items, mut at) = (Vec::new(), 0);
        while let Some(entry) = entries.get(at) {
            let slot = Slot::new(location, at as u8 + 1);
            let same =
                |other: &&Entry<'_>| other.class == "ARMA" && other.component == entry.component;
            let size = entries[at..].iter().take_while(same).count().max(1);
            let item = self.item(entry, location, size);
            let expected = item.is_some() || ["NADA", "ARMADURA"].contains(&entry.class);
            notes.add(!expected, format!("{} is left out", entry.name));
            if self.is_broken(entry) && item.is_some() {
                self.broken |= slot.bit();
            }
            if let Some(Item::Ammo(_)) = item {
                self.shots[usize::from(slot.0)] = entry.amount;
            }
            let left_out = if item.is_some() { 0 } else { size - 1 };
            items.push(item.map(|item| item.to_string()));
            items.extend(iter::repeat_n(None, left_out));
            at += size;
        }
        self.items.insert(location, items);
        Ok(())
    }

    /// Reads what fills a slot.
    fn entry<'a>(&self, lines: &mut Lines<'a>) -> Result<Entry<'a>, Invalid> {
        let class = CLASSES[lines.word("a class of components", &CLASSES)?];
        let amount = lines.number("an amount of ammunition", 0..=255)?;
        lines.number("a code", -1..=99_999)?;
        let name = lines.text("the name of what fills a slot")?;
        let component = lines.number("a component", -1..=self.components.len() as i32 - 1)?;
        let actuator = lines.number("an actuator", -1..=self.hits.len() as i32 - 1)?;
        lines.number("the damage of an explosion", 0_u16..=9999)?;
        let [component, actuator] = [component, actuator].map(|place| usize::try_from(place).ok());
        Ok(Entry { class, amount, name, component, actuator })
    }

    /// What fills this number of slots; none if the rules lack it.
    fn item(&self, entry: &Entry<'_>, location: Location, size: usize) -> Option<Item> {
        let component = || Some(&self.components[entry.component?]);
        match entry.class {
            "ARMA" => {
                let Component { weapon, rear, .. } = component()?;
                let weapon = weapon.filter(|weapon| usize::from(weapon.slots) == size)?;
                Some(Item::Weapon(weapon, *rear))
            }
            "MUNICION" => component()?.weapon.filter(|weapon| weapon.shots > 0).map(Item::Ammo),
            "ACTUADOR" | "EQUIPO" => {
                let place = PARTS.iter().position(|(name, _)| entry.name.starts_with(name))?;
                Some(Part::ALL[place]).filter(|part| part.fits(location)).map(Item::Part)
            }
            _ => None,
        }
    }

    /// Whether what fills a slot does not work. The hits of an actuator are those of its first slots.
    fn is_broken(&mut self, entry: &Entry<'_>) -> bool {
        match (entry.actuator, entry.component) {
            (Some(actuator), _) => {
                let hits = &mut self.hits[actuator];
                let left = hits.saturating_sub(1);
                std::mem::replace(hits, left) > 0
            }
            (None, Some(component)) => !self.components[component].works,
            (None, None) => false,
        }
    }
}

/// Whether a part is an actuator of the file, and no component.
fn is_actuator(part: Part) -> bool {
    !matches!(part, Part::HeatSink | Part::JumpJet)
}

/// The code of a weapon, or of its ammunition.
fn code(weapon: &Weapon, is_ammo: bool) -> usize {
    let place = WEAPONS.iter().position(|other| other == weapon);
    place.map_or(0, |place| place + if is_ammo { 101 } else { 1 })
}

/// Writes what a mech is built of, and what of it works.
pub(super) fn write(unit: Unit<'_>) -> String {
    let record = unit.record;
    let arms = Location::ARMS.into_iter().flat_map(|arm| {
        Part::ALL[..4].iter().map(move |part| record.part(*part) & arm.mask() != 0)
    });
    let slotted = record.part(Part::HeatSink).count_ones();
    let heat: u16 = record.weapons.iter().map(|mount| u16::from(mount.weapon.heat)).sum();
    let mut text = Text::under(HEADER);
    text.all([&record.name; 2]);
    text.put(record.tons);
    text.put(u16::from(record.tons) * u16::from(record.walk));
    text.put(u32::from(record.sinks).saturating_sub(slotted));
    text.put(record.sinks);
    text.truths([false; 4]);
    text.put(heat + u16::from(if record.jump > 0 { record.jump.max(3) } else { 2 }));
    text.truths([true].into_iter().chain(arms));
    text.all(record.armour);
    text.all(record.structure);
    let actuators: Vec<(Location, Part)> = Location::ALL
        .into_iter()
        .flat_map(|location| Part::ALL.map(|part| (location, part)))
        .filter(|(location, part)| is_actuator(*part) && record.part(*part) & location.mask() != 0)
        .collect();
    let jets: Vec<Slot> = Slot::of(record.part(Part::JumpJet)).collect();
    write_components(unit, &jets, &mut text);
    text.put(record.weapons.len());
    text.put(actuators.len());
    for (location, part) in &actuators {
        let (name, code) = PARTS[*part as usize];
        let hits = (record.part(*part) & location.mask() & unit.hits).count_ones();
        text.put(code);
        text.put(name);
        text.put(*location as u8);
        text.truths([hits == 0]);
        text.put(hits);
    }
    for location in Location::ALL {
        let filled = record.filled & location.mask();
        let first = Slot::new(location, 1).0;
        let count = (128 - filled.leading_zeros() as u8).saturating_sub(first);
        text.put(count);
        for slot in (first..first + count).map(Slot) {
            write_slot(unit, slot, &jets, &actuators, &mut text);
        }
    }
    text.all([record.walk, record.run(), record.jump, 0]);
    text.0
}

/// Writes the weapons, the bins and the jump jets.
fn write_components(unit: Unit<'_>, jets: &[Slot], text: &mut Text) {
    let record = unit.record;
    text.put(record.weapons.len() + record.bins.len() + jets.len());
    let mut put = |code: usize,
                   words: [&str; 3],
                   slot: Slot,
                   rear: bool,
                   numbers: [i16; 7],
                   load: [i32; 2]| {
        let [name, class, kind] = words;
        text.put(code);
        text.all([name, class]);
        text.truths([rear]);
        text.all([slot.location() as i8, -1]);
        text.put(kind);
        text.all(numbers);
        text.truths([unit.gone() & slot.bit() == 0]);
        text.all(load);
        text.all(["No", "0"]);
    };
    for mount in &record.weapons {
        let weapon = mount.weapon;
        let Weapon { heat, damage, missiles, minimum, ranges: [short, medium, long], .. } = *weapon;
        let numbers = [heat, damage, missiles.max(1), minimum, short, medium, long];
        let kind = match (weapon.missiles, weapon.shots) {
            (1.., _) => "Misiles",
            (0, 1..) => "Balística",
            (0, 0) => "Energía",
        };
        let words = [&weapon.name, "ARMA", kind];
        put(code(weapon, false), words, mount.slot, mount.rear, numbers.map(i16::from), [-1, 0]);
    }
    for (slot, weapon) in &record.bins {
        let load = [code(weapon, false) as i32, unit.ammo[usize::from(slot.0)].into()];
        put(code(weapon, true), [&weapon.name, "MUNICION", "Nada"], *slot, false, [-1; 7], load);
    }
    let (name, code) = PARTS[Part::JumpJet as usize];
    for slot in jets {
        let numbers = [-1, -1, -1, 0, 1, 1, 1];
        put(code.into(), [name, "EQUIPO", "Nada"], *slot, false, numbers, [-1, -1]);
    }
}

/// Writes what fills a slot.
fn write_slot(
    unit: Unit<'_>,
    slot: Slot,
    jets: &[Slot],
    actuators: &[(Location, Part)],
    text: &mut Text,
) {
    let record = unit.record;
    let weapons = record.weapons.len();
    let part = Part::ALL.into_iter().find(|part| record.part(*part) & slot.bit() != 0);
    let mount = record.weapons.iter().position(|mount| mount.slots & slot.bit() != 0);
    let bin = record.bins.iter().position(|(other, _)| *other == slot);
    let place = |found: Option<usize>| found.map_or(-1, |place| place as i32);
    let (class, name, code, component, actuator) = match (part, mount, bin) {
        (Some(part), ..) => {
            let (name, code) = PARTS[part as usize];
            let actuator = actuators.iter().position(|other| *other == (slot.location(), part));
            let jet = jets.iter().position(|jet| *jet == slot);
            let jet = jet.map(|jet| weapons + record.bins.len() + jet);
            let class = if is_actuator(part) { "ACTUADOR" } else { "EQUIPO" };
            (class, name, i32::from(code), place(jet), place(actuator))
        }
        (_, Some(at), _) => {
            let weapon = record.weapons[at].weapon;
            ("ARMA", &*weapon.name, code(weapon, false) as i32, at as i32, -1)
        }
        (.., Some(at)) => {
            let weapon = record.bins[at].1;
            ("MUNICION", &*weapon.name, code(weapon, true) as i32, (weapons + at) as i32, -1)
        }
        _ => ("NADA", "", -1, -1, -1),
    };
    text.put(class);
    text.put(unit.ammo[usize::from(slot.0)]);
    text.put(code);
    text.put(name);
    text.all([component, actuator]);
    text.put(bin.map_or(0, |at| record.bins[at].1.salvo()));
}
