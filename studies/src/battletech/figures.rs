//! Figures of the document's methods that no game has: each is counted, not sampled, or over pairs of
//! places that are drawn once, by a plain method beside the game's own.

use std::collections::VecDeque;

use rivals_core::engine::position;
use rivals_core::play::{Dice, Game, Seat, Step, Turn, draw};
use rivals_games::battletech::fighting::budget;
use rivals_games::battletech::hex::Quarter;
use rivals_games::battletech::knapsack::{Choice, exact, greedy};
use rivals_games::battletech::movement::Mover;
use rivals_games::battletech::path::{Distance, Planner};
use rivals_games::battletech::record::Record;
use rivals_games::battletech::sight::{Stance, sight};
use rivals_games::battletech::{BattleTech, Event, Hex, Map, Side};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::search::{Found, Open, Order, Place, search};

/// The seed of the pairs of places, and their number.
pub(super) const SEED: u64 = 2010;
const PLANS: u64 = 600;

/// The map on which walks are planned.
const MAP: &str = "wooded";

/// A row of `figures.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The name, as claims have it.
    pub figure: String,
    /// A count, a mean or a ratio.
    pub value: f64,
    pub unit: String,
    /// The number of cases; the value is a count of these, or a mean over them.
    pub cases: u64,
    /// What it is.
    pub about: String,
}

/// All figures.
pub(super) fn rows() -> Vec<Row> {
    let open = Map::read(vec!["15x17".to_owned()]).expect("a map");
    let wooded = Map::named(MAP).expect("a built-in map");
    [distances(&open), fronts(&open), plans(&wooded), heat(), sights(&wooded), weapons()].concat()
}

fn row(figure: &str, value: f64, unit: &str, cases: u64, about: &str) -> Row {
    let [figure, unit, about] = [figure, unit, about].map(str::to_owned);
    Row { figure, value, unit, cases, about }
}

/// The true distances from a hex, by a search over neighbours.
fn steps_from(map: &Map, from: Hex) -> Vec<u8> {
    let mut steps = vec![u8::MAX; map.hexes_in_all()];
    let mut next = VecDeque::from([(from, 0)]);
    while let Some((hex, distance)) = next.pop_front() {
        let Some(place) = map.place(hex).filter(|&place| steps[place] == u8::MAX) else { continue };
        steps[place] = distance;
        next.extend(Side::ALL.map(|side| (hex.beyond(side), distance + 1)));
    }
    steps
}

/// The formula as the document prints it, with the whole part of half the columns.
fn printed(from: Hex, to: Hex) -> i16 {
    let [x, y, to_x, to_y] = [from.column, from.row, to.column, to.row].map(i16::from);
    let (across, down) = ((to_x - x).abs(), (to_y - y).abs());
    let factor = if down % 2 != 0 {
        0
    } else if y < to_y {
        (x - 1) % 2
    } else {
        (to_x - 1) % 2
    };
    across + (down - across / 2 - factor).max(0)
}

/// Where the document's distances are wrong, over all ordered pairs of hexes.
fn distances(map: &Map) -> Vec<Row> {
    let [mut wrong, mut over, mut beside, mut neighbours, mut manhattan, mut pairs] = [0; 6];
    for from in map.hexes() {
        let steps = steps_from(map, from);
        for to in map.hexes() {
            let true_distance = steps[map.place(to).expect("it is on the map")];
            assert_eq!(from.distance(to), true_distance);
            let formula = printed(from, to);
            assert_eq!(i16::from(Distance::Printed.between(from, to)), formula);
            let by = formula - i16::from(true_distance);
            pairs += 1;
            wrong += u64::from(by != 0);
            over += u64::from(by > 0);
            neighbours += u64::from(true_distance == 1);
            beside += u64::from(true_distance == 1 && by != 0);
            manhattan += u64::from(Distance::Manhattan.between(from, to) > true_distance);
        }
    }
    let pair = |figure: &str, count: u64, cases: u64, about: &str| {
        row(figure, count as f64, "pairs", cases, about)
    };
    vec![
        pair("printed_wrong", wrong, pairs, "the printed distance is wrong"),
        pair("printed_over", over, pairs, "the printed distance is too great"),
        pair("printed_wrong_beside", beside, neighbours, "it is wrong for neighbours"),
        pair("manhattan_over", manhattan, pairs, "Manhattan's distance is too great"),
    ]
}

