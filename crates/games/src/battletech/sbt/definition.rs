//! The file of what a mech is built of, `defmechJ0-1.sbt`. Weapons are known by their numbers, and
//! other components by their names.

#![expect(clippy::cast_possible_truncation, reason = "a location has at most 12 slots")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::file::{Files, Item, TABLES};
use super::position::extras;
use crate::battletech::mech::Mech;
use crate::battletech::record::{Location, Part, Record, Slot, WEAPONS, Weapon};
use crate::battletech::tables;

/// The numbers of a weapon.
const NUMBERS: [&str; 7] = ["heat", "damage", "salvo", "minimum", "short", "medium", "long"];

fn numbers(weapon: &Weapon) -> impl Iterator<Item = (&'static str, u8)> {
    let Weapon { heat, damage, missiles, minimum, ranges: [short, medium, long], .. } = *weapon;
    NUMBERS.into_iter().zip([heat, damage, missiles.max(1), minimum, short, medium, long])
}

/// Reads or writes what a mech is built of, and what of it works, as `record`, `hits`, `fired` and
/// `ammo` of a mech.
pub(super) fn pass(files: &mut Files<'_>, name: &str, unit: Option<&Mech>, mech: &mut Value) {
    let mut record = unit.map(written).unwrap_or_default();
    files.open(name, "definition", &mut record);
    check_tons(files, &record);
    let lists = extras(&mut record);
    let (mut hits, mut fired, mut ammo) = (Vec::new(), Vec::new(), BTreeMap::new());
    for at in Location::ALL {
        let entries = record["slots"][at.name()].take();
        let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
        let entries = &entries[..entries.len().min(at.slots().into())];
        let (mut items, mut number) = (Vec::new(), 1);
        let is_one = |one: &Value, other: &Value| {
            one["class"] == "ARMA" && one["component"] == other["component"]
        };
        for group in entries.chunk_by(is_one) {
            let (entry, slot) = (&group[0], Slot::new(at, number));
            let item = item(&lists, entry, slot, group.len());
            if let Some(item) = &item {
                let is_broken = is_broken(&lists, entries, number);
                let slots = (0..group.len() as u8).map(|next| Slot(slot.0 + next));
                hits.extend(slots.filter(|slot| match &mech["sbt"]["hits"] {
                    Value::Null => is_broken,
                    own => own[slot.to_string()] == true,
                }));
                if let Some(weapon) = item.strip_prefix("ammo ") {
                    let most = Weapon::named(weapon).map_or(0, |weapon| weapon.shots);
                    let shots = entry["shots"].as_u64().unwrap_or(0).min(most.into());
                    ammo.insert(slot.to_string(), shots);
                } else if entry["class"] == "ARMA" && mech["sbt"]["fired"][at.name()] == true {
                    fired.push(slot.to_string());
                }
            } else if entry["class"] != "NADA" && entry["class"] != "ARMADURA" {
                files.note(&format!("{} is left out", entry["name"].as_str().unwrap_or_default()));
            }
            number += group.len() as u8;
            let empty = if item.is_some() { 0 } else { group.len() - 1 };
            items.extend([item].into_iter().chain(vec![None; empty]));
        }
        record["slots"][at.name()] = json!(items);
    }
    // The numbers of double sinks are not those of the game.
    if lists["doubled"] == 2 {
        for sinks in [&mut record["sinks"], &mut mech["sinks_off"]] {
            *sinks = json!(2 * sinks.as_i64().unwrap_or(0).clamp(0, 99));
        }
        fired.push("sinks".to_owned());
    }
    mech["record"] = record;
    (mech["hits"], mech["fired"], mech["ammo"]) = (json!(hits), json!(fired), json!(ammo));
}

/// Refuses a weight with which the engine or the structure does not agree.
fn check_tons(files: &mut Files<'_>, record: &Value) {
    let tons = record["tons"].as_u64().unwrap_or(0) as u8;
    let structure = tables::structure(tons).map(|points| json!(by_location(points)));
    let rating = record["sbt"]["rating"].as_u64().unwrap_or(0);
    if structure.is_some_and(|structure| structure != record["structure"])
        || !rating.is_multiple_of(tons.max(1).into())
    {
        let message = format!("the engine or the structure is not one of {tons} tons");
        files.refuse_value("tons", message, "write the weight of the mech");
    }
}

/// Values by the names of the locations.
fn by_location<T>(values: [T; 8]) -> BTreeMap<&'static str, T> {
    Location::ALL.map(Location::name).into_iter().zip(values).collect()
}

/// The item of a list whose place an entry has.
fn listed<'a>(lists: &'a Value, list: &str, entry: &Value) -> Option<&'a Value> {
    lists[format!("{list}s")].get(usize::try_from(entry[list].as_u64()?).ok()?)
}

/// Whether what fills the slot with this number does not work. The hits of an actuator are those of
/// its first slots.
fn is_broken(lists: &Value, entries: &[Value], number: u8) -> bool {
    let (before, entry) = (&entries[..usize::from(number) - 1], &entries[usize::from(number) - 1]);
    let Some(actuator) = listed(lists, "actuator", entry) else {
        return listed(lists, "component", entry).is_some_and(|it| it["works"] == false);
    };
    let same = before.iter().filter(|other| other["actuator"] == entry["actuator"]).count();
    let hits = actuator["hits"].as_u64().unwrap_or(0).max((actuator["works"] == false).into());
    hits > same as u64
}

