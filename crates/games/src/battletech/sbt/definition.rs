//! The file of what a mech is built of, `defmechJ0-1.sbt`. Weapons are known by their numbers, and
//! other components by their names.

use std::iter;

use serde_json::{Value, json};

use super::file::{Files, Item, TABLES};
use crate::battletech::mech::Mech;
use crate::battletech::record::{Location, Part, SLOTS, Slot, WEAPONS, Weapon};

/// The numbers of a weapon.
const NUMBERS: [&str; 7] = ["heat", "damage", "salvo", "minimum", "short", "medium", "long"];

fn numbers(weapon: &Weapon) -> [u8; 7] {
    let Weapon { heat, damage, missiles, minimum, ranges: [short, medium, long], .. } = *weapon;
    [heat, damage, missiles.max(1), minimum, short, medium, long]
}

/// The weapon that a component is, if the rules have it.
fn weapon(component: &Value) -> Option<&'static Weapon> {
    let is = |weapon: &&Weapon| {
        NUMBERS.iter().zip(numbers(weapon)).all(|(key, it)| component[key] == it)
    };
    WEAPONS.iter().find(is).filter(|_| component["class"] == "ARMA")
}

/// Reads or writes what a mech is built of, and what of it works, as `record`, `hits` and `ammo` of
/// a mech.
pub(super) fn pass(files: &mut Files<'_>, name: &str, unit: &Mech, mech: &mut Value) {
    let mut record = if files.reads() { json!({}) } else { written(unit) };
    files.open(name, "definition", &mut record);
    let mut lists = record["sbt"].take();
    let doubled = lists["doubled"].as_u64().unwrap_or(1);
    record["sinks"] = json!(record["sinks"].as_u64().unwrap_or(0).saturating_mul(doubled));
    (mech["hits"], mech["ammo"]) = (json!([]), json!({}));
    for location in Location::ALL {
        let items = fill(files, &mut lists, mech, location);
        record["slots"][location.name()] = json!(items);
    }
    if let Some(fields) = record.as_object_mut() {
        fields.retain(|key, _| !["header", "sbt"].contains(&&**key));
    }
    (mech["record"], mech["sbt"]["doubled"]) = (record, json!(doubled == 2));
}

/// Fills a location in the notation of records, and tells the hits and the shots of its slots.
fn fill(
    files: &mut Files<'_>,
    lists: &mut Value,
    mech: &mut Value,
    at: Location,
) -> Vec<Option<String>> {
    let (mut items, mut first) = (Vec::new(), 0);
    let entries = lists["slots"][at.name()].take();
    let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
    if entries.len() > at.slots().into() {
        files.refuse("a location has too many slots", "write 6 or 12 at most");
        return items;
    }
    while let Some(entry) = entries.get(first) {
        let slot = Slot::new(at, first as u8 + 1);
        let is_same =
            |other: &&Value| other["class"] == "ARMA" && other["component"] == entry["component"];
        let size = entries[first..].iter().take_while(is_same).count().max(1);
        let item = item(lists, entry, at, size);
        if item.is_none() && entry["class"] != "NADA" && entry["class"] != "ARMADURA" {
            files.note(&format!("{} is left out", entry["name"].as_str().unwrap_or_default()));
        }
        let component = listed(&lists["components"], &entry["component"]);
        let mut is_broken = component.is_some_and(|component| component["works"] == false);
        // The hits of an actuator are those of its first slots.
        let place = entry["actuator"].as_u64().unwrap_or(u64::MAX) as usize;
        if let Some(actuator) = lists["actuators"].get_mut(place) {
            let broken = u64::from(actuator["works"] == false);
            let hits = actuator["hits"].as_u64().unwrap_or(0).max(broken);
            is_broken = hits > 0;
            (actuator["hits"], actuator["works"]) = (json!(hits.saturating_sub(1)), json!(true));
        }
        if is_broken
            && item.is_some()
            && let Some(hits) = mech["hits"].as_array_mut()
        {
            hits.push(json!(slot));
        }
        if let Some(ammo) = item.as_ref().and_then(|item| item.strip_prefix("ammo ")) {
            let most = Weapon::named(ammo).map_or(0, |weapon| weapon.shots);
            mech["ammo"][slot.to_string()] =
                json!(entry["shots"].as_u64().unwrap_or(0).min(most.into()));
        }
        let empty = if item.is_some() { 0 } else { size - 1 };
        items.push(item);
        items.extend(iter::repeat_n(None, empty));
        first += size;
    }
    items
}

/// The item of a list at a place.
fn listed<'a>(list: &'a Value, place: &Value) -> Option<&'a Value> {
    list.get(usize::try_from(place.as_u64()?).ok()?)
}