/// How often the document's test of the torso's front takes a hex that is not in it.
fn fronts(map: &Map) -> Vec<Row> {
    let [mut cases, mut wrong] = [0; 2];
    for from in map.hexes() {
        for to in map.hexes().filter(|to| *to != from) {
            for facing in Side::ALL {
                let coarse = matches!(facing.clockwise_to(from.towards(to)), 0 | 1 | 5);
                let front = from.arc(facing, to) == Quarter::Front;
                assert!(coarse || !front, "it leaves nothing out");
                cases += 1;
                wrong += u64::from(coarse && !front);
            }
        }
    }
    vec![row(
        "front_wrong",
        wrong as f64,
        "hexes and facings",
        cases,
        "the test of the torso's front takes a hex beside it",
    )]
}

/// Pairs of places, drawn.
fn pairs(map: &Map) -> Vec<(Place, Place)> {
    let mut dice = Dice::new(SEED, 0, 0).opening();
    let mut place = || {
        let hex = map.hex(draw(&mut dice, map.hexes_in_all()));
        (hex, Side::ALL[draw(&mut dice, 6)])
    };
    (0..PLANS).map(|_| (place(), place())).collect()
}

/// The movement points of a walk that the game plans.
fn planned(map: &Map, planner: Planner, ((hex, facing), (to, end)): (Place, Place)) -> u32 {
    let [walk, run, jump] = [u8::MAX, 0, 0];
    let mover = Mover { hex, facing, prone: false, walk, run, jump, tons: 50, occupied: &[] };
    let stops = planner.plan(map, &mover, to, end).expect("all hexes can be reached");
    stops.last().map_or(0, |stop| stop.cost.into())
}

/// What the ways to plan a walk cost.
fn plans(map: &Map) -> Vec<Row> {
    let pairs = pairs(map);
    let searched = |order: Order, open: Open| -> Vec<Found> {
        let search = |&(from, to): &(Place, Place)| search(map, from, to, order, open);
        pairs.iter().map(|pair| search(pair).expect("all hexes can be reached")).collect()
    };
    let all_planned = |distance: Distance, blind: bool| -> Vec<u32> {
        let planner = Planner { distance, blind, ..Planner::default() };
        pairs.iter().map(|&pair| planned(map, planner, pair)).collect()
    };
    let costs = |found: &[Found]| found.iter().map(|found| found.cost).collect::<Vec<u32>>();
    let dijkstra = searched(Order::Dijkstra, Open::Heap);
    let best_first = searched(Order::BestFirst, Open::Heap);
    let star = searched(Order::AStar, Open::Heap);
    let scanned = searched(Order::AStar, Open::Scan);
    let least = costs(&dijkstra);
    assert_eq!(all_planned(Distance::Steps, false), least);
    let ways = [
        ("star_longer", costs(&star), "A* over hexes and facings, true distance"),
        ("hexes_longer", all_planned(Distance::Steps, true), "A* over hexes alone, true distance"),
        (
            "printed_longer",
            all_planned(Distance::Printed, false),
            "A* over hexes and facings, printed distance",
        ),
        (
            "manhattan_longer",
            all_planned(Distance::Manhattan, false),
            "A* over hexes and facings, Manhattan's distance",
        ),
        (
            "document_longer",
            all_planned(Distance::Printed, true),
            "A* as the document has it: over hexes alone, printed distance",
        ),
        ("best_first_longer", costs(&best_first), "best-first search"),
    ];
    let longer = |(figure, costs, way): &(&str, Vec<u32>, &str)| {
        let longer = costs.iter().zip(&least).filter(|(cost, least)| cost > least).count();
        row(figure, longer as f64, "walks", PLANS, &format!("walks that are too long: {way}"))
    };
    let mut rows: Vec<Row> = ways.iter().map(longer).collect();
    let [all, best] = [&best_first, &dijkstra].map(|found| costs(found).iter().sum::<u32>());
    let excess = f64::from(all - best) / f64::from(best);
    let about = "movement points of best-first search above the least";
    rows.push(row("best_first_excess", excess, "share", PLANS, about));
    rows.extend(work([&dijkstra, &star, &best_first, &scanned]));
    rows
}

