//! The geometry of hexes: columns and rows, sides, distances, arcs, and lines from centre to centre.
//!
//! Hexes have flat tops, and even columns lie half a hex lower. All of it is exact: points are
//! compared in whole numbers, in the coordinates `q`, `r` and `s = -q - r` of the hex grid.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "on maps and beside them, columns and rows are 0 to 31"
)]

use std::fmt;
use std::str::FromStr;

use rivals_core::values::{Notation, NotationError, whole};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A hex by its column and row, from 1. Hexes are ordered by column, then row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The column; 0 is left of every map.
    pub column: u8,
    /// The row; 0 is above every map.
    pub row: u8,
}

impl Hex {
    /// The hex in this column and row.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The coordinates `q` and `r`.
    const fn axial(self) -> (i32, i32) {
        let (q, r) = (self.column as i32 - 1, self.row as i32 - 1);
        (q, r - q.div_euclid(2))
    }

    /// The way from this hex to another, in `q` and `r`.
    const fn to(self, other: Self) -> (i32, i32) {
        let ((q, r), (to_q, to_r)) = (self.axial(), other.axial());
        (to_q - q, to_r - r)
    }

    /// The hex with these coordinates. Far off the map it may be any hex.
    const fn of((q, r): (i32, i32)) -> Self {
        Self { column: (q + 1) as u8, row: (r + q.div_euclid(2) + 1) as u8 }
    }

    /// The hex beyond a side. It may lie off the map, in column or row 0.
    #[must_use]
    #[inline]
    pub const fn beyond(self, side: Side) -> Self {
        let ((q, r), (by_q, by_r)) = (self.axial(), side.way());
        Self::of((q + by_q, r + by_r))
    }

    /// The number of steps to another hex.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (q, r) = self.to(other);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u8
    }

    /// The side that is nearest to the bearing of another hex. Half-way between two sides it is the
    /// counter-clockwise one.
    #[must_use]
    pub fn towards(self, other: Self) -> Side {
        let (q, r) = self.to(other);
        // How far the way leads along each side.
        let along = |side: Side| {
            let (of_q, of_r) = side.way();
            2 * (q * of_q + r * of_r) + q * of_r + r * of_q
        };
        let nearest = |side: &Side| {
            along(*side) >= along(side.turned(1)) && along(*side) > along(side.turned(5))
        };
        Side::ALL.into_iter().find(nearest).unwrap_or(Side::NORTH)
    }

    /// The arc in which another hex lies, seen from this hex with this facing: of 120 degrees in
    /// front, and of 60 degrees to the left and right with the edges of the rear.
    #[must_use]
    pub const fn arc(self, facing: Side, other: Self) -> Quarter {
        let (q, r) = facing.to_north(self.to(other));
        if q + r <= 0 && r <= 0 {
            Quarter::Front
        } else if q + r >= 1 && r >= 1 {
            Quarter::Rear
        } else {
            Quarter::beside(q)
        }
    }

    /// The side of a mech on this hex with its feet in this facing that an attack from another hex
    /// hits.
    #[must_use]
    pub const fn hit_side(self, feet: Side, from: Self) -> Quarter {
        let (q, r) = feet.to_north(self.to(from));
        // Half the number of hexes to the south.
        let south = 2 * r + q;
        if south <= 0 {
            Quarter::Front
        } else if south >= 3 * q.abs() {
            Quarter::Rear
        } else {
            Quarter::beside(q)
        }
    }

    /// The hexes whose inside the line between the centres of two hexes crosses, without these two,
    /// in order. Where the line runs along an edge, both its hexes are given, in the order of
    /// hexes; one of them may lie off the map.
    #[must_use]
    #[inline]
    pub fn line(self, to: Self) -> Line {
        let (q, r) = self.to(to);
        let s = -q - r;
        // How far the line leads across each of the three pairs of parallel edges, and to which
        // hexes: the greatest last, which is the sum of the others.
        let mut edges = [(q - r, (1, -1)), (r - s, (0, 1)), (s - q, (-1, 0))];
        edges.sort_unstable_by_key(|(across, _)| across.abs());
        let steps = edges.map(|(across, (q, r))| (q * across.signum(), r * across.signum()));
        let sideways = steps.map(|(of_q, of_r)| of_q * r - of_r * q);
        let width = edges[2].0.abs();
        Line { at: self.axial(), end: to.axial(), steps, sideways, width, off: 0, beside: false }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// Reads what `Display` writes.
impl FromStr for Hex {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = |part: Option<&str>| part?.parse().ok().filter(|&number: &u8| number > 0);
        let is_hex = text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_digit());
        let hex = is_hex.then(|| Some(Self::new(number(text.get(..2))?, number(text.get(2..))?)));
        hex.flatten().ok_or_else(|| {
            NotationError::new(text, "write a hex: two digits for the column, two for the row")
        })
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Notation(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Notation::deserialize(from).map(|Notation(hex)| hex)
    }
}

