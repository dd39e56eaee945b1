//! Evaluations of states, which searches use at their horizon.

use super::board::{
    BIT, CODES, CORRIDOR, CORRIDOR_SET, Colour, FROM_HOME, GOAL, HOME, RING, RING_SET, SAFE_SET,
    ahead,
};
use super::rules::{Parchis, distance};
use super::state::ParchisState;
use rivals_core::play::Seat;
use rivals_core::search::Evaluation;

/// The colours of a seat and of the other one.
#[inline]
fn colours(seat: Seat) -> ([usize; 2], [usize; 2]) {
    match seat {
        Seat(0) => ([0, 2], [1, 3]),
        _ => ([1, 3], [0, 2]),
    }
}

/// The course's example `ValoracionTest`: one point for every piece on a safe square of the
/// ring, and five for every piece in the goal, minus those of the other seat.
#[derive(Clone, Copy, Debug)]
pub struct Course;

pub(super) const COURSE: [i8; CODES] = points(0, 5);

/// The points of a piece by its square: these at home and in the goal, 1 on a safe square of the
/// ring.
const fn points(home: i8, goal: i8) -> [i8; CODES] {
    let mut values = [0; CODES];
    let mut code = 1;
    while code <= RING {
        values[code as usize] = (SAFE_SET >> code & 1) as i8;
        code += 1;
    }
    values[HOME as usize] = home;
    values[GOAL as usize] = goal;
    values
}

/// The points of the first seat's pieces minus those of the second seat's.
#[inline]
fn first_minus_second(points: &[i8; CODES], state: &ParchisState) -> i32 {
    let mut first = 0;
    for (at, &square) in state.pieces.iter().enumerate() {
        let value = i32::from(points[usize::from(square)]);
        first += if at / 4 % 2 == 0 { value } else { -value };
    }
    first
}