/// The work of Dijkstra's search, A*, best-first search, and A* with a list that is scanned.
fn work([dijkstra, star, best_first, scanned]: [&[Found]; 4]) -> Vec<Row> {
    let mean = |found: &[Found], of: fn(&Found) -> u64| {
        found.iter().map(of).sum::<u64>() as f64 / PLANS as f64
    };
    let [all, informed, greedy] =
        [dijkstra, star, best_first].map(|found| mean(found, |found| found.nodes));
    let [list, heap] = [scanned, star].map(|found| mean(found, |found| found.comparisons));
    let rows = [
        ("dijkstra_nodes", all, "nodes", "nodes of Dijkstra's search"),
        ("star_nodes", informed, "nodes", "nodes of A*"),
        ("best_first_nodes", greedy, "nodes", "nodes of best-first search"),
        ("dijkstra_of_star", all / informed, "times", "nodes of Dijkstra's search for each of A*"),
        (
            "best_first_of_star",
            greedy / informed,
            "times",
            "nodes of best-first search for each of A*",
        ),
        (
            "scan_comparisons",
            list,
            "comparisons",
            "A* with a list that is scanned for its first node",
        ),
        ("heap_comparisons", heap, "comparisons", "A* with a binary heap"),
        ("scan_of_heap", list / heap, "times", "comparisons with the list for each with the heap"),
    ];
    rows.map(|(figure, value, unit, about)| row(figure, value, unit, PLANS, about)).into()
}

/// The armour and structure that a mech loses in a heat phase that ends with this heat, and the wounds
/// of its pilot; all rolls are twelves.
fn after_heat(heat: u16, life_support: bool) -> [f64; 2] {
    let game = BattleTech::default();
    let hits: &[&str] = if life_support { &["HD:1"] } else { &[] };
    let written = json!({
        "map": "open",
        "phase": "heat",
        "mechs": [
            {"model": "HBK-4G", "hex": "0802", "facing": 4, "heat": heat, "sinks_off": 13, "hits": hits},
            {"model": "HBK-4G", "hex": "0816", "facing": 1},
        ],
    });
    let mut state = position(&game, &written).expect("a position of the game");
    while let Turn::Chance(_) = game.turn(&state) {
        game.play(&mut state, Step::Event(Event::Rolled(12)));
    }
    let mech = &state.mechs[Seat::FIRST];
    [mech.record.points() - mech.points(), u32::from(mech.wounds)].map(f64::from)
}

