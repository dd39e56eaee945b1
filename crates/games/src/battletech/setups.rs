//! Setups: the map, the models of the seats, the last turn and the places in which a game begins.

use std::sync::Arc;

use rand::Rng;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::hex::{Hex, Side};
use super::map::{Ground, Map, SEATS};
use super::mech::{Mech, Status};
use super::record::Record;
use super::state::{State, last};
use rivals_core::json::one_of;
use rivals_core::values::{Invalid, length};

/// The named setups. Those behind the first are the tests of the course.
pub const NAMED: [(&str, &str); 11] = [
    ("duel", "open:HBK-4G,HBK-4G"),
    ("march", "open:HBK-4G,HBK-4G:turns=30:at=0101.3,1517.6"),
    ("jumpers", "terraces:GRF-1N,GRF-1N:turns=30"),
    ("balance", "wooded:WHM-6R,WHM-6R"),
    ("rival", "wooded:LCT-1V,WHM-6R:turns=15"),
    ("physical", "open:AS7-D,AS7-D:turns=20"),
    ("survive", "wooded:JR7-D,JR7-D:turns=20"),
    ("heat", "city:ARC-2R,ARC-2R"),
    ("cup-1", "wooded:GRF-1N,GRF-1N"),
    ("cup-2", "wooded:ARC-2R,ARC-2R"),
    ("cup-3", "wooded:AS7-D,AS7-D"),
];

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Setup {
    /// As it was written.
    text: String,
    /// The map; none if it is drawn.
    map: Option<Arc<Map>>,
    /// By seat; further seats begin with the first again.
    pub models: Vec<&'static Record>,
    turns: u16,
    /// Where mechs begin; further ones in the places of the map.
    places: Vec<(Hex, Side)>,
}

/// Reads what it was written as.
impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let setup = Self::try_from(String::deserialize(from)?);
        setup.map_err(|error| D::Error::custom(format_args!("{error:#}")))
    }
}

impl From<Setup> for String {
    fn from(setup: Setup) -> Self {
        setup.text
    }
}

impl Setup {
    /// A game between this number of mechs. A map that the setup leaves open is drawn.
    ///
    /// # Errors
    /// [`Invalid`], if there is no place for one of the mechs.
    pub fn state(&self, seats: usize, rng: &mut dyn Rng) -> Result<State, Invalid> {
        let map = self.map.clone().unwrap_or_else(|| Arc::new(Map::random(rng)));
        let places: Vec<&(Hex, Side)> =
            self.places.iter().chain(map.starts.iter().skip(self.places.len())).collect();
        let mut mechs: Vec<Mech> = Vec::new();
        for (seat, record) in self.models.iter().cycle().take(seats).enumerate() {
            let free = |(hex, _): &&&(Hex, Side)| {
                let bears = |ground: &Ground| ground.bears() >= record.tons;
                map.ground(*hex).is_some_and(bears) && !mechs.iter().any(|mech| mech.hex == *hex)
            };
            let Some(&&(hex, facing)) = places.get(seat).filter(free) else {
                let message = format!("mech {} of {seats} has no free place", seat + 1);
                let help = "write free hexes of the map for all mechs, such as at=0802.4,0816.1";
                return Err(Invalid::new("", message, help));
            };
            mechs.push(Mech::new(record, Status { hex, facing, ..Status::default() }));
        }
        Ok(State::new(map, &mechs, self.turns))
    }
}

impl TryFrom<String> for Setup {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let named = NAMED.iter().find(|(name, _)| *name == text);
        let mut parts = named.map_or(&*text, |(_, written)| written).split(':');
        let name = parts.next().unwrap_or_default();
        let Some(models) = parts.next() else {
            let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            let Invalid { field, message, help } = one_of(&text, &names);
            return Err(Invalid::new(field, message, help + ", or MAP:MODEL,MODEL"));
        };
        let map = if name == "random" { None } else { Some(Map::named(name)?) };
        let models = models.split(',').map(Record::model).collect::<Result<Vec<_>, _>>()?;
        length("", models.len(), 2..=SEATS)?;
        let (mut turns, mut places) = (last(), Vec::new());
        for part in parts {
            let refused = || {
                let help = "write turns=30, or at=0802.4,0816.1 with hexes and facings";
                Invalid::new("", format!("\"{part}\" is not a part of a setup"), help)
            };
            let (key, value) = part.split_once('=').ok_or_else(refused)?;
            match key {
                "turns" => {
                    let read = value.parse().ok().filter(|turns| (1..=10_000).contains(turns));
                    turns = read.ok_or_else(refused)?;
                }
                "at" => {
                    let read = value.split(',').map(|place| Side::with_hex(place, '.'));
                    places = read.collect::<Option<_>>().ok_or_else(refused)?;
                }
                _ => return Err(refused()),
            }
        }
        Ok(Self { text, map, models, turns, places })
    }
}
