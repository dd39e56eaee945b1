//! Movement: where a mech can go, what it costs, and the path that it takes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "jumps are at most 20 long, and places below 5400"
)]

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side};
use super::map::{Entry, Ground, Map};

/// How a mech moves. One mode a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Not at all.
    #[default]
    Stay,
    /// Forward and backward.
    Walk,
    /// Forward alone, and not into water.
    Run,
    /// In a straight line, over what lies between.
    Jump,
}

impl Mode {
    /// All but [`Self::Stay`], in the order of actions.
    pub const MOVES: [Self; 3] = [Self::Walk, Self::Run, Self::Jump];

    /// The word in actions and positions.
    pub fn name(self) -> &'static str {
        ["stay", "walk", "run", "jump"][self as usize]
    }
}

/// A mech that is to move.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// Where it stands.
    pub hex: Hex,
    /// Its feet.
    pub facing: Side,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// The movement points that are left for walking, running and jumping; 0 where it may not.
    pub walk: u8,
    /// See `walk`.
    pub run: u8,
    /// See `walk`.
    pub jump: u8,
    /// Its weight.
    pub tons: u8,
    /// The hexes of the other mechs.
    pub occupied: &'a [Hex],
}

/// One step of a path, in the order in which paths prefer them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the hex that it faces.
    Forward,
    /// A turn by one side, clockwise.
    Right,
    /// A turn by one side, counter-clockwise.
    Left,
    /// To the hex behind it.
    Backward,
}

/// A step with where it leads, by [`place_of`], and its price: movement points in the upper byte,
/// checks in the lower one.
type Priced = (Step, usize, u16);

/// A hex and facing that a mech can reach in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The hex.
    pub hex: Hex,
    /// The facing.
    pub facing: Side,
    /// The least movement points; of a jump its length.
    pub points: u8,
    /// The piloting checks on the way, of the ground alone.
    pub checks: u8,
}

/// All that a mech can reach in one mode.
#[derive(Clone, Debug)]
pub struct Reach<'a> {
    map: &'a Map,
    /// The costs by [`place_of`], with the movement points in the upper byte and the checks in the
    /// lower one; empty if it cannot move in this mode.
    costs: Vec<u16>,
}

impl Reach<'_> {
    /// What it takes to reach a hex of the map and facing.
    #[must_use]
    pub fn get(&self, hex: Hex, facing: Side) -> Option<Arrival> {
        self.arrival(place_of(self.map.place(hex)?, facing))
    }

    /// All of it, by hex and facing.
    pub fn iter(&self) -> impl Iterator<Item = Arrival> {
        (0..self.costs.len()).filter_map(|place| self.arrival(place))
    }

    fn arrival(&self, place: usize) -> Option<Arrival> {
        let cost = *self.costs.get(place)?;
        let (hex, facing) = (self.map.hex(place / 6), Side::ALL[place % 6]);
        let [points, checks] = cost.to_be_bytes();
        (cost != UNREACHED).then_some(Arrival { hex, facing, points, checks })
    }
}

/// The cost of what is not reached.
const UNREACHED: u16 = u16::MAX;

/// The place of a facing in the hex with this place.
#[inline]
const fn place_of(hex: usize, facing: Side) -> usize {
    hex * 6 + facing.index()
}