/// What fills this number of slots, as records name it; none if the rules lack it.
fn item(lists: &Value, entry: &Value, slot: Slot, size: usize) -> Option<String> {
    let component = listed(lists, "component", entry);
    let weapon = |component: &Value| {
        let is = |weapon: &&Weapon| numbers(weapon).all(|(key, number)| component[key] == number);
        WEAPONS.iter().find(is).filter(|_| component["class"] == "ARMA")
    };
    match entry["class"].as_str()? {
        "NADA" | "ARMADURA" => None,
        "ARMA" => {
            let weapon = weapon(component?).filter(|weapon| usize::from(weapon.slots) == size)?;
            let in_rear = component?["location"].as_u64() >= Some(Location::ALL.len() as u64);
            let rear = if in_rear || component?["rear"] == true { " (rear)" } else { "" };
            Some(format!("{}{rear}", weapon.name))
        }
        "MUNICION" => {
            let load = &component?["load"];
            let mut components = lists["components"].as_array()?.iter();
            let weapon = weapon(components.find(|component| component["code"] == *load)?)?;
            (weapon.shots > 0).then(|| format!("ammo {}", weapon.name))
        }
        class => {
            let name = entry["name"].as_str()?.to_lowercase();
            let is = |item: &&Item| {
                let names = [&item.name, &item.item].map(|other| other.to_lowercase());
                item.kind.is_none()
                    && item.load.is_none()
                    && names.iter().any(|it| name.starts_with(it))
            };
            let item = TABLES.items.iter().find(is).map(|item| item.item.as_str());
            // Actuators of other names are known by their place, which is the same in all mechs.
            let usual = Record::model("AS7-D").ok().filter(|_| class == "ACTUADOR");
            let item = item.or(usual.map(|usual| usual.item(slot)))?;
            // Engines that reach into the side torsos are left out there.
            let is_in_place = slot.location() == Location::Ct || item != "engine";
            is_in_place.then(|| item.to_owned())
        }
    }
}

/// The fields of the file of a mech.
fn written(unit: &Mech) -> Value {
    let record = unit.record;
    let slotted = record.part(Part::HeatSink).count_ones() as u8;
    let heat: u16 = record.weapons.iter().map(|mount| u16::from(mount.weapon.heat)).sum();
    let moved = if record.jump > 0 { record.jump.max(3) } else { 2 };
    let mut value = json!(**record);
    value["structure"] = json!(by_location(record.structure));
    value["sbt"] = json!({
        "name": record.name,
        "rating": u16::from(record.tons) * u16::from(record.walk),
        "sinks": record.sinks.saturating_sub(slotted),
        "heat": heat + u16::from(moved),
        "run": record.run(),
        "weapons": record.weapons.len(),
    });
    let [mut components, mut actuators] = [const { Vec::new() }; 2];
    for at in Location::ALL {
        let mut entries = Vec::new();
        let last = u128::BITS - (record.filled & at.mask()).leading_zeros();
        for slot in Slot::of(at.mask()).take_while(|slot| u32::from(slot.0) < last) {
            let text = record.item(slot);
            let name = text.trim_end_matches(" (rear)");
            let Some(item) = TABLES.items.iter().find(|item| item.item == name) else {
                entries.push(Value::Null);
                continue;
            };
            value["sbt"]["arms"][format!("{} {name}", at.name())] = json!(true);
            let mount = record.weapons.iter().find(|mount| mount.slots & slot.bit() != 0);
            let (list, key, slots) = if item.class == "ACTUADOR" {
                let same = Slot::of(at.mask()).filter(|other| record.item(*other) == text);
                let slots = same.fold(0, |slots, slot| slots | slot.bit());
                (&mut actuators, "actuator", slots)
            } else {
                (&mut components, "component", mount.map_or(slot.bit(), |mount| mount.slots))
            };
            let known = list.iter().position(|(other, _)| *other == slots);
            let bin = record.bins.iter().find(|(bin, _)| *bin == slot);
            let mut fields = json!({
                "code": item.code, "name": item.name, "class": item.class, "kind": item.kind,
                "rear": text != name, "location": at as u8, "works": unit.gone() & slots == 0,
                "hits": (unit.hits & slots).count_ones(), "load": item.load,
                "shots": unit.shots(slot), key: known.unwrap_or(list.len()),
                "explosion": bin.map_or(0, |(_, weapon)| weapon.salvo()),
            });
            entries.push(fields.clone());
            for (key, number) in mount.into_iter().flat_map(|mount| numbers(mount.weapon)) {
                fields[key] = json!(number);
            }
            if known.is_none() {
                list.push((slots, fields));
            }
        }
        value["slots"][at.name()] = entries.into();
    }
    for (key, list) in [("components", components), ("actuators", actuators)] {
        value["sbt"][key] = list.into_iter().map(|(_, fields)| fields).collect();
    }
    value
}
