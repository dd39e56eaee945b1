//! Seats of a game, and one value for each of them.

#![expect(clippy::cast_possible_truncation, reason = "there are at most MAX_SEATS seats")]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::values::{Invalid, Whole, within};

/// The largest number of seats of any game.
pub const MAX_SEATS: usize = 6;

/// A seat, counted from 0 in the order of play; text counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Self = Self(0);
    /// The seat that moves second.
    pub const SECOND: Self = Self(1);

    /// The seat at this place in the order of play, counted from 0.
    #[must_use]
    #[inline]
    pub const fn at(place: usize) -> Self {
        Self(place as u8)
    }

    /// The next seat clockwise in a game of `seats` seats.
    #[must_use]
    pub fn next(self, seats: usize) -> Self {
        Self((self.0 + 1) % seats as u8)
    }

    /// Checks that a game of this number of seats has the seat that a field names.
    ///
    /// # Errors
    /// [`Invalid`].
    pub fn check(self, field: &str, seats: usize) -> Result<(), Invalid> {
        within(field, u32::from(self.0) + 1, 1..=seats as u32)
    }
}

/// A number from 1.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    #[expect(clippy::cast_possible_wrap, reason = "MAX_SEATS is 6")]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Whole(number) = Whole::<u8, 1, { MAX_SEATS as i64 }>::deserialize(from)?;
        Ok(Self(number - 1))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// A set of seats, such as those that won a game.
///
/// A set of winners is never empty: a game that no seat won is shared by all seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// This seat alone.
    #[must_use]
    #[inline]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// All seats of a game of `seats`, at most [`MAX_SEATS`].
    #[must_use]
    pub const fn all(seats: usize) -> Self {
        Self(((1_u16 << seats) - 1) as u8)
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Whether this seat belongs to the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// The number of seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats that do not belong to the other set.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, from first to last.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..u8::BITS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }

    /// The set as a number: bit s stands for seat s.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Self {
        let mut set = Self::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|seat| (seat.0 + 1).to_string()).collect();
        f.write_str(&numbers.join(", "))
    }
}

/// One value per seat, for 1 to [`MAX_SEATS`] seats.
#[derive(Clone, Copy)]
pub struct BySeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> BySeat<T> {
    /// The same value for each of `seats` seats.
    ///
    /// # Panics
    /// If there are none or more than [`MAX_SEATS`].
    #[must_use]
    pub fn new(value: T, seats: usize) -> Self {
        assert!((1..=MAX_SEATS).contains(&seats), "{seats} seats");
        Self { values: [value; MAX_SEATS], seats: seats as u8 }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The values of a function of each value.
    #[must_use]
    pub fn map<U: Copy>(&self, of: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat { values: self.values.map(of), seats: self.seats }
    }

    /// The seats with their values, from first to last.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> {
        let values = self.values;
        (0..self.seats).map(move |seat| (Seat(seat), values[usize::from(seat)]))
    }
}

impl<T> BySeat<T> {
    fn used(&self) -> &[T] {
        &self.values[..usize::from(self.seats)]
    }
}

/// A list.
impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.used().serialize(to)
    }
}

impl<'de, T: Copy + Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::deserialize(from)?;
        let first = list.first().filter(|_| list.len() <= MAX_SEATS).copied();
        let mut by_seat = first.map(|first| Self::new(first, list.len())).ok_or_else(|| {
            D::Error::custom(format_args!("found, expected a list of 1 to {MAX_SEATS} elements"))
        })?;
        by_seat.values[..list.len()].copy_from_slice(&list);
        Ok(by_seat)
    }
}

// The entries behind the last seat do not count.
impl<T: PartialEq> PartialEq for BySeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.used() == other.used()
    }
}

impl<T: Eq> Eq for BySeat<T> {}

impl<T: Hash> Hash for BySeat<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.used().hash(hasher);
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.used()).finish()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.used()[usize::from(seat.0)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[..usize::from(self.seats)][usize::from(seat.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat::FIRST.next(2), Seat::SECOND);
        assert_eq!(Seat(2).next(3), Seat::FIRST);
        let mut scores = BySeat::new(0, 3);
        scores[Seat(2)] = 5;
        assert_eq!(scores.iter().map(|(_, score)| score).collect::<Vec<_>>(), [0, 0, 5]);
        assert_eq!(Seat::FIRST.to_string(), "seat 1");
    }

    #[test]
    fn sets_of_seats() {
        let mut seats = Seats::one(Seat(2));
        assert!(seats.contains(Seat(2)) && !seats.contains(Seat(0)));
        seats.insert(Seat::FIRST);
        assert_eq!((seats.len(), seats.to_string()), (2, "1, 3".to_owned()));
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!([Seat(2), Seat(0)].into_iter().collect::<Seats>(), seats);
        assert_eq!(Seats::all(MAX_SEATS).len(), MAX_SEATS);
        assert!(Seats::NONE.is_empty() && !Seats::all(1).is_empty());
    }
}
