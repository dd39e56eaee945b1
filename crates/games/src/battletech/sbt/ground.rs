//! The file of the map, `mapaJ0.sbt`: 20 lines for each hex, down the columns.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::file::Files;
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::{Feature, LONGEST};
use crate::battletech::state::State;

/// The kinds of buildings, with their greatest construction factors.
const BUILDINGS: [(&str, u8); 4] = [
    ("light building", 15),
    ("medium building", 40),
    ("heavy building", 90),
    ("hardened building", u8::MAX),
];

/// Reads or writes the map, as `map` and `clubs` of a position.
pub(super) fn pass(files: &mut Files<'_>, name: &str, state: &State, position: &mut Value) {
    let mut size = json!({"rows": state.map.rows, "columns": state.map.columns});
    files.open(name, "map", &mut size);
    let [rows, columns] = ["rows", "columns"].map(|key| size[key].as_u64().unwrap_or(0));
    if rows.max(columns) > LONGEST.into() {
        return files.refuse("the map is too large", "write at most 30 rows and columns");
    }
    let mut hexes = BTreeMap::new();
    for (column, row) in (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row))) {
        let hex = Hex::new(column as u8, row as u8);
        let mut value = written(state, hex);
        files.pass("hex of the map", &mut value);
        hexes.insert(hex, value);
    }
    // Roads off the map and bridges are left out.
    let is_land = |hex| hexes.get(&hex).is_some_and(|value| value["terrain"] != "water");
    let mut lines = vec![format!("{columns}x{rows}")];
    for (hex, value) in &hexes {
        let (given, is_wet) = (value["level"].as_i64().unwrap_or(0), !is_land(*hex));
        let level = if is_wet { given.clamp(-3, 0) } else { given.clamp(0, 9) };
        if level != given {
            files.note("levels from -3 to 9 stand for others");
        }
        if value["terrain"] == "swamp" {
            files.note("swamp is taken for rubble");
        }
        lines.extend((value["terrain"] == "paved").then(|| format!("paved: {hex}")));
        lines.extend((level > 0).then(|| format!("level {level}: {hex}")));
        lines.extend(feature(value, level).map(|feature| format!("{feature}: {hex}")));
        let has_road = |side: &Side| value["roads"][side.to_string()] == true;
        let ends = Side::ALL.into_iter().filter(has_road).map(|side| hex.beyond(side));
        let ends = ends.filter(|end| !is_wet && is_land(*end));
        lines.extend(ends.map(|end| format!("road: {hex} {end}")));
        if value["clubs"] != 0 {
            position["clubs"][hex.to_string()] = value["clubs"].clone();
        }
    }
    position["map"] = json!(lines);
}

/// The fields of a hex.
fn written(state: &State, hex: Hex) -> Value {
    let Some(ground) = state.map.ground(hex) else {
        return Value::Null;
    };
    let (terrain, object, factor) = match ground.feature {
        Feature::Clear => ("open", "nothing", 0),
        Feature::Water => ("water", "nothing", 0),
        Feature::Rubble => ("open", "rubble", 0),
        Feature::Swamp => ("swamp", "nothing", 0),
        Feature::Light => ("open", "light", 0),
        Feature::Heavy => ("open", "heavy", 0),
        Feature::Building(factor) => {
            let kind = BUILDINGS.into_iter().find(|(_, most)| factor <= *most);
            ("open", kind.map_or("bunker", |(kind, _)| kind), factor)
        }
    };
    let has_road = |side: Side| (side.to_string(), ground.roads >> side.index() & 1 != 0);
    let roads: BTreeMap<String, bool> = Side::ALL.into_iter().map(has_road).collect();
    let (level, clubs) = (ground.level, state.clubs.get(&hex).copied().unwrap_or_default());
    json!({
        "level": level, "terrain": terrain, "object": object, "factor": factor, "clubs": clubs,
        "roads": roads,
    })
}

/// What stands on a hex, in the notation of maps.
fn feature(value: &Value, level: i64) -> Option<String> {
    let object = value["object"].as_str().unwrap_or_default();
    let factor = value["factor"].as_i64().unwrap_or_default().min(120);
    let feature = match (&value["terrain"], object) {
        (terrain, _) if terrain == "water" => &format!("water {}", -level),
        // It bears no mech.
        _ if value["burns"] == true => "building 1",
        (_, "nothing" | "light") if value["smokes"] == true => "heavy",
        (terrain, "nothing") if terrain != "swamp" => return None,
        (_, "nothing") => "rubble",
        (_, "rubble" | "light" | "heavy") => object,
        _ if value["ruined"] == true || factor < 1 => "rubble",
        _ => &format!("building {factor}"),
    };
    Some(feature.to_owned())
}