/// A side of a hex, and a facing: written as 1 to 6, clockwise from the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "u8")]
pub struct Side(u8);

impl Side {
    /// The sides, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    /// The first side.
    pub const NORTH: Self = Self(0);

    /// A hex and a side with this separator in between.
    pub(super) fn with_hex(text: &str, separator: char) -> Option<(Hex, Self)> {
        let (hex, side) = text.split_once(separator)?;
        Some((hex.parse().ok()?, side.parse().ok()?))
    }

    /// The index in [`Self::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side so many sides further, clockwise; 5 is one side counter-clockwise.
    #[must_use]
    #[inline]
    pub const fn turned(self, by: u8) -> Self {
        Self((self.0 + by) % 6)
    }

    /// The number of sides from this one to another, clockwise: 0 to 5.
    #[must_use]
    #[inline]
    pub const fn clockwise_to(self, other: Self) -> u8 {
        (other.0 + 6 - self.0) % 6
    }

    /// The least number of turns by one side from this one to another: 0 to 3.
    #[must_use]
    #[inline]
    pub const fn turns_to(self, other: Self) -> u8 {
        let clockwise = self.clockwise_to(other);
        if clockwise > 3 { 6 - clockwise } else { clockwise }
    }

    /// The way to the hex beyond this side, in `q` and `r`.
    #[inline]
    const fn way(self) -> (i32, i32) {
        [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self.index()]
    }

    /// A way as it looks when the map is turned so that this side is in the north.
    const fn to_north(self, (q, r): (i32, i32)) -> (i32, i32) {
        let s = -q - r;
        [(q, r), (-s, -q), (r, s), (-q, -r), (s, q), (-r, -s)][self.index()]
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.0 + 1
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u8::from(*self))
    }
}

/// Reads what `Display` writes.
impl FromStr for Side {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, Self::ALL, "write a side from 1 to 6")
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        whole::<u8, u8, D, 1, 6>(from).map(|number| Self(number - 1))
    }
}

/// One of the four sides of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quarter {
    /// Before it.
    Front,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Rear,
}

impl Quarter {
    /// The left or right side, by the way to the east.
    const fn beside(east: i32) -> Self {
        if east > 0 { Self::Right } else { Self::Left }
    }
}

/// The hexes of [`Hex::line`].
#[derive(Clone, Debug)]
pub struct Line {
    /// The hex that the line is in, and its last one, in `q` and `r`.
    at: (i32, i32),
    end: (i32, i32),
    /// The ways to the hexes ahead: first the outer two, which the line reaches before the one in
    /// between; none if the line is parallel to an edge.
    steps: [(i32, i32); 3],
    /// How far each way leads off the line, in thirds of `width`.
    sideways: [i32; 3],
    /// Within this width of the middles of hexes, in thirds, the line crosses their inside.
    width: i32,
    /// How far the middle of this hex lies off the line.
    off: i32,
    /// Whether the line runs along an edge of this hex.
    beside: bool,
}

impl Iterator for Line {
    /// A hex, or the two hexes of an edge.
    type Item = (Hex, Option<Hex>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.end {
            return None;
        }
        let plus = |at: (i32, i32), (q, r): (i32, i32)| (at.0 + q, at.1 + r);
        let [least, more, most] = self.steps;
        if least == (0, 0) {
            self.beside = !self.beside;
            if self.beside {
                let [one, other] = [most, more].map(|step| Hex::of(plus(self.at, step)));
                return Some((one.min(other), Some(one.max(other))));
            }
            self.at = plus(plus(self.at, most), more);
        } else {
            let off = self.sideways.map(|sideways| self.off + sideways);
            let next = off.iter().position(|off| 3 * off.abs() < self.width).unwrap_or(2);
            (self.at, self.off) = (plus(self.at, self.steps[next]), off[next]);
        }
        (self.at != self.end).then(|| (Hex::of(self.at), None))
    }
}