impl Mover<'_> {
    /// All that it can reach in one mode: its own hex and facing at no cost, if it has movement
    /// points for the mode at all.
    #[must_use]
    pub fn reach<'a>(&self, map: &'a Map, mode: Mode) -> Reach<'a> {
        let costs = match mode {
            Mode::Walk if self.walk > 0 => self.spread(map, false),
            Mode::Run if self.run > 0 && !self.prone => self.spread(map, true),
            Mode::Jump if self.jump > 0 && !self.prone => self.jumps(map),
            _ => Vec::new(),
        };
        Reach { map, costs }
    }

    /// Whether a jump ends in this hex of the map.
    #[must_use]
    pub fn jumps_to(&self, map: &Map, to: Hex) -> bool {
        let start = map.at(self.hex);
        let top = start.level + self.jump as i8;
        let may_cross = |hex: Hex| map.ground(hex).is_some_and(|ground| ground.level <= top);
        !self.prone
            && self.jump > 0
            && start.depth() < 2
            && self.hex.distance(to) <= self.jump
            && may_cross(to)
            && (map.collapses || map.at(to).bears() >= self.tons)
            && !self.occupied.contains(&to)
            && (map.highest <= top
                || (self.hex.line(to))
                    .all(|(hex, other)| may_cross(hex) || other.is_some_and(may_cross)))
    }

    /// The costs of all jumps.
    fn jumps(&self, map: &Map) -> Vec<u16> {
        let cost = |to: Hex| {
            let checks = u8::from(self.is_checked(map.at(to)));
            let cost = u16::from_be_bytes([self.hex.distance(to), checks]);
            if self.jumps_to(map, to) { cost } else { UNREACHED }
        };
        map.hexes().flat_map(|to| [cost(to); 6]).collect()
    }

    /// The costs of walking or running, from the cheapest on.
    fn spread(&self, map: &Map, runs: bool) -> Vec<u16> {
        let mut costs = vec![UNREACHED; map.hexes_in_all() * 6];
        let most = if runs { self.run } else { self.walk };
        // What is reached with so many points; a step takes at most 6.
        let mut reached: [Vec<u16>; 8] = Default::default();
        let start = self.start(map);
        costs[start] = 0;
        reached[0].push(start as u16);
        for points in 0..most {
            let mut here = std::mem::take(&mut reached[usize::from(points % 8)]);
            for place in here.drain(..).map(usize::from) {
                let cost = costs[place];
                if cost.to_be_bytes()[0] != points {
                    continue;
                }
                for (_, next, price) in self.steps(map, runs, place).into_iter().flatten() {
                    let [[then, _], [before, _]] =
                        [cost + price, costs[next]].map(u16::to_be_bytes);
                    if then <= most && cost + price < costs[next] {
                        costs[next] = cost + price;
                        if then < before {
                            reached[usize::from(then % 8)].push(next as u16);
                        }
                    }
                }
            }
            reached[usize::from(points % 8)] = here;
        }
        costs
    }

    /// Whether it may go where this step leads.
    #[inline]
    pub(super) fn may_enter(&self, map: &Map, entry: &Entry) -> bool {
        let taken = |hex: &Hex| map.place(*hex) == Some(entry.to.into());
        (map.collapses || entry.bears >= self.tons) && !self.occupied.iter().any(taken)
    }

    /// Whether it may fall where it jumps to.
    fn is_checked(&self, ground: &Ground) -> bool {
        ground.check().is_some() || ground.bears() < self.tons
    }

    /// Its hex and facing.
    fn start(&self, map: &Map) -> usize {
        place_of(map.place(self.hex).expect("mechs stand on the map"), self.facing)
    }

    /// The steps from a place, in their order.
    #[inline]
    fn steps(&self, map: &Map, runs: bool, place: usize) -> [Option<Priced>; 4] {
        let (hex, facing) = (place / 6, Side::ALL[place % 6]);
        let entry = |side: Side| {
            let may =
                |entry: &&Entry| !(self.prone || runs && entry.wet) && self.may_enter(map, entry);
            let entry = map.entry(hex, side).filter(may)?;
            // The hex ahead may always be run into, with all movement points.
            let ahead = runs && place == self.start(map);
            let points = if ahead { entry.cost.min(self.run) } else { entry.cost };
            let checked = entry.checked || entry.bears < self.tons;
            Some((entry, u16::from_be_bytes([points, checked.into()])))
        };
        let enter = |step: Step, side: Side| {
            let (entry, price) = entry(side)?;
            let may = step == Step::Forward || !runs && entry.climb == 0;
            may.then(|| (step, place_of(entry.to.into(), facing), price))
        };
        let turn = |step: Step, by: u8| Some((step, place_of(hex, facing.turned(by)), 0x100));
        [
            enter(Step::Forward, facing),
            turn(Step::Right, 1),
            turn(Step::Left, 5),
            enter(Step::Backward, facing.turned(3)),
        ]
    }

    /// The path on foot to a hex of the map and facing: that with the least movement points, then
    /// the fewest checks, then the first steps in their order.
    #[must_use]
    pub(super) fn path(&self, map: &Map, mode: Mode, to: Hex, facing: Side) -> Option<Vec<Priced>> {
        let runs = mode == Mode::Run;
        let mut costs = self.spread(map, runs);
        let goal = place_of(map.place(to)?, facing);
        let mut path = Vec::new();
        let start = self.start(map);
        let found =
            costs[goal] != UNREACHED && self.trace(map, runs, &mut costs, (start, goal), &mut path);
        found.then_some(path)
    }

    /// Appends the steps of the path between two places. What leads nowhere is struck from `costs`.
    fn trace(
        &self,
        map: &Map,
        runs: bool,
        costs: &mut [u16],
        (place, goal): (usize, usize),
        path: &mut Vec<Priced>,
    ) -> bool {
        if place == goal {
            return true;
        }
        let cost = std::mem::replace(&mut costs[place], UNREACHED);
        for step in self.steps(map, runs, place).into_iter().flatten() {
            let (_, next, price) = step;
            if costs[next] == cost + price && costs[next] <= costs[goal] {
                path.push(step);
                if self.trace(map, runs, costs, (next, goal), path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// The hexes on the way to a hex and facing that it can reach whose ground needs a piloting check,
    /// in order, with its facing there.
    #[must_use]
    pub fn checks(&self, map: &Map, mode: Mode, to: Hex, facing: Side) -> Vec<(Hex, Side)> {
        if map.safe {
            return Vec::new();
        }
        if mode == Mode::Jump {
            let checked = self.is_checked(map.at(to));
            return checked.then_some((to, facing)).into_iter().collect();
        }
        let path = self.path(map, mode, to, facing).into_iter().flatten();
        let checked = path.filter(|(.., price)| price & 0xff != 0);
        checked.map(|(_, place, _)| (map.hex(place / 6), Side::ALL[place % 6])).collect()
    }
}
