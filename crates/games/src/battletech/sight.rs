//! Lines of sight: what lies between two mechs.

use super::hex::Hex;
use super::map::Map;

/// A mech as sight sees it.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    /// Its hex.
    pub hex: Hex,
    /// Whether it lies on the ground.
    pub prone: bool,
}

impl Stance {
    /// The height of its head.
    const fn height(self, level: i8) -> i8 {
        level + !self.prone as i8
    }

    /// Whether water covers it.
    const fn is_submerged(self, depth: u8) -> bool {
        depth > !self.prone as u8
    }
}

/// What lies between two mechs that see each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The weight of the woods in between: 1 for light, 2 for heavy ones.
    pub woods: u8,
    /// Whether the second mech has partial cover.
    pub cover: bool,
}

/// What lies between two mechs; none if they do not see each other.
///
/// # Panics
/// If a hex lies off the map.
#[must_use]
pub fn sight(map: &Map, from: Stance, to: Stance) -> Option<Sight> {
    let (here, there) = (map.at(from.hex), map.at(to.hex));
    if from.is_submerged(here.depth()) || to.is_submerged(there.depth()) {
        return None;
    }
    let (low, high) = (from.height(here.level), to.height(there.level));
    let wades = !to.prone && there.depth() == 1;
    // What a hex of the line adds.
    let hindrance = |hex: Hex| {
        let Some(ground) = map.ground(hex) else { return Sight::default() };
        let (surface, woods) = (ground.level.max(0), ground.woods());
        let top = if woods == 0 { surface } else { surface + 2 };
        if top <= low.min(high) && surface != high {
            return Sight::default();
        }
        let near = [from.hex.distance(hex) == 1, to.hex.distance(hex) == 1];
        let over = match near {
            [true, false] => low,
            [false, true] => high,
            [true, true] => low.min(high),
            [false, false] => low.max(high),
        };
        let woods = if surface > over {
            BLOCKING
        } else if top > over {
            woods
        } else {
            0
        };
        Sight { woods, cover: near[1] && !to.prone && surface == high && low <= high }
    };
    let mut seen = Sight { woods: 0, cover: wades };
    // The woods, if of two hexes at an edge the one with more of them counts.
    let mut most = 0;
    for (hex, other) in from.hex.line(to.hex) {
        let mut worse = hindrance(hex);
        let mut woods = worse.woods;
        if let Some(other) = other.map(hindrance) {
            let weight = |one: Sight| one.woods + if one.cover || wades { 3 } else { 0 };
            woods = woods.max(other.woods);
            if weight(other) > weight(worse) {
                worse = other;
            }
        }
        most += woods;
        if most >= BLOCKING {
            return None;
        }
        seen = Sight { woods: seen.woods + worse.woods, cover: seen.cover || worse.cover };
    }
    Some(seen)
}

/// The weight of woods that blocks a line of sight.
const BLOCKING: u8 = 3;
