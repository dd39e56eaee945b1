//! Reach and paths against all series of steps.

use std::collections::HashMap;

use super::geometry::plain_line;
use super::*;
use crate::battletech::map::Feature;
use crate::battletech::movement::{Mode, Mover, Step};

fn mover(at: &str, facing: u8, [walk, run, jump]: [u8; 3]) -> Mover<'static> {
    let (hex, facing) = (hex(at), side(facing));
    Mover { hex, facing, prone: false, walk, run, jump, tons: 50, occupied: &[] }
}

/// The cost of a step from a hex to the next one, and whether it is a check; none if a mech on foot
/// may not go there.
fn plain_entry(map: &Map, mover: &Mover, runs: bool, from: Hex, side: Side) -> Option<(u8, bool)> {
    let to = from.beyond(side);
    let (here, there) = (map.at(from), map.ground(to)?);
    let road = here.roads >> side.index() & 1 == 1;
    assert_eq!(road, there.roads >> side.turned(3).index() & 1 == 1);
    let (base, check) = match (there.feature, -there.level) {
        (Feature::Building(factor), _) if factor < mover.tons => return None,
        _ if road => (1, false),
        (Feature::Clear | Feature::Building(_), _) => (1, false),
        (Feature::Light, _) => (2, false),
        (Feature::Rubble, _) => (2, true),
        (Feature::Heavy, _) => (3, false),
        (Feature::Water, 0) => (1, false),
        (Feature::Water, _) if runs => return None,
        (Feature::Water, 1) => (2, true),
        (Feature::Water, _) => (4, true),
        (Feature::Swamp, _) => unreachable!("only the optional rules have swamp"),
    };
    let climb = (here.level - there.level).abs();
    let may = climb < 3 && !mover.prone && !mover.occupied.contains(&to);
    may.then_some((base + climb as u8, check))
}

/// What a series of steps costs, and where it leads.
#[derive(Clone)]
struct Walk {
    hex: Hex,
    facing: Side,
    points: u8,
    steps: Vec<Step>,
    checks: Vec<(Hex, Side)>,
}

/// The best path to each hex and facing, by trying all series of steps.
fn plain_paths(map: &Map, mover: &Mover, runs: bool) -> HashMap<(Hex, Side), Walk> {
    let most = if runs { mover.run } else { mover.walk };
    let (hex, facing) = (mover.hex, mover.facing);
    let mut open = vec![Walk { hex, facing, points: 0, steps: Vec::new(), checks: Vec::new() }];
    let mut best: HashMap<(Hex, Side), Walk> = HashMap::new();
    if most == 0 || runs && mover.prone {
        return best;
    }
    let rank = |walk: &Walk| {
        let steps: Vec<u8> = walk.steps.iter().map(|&step| step as u8).collect();
        (walk.points, walk.checks.len(), steps)
    };
    while let Some(walk) = open.pop() {
        let place = (walk.hex, walk.facing);
        if best.get(&place).is_none_or(|known| rank(&walk) < rank(known)) {
            best.insert(place, walk.clone());
        }
        for step in [Step::Forward, Step::Right, Step::Left, Step::Backward] {
            let mut next = walk.clone();
            next.steps.push(step);
            let over = match step {
                Step::Right | Step::Left => {
                    next.facing = next.facing.turned(if step == Step::Right { 1 } else { 5 });
                    next.points += 1;
                    None
                }
                Step::Forward => Some(walk.facing),
                Step::Backward => Some(walk.facing.turned(3)),
            };
            if let Some(over) = over {
                let Some((cost, check)) = plain_entry(map, mover, runs, walk.hex, over) else {
                    continue;
                };
                next.hex = walk.hex.beyond(over);
                let level = |hex| map.at(hex).level;
                if step == Step::Backward && (runs || level(walk.hex) != level(next.hex)) {
                    continue;
                }
                let first = walk.steps.is_empty() && runs;
                next.points += if first { cost.min(most) } else { cost };
                let modifier = match map.at(next.hex).feature {
                    Feature::Water => -2 - map.at(next.hex).level,
                    _ => 1,
                };
                if check {
                    assert_eq!(map.at(next.hex).check(), Some(modifier));
                    next.checks.push((next.hex, next.facing));
                }
            }
            if next.points <= most {
                open.push(next);
            }
        }
    }
    best
}

#[test]
fn reach_and_paths_are_those_of_all_series_of_steps() {
    let mut rng = generator(2);
    let (mut reached, mut checked) = (0, 0);
    for _ in 0..200 {
        let map = mixed_map(7, 7, &mut rng);
        let occupied = [(); 3].map(|()| any_hex(&map, &mut rng));
        let start = any_hex(&map, &mut rng);
        let others: Vec<Hex> = occupied.into_iter().filter(|&hex| hex != start).collect();
        let facing = Side::ALL[rng.random_range(0..6)];
        let mover = Mover {
            hex: start,
            facing,
            prone: rng.random_range(0..8) == 0,
            walk: rng.random_range(0..6),
            run: rng.random_range(0..7),
            jump: rng.random_range(0..5),
            tons: [20, 50, 100][rng.random_range(0..3)],
            occupied: &others,
        };
        for mode in [Mode::Walk, Mode::Run] {
            let plain = plain_paths(&map, &mover, mode == Mode::Run);
            let reach = mover.reach(&map, mode);
            assert_eq!(reach.iter().count(), plain.len(), "{mover:?}");
            for (&(to, facing), walk) in &plain {
                let arrival = reach.get(to, facing).unwrap();
                assert_eq!(arrival.points, walk.points, "{mover:?} {mode:?} {to} {facing}");
                assert_eq!(usize::from(arrival.checks), walk.checks.len());
                let path = mover.path(&map, mode, to, facing).unwrap().into_iter();
                assert_eq!(path.map(|(step, ..)| step).collect::<Vec<_>>(), walk.steps);
                assert_eq!(mover.checks(&map, mode, to, facing), walk.checks);
                reached += 1;
                checked += walk.checks.len();
            }
        }
        let reach = mover.reach(&map, Mode::Jump);
        for to in map.hexes() {
            let arrival = reach.get(to, facing).map(|arrival| arrival.points);
            let expected = plain_jump(&map, &mover, to).then(|| start.distance(to));
            assert_eq!(arrival, expected, "{mover:?} {to}");
        }
    }
    assert!(reached > 5_000 && checked > 300, "{reached} {checked}");
}