/// What heat does, and what the document's rows of heat allow.
fn heat() -> Vec<Row> {
    // The rows of the document: from a heat, to a heat.
    let rows = [(0, 9), (10, 15), (16, 20), (20, 26), (27, u16::MAX)];
    let in_two =
        |heat: &u16| rows.iter().filter(|(low, high)| (low..=high).contains(&heat)).count() > 1;
    let twice = (0..=40).filter(in_two).count();
    let models = ["LCT-1V", "JR7-D", "HBK-4G", "GRF-1N", "WHM-6R", "ARC-2R", "AS7-D"];
    let held = models.iter().filter(|model| {
        let record = Record::model(model).expect("a built-in model");
        let all: u32 = record.weapons.iter().map(|mount| u32::from(mount.weapon.heat)).sum();
        all.min(record.sinks.into()) > budget(0)
    });
    let points =
        |figure: &str, value: f64, unit: &str, about: &str| row(figure, value, unit, 1, about);
    vec![
        row(
            "heats_in_two_rows",
            twice as f64,
            "heats",
            41,
            "whole heats from 0 to 40 in two rows of the table of heat",
        ),
        row(
            "held_back",
            held.count() as f64,
            "models",
            7,
            "models that the table forbids to fire at heat 0 what their sinks cool",
        ),
        points("damage_past_15", after_heat(16, false)[0], "points", "damage at heat 16"),
        points("damage_past_26", after_heat(27, false)[0], "points", "damage at heat 27"),
        points(
            "wounds_past_15",
            after_heat(16, true)[1],
            "wounds",
            "wounds at heat 16 with the life support hit",
        ),
        points(
            "wounds_past_26",
            after_heat(27, true)[1],
            "wounds",
            "wounds at heat 27 with the life support hit",
        ),
        points(
            "wounds_without_hit",
            after_heat(27, false)[1],
            "wounds",
            "wounds at heat 27 with a whole life support",
        ),
    ]
}

/// Lines of sight to enemies behind.
fn sights(map: &Map) -> Vec<Row> {
    let [mut seen, mut behind] = [0; 2];
    let stance = |hex| Stance { hex, prone: false };
    for from in map.hexes() {
        for to in map.hexes().filter(|to| *to != from) {
            if sight(map, stance(from), stance(to)).is_some() {
                seen += 6;
                let rear = |side: &&Side| from.arc(**side, to) == Quarter::Rear;
                behind += Side::ALL.iter().filter(rear).count() as u64;
            }
        }
    }
    let about = "lines of sight, of all facings, that lead to a hex in the rear arc";
    vec![row("seen_behind", behind as f64, "lines", seen, about)]
}

/// The choice of the greatest value within a budget, of all subsets.
fn best_subset(choices: &[Choice], budget: u32) -> i128 {
    let subset = |set: u32| {
        let members = choices.iter().enumerate().filter(move |(at, _)| set >> at & 1 != 0);
        members
            .fold((0, 0), |(heat, value), (_, choice)| (heat + choice.heat, value + choice.value))
    };
    let sets = (0..1_u32 << choices.len()).map(subset);
    sets.filter(|(heat, _)| *heat <= budget).map(|(_, value)| value).max().unwrap_or(0)
}

/// How often, and by how much, the greedy choice of weapons is worse than the exact one.
fn weapons() -> Vec<Row> {
    let [mut cases, mut worse] = [0; 2];
    let [mut lost, mut all, mut most] = [0; 3];
    for model in ["LCT-1V", "JR7-D", "HBK-4G", "GRF-1N", "WHM-6R", "ARC-2R", "AS7-D"] {
        let record = Record::model(model).expect("a built-in model");
        for distance in 1..=21 {
            let reaches = record.weapons.iter();
            let reaches = reaches.filter(|mount| !mount.rear && mount.weapon.ranges[2] >= distance);
            let choices = reaches.map(|mount| Choice {
                heat: mount.weapon.heat.into(),
                value: mount.weapon.salvo().into(),
            });
            let choices: Vec<Choice> = choices.collect();
            for budget in [12, 9, 6, 4, 2] {
                let best = exact(&choices, budget).value;
                assert_eq!(best, best_subset(&choices, budget));
                let less = best - greedy(&choices, budget).value;
                if best == 0 {
                    continue;
                }
                cases += 1;
                worse += u64::from(less > 0);
                (lost, all, most) = (lost + less, all + best, most.max(less));
            }
        }
    }
    vec![
        row(
            "greedy_worse",
            worse as f64,
            "cases",
            cases,
            "the greedy choice has less damage than the best one",
        ),
        row(
            "greedy_lost",
            lost as f64 / all as f64,
            "share",
            cases,
            "the damage that it loses over all cases",
        ),
        row("greedy_lost_most", most as f64, "points", cases, "the most damage that it loses"),
    ]
}