impl Evaluation<Parchis> for Course {
    #[inline]
    fn value(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let first = first_minus_second(&COURSE, state);
        f64::from(if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> f64 {
        4.0
    }
}

/// The evaluation of Orts 2022: 15 points for a piece in the goal, 1 for one on a safe square,
/// -30 for one at home, 7 for one of the other seat at home, and for the seat to move 20 while a
/// piece has just reached the goal and 10 while one has just captured; minus the same of the
/// other seat.
#[derive(Clone, Copy, Debug)]
pub struct Orts;

/// At home -30 for the own seat, and 7 for the other one.
pub(super) const ORTS: [i8; CODES] = points(-37, 15);

impl Evaluation<Parchis> for Orts {
    #[inline]
    fn value(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let mut first = first_minus_second(&ORTS, state);
        let event = Self::event(state);
        first += if state.seat() == Seat::FIRST { event } else { -event };
        f64::from(if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> f64 {
        30.0
    }
}

impl Orts {
    /// The points of the seat to move for what has just happened.
    #[inline]
    pub fn event(state: &ParchisState) -> i32 {
        match state.bonus {
            10 => 20,
            20 => 10,
            _ => 0,
        }
    }
}

/// The evaluation of a program that won against all of the course's opponents (Muñoz Sánchez
/// 2022): up to 50 points for the progress of all pieces, and up to 50 for their safety, minus
/// those of the other seat.
#[derive(Clone, Copy, Debug)]
pub struct Gm2;

/// The points of a piece that is safe.
const UNIT: f64 = 50.0 / 8.0;

impl Evaluation<Parchis> for Gm2 {
    #[inline]
    fn value(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let (mine, theirs) = colours(seat);
        Self::side(state, mine, theirs) - Self::side(state, theirs, mine)
    }

    fn scale(&self) -> f64 {
        10.0
    }
}

impl Gm2 {
    /// The points of the side with these colours, before those of its opponents' colours are taken
    /// off.
    #[inline]
    pub fn side(
        state: &ParchisState,
        mine: impl IntoIterator<Item = usize>,
        theirs: impl IntoIterator<Item = usize>,
    ) -> f64 {
        let mut threatened = 0;
        for colour in theirs {
            threatened |= threats(state, colour);
        }
        let (mut steps, mut pieces) = (0, 0);
        // In quarters of the unit, which are exact in floats.
        let mut safety = 0;
        for colour in mine {
            let walls = walls(state, colour);
            pieces += 4;
            for square in state.of(colour) {
                let bit = BIT[usize::from(square)];
                steps += u32::from(distance(colour, square));
                safety += if bit & (SAFE_SET | CORRIDOR_SET | 1 << GOAL) != 0 {
                    4
                } else if square == HOME {
                    0
                } else if bit & walls != 0 {
                    2
                } else {
                    u32::from(bit & threatened == 0)
                };
            }
        }
        let (mean, from_home) = (f64::from(steps) / f64::from(pieces), f64::from(FROM_HOME));
        50.0 * (from_home - mean) / from_home + f64::from(safety) * (UNIT / 4.0)
    }
}

/// The squares of the ring on which a colour has two pieces.
#[inline]
fn walls(state: &ParchisState, colour: usize) -> u128 {
    let (mut once, mut twice) = (0, 0);
    for square in state.of(colour) {
        let bit = BIT[usize::from(square)];
        twice |= once & bit;
        once |= bit;
    }
    twice & RING_SET
}

/// The squares of the ring that a colour's pieces reach with the dice that it has now, by the
/// course's distance between squares. It does not know walls, nor that a 6 may count 7. A piece
/// stops at the last square of its colour, but one that stands there or in the corridor seems to
/// go round, and one at home to need one die more than the square's distance from the start.
#[inline]
pub fn threats(state: &ParchisState, colour: usize) -> u128 {
    let dice = match state.bonus {
        bonus if bonus != 0 && usize::from(state.mover) == colour => 1 << bonus,
        _ => u32::from(state.dice[colour]),
    };
    let mut squares = 0;
    for square in state.of(colour) {
        let reach = REACH[colour][usize::from(square)];
        let steps = u128::from((u64::from(dice & reach.dice) << reach.more) >> reach.less);
        // Bit d of the dice is the square `from + d`; bit 0 is none.
        let far = steps << reach.from;
        squares |= far | far >> RING;
    }
    squares & RING_SET
}

/// How far dice reach from a square by the course's distance.
#[derive(Clone, Copy)]
struct Reach {
    /// The square from which distances count: 1 to 68.
    from: u8,
    /// The dice that stay on the ring.
    dice: u32,
    /// What a die counts more, and less.
    more: u8,
    less: u8,
}

static REACH: [[Reach; CODES]; 4] = {
    let none = Reach { from: 1, dice: 0, more: 0, less: 0 };
    let mut table = [[none; CODES]; 4];
    let mut colour = 0;
    while colour < 4 {
        let mut code = 0;
        while code <= GOAL {
            table[colour][code as usize] = reach(Colour::ALL[colour], code);
            code += 1;
        }
        colour += 1;
    }
    table
};

const ALL_LENGTHS: u32 = 0b111_1110 | 1 << 10 | 1 << 20;

const fn reach(colour: Colour, code: u8) -> Reach {
    let last = colour.last();
    let (from, more, less) = if code == HOME {
        (colour.start(), 0, 1)
    } else if code == GOAL {
        (last, 8, 0)
    } else if code >= CORRIDOR {
        (last, code - RING, 0)
    } else {
        (code, 0, 0)
    };
    let left = ahead(from, last);
    let dice = if left == 0 || left >= 20 {
        ALL_LENGTHS
    } else {
        // A die d reaches d + more - less, which may be the last square and no further.
        ALL_LENGTHS & ((1 << (left + less + 1)) - 1)
    };
    Reach { from, dice: if less == 1 { dice & !0b10 } else { dice }, more, less }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parchis::state::ALL_DICE;
    use crate::parchis::state::Setup;

    /// The course's distance between two squares, as its program writes it; `None` for -1.
    fn course_distance(colour: usize, from: u8, to: u8) -> Option<i32> {
        let (last, start) = (Colour::ALL[colour].last(), Colour::ALL[colour].start());
        let on_ring = |code: u8| match code {
            HOME => start,
            code if code >= CORRIDOR => last,
            code => code,
        };
        let (a, b, f) = (on_ring(from), on_ring(to), last);
        if (a < f && f < b) || (a > b && (a < f || f < b)) {
            return None;
        }
        let mut far =
            if b > a { i32::from(b - a) } else { i32::from(RING) - i32::from(a) + i32::from(b) };
        far += match from {
            HOME => 1,
            code if code >= CORRIDOR => -i32::from(code - RING),
            _ => 0,
        };
        (far > 0).then_some(far)
    }

    #[test]
    fn threats_follow_the_courses_distance() {
        for colour in 0..4 {
            for from in HOME..=GOAL {
                for (dice, bonus) in [(ALL_DICE, 0), (0b10_0110, 0), (ALL_DICE, 10), (ALL_DICE, 20)]
                {
                    let mut state = Setup::AllAtHome.state();
                    state.pieces[4 * colour..4 * colour + 4].fill(from);
                    (state.mover, state.bonus) = (colour as u8, bonus as u8);
                    state.dice[colour] = dice;
                    let squares = threats(&state, colour);
                    let has_die = |die: i32| match bonus {
                        0 => die < 7 && dice >> die & 1 != 0,
                        bonus => die == bonus,
                    };
                    for to in 1..=RING {
                        let die = course_distance(colour, from, to).unwrap_or(0);
                        let expected = (1..=20).contains(&die) && has_die(die);
                        let found = squares & BIT[usize::from(to)] != 0;
                        assert_eq!(found, expected, "{colour} {from} {to} {dice:b} {bonus}");
                    }
                }
            }
        }
    }
}
