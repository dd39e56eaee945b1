//! The geometry of the board: colours, squares, and where each die leads from each square.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use rivals_core::values::NotationError;

/// The number of squares of the ring.
pub const RING: u8 = 68;

/// The codes of squares: 0 is a home, 1 to 68 are the ring, 69 to 75 a corridor, 76 a goal.
pub const HOME: u8 = 0;
pub const CORRIDOR: u8 = RING + 1;
pub const GOAL: u8 = 76;
/// The number of codes.
pub const CODES: usize = 77;

/// The safe squares of the ring, on which no piece is captured.
pub const SAFE: [u8; 12] = [4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68];

/// A colour, in the order of turns. Where dice are chosen, the first seat plays yellow and red, the
/// second blue and green.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The first colour of the first seat.
    Yellow,
    /// The first colour of the second seat.
    Blue,
    /// The second colour of the first seat.
    Red,
    /// The second colour of the second seat.
    Green,
}

impl Colour {
    /// The colours in the order of turns.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Blue, Self::Red, Self::Green];

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["yellow", "blue", "red", "green"][self as usize]
    }

    /// The square on which pieces leave home.
    pub const fn start(self) -> u8 {
        [4, 21, 38, 55][self as usize]
    }

    /// The last square of the ring before the corridor.
    pub const fn last(self) -> u8 {
        [68, 17, 34, 51][self as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A square as one colour sees it: `H` is its home, `1` to `68` the ring, `Q1` to `Q7` its
/// corridor, and `G` its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            HOME => f.write_str("H"),
            GOAL.. => f.write_str("G"),
            code @ CORRIDOR.. => write!(f, "Q{}", code - RING),
            ring => write!(f, "{ring}"),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, (HOME..=GOAL).map(Self), "write H, 1 to 68, Q1 to Q7, or G")
    }
}

/// A move of one piece without regard to other pieces.
#[derive(Clone, Copy)]
pub struct Step {
    /// The destination; [`HOME`] for a die that does not move a piece on this square.
    pub to: u8,
    /// The number of ring squares after the origin on which a foreign wall stops the piece.
    pub walk: u8,
    /// Whether the piece bounces off the goal.
    pub bounces: bool,
}

impl Step {
    /// The step of a die that does not move the piece.
    const NONE: Self = Self { to: HOME, walk: 0, bounces: false };
}

/// The lengths of moves: the dice 1 to 6, 7 for a 6 with no piece at home, and the bonuses.
pub const LENGTHS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 10, 20];

/// The index in [`LENGTHS`] of a die or bonus.
#[inline]
pub const fn length_index(die: u8) -> usize {
    match die {
        10 => 7,
        20 => 8,
        die => die as usize - 1,
    }
}

/// The steps by colour, square and index of the length.
pub type Steps = [StepsOfColour; 4];

/// The same of one colour.
pub type StepsOfColour = [[Step; LENGTHS.len()]; CODES];

/// The steps of the rules `ugr22` and `ugr22-fixed`, which differ in [`Step::walk`].
pub static UGR22: Steps = steps(false);
pub static UGR22_FIXED: Steps = steps(true);

/// The steps with thrown dice: as in `ugr22-fixed`, but a piece that would bounce does not move.
pub static THROWN: Steps = {
    let mut steps = steps(true);
    let mut at = 0;
    while at < 4 * CODES * LENGTHS.len() {
        let step = &mut steps[at % 4][at / 4 % CODES][at / 4 / CODES];
        if step.bounces {
            *step = Step::NONE;
        }
        at += 1;
    }
    steps
};

/// The ring squares from `from` forward to `to`: 0 to 67.
pub const fn ahead(from: u8, to: u8) -> u8 {
    (to + RING - from) % RING
}

const fn steps(fixed: bool) -> Steps {
    let mut steps = [[[Step::NONE; LENGTHS.len()]; CODES]; 4];
    let mut colour = 0;
    while colour < 4 {
        let mut from = 0;
        while from < GOAL {
            let mut index = 0;
            while index < LENGTHS.len() {
                let step = step(Colour::ALL[colour], from, LENGTHS[index], fixed);
                steps[colour][from as usize][index] = step;
                index += 1;
            }
            from += 1;
        }
        colour += 1;
    }
    steps
}

