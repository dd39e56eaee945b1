//! States and moves of Parchis, with the notation of moves.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::{Colour, GOAL, HOME, Square};
use super::positions::Position;
use rivals_core::play::Seat;
use rivals_core::values::NotationError;

/// The set of all four colours that play, two of them for each of two seats.
pub const PAIRS: u8 = 0b1_1111;

/// The sets of colours that play where each seat has one, by the number of seats: two are opposite
/// each other.
pub const SINGLES: [u8; 3] = [0b0101, 0b0111, 0b1111];

/// A set of unused dice: bit d stands for the die d, 1 to 6.
pub const ALL_DICE: u8 = 0b0111_1110;

/// The number of bounces with which a colour loses the game.
pub const MAX_BOUNCES: u8 = 31;

/// The number of moves after which a game is drawn.
pub const MAX_MOVES: u16 = 2_000;

/// A state of Parchis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Position", into = "Position")]
pub struct ParchisState {
    /// The squares of the pieces, four for each colour.
    pub pieces: [u8; 16],
    /// By colour, the unused dice.
    pub dice: [u8; 4],
    /// By colour, the number of bounces off the goal.
    pub bounces: [u8; 4],
    /// The colour to move.
    pub mover: u8,
    /// The pending bonus of the colour to move: 0, 10 or 20.
    pub bonus: u8,
    /// The sixes in a row of the colour to move, bonuses in between aside: 0 or 1 where dice are
    /// chosen, up to 2 where they are thrown.
    pub sixes: u8,
    /// The number of moves made.
    pub moves: u16,
    /// With thrown dice, the set of colours that play: one of [`SINGLES`], or [`PAIRS`]. With chosen
    /// dice 0.
    pub playing: u8,
    /// The die that was thrown, 1 to 6; 0 before the throw.
    pub die: u8,
    /// The piece that the colour to move has moved last in a turn of thrown dice, or
    /// [`ParchisMove::SKIP`].
    pub last: u8,
}

impl ParchisState {
    /// The first state of a game in which the pieces stand like this.
    pub const fn beginning(pieces: [u8; 16]) -> Self {
        Self {
            pieces,
            dice: [ALL_DICE; 4],
            bounces: [0; 4],
            mover: 0,
            bonus: 0,
            sixes: 0,
            moves: 0,
            playing: 0,
            die: 0,
            last: ParchisMove::SKIP,
        }
    }

    /// The same with thrown dice, for the colours of this set: one of [`SINGLES`] or [`PAIRS`].
    #[must_use]
    pub fn thrown(mut self, playing: u8) -> Self {
        self.playing = playing;
        for colour in (0..4).filter(|colour| playing >> colour & 1 == 0) {
            self.pieces[4 * colour..4 * colour + 4].fill(HOME);
        }
        self
    }

    /// Whether dice are thrown.
    #[inline]
    #[must_use]
    pub const fn is_thrown(&self) -> bool {
        self.playing != 0
    }

    /// Whether a die is to be thrown now, unless the game is over.
    #[inline]
    pub const fn throws(&self) -> bool {
        self.is_thrown() && self.die == 0 && self.bonus == 0
    }

    /// Whether a colour plays.
    #[inline]
    #[must_use]
    pub const fn plays(&self, colour: usize) -> bool {
        self.playing == 0 || self.playing >> colour & 1 != 0
    }

    /// The colours that play, in the order of turns.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        let state = *self;
        Colour::ALL.into_iter().filter(move |&colour| state.plays(colour as usize))
    }

    /// The colours of a seat.
    pub fn colours_of(&self, seat: Seat) -> impl Iterator<Item = Colour> + use<> {
        let state = *self;
        state.colours().filter(move |&colour| state.seat_of(colour as u8) == seat)
    }

    /// The colours of the other seats.
    pub fn colours_against(&self, seat: Seat) -> impl Iterator<Item = Colour> + use<> {
        let state = *self;
        state.colours().filter(move |&colour| state.seat_of(colour as u8) != seat)
    }

    /// Whether a 6 gives the colour to move another turn.
    #[must_use]
    pub const fn rem6(&self) -> bool {
        self.sixes != 0
    }

    /// The number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        match self.playing {
            0 | PAIRS => 2,
            singles => singles.count_ones() as usize,
        }
    }

    /// The seat that plays a colour.
    #[inline]
    #[must_use]
    pub const fn seat_of(&self, colour: u8) -> Seat {
        match self.playing {
            0 | PAIRS => Seat(colour & 1),
            0b0101 => Seat(colour >> 1),
            _ => Seat(colour),
        }
    }

    /// The seat that plays the colour to move.
    #[inline]
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat_of(self.mover & 3)
    }

    /// The colour to move.
    #[must_use]
    pub fn mover(&self) -> Colour {
        Colour::ALL[usize::from(self.mover)]
    }

    /// The square of a piece, 0 to 3, of a colour.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    pub fn piece(&self, colour: Colour, piece: usize) -> Square {
        Square(self.of(colour as usize)[piece])
    }

    /// The squares of a colour's pieces.
    #[inline]
    pub fn of(&self, colour: usize) -> [u8; 4] {
        let first = 4 * colour;
        [self.pieces[first], self.pieces[first + 1], self.pieces[first + 2], self.pieces[first + 3]]
    }

    /// Whether all pieces of a colour are in the goal.
    #[inline]
    pub fn is_complete(&self, colour: usize) -> bool {
        self.of(colour) == [GOAL; 4]
    }

    /// The number of a colour's pieces on squares with this code.
    pub fn count(&self, colour: usize, code: u8) -> i32 {
        let pieces = self.of(colour).into_iter();
        pieces.map(|square| i32::from(square == code)).sum()
    }

    /// The length of a mover's move with this die: a 6 is 7 while no piece is at home.
    #[inline]
    pub fn length(&self, die: u8) -> u8 {
        if die == 6 && !self.of(usize::from(self.mover)).contains(&HOME) { 7 } else { die }
    }
}

