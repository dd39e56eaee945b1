//! The file of the map, `mapaJ0.sbt`: 20 lines for each hex, down the columns.

use std::collections::BTreeMap;

use super::file::File;
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::{Feature, Ground, LONGEST, Map};
use crate::battletech::state::State;
use rivals_core::values::Invalid;

/// The first line.
pub(super) const HEADER: &str = "mapaSBT";

/// The number for a hex without woods, rubble or building.
const NOTHING: u8 = 255;

/// The numbers of terrains.
const PAVED: u8 = 1;
const WATER: u8 = 2;
const SWAMP: u8 = 3;

/// Reads or writes the map, and the clubs that lie on it.
pub(super) fn pass(
    file: &mut File<'_>,
    given: &State,
) -> Result<(Map, BTreeMap<Hex, u8>), Invalid> {
    let (columns, rows) = (given.map.columns, given.map.rows);
    let [rows, columns] = file.all("a number of hexes", [rows, columns])?;
    if rows.max(columns) > LONGEST {
        return Err(file.refused("the map is too large", "write at most 30 rows and columns"));
    }
    let mut text = vec![format!("{columns}x{rows}")];
    let (mut clubs, mut roads) = (BTreeMap::new(), Vec::new());
    for hex in (1..=columns).flat_map(|column| (1..=rows).map(move |row| Hex::new(column, row))) {
        let ground = given.map.ground(hex).copied().unwrap_or_default();
        let (ground, lying) =
            pass_hex(file, ground, given.clubs.get(&hex).copied().unwrap_or_default())?;
        clubs.extend((lying > 0).then_some((hex, lying)));
        let level = ground.level;
        text.extend(ground.paved.then(|| format!("paved: {hex}")));
        text.extend((level > 0).then(|| format!("level {level}: {hex}")));
        text.extend(match ground.feature {
            Feature::Clear => None,
            Feature::Water => Some(format!("water {}: {hex}", ground.depth())),
            Feature::Light => Some(format!("light: {hex}")),
            Feature::Heavy => Some(format!("heavy: {hex}")),
            Feature::Rubble => Some(format!("rubble: {hex}")),
            Feature::Building(factor) => Some(format!("building {factor}: {hex}")),
        });
        let sides = Side::ALL.into_iter().filter(|side| ground.roads >> side.index() & 1 != 0);
        roads.extend(sides.map(|side| (hex, hex.beyond(side))));
    }
    let refused = |error: Invalid| file.refused(error.message, error.help);
    let land = Map::read(text.clone()).map_err(refused)?;
    // Roads off the map and bridges are left out.
    let is_land = |hex| land.ground(hex).is_some_and(|ground| ground.feature != Feature::Water);
    roads.retain(|(from, to)| is_land(*from) && is_land(*to));
    text.extend(roads.iter().map(|(from, to)| format!("road: {from} {to}")));
    Ok((Map::read(text).map_err(refused)?, clubs))
}

/// Reads or writes a hex with the number of its clubs.
fn pass_hex(file: &mut File<'_>, ground: Ground, clubs: u8) -> Result<(Ground, u8), Invalid> {
    let (object, factor) = match ground.feature {
        Feature::Clear | Feature::Water => (NOTHING, 0),
        Feature::Rubble => (0, 0),
        Feature::Light => (1, 0),
        Feature::Heavy => (2, 0),
        Feature::Building(factor) => {
            let class = u8::from(factor > 15) + u8::from(factor > 40) + u8::from(factor > 90);
            (3 + class, factor)
        }
    };
    let terrain = if ground.feature == Feature::Water { WATER } else { u8::from(ground.paved) };
    let level: i8 = file.pass("a level", ground.level)?;
    let terrain = file.pass("a terrain", terrain)?;
    let object = file.pass("an object", object)?;
    let factor: u16 = file.pass("a construction factor", factor.into())?;
    let ruined = file.truth("whether a building has collapsed", false)?;
    let burns = file.truth("whether the hex burns", false)?;
    let smokes = file.truth("whether there is smoke", false)?;
    let clubs = file.pass("a number of clubs", clubs)?;
    let rivers = file.set("whether a river leads to a side", 0, 6)?;
    let roads = file.set("whether a road leads to a side", ground.roads.into(), 6)? as u8;
    let feature = match object {
        _ if terrain > SWAMP || (8..NOTHING).contains(&object) => {
            let message = format!("there is no terrain {terrain} with the object {object}");
            return Err(file.refused(message, "write 0 to 3, and 0 to 7 or 255"));
        }
        _ if terrain == WATER => Feature::Water,
        _ if burns => Feature::Building(1),
        NOTHING | 1 if smokes => Feature::Heavy,
        NOTHING if terrain != SWAMP => Feature::Clear,
        0 | NOTHING => Feature::Rubble,
        1 => Feature::Light,
        2 => Feature::Heavy,
        _ if ruined || factor == 0 => Feature::Rubble,
        _ => Feature::Building(factor.min(120) as u8),
    };
    let levels = if terrain == WATER { -3..=0 } else { 0..=9 };
    file.note(!levels.contains(&level), "levels from -3 to 9 stand for others");
    file.note(rivers != 0, "rivers are left out");
    file.note(terrain == SWAMP, "swamp is taken for rubble");
    file.note(smokes, "smoke is taken for heavy woods");
    file.note(burns, "ground that burns is not entered");
    let level = level.clamp(*levels.start(), *levels.end());
    Ok((Ground { level, feature, paved: terrain == PAVED, roads }, clubs))
}