/// What fills this number of slots, as records name it; none if the rules lack it.
fn item(lists: &Value, entry: &Value, at: Location, size: usize) -> Option<String> {
    let component = || listed(&lists["components"], &entry["component"]);
    match entry["class"].as_str()? {
        "ARMA" => {
            let weapon = weapon(component()?).filter(|weapon| usize::from(weapon.slots) == size)?;
            let in_rear = component()?["location"].as_u64() >= Some(Location::ALL.len() as u64);
            let rear = if in_rear || component()?["rear"] == true { " (rear)" } else { "" };
            Some(format!("{}{rear}", weapon.name))
        }
        "MUNICION" => {
            let load = &component()?["load"];
            let mut components = lists["components"].as_array()?.iter();
            let weapon = weapon(components.find(|component| component["code"] == *load)?)?;
            (weapon.shots > 0).then(|| format!("ammo {}", weapon.name))
        }
        class => {
            let name = entry["name"].as_str()?;
            let is = |item: &&Item| item.class == class && name.starts_with(&item.name);
            let item = &TABLES.items.iter().find(is)?.item;
            // Engines that reach into the side torsos are left out there.
            (at == Location::Ct || item != "engine").then(|| item.clone())
        }
    }
}

/// The fields of the file of a mech.
fn written(unit: &Mech) -> Value {
    let record = unit.record;
    let slotted = record.part(Part::HeatSink).count_ones() as u8;
    let heat: u16 = record.weapons.iter().map(|mount| u16::from(mount.weapon.heat)).sum();
    let moved = if record.jump > 0 { record.jump.max(3) } else { 2 };
    let [mut components, mut actuators] = [Vec::<Value>::new(), Vec::new()];
    let mut value = json!(**record);
    let structure = Location::ALL.into_iter().zip(record.structure);
    value["structure"] = structure.map(|(at, points)| (at.name(), points)).collect();
    value["sbt"] = json!({
        "name": record.name,
        "rating": u16::from(record.tons) * u16::from(record.walk),
        "sinks": record.sinks.saturating_sub(slotted),
        "heat": heat + u16::from(moved),
        "run": record.run(),
        "weapons": record.weapons.len(),
    });
    for slot in (0..SLOTS as u8).map(Slot) {
        let at = slot.location();
        let text = record.item(slot);
        let name = text.trim_end_matches(" (rear)");
        let mut entry = json!({});
        if let Some(item) = TABLES.items.iter().find(|item| item.item == name) {
            let hits = u8::from(unit.hits & slot.bit() != 0);
            let works = unit.gone() & slot.bit() == 0;
            let mut component = json!({
                "code": item.code, "name": item.name, "class": item.class, "rear": text != name,
                "location": at as u8, "works": works, "hits": hits, "shots": unit.shots(slot),
            });
            entry = component.clone();
            if let Some(kind) = &item.kind {
                component["kind"] = json!(kind);
            }
            component["load"] = json!(item.load.unwrap_or(-1));
            let weapon = WEAPONS.iter().find(|weapon| weapon.name == name);
            for (key, number) in NUMBERS.iter().zip(weapon.map(numbers).into_iter().flatten()) {
                component[key] = json!(number);
            }
            let (list, place) = match &*item.class {
                "ACTUADOR" => (&mut actuators, "actuator"),
                _ => (&mut components, "component"),
            };
            let is_same = |other: &&mut Value| {
                ["code", "location"].iter().all(|key| other[key] == component[key])
            };
            let is_first = record
                .weapons
                .iter()
                .all(|mount| mount.slot == slot || mount.slots & slot.bit() == 0);
            let last = list.len().saturating_sub(1);
            if place == "actuator"
                && let Some((at, same)) = list.iter_mut().enumerate().find(|(_, it)| is_same(it))
            {
                same["hits"] = json!(same["hits"].as_u64().unwrap_or(0) + u64::from(hits));
                same["works"] = json!(same["works"] == true && works);
                entry[place] = json!(at);
            } else if is_first {
                entry[place] = json!(list.len());
                list.push(component);
            } else {
                entry[place] = json!(last);
                list[last]["works"] = json!(list[last]["works"] == true && works);
            }
            let bin = record.bins.iter().find(|(bin, _)| *bin == slot);
            entry["explosion"] = json!(bin.map_or(0, |(_, weapon)| weapon.salvo()));
            value["sbt"]["arms"][format!("{} {}", at.name(), name)] = json!(true);
        }
        if (record.filled & at.mask()) >> slot.0 != 0 {
            match value["sbt"]["slots"][at.name()].as_array_mut() {
                Some(slots) => slots.push(entry),
                None => value["sbt"]["slots"][at.name()] = json!([entry]),
            }
        }
    }
    (value["sbt"]["components"], value["sbt"]["actuators"]) = (json!(components), json!(actuators));
    value
}
