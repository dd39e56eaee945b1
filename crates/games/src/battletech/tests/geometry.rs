//! Distances, arcs and lines.

use std::cmp::Ordering;
use std::f64::consts::PI;

use super::*;
use crate::battletech::hex::Quarter;

/// The hexes of a map of 15 columns and 17 rows.
fn classic() -> impl Iterator<Item = Hex> + Clone {
    (1..=15).flat_map(|column| (1..=17).map(move |row| Hex::new(column, row)))
}

#[test]
fn hexes_and_sides_are_read_as_they_are_written() {
    for hex in classic() {
        assert_eq!(hex.to_string().parse(), Ok(hex));
    }
    for text in ["", "0100", "0001", "101", "01011", "+101", "0x01", "01 1", "é1"] {
        assert!(text.parse::<Hex>().is_err(), "{text}");
    }
    assert_eq!(Side::ALL.map(|side| side.to_string()).concat(), "123456");
    for text in ["", "0", "7", "01", "+1"] {
        assert!(text.parse::<Side>().is_err(), "{text}");
    }
    let json = serde_json::to_string(&(hex("0304"), side(6))).unwrap();
    assert_eq!(json, r#"["0304",6]"#);
    assert_eq!(serde_json::from_str::<(Hex, Side)>(&json).unwrap(), (hex("0304"), side(6)));
}

/// B1.
#[test]
fn neighbours_of_the_specification() {
    let beyond = |text: &str| Side::ALL.map(|side| hex(text).beyond(side).to_string());
    assert_eq!(beyond("0103"), ["0102", "0202", "0203", "0104", "0003", "0002"]);
    assert_eq!(beyond("0203"), ["0202", "0303", "0304", "0204", "0104", "0103"]);
}

/// B2, and a search over neighbours.
#[test]
fn distances() {
    let examples = [
        ("0102", "0201", 1),
        ("0201", "0203", 2),
        ("1407", "1602", 6),
        ("1303", "1003", 3),
        ("1406", "0607", 8),
        ("0317", "1511", 12),
        ("0101", "1508", 14),
    ];
    for (from, to, distance) in examples {
        assert_eq!(hex(from).distance(hex(to)), distance, "{from} {to}");
    }
    for from in ["0101", "0808", "1517", "0216"].map(hex) {
        let mut reached = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(at, distance)) = reached.get(next) {
            next += 1;
            assert_eq!(from.distance(at), distance);
            for side in Side::ALL {
                let to = at.beyond(side);
                if classic().any(|hex| hex == to) && !reached.iter().any(|&(hex, _)| hex == to) {
                    reached.push((to, distance + 1));
                }
            }
        }
        assert_eq!(reached.len(), 255);
    }
}

/// The bearing from the centre of one hex to another's, in degrees clockwise from the north.
fn bearing(from: Hex, to: Hex) -> f64 {
    let centre = |hex: Hex| {
        let lower = if hex.column.is_multiple_of(2) { 0.5 } else { 0.0 };
        (f64::from(hex.column) * 1.5, -(f64::from(hex.row) + lower) * f64::sqrt(3.0))
    };
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    ((to_x - x).atan2(to_y - y) * 180.0 / PI + 360.0) % 360.0
}

