//! The file of the map, `mapaJ0.sbt`: 20 lines for each hex, down the columns.

#![expect(clippy::cast_possible_truncation, reason = "there are 6 sides, and 30 rows and columns")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::file::Files;
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::Feature;
use crate::battletech::state::State;
use crate::battletech::terrain::Terrain;

/// Reads or writes the map, as `map`, `clubs` and `terrain` of a position whose wind is known.
pub(super) fn pass(files: &mut Files<'_>, name: &str, state: Option<&State>, position: &mut Value) {
    let size = state.map(|state| json!({"rows": state.map.rows, "columns": state.map.columns}));
    let mut size = size.unwrap_or_default();
    files.open(name, "map", &mut size);
    let [rows, columns] = ["rows", "columns"].map(|key| size[key].as_u64().unwrap_or(0));
    let mut hexes = BTreeMap::new();
    for (column, row) in (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row))) {
        let hex = Hex::new(column as u8, row as u8);
        let mut value = state.map(|state| written(state, hex)).unwrap_or_default();
        files.pass("hex of the map", &mut value);
        hexes.insert(hex, value);
    }
    let burning = hexes.iter().filter(|(_, value)| value["burns"] == true);
    let wind = position["sbt"]["side of the wind"].as_u64().unwrap_or(1);
    let wind = Side::ALL[(wind.max(1) as usize - 1) % Side::ALL.len()];
    let fires = burning.map(|(hex, _)| *hex).collect();
    let mut terrain = Terrain { wind, fires, ..Terrain::default() };
    let smoke: BTreeSet<Hex> = terrain.smoke().collect();
    // Roads off the map and bridges are left out.
    let is_land = |hex| hexes.get(&hex).is_some_and(|value| value["terrain"] != "water");
    let mut lines = vec![format!("{columns}x{rows}")];
    for (hex, value) in &hexes {
        let (given, is_dry) = (value["level"].as_i64().unwrap_or(0), is_land(*hex));
        let level = if is_dry { given.clamp(0, 9) } else { given.clamp(-3, 0) };
        if level != given {
            files.note("levels from -3 to 9 stand for others");
        }
        if value["object"] == "bunker" {
            files.note("bunkers are taken for buildings");
        }
        if value["terrain"] == "water" && value["object"] != "nothing" {
            files.note("what stands in water is left out");
        }
        let clouded = value["smokes"] == true && !smoke.contains(hex);
        if clouded {
            files.note("smoke without a fire is taken for heavy woods");
        }
        let feature = feature(value, level, clouded);
        match (value["terrain"] == "swamp", &feature) {
            (true, None) => terrain.changes.push(format!("swamp: {hex}")),
            (true, Some(_)) => files.note("swamp below something else is left out"),
            (false, _) => {}
        }
        lines.extend((value["terrain"] == "paved").then(|| format!("paved: {hex}")));
        lines.extend((level > 0).then(|| format!("level {level}: {hex}")));
        lines.extend(feature.map(|feature| format!("{feature}: {hex}")));
        let has_road = |side: &Side| value["roads"][side.to_string()] == true;
        let ends = Side::ALL.into_iter().filter(has_road).map(|side| hex.beyond(side));
        let ends = ends.filter(|end| is_dry && is_land(*end));
        lines.extend(ends.map(|end| format!("road: {hex} {end}")));
        let clubs = value["clubs"].as_i64().unwrap_or(0).min(u8::MAX.into());
        if clubs > 0 {
            position["clubs"][hex.to_string()] = json!(clubs);
        }
    }
    position["map"] = json!(lines);
    position["terrain"] = json!(terrain);
}

/// The fields of a hex.
fn written(state: &State, hex: Hex) -> Value {
    let ground = state.map.at(hex);
    let (object, factor) = match ground.feature {
        Feature::Clear | Feature::Water | Feature::Swamp => (json!("nothing"), 0),
        Feature::Rubble => (json!("rubble"), 0),
        Feature::Light => (json!("light"), 0),
        Feature::Heavy => (json!("heavy"), 0),
        // The kind of a building is its greatest construction factor.
        Feature::Building(factor) => {
            (json!([15, 40, 90].into_iter().find(|most| factor <= *most).unwrap_or(120)), factor)
        }
    };
    let terrain = match ground.feature {
        Feature::Water => "water",
        Feature::Swamp => "swamp",
        _ => "open",
    };
    let roads = Side::ALL.map(|side| (side.to_string(), ground.roads >> side.index() & 1 != 0));
    json!({
        "level": ground.level,
        "terrain": terrain,
        "object": object,
        "factor": factor,
        "burns": state.burns(hex),
        "smokes": ground.smoke,
        "clubs": state.clubs.get(&hex),
        "roads": BTreeMap::from(roads),
    })
}

/// What stands on a hex, in the notation of maps.
fn feature(value: &Value, level: i64, clouded: bool) -> Option<String> {
    let factor = value["factor"].as_i64().unwrap_or_default().min(120);
    let feature = match value["object"].as_str().unwrap_or("building") {
        _ if value["terrain"] == "water" => &format!("water {}", -level),
        "nothing" | "light" if clouded => "heavy",
        "nothing" => return None,
        object @ ("rubble" | "light" | "heavy") => object,
        _ if value["ruined"] == true || factor < 1 => "rubble",
        _ => &format!("building {factor}"),
    };
    Some(feature.to_owned())
}