const fn step(colour: Colour, from: u8, length: u8, fixed: bool) -> Step {
    let mut step = Step::NONE;
    if from == HOME {
        if length == 5 {
            step.to = colour.start();
        }
        return step;
    }
    let last = colour.last();
    // The squares of the ring that are left, and the number of steps behind the last of them.
    let left = if from > RING { 0 } else { ahead(from, last) };
    let behind = if from > RING {
        from - RING + length
    } else if length <= left {
        let to = (from + length - 1) % RING + 1;
        step.to = to;
        step.walk = if fixed { length } else { walk(from, to) };
        return step;
    } else {
        length - left
    };
    let from_ring = from <= RING;
    if behind <= 8 {
        step.to = RING + behind;
        step.walk = if from_ring { left } else { 0 };
        return step;
    }
    step.bounces = true;
    if behind < 16 {
        step.to = RING + 16 - behind;
        step.walk = if from_ring { left } else { 0 };
        return step;
    }
    let to = (last + RING - (behind - 16) - 1) % RING + 1;
    step.to = to;
    step.walk = if !from_ring {
        0
    } else if fixed {
        left
    } else {
        walk(from, to)
    };
    step
}

/// The squares that `ugr22` looks at between two squares of the ring: those from one to the
/// other, but from 68 to 1 the whole ring.
const fn walk(from: u8, to: u8) -> u8 {
    if from == RING && to == 1 { RING } else { ahead(from, to) }
}

/// The number of steps from home to the goal.
pub const FROM_HOME: u8 = 74;

/// The number of steps to the goal, by colour and square; from home it is two more than from the
/// start square.
pub static DISTANCE: [[u8; CODES]; 4] = distances();

const fn distances() -> [[u8; CODES]; 4] {
    let mut table = [[FROM_HOME; CODES]; 4];
    let mut colour = 0;
    while colour < 4 {
        let mut code = 1;
        while code <= GOAL {
            table[colour][code as usize] =
                if code > RING { GOAL - code } else { ahead(code, Colour::ALL[colour].last()) + 8 };
            code += 1;
        }
        colour += 1;
    }
    table
}

/// The bit of each square in a set of squares.
pub static BIT: [u128; CODES] = {
    let mut bits = [0; CODES];
    let mut code = 0;
    while code < CODES {
        bits[code] = 1 << code;
        code += 1;
    }
    bits
};

/// The set of all squares of the ring, and of those that are safe.
pub const RING_SET: u128 = (1 << (RING + 1)) - 2;
pub const SAFE_SET: u128 = {
    let mut set = 0;
    let mut index = 0;
    while index < SAFE.len() {
        set |= 1 << SAFE[index];
        index += 1;
    }
    set
};
/// The set of the squares of a corridor.
pub const CORRIDOR_SET: u128 = (1 << GOAL) - (1 << CORRIDOR);

/// Whether pieces are captured on a square.
#[inline]
pub fn is_open(code: u8) -> bool {
    (RING_SET & !SAFE_SET) >> code & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for code in HOME..=GOAL {
            assert_eq!(Square(code).to_string().parse(), Ok(Square(code)));
        }
        for text in ["", "h", "0", "69", "Q0", "Q8", "01", "+1", "g"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn destinations_of_the_specification() {
        let to = |colour: Colour, from: &str, die| {
            let Square(from) = from.parse().unwrap();
            let step = UGR22[colour as usize][usize::from(from)][length_index(die)];
            (Square(step.to).to_string(), step.bounces)
        };
        let plain = |text: &str| (text.to_owned(), false);
        let bounce = |text: &str| (text.to_owned(), true);
        assert_eq!(to(Colour::Yellow, "H", 5), plain("4"));
        assert_eq!(to(Colour::Green, "H", 5), plain("55"));
        assert_eq!(to(Colour::Blue, "68", 1), plain("1"));
        assert_eq!(to(Colour::Yellow, "68", 1), plain("Q1"));
        assert_eq!(to(Colour::Yellow, "67", 3), plain("Q2"));
        assert_eq!(to(Colour::Red, "34", 20), bounce("30"));
        assert_eq!(to(Colour::Red, "Q3", 5), plain("G"));
        assert_eq!(to(Colour::Red, "Q3", 6), bounce("Q7"));
        assert_eq!(to(Colour::Red, "Q6", 10), bounce("34"));
        // The examples of the specification.
        assert_eq!(to(Colour::Yellow, "Q1", 20), bounce("63"));
        assert_eq!(to(Colour::Yellow, "67", 20), bounce("65"));
    }

    #[test]
    fn distances_of_the_specification() {
        assert_eq!(DISTANCE[0][usize::from(HOME)], FROM_HOME);
        for colour in Colour::ALL {
            let of = |code: u8| DISTANCE[colour as usize][usize::from(code)];
            assert_eq!((of(colour.start()), of(colour.last())), (72, 8));
            assert_eq!((of(CORRIDOR), of(GOAL)), (7, 0));
        }
    }
}
