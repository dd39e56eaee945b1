//! The dice of paired games (common random numbers): the same players meet on the same
//! dice with their seats rotated, so that luck cancels.
//!
//! The dice of a seat's turn are keyed by (seed, pairing, group of paired games, seat, turn). The
//! number of dice that one turn takes does not change the dice of the next turn. A
//! pairing is keyed by its players' ids, so it plays the same games whichever other
//! players are in the tournament. Games without chance begin from drawn openings instead; an
//! opening is keyed by (seed, group) alone, so that all pairings have the same openings.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;

use super::seat::{MAX_SEATS, Seat};
use crate::random::{Key, Purpose};

/// The generator of one seat's turn.
pub type TurnDice = SplitMix64;

/// What is drawn from the dice of a group. Each stream has a place of its own beyond the seats of
/// any game. Streams of which no game uses both share a place, which never changes: a seed means
/// the same for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The events of the turns of a seat, by turn.
    Turn(Seat),
    /// The winner of a game that stalled.
    Stalled,
    /// How long a seat thought.
    Thought(Seat),
    /// The decisions of the agent of a seat, by the steps before.
    Agent(Seat),
    /// The cards of a deal, by deal; the first has the events before all decisions.
    Deal,
    /// What a seat does not know, where its actions are sampled.
    Hidden,
    /// What a table shows of the dice, by the steps before.
    Shown,
    /// The decisions of the adviser of a table, by the steps before.
    Advised,
    /// The remarks of a seat, by the steps before.
    Remark(Seat),
    /// How long the agents of a table think, by the steps before.
    Thinking,
    /// The winner after a forfeit.
    Forfeited,
    /// Positions, and then decisions in them, where agents are compared.
    Compared,
}

impl Stream {
    /// The place of the stream. Those of seats have the places from here on.
    #[inline]
    const fn place(self) -> usize {
        let (group, at) = match self {
            Self::Turn(seat) => (0, seat.0),
            Self::Stalled => (1, 0),
            Self::Thought(seat) => (1, seat.0),
            Self::Agent(seat) => (2, seat.0),
            Self::Deal => (3, 0),
            Self::Hidden | Self::Shown => (4, 0),
            Self::Advised => (4, 1),
            Self::Remark(seat) => (4, 2 + seat.0),
            Self::Thinking | Self::Forfeited => (5, 0),
            Self::Compared => (6, 0),
        };
        group * MAX_SEATS + at as usize
    }
}

/// The dice of one group of paired games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    key: u64,
    /// The key of the opening, which is the same for all pairings.
    opening: u64,
}

impl Dice {
    /// The dice of a group of the pairing with this key.
    #[must_use]
    pub fn new(seed: u64, pairing: u64, group: u64) -> Self {
        Self {
            key: Key::new(seed, Purpose::Tournament, &[pairing, group]).word(),
            opening: Key::new(seed, Purpose::Openings, &[group]).word(),
        }
    }

    /// The number of a pairing: a hash of its players' ids in alphabetical order.
    #[must_use]
    pub fn pairing<'a>(ids: impl IntoIterator<Item = &'a str>) -> u64 {
        let mut ids: Vec<&str> = ids.into_iter().collect();
        ids.sort_unstable();
        Key::of_texts(Purpose::Tournament, ids).word()
    }

    /// The dice that draw the opening of a group, whatever the pairing.
    #[must_use]
    pub fn opening(&self) -> TurnDice {
        TurnDice::from_seed(self.opening.to_le_bytes())
    }

    /// The dice of a seat's turn, both counted from 0.
    #[must_use]
    #[inline]
    pub fn turn(&self, seat: usize, turn: u32) -> TurnDice {
        self.stream(Stream::Turn(Seat::at(seat)), turn)
    }

    /// The dice of a stream with this number in it.
    #[must_use]
    #[inline]
    pub fn stream(&self, stream: Stream, number: u32) -> TurnDice {
        TurnDice::from_seed(self.key(stream, number).to_le_bytes())
    }

    /// The seed of [`Self::stream`].
    #[must_use]
    #[inline]
    pub fn key(&self, stream: Stream, number: u32) -> u64 {
        Key::after(self.key, (stream.place() as u64) << 32 | u64::from(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn value_stability() {
        let dice = Dice::new(2018, Dice::pairing(["abel", "carla"]), 7);
        let drawn = [(0, 0), (1, 0), (0, 1)].map(|(seat, turn)| dice.turn(seat, turn).next_u64());
        assert_eq!(
            drawn,
            [6_295_599_707_802_944_478, 358_971_254_569_764_536, 206_791_984_839_653_370]
        );
    }

    /// The numbers of the places are part of what a seed means.
    #[test]
    fn streams_keep_their_places() {
        let seat = Seat(1);
        let seats = [Stream::Turn(seat), Stream::Thought(seat), Stream::Agent(seat)];
        assert_eq!(seats.map(Stream::place), [1, 7, 13]);
        let tables = [Stream::Shown, Stream::Advised, Stream::Remark(seat), Stream::Thinking];
        assert_eq!(tables.map(Stream::place), [24, 25, 27, 30]);
        let others = [Stream::Stalled, Stream::Deal, Stream::Hidden];
        assert_eq!(others.map(Stream::place), [6, 18, 24]);
        assert_eq!([Stream::Forfeited, Stream::Compared].map(Stream::place), [30, 36]);
    }

    #[test]
    fn openings_are_those_of_all_pairings() {
        let opening = |seed, pairing, group| Dice::new(seed, pairing, group).opening().next_u64();
        assert_eq!(opening(1, 2, 3), opening(1, 4, 3));
        assert_ne!(opening(1, 2, 3), opening(1, 2, 4));
        assert_ne!(opening(1, 2, 3), opening(2, 2, 3));
    }

    #[test]
    fn pairings_are_told_apart() {
        let abel = Dice::pairing(["abel", "carla"]);
        assert_eq!(abel, Dice::pairing(["carla", "abel"]));
        assert_ne!(abel, Dice::pairing(["abelc", "arla"]));
        assert_ne!(abel, Dice::pairing(["abel", "abel"]));
    }
}
