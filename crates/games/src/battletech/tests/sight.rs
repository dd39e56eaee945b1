//! Lines of sight against a plain implementation.

use super::geometry::plain_line;
use super::*;
use crate::battletech::map::Feature;
use crate::battletech::sight::{Sight, Stance, sight};

/// What lies between two mechs, as the specification and its rulings say it: the height of a mech,
/// every choice of hexes at edges, and each clause for itself.
fn plain_sight(map: &Map, from: Stance, to: Stance) -> Option<Sight> {
    let depth = |stance: Stance| match map.at(stance.hex).feature {
        Feature::Water => -map.at(stance.hex).level,
        _ => 0,
    };
    let submerged = |stance: Stance| depth(stance) >= if stance.prone { 1 } else { 2 };
    if submerged(from) || submerged(to) {
        return None;
    }
    let height = |stance: Stance| map.at(stance.hex).level + if stance.prone { 0 } else { 1 };
    let intervenes = |hex: Hex, z: i8| {
        let near = |stance: Stance| stance.hex.distance(hex) == 1;
        near(from) && z > height(from)
            || near(to) && z > height(to)
            || !near(from) && !near(to) && z > height(from) && z > height(to)
    };
    let mut choices: Vec<Vec<Hex>> = vec![Vec::new()];
    for hexes in plain_line(from.hex, to.hex) {
        let on_map = hexes.into_iter().filter(|&hex| map.place(hex).is_some());
        choices = on_map
            .flat_map(|hex| choices.iter().map(move |line| [&line[..], &[hex]].concat()))
            .collect();
    }
    let judged = choices.iter().map(|line| {
        let ground = |hex: Hex| map.at(hex).level.max(0);
        let mut woods = 0;
        for &hex in line {
            if intervenes(hex, ground(hex)) {
                return None;
            }
            if intervenes(hex, ground(hex) + 2) {
                woods += match map.at(hex).feature {
                    Feature::Light => 1,
                    Feature::Heavy => 2,
                    _ => 0,
                };
            }
        }
        let behind = |&hex: &Hex| {
            hex.distance(to.hex) == 1 && ground(hex) == height(to) && height(from) <= height(to)
        };
        let cover = !to.prone && (line.iter().any(behind) || depth(to) == 1);
        (woods < 3).then_some(Sight { woods, cover })
    });
    let judged: Option<Vec<Sight>> = judged.collect();
    judged?.into_iter().max_by_key(|sight| sight.woods + 3 * u8::from(sight.cover))
}

#[test]
fn sight_is_that_of_the_plain_implementation() {
    let mut rng = generator(1);
    let (mut seen, mut covered, mut edges) = (0, 0, 0);
    for _ in 0..100 {
        let map = mixed_map(12, 12, &mut rng);
        for _ in 0..200 {
            let mut stance = || Stance { hex: any_hex(&map, &mut rng), prone: rng.random() };
            let (from, to) = (stance(), stance());
            if from.hex == to.hex {
                continue;
            }
            let found = sight(&map, from, to);
            assert_eq!(found, plain_sight(&map, from, to), "{from:?} {to:?} {map:?}");
            seen += u32::from(found.is_some());
            covered += u32::from(found.is_some_and(|sight| sight.cover));
            edges += u32::from(from.hex.line(to.hex).any(|(_, other)| other.is_some()));
        }
    }
    assert!(seen > 2_000 && covered > 100 && edges > 500, "{seen} {covered} {edges}");
}

/// B5 and the examples of the protocol.
#[test]
fn sight_of_the_specification() {
    let b5 = map(&[
        "5x5",
        "level 2: 0103",
        "level 1: 0203 0502",
        "light: 0202 0303 0403",
        "heavy: 0302 0401 0402",
    ]);
    let seen = |map: &Map, from: &str, to: &str| {
        let standing = |text: &str| Stance { hex: hex(text), prone: false };
        sight(map, standing(from), standing(to))
    };
    let visible =
        ["0103", "0104", "0302", "0304", "0502", "0504"].map(|to| seen(&b5, "0102", to).is_some());
    assert_eq!(visible, [true, false, true, true, true, false]);
    let wooded = seen(&named("wooded"), "0202", "0506");
    assert_eq!(wooded, Some(Sight { woods: 1, cover: false }));
    let edge = map(&["5x5", "level 1: 0403", "light: 0402"]);
    assert_eq!(seen(&edge, "0303", "0503"), Some(Sight { woods: 0, cover: true }));
    // Adjacent mechs see each other, unless water covers one of them.
    let shore = map(&["2x2", "water 2: 0101", "level 9: 0202"]);
    assert_eq!(seen(&shore, "0101", "0201"), None);
    assert_eq!(seen(&shore, "0202", "0201"), Some(Sight { woods: 0, cover: false }));
}
