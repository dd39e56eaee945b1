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
use crate::battletech::sight::{Stance, sight};
use crate::battletech::state::State;
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Distance {
    from: Hex,
    to: Hex,
}

impl Distance {
    pub(super) fn answer(&self) -> Value {
        json!({ "distance": self.from.distance(self.to) })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bearing {
    from: Hex,
    facing: Side,
    to: Hex,
}

impl Bearing {
    pub(super) fn answer(&self) -> Value {
        let Self { from, facing, to } = self;
        json!({ "arc": from.arc(*facing, *to), "side": from.hit_side(*facing, *to) })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    #[serde(with = "map")]
    map: Arc<Map>,
    from: Hex,
    to: Hex,
    #[serde(default)]
    from_prone: bool,
    #[serde(default)]
    to_prone: bool,
}

impl Line {
    pub(super) fn answer(&self) -> Result<Value, Invalid> {
        let Self { map, from, to, from_prone, to_prone } = self;
        for (field, hex) in [("from", from), ("to", to)] {
            if map.place(*hex).is_none() {
                let message = format!("{hex} is not on the map");
                return Err(Invalid::new(field, message, "write a hex of the map"));
            }
        }
        let hexes = from.line(*to).map(|(hex, other)| {
            let on_map = [Some(hex), other].into_iter().flatten();
            match on_map.filter(|hex| map.place(*hex).is_some()).collect::<Vec<_>>()[..] {
                [only] => json!(only),
                ref both => json!(both),
            }
        });
        let hexes: Vec<Value> = hexes.collect();
        let from = Stance { hex: *from, prone: *from_prone };
        let to = Stance { hex: *to, prone: *to_prone };
        Ok(match sight(map, from, to) {
            None => json!({ "visible": false, "hexes": hexes }),
            Some(sight) => json!({
                "visible": true,
                "hexes": hexes,
                "woods": sight.woods,
                "cover": sight.cover,
            }),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reached {
    #[serde(deserialize_with = "position")]
    position: State,
    seat: Seat,
}

impl Reached {
    pub(super) fn answer(&self) -> Result<Value, Invalid> {
        let Self { position, seat } = self;
        seat.check("seat", position.mechs.seats())?;
        if position.mechs[*seat].destroyed() {
            return Err(Invalid::new("seat", "its mech is destroyed", "write another seat"));
        }
        let mut position = position.clone();
        position.mechs[*seat].moved = Moved::default();
        let occupied = position.occupied(*seat);
        let mover = position.mover(*seat, &occupied);
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
