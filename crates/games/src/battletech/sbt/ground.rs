//! The file of the map, `mapaJ0.sbt`: 20 lines for each hex, down the columns.

#![expect(clippy::cast_possible_truncation, reason = "maps have at most 30 rows and columns")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::file::Files;
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::Feature;
use crate::battletech::state::State;

/// Reads or writes the map, as `map` and `clubs` of a position.
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
    // Roads off the map and bridges are left out.
    let is_land = |hex| hexes.get(&hex).is_some_and(|value| value["terrain"] != "water");
    let mut lines = vec![format!("{columns}x{rows}")];
    for (hex, value) in &hexes {
        let (given, is_dry) = (value["level"].as_i64().unwrap_or(0), is_land(*hex));
        let level = if is_dry { given.clamp(0, 9) } else { given.clamp(-3, 0) };
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
        let ends = ends.filter(|end| is_dry && is_land(*end));
        lines.extend(ends.map(|end| format!("road: {hex} {end}")));
        let clubs = value["clubs"].as_i64().unwrap_or(0).min(u8::MAX.into());
        if clubs > 0 {
            position["clubs"][hex.to_string()] = json!(clubs);
        }
    }
    position["map"] = json!(lines);
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
        "clubs": state.clubs.get(&hex),
        "roads": BTreeMap::from(roads),
    })
}

/// What stands on a hex, in the notation of maps.
fn feature(value: &Value, level: i64) -> Option<String> {
    let factor = value["factor"].as_i64().unwrap_or_default().min(120);
    let feature = match (&value["terrain"], value["object"].as_str().unwrap_or("building")) {
        (terrain, _) if terrain == "water" => &format!("water {}", -level),
        // It bears no mech.
        _ if value["burns"] == true => "building 1",
        (_, "nothing" | "light") if value["smokes"] == true => "heavy",
        (terrain, "nothing") if terrain != "swamp" => return None,
        (_, "nothing") => "rubble",
        (_, object @ ("rubble" | "light" | "heavy")) => object,
        _ if value["ruined"] == true || factor < 1 => "rubble",
        _ => &format!("building {factor}"),
    };
    Some(feature.to_owned())
}