/// B4, and the bearings of all pairs in all facings.
#[test]
fn arcs_and_sides() {
    let arc = |facing, to| hex("0505").arc(side(facing), hex(to));
    for (facing, to, expected) in [
        (1, "0501", Quarter::Front),
        (1, "0704", Quarter::Front),
        (1, "0804", Quarter::Right),
        (1, "0806", Quarter::Right),
        (1, "0807", Quarter::Rear),
        (1, "0509", Quarter::Rear),
        (1, "0205", Quarter::Left),
        (2, "0807", Quarter::Right),
    ] {
        assert_eq!(arc(facing, to), expected, "{facing} {to}");
    }
    let edges = 1e-6;
    let (mut pairs, mut coarse) = (0, 0);
    for from in classic() {
        for to in classic().filter(|&to| to != from) {
            let bearing = bearing(from, to);
            for facing in Side::ALL {
                let turned = (bearing - 60.0 * facing.index() as f64 + 360.0) % 360.0;
                // Angles up to 180, and a hair above 360 for the north.
                let off = turned.min(360.0 - turned);
                let beside = if turned < 180.0 { Quarter::Right } else { Quarter::Left };
                let arc = match off {
                    _ if off <= 60.0 + edges => Quarter::Front,
                    _ if off <= 120.0 + edges => beside,
                    _ => Quarter::Rear,
                };
                assert_eq!(from.arc(facing, to), arc, "{from} {facing} {to}");
                let hit = match off {
                    _ if off <= 90.0 + edges => Quarter::Front,
                    _ if off < 150.0 - edges => beside,
                    _ => Quarter::Rear,
                };
                assert_eq!(from.hit_side(facing, to), hit, "{from} {facing} {to}");
                // The seed's front: the sides next to the nearest one.
                let seed = matches!(facing.clockwise_to(from.towards(to)), 0 | 1 | 5);
                pairs += 1;
                coarse += u32::from(seed && arc != Quarter::Front);
                assert!(seed || arc != Quarter::Front);
            }
            // The half-way bearing belongs to the counter-clockwise side.
            let nearest = (((bearing - 30.0 - edges) / 60.0).ceil() as usize) % 6;
            assert_eq!(from.towards(to).index(), nearest, "{from} {to} {bearing}");
        }
    }
    assert_eq!(pairs, 388_620);
    assert_eq!(format!("{:.2}", 100.0 * f64::from(coarse) / f64::from(pairs)), "14.07");
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i64, i64);

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// The part of a line within a hex: from the line's start to its end are 0 to 1.
fn clipped(from: Hex, to: Hex, hex: Hex) -> Option<(Fraction, Fraction)> {
    let cube = |hex: Hex| {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let (q, r) = (column - 1, row - 1 - (column - 1).div_euclid(2));
        [q - r, r + q + r, -q - r - q]
    };
    let ([start, end], middle) = ([from, to].map(cube), cube(hex));
    let (mut low, mut high) = (Fraction(0, 1), Fraction(1, 1));
    for axis in 0..3 {
        let (by, off) = (end[axis] - start[axis], middle[axis] - start[axis]);
        if by == 0 {
            if off.abs() > 1 {
                return None;
            }
            continue;
        }
        // |part * by - off| <= 1.
        let mut ends = [off - 1, off + 1].map(|over| Fraction(over * by.signum(), by.abs()));
        ends.sort();
        (low, high) = (low.max(ends[0]), high.min(ends[1]));
    }
    (low < high).then_some((low, high))
}

/// The hexes of a line by clipping it against every hex around: those that share a part of the line
/// lie at an edge.
pub(super) fn plain_line(from: Hex, to: Hex) -> Vec<Vec<Hex>> {
    let all = (0..=31).flat_map(|column| (0..=31).map(move |row| Hex::new(column, row)));
    let around = all.filter(|&hex| {
        hex != from && hex != to && hex.distance(from) + hex.distance(to) <= from.distance(to) + 2
    });
    let mut parts: Vec<_> = around.filter_map(|hex| Some((clipped(from, to, hex)?, hex))).collect();
    parts.sort();
    let mut line: Vec<Vec<Hex>> = Vec::new();
    let mut last = None;
    for (part, hex) in parts {
        match line.last_mut().filter(|_| last == Some(part)) {
            Some(pair) => pair.push(hex),
            None => line.push(vec![hex]),
        }
        last = Some(part);
    }
    line
}

fn line(from: Hex, to: Hex) -> Vec<Vec<Hex>> {
    from.line(to).map(|(hex, other)| [hex].into_iter().chain(other).collect()).collect()
}

/// B3.
#[test]
fn lines_of_the_specification() {
    let line = |from, to| {
        let line = line(hex(from), hex(to)).into_iter();
        let names = line.map(|hexes| {
            let names: Vec<String> = hexes.iter().map(Hex::to_string).collect();
            names.join("|")
        });
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("0705", "0710"), "0706 0707 0708 0709");
    assert_eq!(line("0705", "1006"), "0805 0906");
    assert_eq!(line("0101", "0402"), "0201 0302");
    assert_eq!(line("1407", "1602"), "1406 1506 1505 1504 1603");
    assert_eq!(line("0303", "0503"), "0402|0403");
    assert_eq!(line("0202", "0506"), "0303 0304 0404 0405");
    assert_eq!(line("0303", "0303"), "");
}

#[test]
fn lines_are_those_of_clipping() {
    for from in ["0101", "0808", "0717", "3030", "0130", "1601"].map(hex) {
        for to in (1..=30).flat_map(|column| (1..=30).map(move |row| Hex::new(column, row))) {
            assert_eq!(line(from, to), plain_line(from, to), "{from} {to}");
        }
    }
}
