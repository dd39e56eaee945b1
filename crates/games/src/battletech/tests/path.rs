//! Planned walks, against what can be reached with as many movement points as they take.

use super::*;
use crate::battletech::movement::{Mode, Mover};
use crate::battletech::path::{Distance, Planner};

/// Section 4 of the specification: where the printed formula is wrong, and by how much.
#[test]
fn the_printed_formula_is_wrong() {
    let map = map(&["15x17"]);
    let mut errors = [0; 3];
    let mut over = 0;
    for from in map.hexes() {
        for to in map.hexes() {
            let by = |distance: Distance| {
                i16::from(distance.between(from, to)) - i16::from(from.distance(to))
            };
            errors[(by(Distance::Printed) + 1) as usize] += 1;
            over += u32::from(by(Distance::Manhattan) > 0);
            assert!((0..=7).contains(&by(Distance::Manhattan)));
        }
    }
    assert_eq!(errors, [5_016, 53_993, 6_016]);
    assert_eq!(format!("{:.1}", f64::from(over) / 650.25), "82.0");
}

/// B20: A* is as good as a search of all that can be reached, for every pair; with a fault it is not.
#[test]
fn plans_are_shortest_walks() {
    let mut rng = generator(4);
    let star = Planner::default();
    let others = [
        Planner { distance: Distance::Printed, ..star },
        Planner { distance: Distance::Manhattan, ..star },
        Planner { blind: true, ..star },
    ];
    let mut worse = [0; 3];
    for _ in 0..30 {
        let map = mixed_map(10, 10, &mut rng);
        let taken = [any_hex(&map, &mut rng)];
        let mover = Mover {
            hex: any_hex(&map, &mut rng),
            facing: Side::ALL[rng.random_range(0..6)],
            prone: false,
            walk: 250,
            run: 0,
            jump: 0,
            tons: 50,
            occupied: &taken,
        };
        let reach = mover.reach(&map, Mode::Walk);
        for _ in 0..30 {
            let (to, facing) = (any_hex(&map, &mut rng), Side::ALL[rng.random_range(0..6)]);
            let cost = |planner: &Planner| {
                let stops = planner.plan(&map, &mover, to, facing)?;
                let last = *stops.last().unwrap();
                assert_eq!((stops[0].hex, last.hex), (mover.hex, to));
                assert_eq!(last.facing, facing);
                Some(last.cost)
            };
            let least = reach.get(to, facing).map(|arrival| u16::from(arrival.points));
            assert_eq!(cost(&star), least, "{mover:?} {to} {facing}");
            for (planner, worse) in others.iter().zip(&mut worse) {
                let found = cost(planner);
                assert_eq!(found.is_some(), least.is_some());
                assert!(found >= least);
                *worse += u32::from(found > least);
            }
        }
    }
    assert!(worse.iter().all(|&times| times > 10), "{worse:?}");
}

/// With this fault, plans go backward over a level.
#[test]
fn plans_that_climb_backward() {
    let map = map(&["1x3", "level 1: 0101"]);
    let mover = Mover {
        hex: hex("0102"),
        facing: side(4),
        prone: false,
        walk: 4,
        run: 0,
        jump: 0,
        tons: 50,
        occupied: &[],
    };
    let cost = |climbs_back| {
        let planner = Planner { climbs_back, ..Planner::default() };
        let plan = planner.plan(&map, &mover, hex("0101"), side(4)).unwrap();
        plan.last().unwrap().cost
    };
    assert_eq!((cost(false), cost(true)), (3 + 2 + 3, 2));
}
