//! The file of the map, `mapaJ0.sbt`: 20 lines for each hex, down the columns.

use super::lines::{Lines, Notes, Text};
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::{Feature, LONGEST, Map};
use crate::battletech::state::State;
use rivals_core::values::Invalid;

/// The number for a hex without woods, rubble or building.
const NOTHING: u8 = 255;

/// The first line.
pub(super) const HEADER: &str = "mapaSBT";

/// Reads the map, and the clubs that lie on it.
pub(super) fn read(
    lines: &mut Lines<'_>,
    notes: &mut Notes,
) -> Result<(Map, Vec<(Hex, u8)>), Invalid> {
    let rows = lines.number("a number of rows", 1..=LONGEST)?;
    let columns = lines.number("a number of columns", 1..=LONGEST)?;
    let mut text = vec![format!("{columns}x{rows}")];
    let (mut clubs, mut wet, mut roads) = (Vec::new(), Vec::new(), Vec::new());
    for hex in (1..=columns).flat_map(|column| (1..=rows).map(move |row| Hex::new(column, row))) {
        let level = lines.number("a level", -99_i8..=99)?;
        let terrain = lines.number("a terrain", 0_u8..=3)?;
        let object = lines.number("an object", 0..=NOTHING)?;
        let factor = lines.number("a construction factor", 0_u16..=999)?;
        let ruined = lines.truth("whether a building has collapsed")?;
        let burns = lines.truth("whether it burns")?;
        let smokes = lines.truth("whether there is smoke")?;
        let lying = lines.number("a number of clubs", 0_u8..=100)?;
        let rivers = lines.truths("whether a river leads here", 6)?;
        let road = lines.truths("whether a road leads here", 6)?;
        let mut feature = match object {
            0 => Feature::Rubble,
            1 => Feature::Light,
            2 => Feature::Heavy,
            3..=7 if ruined || factor == 0 => Feature::Rubble,
            3..=7 => Feature::Building(factor.min(120) as u8),
            NOTHING => Feature::Clear,
            _ => {
                let message = format!("{hex} has the object {object}");
                return Err(lines.refused(message, "write 0 to 7 for the object, or 255"));
            }
        };
        let lowest = if terrain == 2 { -3 } else { 0 };
        let highest = if terrain == 2 { 0 } else { 9 };
        notes.add(!(lowest..=highest).contains(&level), "levels from -3 to 9 stand for others");
        notes.add(rivers != 0, "rivers are left out");
        notes.add(terrain == 3, "swamp is taken for rubble");
        notes.add(smokes, "smoke is taken for heavy woods");
        notes.add(burns, "ground that burns is not entered");
        let level = level.clamp(lowest, highest);
        if terrain == 3 && feature == Feature::Clear {
            feature = Feature::Rubble;
        }
        if smokes && matches!(feature, Feature::Clear | Feature::Light) {
            feature = Feature::Heavy;
        }
        if burns {
            feature = Feature::Building(1);
        }
        if terrain == 2 {
            wet.push(hex);
            text.push(format!("water {}: {hex}", level.unsigned_abs()));
        } else {
            text.extend((terrain == 1).then(|| format!("paved: {hex}")));
            text.extend((level > 0).then(|| format!("level {level}: {hex}")));
            text.extend(notation(feature).map(|word| format!("{word}: {hex}")));
        }
        clubs.extend((lying > 0).then_some((hex, lying)));
        roads.extend(
            Side::ALL
                .into_iter()
                .filter(|side| road >> side.index() & 1 != 0)
                .map(|side| [hex, hex.beyond(side)]),
        );
    }
    for road in roads {
        let bridge = road.iter().any(|hex| wet.contains(hex));
        notes.add(bridge, "bridges are left out");
        let on_map = (1..=columns).contains(&road[1].column) && (1..=rows).contains(&road[1].row);
        text.extend((on_map && !bridge).then(|| format!("road: {} {}", road[0], road[1])));
    }
    let map = Map::read(text).map_err(|error| lines.refused(error.message, error.help))?;
    Ok((map, clubs))
}

/// What a hex of land holds, in the notation of maps.
fn notation(feature: Feature) -> Option<String> {
    match feature {
        Feature::Clear | Feature::Water => None,
        Feature::Light => Some("light".to_owned()),
        Feature::Heavy => Some("heavy".to_owned()),
        Feature::Rubble => Some("rubble".to_owned()),
        Feature::Building(factor) => Some(format!("building {factor}")),
    }
}

/// Writes the map with the clubs that lie on it.
pub(super) fn write(state: &State) -> String {
    let map = state.map();
    let (columns, rows) = map.size();
    let mut text = Text::under(HEADER);
    text.all([rows, columns]);
    for hex in map.hexes() {
        let ground = map.at(hex);
        let (object, factor) = match ground.feature {
            Feature::Clear | Feature::Water => (NOTHING, 0),
            Feature::Rubble => (0, 0),
            Feature::Light => (1, 0),
            Feature::Heavy => (2, 0),
            Feature::Building(factor @ ..=15) => (3, factor),
            Feature::Building(factor @ ..=40) => (4, factor),
            Feature::Building(factor @ ..=90) => (5, factor),
            Feature::Building(factor) => (6, factor),
        };
        text.put(ground.level);
        text.put(if ground.feature == Feature::Water { 2 } else { u8::from(ground.paved) });
        text.all([object, factor]);
        text.truths([false; 3]);
        text.put(
            state.clubs.iter().find(|(other, _)| *other == hex).map_or(0, |(_, clubs)| *clubs),
        );
        text.truths([false; 6]);
        text.truths(Side::ALL.map(|side| ground.roads >> side.index() & 1 != 0));
    }
    text.0
}