/// Whether a jump may end in this hex.
fn plain_jump(map: &Map, mover: &Mover, to: Hex) -> bool {
    let level = |hex: Hex| map.ground(hex).map_or(i8::MAX, |ground| ground.level);
    let low_enough =
        |hex: Hex| level(hex) != i8::MAX && level(hex) - level(mover.hex) <= mover.jump as i8;
    let carries = !matches!(map.at(to).feature, Feature::Building(most) if most < mover.tons);
    mover.jump > 0
        && !mover.prone
        && level(mover.hex) > -2
        && mover.hex.distance(to) <= mover.jump
        && !mover.occupied.contains(&to)
        && carries
        && low_enough(to)
        && plain_line(mover.hex, to).iter().all(|hexes| hexes.iter().any(|&hex| low_enough(hex)))
}

/// The counts of section 2 of the specification.
#[test]
fn counts_of_the_specification() {
    let map = map(&["15x17"]);
    let count = |mode, points| mover("0809", 1, [points; 3]).reach(&map, mode).iter().count();
    assert_eq!([3, 4, 5, 7, 8].map(|points| count(Mode::Walk, points)), [52, 116, 212, 510, 712]);
    assert_eq!(
        [5, 6, 8, 11, 12].map(|points| count(Mode::Run, points)),
        [119, 210, 498, 1093, 1254]
    );
    assert_eq!([3, 4, 5].map(|points| count(Mode::Jump, points) / 6), [37, 61, 91]);
}

/// The least movement points to a hex in any facing, or in one.
fn points(map: &Map, mover: &Mover, mode: Mode, to: &str, facing: Option<u8>) -> Option<u8> {
    let reach = mover.reach(map, mode);
    let facings = Side::ALL.into_iter().filter(|&other| facing.is_none_or(|of| other == side(of)));
    facings.filter_map(|facing| Some(reach.get(hex(to), facing)?.points)).min()
}

/// B6.
#[test]
fn costs_around_a_hex() {
    let map = map(&["5x5", "heavy: 0201", "light: 0302", "level 2: 0303", "water 1: 0102"]);
    let mover = mover("0203", 1, [4, 6, 0]);
    let to = |to| {
        (points(&map, &mover, Mode::Walk, to, None), points(&map, &mover, Mode::Run, to, None))
    };
    assert_eq!(to("0201"), (Some(4), Some(4)));
    assert_eq!(to("0302"), (Some(4), Some(4)));
    assert_eq!(to("0303"), (Some(4), Some(4)));
    assert_eq!(to("0102"), (None, None));
    let walker = Mover { walk: 5, ..mover };
    assert_eq!(points(&map, &walker, Mode::Walk, "0102", None), Some(5));
}

/// B7: from a level to the next, ahead.
#[test]
fn costs_of_entering() {
    let cost = |from: &str, to: &str, mode, facing| {
        let lines = [from, to].into_iter().filter(|line| !line.is_empty());
        let lines: Vec<&str> = ["1x2"].into_iter().chain(lines).collect();
        points(&map(&lines), &mover("0102", facing, [9, 9, 0]), mode, "0101", Some(facing))
    };
    let (walk, run) = (Mode::Walk, Mode::Run);
    assert_eq!(cost("", "level 1: 0101", walk, 1), Some(2));
    assert_eq!(cost("level 1: 0102", "level 3: 0101", walk, 1), Some(3));
    assert_eq!(cost("level 3: 0102", "level 6: 0101", walk, 1), None);
    assert_eq!(cost("", "heavy: 0101", walk, 1), Some(3));
    assert_eq!(cost("", "water 1: 0101", walk, 1), Some(3));
    assert_eq!(cost("", "water 1: 0101", run, 1), None);
    assert_eq!(cost("water 1: 0102", "", walk, 1), Some(2));
    // Backward, with the back to the other hex; with a change of levels only after three turns.
    assert_eq!(cost("", "", walk, 4), Some(1));
    assert_eq!(cost("", "level 1: 0101", walk, 4), Some(2 + 6));
}

/// B8.
#[test]
fn costs_on_open_ground() {
    let map = map(&["15x17"]);
    let mover = mover("0505", 1, [8, 12, 0]);
    for (to, facing, expected) in [
        ("0502", 1, 3),
        ("0508", 1, 3),
        ("0704", 2, 3),
        ("0706", 3, 4),
        ("0304", 6, 3),
        ("0505", 4, 3),
    ] {
        assert_eq!(points(&map, &mover, Mode::Walk, to, Some(facing)), Some(expected), "{to}");
    }
}

/// With one movement point, the hex ahead can be run into.
#[test]
fn minimum_movement() {
    let map = map(&["1x3", "heavy: 0102", "level 2: 0102"]);
    let mover = mover("0103", 1, [1, 2, 0]);
    assert_eq!(points(&map, &mover, Mode::Run, "0102", None), Some(2));
    assert_eq!(points(&map, &mover, Mode::Walk, "0102", None), None);
}
