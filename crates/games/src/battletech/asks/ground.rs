//! The questions about hexes, sight and movement.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::{self, Map};
use crate::battletech::mech::Moved;
use crate::battletech::movement::{Mode, Reach};
use crate::battletech::position::position;
use crate::battletech::sight::{Sight, Stance, sight};
use crate::battletech::state::State;
use rivals_core::json::read;
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

pub(super) fn distance(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        from: Hex,
        to: Hex,
    }

    let Asked { from, to } = read(fields)?;
    Ok(json!({ "distance": from.distance(to) }))
}

pub(super) fn arc(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        from: Hex,
        facing: Side,
        to: Hex,
    }

    let Asked { from, facing, to } = read(fields)?;
    Ok(json!({ "arc": from.arc(facing, to), "side": from.hit_side(facing, to) }))
}

pub(super) fn line_of_sight(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        #[serde(with = "map")]
        map: Arc<Map>,
        from: Hex,
        to: Hex,
        #[serde(default)]
        from_prone: bool,
        #[serde(default)]
        to_prone: bool,
    }

    let Asked { map, from, to, from_prone, to_prone } = read(fields)?;
    map.check("from", from)?;
    map.check("to", to)?;
    let hexes = from.line(to).map(|(hex, other)| {
        let on_map = [Some(hex), other].into_iter().flatten();
        match on_map.filter(|hex| map.place(*hex).is_some()).collect::<Vec<_>>()[..] {
            [only] => json!(only),
            ref both => json!(both),
        }
    });
    let hexes: Vec<Value> = hexes.collect();
    let from = Stance { hex: from, prone: from_prone };
    let to = Stance { hex: to, prone: to_prone };
    Ok(match sight(&map, from, to) {
        None => json!({ "visible": false, "hexes": hexes }),
        Some(Sight { woods, cover }) => {
            json!({ "visible": true, "hexes": hexes, "woods": woods, "cover": cover })
        }
    })
}

pub(super) fn reach(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        #[serde(deserialize_with = "position")]
        position: State,
        seat: Seat,
    }

    let Asked { mut position, seat } = read(fields)?;
    seat.check("seat", position.mechs.seats())?;
    if position.mechs[seat].destroyed() {
        return Err(Invalid::new("seat", "its mech is destroyed", "write another seat"));
    }
    position.mechs[seat].moved = Moved::default();
    let occupied = position.occupied(seat);
    let mover = position.mover(seat, &occupied);
    let reach = |mode| mover.reach(&position.map, mode);
    let jumps = reach(Mode::Jump);
    let jumps = jumps.iter().map(|arrival| (arrival.hex, arrival.points));
    Ok(json!({
        "mp": { "walk": mover.walk, "run": mover.run, "jump": mover.jump },
        "walk": by_hex(&reach(Mode::Walk)),
        "run": by_hex(&reach(Mode::Run)),
        "jump": jumps.collect::<BTreeMap<_, _>>(),
    }))
}

/// The least movement points for each facing of the hexes that can be reached.
fn by_hex(reach: &Reach) -> BTreeMap<Hex, [Option<u8>; 6]> {
    let mut hexes = BTreeMap::new();
    for arrival in reach.iter() {
        let points: &mut [Option<u8>; 6] = hexes.entry(arrival.hex).or_default();
        points[arrival.facing.index()] = Some(arrival.points);
    }
    hexes
}