/// A move: a die or bonus, and the piece that it moves, or no piece where it can move none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParchisMove {
    /// The die, 1 to 6, or the bonus, 10 or 20.
    pub die: u8,
    /// The piece, 0 to 3, or [`Self::SKIP`].
    pub piece: u8,
}

impl ParchisMove {
    /// The value of `piece` for no piece.
    pub const SKIP: u8 = 4;

    /// Whether the die is used for no piece.
    #[must_use]
    #[inline]
    pub fn is_skip(self) -> bool {
        self.piece == Self::SKIP
    }
}

impl fmt::Display for ParchisMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece {
            Self::SKIP => write!(f, "{}:skip", self.die),
            piece => write!(f, "{}:{piece}", self.die),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for ParchisMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write DIE:PIECE or DIE:skip, such as 5:0 or 6:skip, with the dice 1 to 6, 10 and \
                    20 and the pieces 0 to 3";
        let dice = [1, 2, 3, 4, 5, 6, 10, 20].into_iter();
        let all = dice.flat_map(|die| (0..=Self::SKIP).map(move |piece| Self { die, piece }));
        NotationError::find(text, all, help)
    }
}

/// A throw of the die: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw(pub u8);

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Reads what `Display` writes.
impl FromStr for Throw {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, (1..=6).map(Self), "write a face of the die, 1 to 6")
    }
}

/// The arrangements of pieces that a game may start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// Three pieces of each colour on safe squares of its own quarter of the ring.
    Grouped,
    /// Three pieces of each colour on safe squares around the ring.
    Alterned,
    /// All pieces at home.
    AllAtHome,
    /// Three pieces of each colour in the corridor, and one in front of it.
    AlmostGoal,
    /// As almost goal, with yellow and green somewhat apart.
    Debug,
}

impl Setup {
    /// All setups, the usual one first.
    pub const ALL: [Self; 5] =
        [Self::Grouped, Self::Alterned, Self::AllAtHome, Self::AlmostGoal, Self::Debug];

    /// The name in files and questions.
    pub const fn name(self) -> &'static str {
        ["grouped", "alterned", "all_at_home", "almost_goal", "debug"][self as usize]
    }

    /// The first state of a game with this setup.
    pub const fn state(self) -> ParchisState {
        ParchisState::beginning(match self {
            Self::Grouped => {
                [HOME, 4, 13, 17, HOME, 21, 30, 34, HOME, 38, 47, 51, HOME, 55, 64, 68]
            }
            Self::Alterned => {
                [HOME, 4, 30, 51, HOME, 21, 47, 68, HOME, 38, 64, 17, HOME, 55, 13, 34]
            }
            Self::AllAtHome => [HOME; 16],
            Self::AlmostGoal => almost_goal(68, 51),
            Self::Debug => almost_goal(55, 56),
        })
    }
}

/// Three pieces of each colour in the corridor, and one in front of it; of yellow and green on
/// these squares.
const fn almost_goal(yellow: u8, green: u8) -> [u8; 16] {
    [yellow, 69, 70, 71, 17, 69, 70, 71, 34, 69, 70, 71, green, 69, 70, 71]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert_eq!(size_of::<ParchisState>(), 32);
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        for die in [1, 2, 3, 4, 5, 6, 10, 20] {
            for piece in 0..=ParchisMove::SKIP {
                let action = ParchisMove { die, piece };
                assert_eq!(action.to_string().parse(), Ok(action));
            }
        }
        for text in ["", "5", "5:", ":0", "7:0", "0:0", "5:4", "5:SKIP", "05:0"] {
            assert!(text.parse::<ParchisMove>().is_err(), "{text}");
        }
    }
}
