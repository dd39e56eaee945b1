//! Planning a walk over several turns: A* over hexes and facings, and the document's faulty ways.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::hex::{Hex, Side};
use super::map::Map;
use super::movement::Mover;
use super::state::State;
use rivals_core::play::Seat;

/// How the distance between two hexes is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distance {
    /// Right.
    #[default]
    Steps,
    /// By the formula that the document prints, with the whole part of half the columns.
    Printed,
    /// The columns and the rows, added up.
    Manhattan,
}

impl Distance {
    /// The distance.
    #[must_use]
    pub fn between(self, from: Hex, to: Hex) -> u8 {
        let (columns, rows) = (from.column.abs_diff(to.column), from.row.abs_diff(to.row));
        match self {
            Self::Steps => from.distance(to),
            Self::Manhattan => columns + rows,
            Self::Printed => {
                let factor = match () {
                    () if rows % 2 != 0 => 0,
                    () if from.row < to.row => (from.column - 1) % 2,
                    () => (to.column - 1) % 2,
                };
                columns + rows.saturating_sub(columns / 2 + factor)
            }
        }
    }

    /// The seat of these that is nearest to a seat, of equal ones the first.
    pub fn nearest(
        self,
        state: &State,
        to: Seat,
        seats: impl Iterator<Item = Seat>,
    ) -> Option<Seat> {
        let hex = |seat: Seat| state.mechs[seat].hex;
        seats.min_by_key(|seat| (self.between(hex(to), hex(*seat)), *seat))
    }
}

/// How a walk is planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planner {
    /// The distance that is left, in the order of the open nodes.
    pub distance: Distance,
    /// Whether the nodes are hexes alone, although the cost depends on the facing.
    pub blind: bool,
    /// Whether it is a run: not backward, and not into water.
    pub runs: bool,
    /// Whether walks lead backward over one level, which the rules forbid.
    pub climbs_back: bool,
}

/// A place on a planned walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The hex.
    pub hex: Hex,
    /// The facing.
    pub facing: Side,
    /// The movement points up to here.
    pub cost: u16,
}

/// What is known of a node.
#[derive(Clone, Copy)]
struct Node {
    stop: Stop,
    from: Option<usize>,
    closed: bool,
}

impl Planner {
    /// A walk of a standing mech to a hex and facing of the map, whatever its movement points: the
    /// start, the hexes in their order, and the turn at the end.
    #[must_use]
    pub fn plan(&self, map: &Map, mover: &Mover, to: Hex, facing: Side) -> Option<Vec<Stop>> {
        let mut nodes: Vec<Option<Node>> = vec![None; map.hexes_in_all() * 6];
        let mut open = BinaryHeap::new();
        let key = |stop: &Stop| {
            let hex = map.place(stop.hex).expect("walks stay on the map") * 6;
            if self.blind { hex } else { hex + stop.facing.index() }
        };
        // Keeps a way to a node that is the best so far, and opens it again.
        let reach = |nodes: &mut [Option<Node>], stop: Stop, from: Option<usize>| {
            let place = key(&stop);
            let better = |node: Node| !node.closed && stop.cost < node.stop.cost;
            nodes[place].is_none_or(better).then(|| {
                nodes[place] = Some(Node { stop, from, closed: false });
                let left = u16::from(self.distance.between(stop.hex, to));
                Reverse((stop.cost + left, left, place))
            })
        };
        let start = Stop { hex: mover.hex, facing: mover.facing, cost: 0 };
        open.extend(reach(&mut nodes, start, None));
        while let Some(Reverse((.., place))) = open.pop() {
            let Some(node) = nodes[place].as_mut().filter(|node| !node.closed) else {
                continue;
            };
            node.closed = true;
            let stop = node.stop;
            let turned = |facing: Side| Stop {
                facing,
                cost: stop.cost + u16::from(stop.facing.turns_to(facing)),
                ..stop
            };
            if stop.hex == to && (self.blind || stop.facing == facing) {
                let mut stops = Self::walk(&nodes, place);
                if stop.facing != facing {
                    stops.push(turned(facing));
                }
                return Some(stops);
            }
            if stop.hex == to {
                open.extend(reach(&mut nodes, turned(facing), Some(place)));
                continue;
            }
            for side in Side::ALL {
                let Some((hex, cost, back)) = self.entry(map, mover, stop.hex, side) else {
                    continue;
                };
                for facing in [Some(side), back.then(|| side.turned(3))].into_iter().flatten() {
                    let turned = turned(facing);
                    let next = Stop { hex, cost: turned.cost + cost, ..turned };
                    open.extend(reach(&mut nodes, next, Some(place)));
                }
            }
        }
        None
    }

    /// The hex beyond a side, its cost, and whether it may be entered backward; none if it may not
    /// be entered.
    fn entry(&self, map: &Map, mover: &Mover, from: Hex, side: Side) -> Option<(Hex, u16, bool)> {
        let entry = map.entry(map.place(from)?, side)?;
        let to = map.hex(usize::from(entry.to));
        let back = !self.runs && entry.climb <= u8::from(self.climbs_back);
        let may =
            entry.bears >= mover.tons && mover.may_enter(map, entry) && !(self.runs && entry.wet);
        may.then(|| (to, entry.cost.into(), back))
    }

    /// The stops up to a node.
    fn walk(nodes: &[Option<Node>], place: usize) -> Vec<Stop> {
        let node = |place: &usize| nodes[*place].as_ref();
        let before = |place: &usize| node(place).and_then(|node| node.from);
        let places = std::iter::successors(Some(place), before);
        let mut stops: Vec<Stop> = places.filter_map(|at| Some(node(&at)?.stop)).collect();
        stops.reverse();
        stops
    }
}
