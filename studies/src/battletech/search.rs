//! A plain search for walks, apart from the game's own, that counts what it does: in three orders of
//! the open nodes, with two lists of open nodes.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rivals_games::battletech::map::Feature;
use rivals_games::battletech::{Hex, Map, Side};

/// A place of a walk: a hex and a facing.
pub(super) type Place = (Hex, Side);

/// What the open nodes are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The cost so far.
    Dijkstra,
    /// The distance that is left.
    BestFirst,
    /// Both, added up.
    AStar,
}

/// How the first of the open nodes is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// In a list without order: all nodes are looked at.
    Scan,
    /// In a binary heap.
    Heap,
}

/// What a search found, and what that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// The movement points of the walk.
    pub cost: u32,
    /// The nodes that were looked at.
    pub nodes: u64,
    /// The comparisons of two open nodes.
    pub comparisons: u64,
}

/// An open node, which counts how often it is compared. The greatest is the next one.
struct Node<'a> {
    rank: u32,
    left: u32,
    cost: u32,
    place: usize,
    compared: &'a Cell<u64>,
}

impl Ord for Node<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.compared.set(self.compared.get() + 1);
        let key = |node: &Self| (node.rank, node.left, node.place);
        key(other).cmp(&key(self))
    }
}

impl PartialOrd for Node<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node<'_> {}

/// The open nodes.
enum List<'a> {
    Scan(Vec<Node<'a>>),
    Heap(BinaryHeap<Node<'a>>),
}

impl<'a> List<'a> {
    fn push(&mut self, node: Node<'a>) {
        match self {
            Self::Scan(nodes) => nodes.push(node),
            Self::Heap(nodes) => nodes.push(node),
        }
    }

    fn pop(&mut self) -> Option<Node<'a>> {
        match self {
            Self::Heap(nodes) => nodes.pop(),
            Self::Scan(nodes) => {
                let places = 0..nodes.len();
                let first = places.max_by(|&one, &other| nodes[one].cmp(&nodes[other]))?;
                Some(nodes.swap_remove(first))
            }
        }
    }
}

/// The cheapest walk that a search in this order finds between two places of a map without
/// buildings and roads.
pub(super) fn search(map: &Map, from: Place, to: Place, order: Order, open: Open) -> Option<Found> {
    let compared = Cell::new(0);
    let index =
        |(hex, facing): Place| map.place(hex).expect("it is on the map") * 6 + facing.index();
    let mut list = match open {
        Open::Scan => List::Scan(Vec::new()),
        Open::Heap => List::Heap(BinaryHeap::new()),
    };
    let mut costs = vec![u32::MAX; map.hexes_in_all() * 6];
    let mut closed = vec![false; costs.len()];
    let node = |place: Place, cost: u32| {
        let left = u32::from(place.0.distance(to.0));
        let rank = match order {
            Order::Dijkstra => cost,
            Order::BestFirst => left,
            Order::AStar => cost + left,
        };
        Node { rank, left, cost, place: index(place), compared: &compared }
    };
    costs[index(from)] = 0;
    list.push(node(from, 0));
    let mut nodes = 0;
    while let Some(Node { place, cost, .. }) = list.pop() {
        if std::mem::replace(&mut closed[place], true) {
            continue;
        }
        nodes += 1;
        if place == index(to) {
            return Some(Found { cost, nodes, comparisons: compared.get() });
        }
        let at = (map.hex(place / 6), Side::ALL[place % 6]);
        for (next, price) in steps(map, at) {
            let (next_index, cost) = (index(next), cost + price);
            if !closed[next_index] && cost < costs[next_index] {
                costs[next_index] = cost;
                list.push(node(next, cost));
            }
        }
    }
    None
}

/// The steps from a place with their movement points: forward, backward without a change of level,
/// and turns by one side.
fn steps(map: &Map, (hex, facing): Place) -> impl Iterator<Item = (Place, u32)> {
    let enter = |side: Side, backward: bool| {
        let to = hex.beyond(side);
        let (here, there) = (map.at(hex), map.ground(to)?);
        let climb = u32::from(here.level.abs_diff(there.level));
        let ground = match (there.feature, there.level) {
            (Feature::Heavy, _) => 3,
            (Feature::Water, ..=-2) => 4,
            (Feature::Light | Feature::Rubble, _) | (Feature::Water, -1) => 2,
            _ => 1,
        };
        let may = climb <= if backward { 0 } else { 2 };
        may.then_some(((to, facing), ground + climb))
    };
    let turn = |by: u8| Some(((hex, facing.turned(by)), 1));
    [enter(facing, false), enter(facing.turned(3), true), turn(1), turn(5)].into_iter().flatten()
}
