//! The rules as a [`Game`]: legal moves in canonical order, their effects, and the end.
//!
//! `tests/reference.rs` has the same rules square by square, as the tests' oracle.

#![expect(clippy::cast_possible_truncation, reason = "a colour has 4 pieces; a set is halved")]

use std::borrow::Cow;

use rand::Rng;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{
    BIT, CORRIDOR_SET, Colour, DISTANCE, GOAL, HOME, RING, RING_SET, Steps, UGR22, UGR22_FIXED,
    is_open, length_index,
};
use super::positions::validate;
use super::state::{ALL_DICE, MAX_BOUNCES, MAX_MOVES, ParchisMove, ParchisState, Setup};
use rivals_core::json::one_of;
use rivals_core::play::{BySeat, Game, NoEvent, Open, Outcome, Seat, Seats, Step, Turn, draw};
use rivals_core::values::{Invalid, Whole, distinct, word};

/// The most random moves of an opening. Fewer cannot end a game from the usual setups.
const MOST_PLIES: i64 = 40;

/// Parchis, and its rule file. Keys that are left out are built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Parchis {
    /// How pieces walk.
    #[serde(deserialize_with = "word::<Variant, _, _>")]
    pub variant: Variant,
    /// The setups, of which each opening of a tournament draws one.
    #[serde(deserialize_with = "boards")]
    pub boards: Cow<'static, [Setup]>,
    /// The number of random moves of an opening.
    pub opening_plies: Whole<u32, 0, MOST_PLIES>,
}

/// How pieces walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// As in the course's program.
    Ugr22,
    /// The same, but a wall stops exactly the pieces that pass it.
    Ugr22Fixed,
}

impl Default for Parchis {
    fn default() -> Self {
        Self::UGR22
    }
}

/// Reads setups, each once.
fn boards<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'static, [Setup]>, D::Error> {
    /// A setup of its own, so that an error points at it.
    #[derive(PartialEq, Deserialize)]
    struct Board(#[serde(deserialize_with = "word::<Setup, _, _>")] Setup);

    let boards: Vec<Board> = distinct(from)?;
    if boards.is_empty() {
        let message = "there is no setup; write a list, such as [\"grouped\", \"alterned\"]";
        return Err(D::Error::custom(message));
    }
    Ok(boards.into_iter().map(|Board(setup)| setup).collect())
}

/// The squares that restrict the moves of the colour to move.
pub struct Obstacles {
    /// The squares that have no room for another piece.
    pub full: u128,
    /// The squares of the ring with walls of other colours.
    pub walls: u128,
    /// The squares with walls of the mover's colour.
    pub own_walls: u128,
}

impl Obstacles {
    /// The obstacles of the mover in this state.
    #[inline]
    pub fn new(state: &ParchisState) -> Self {
        let (mut any, mut full, mut walls) = (0, 0, 0);
        let mut of_colour = [0; 4];
        for (colour, twice) in of_colour.iter_mut().enumerate() {
            let mut once = 0;
            for square in state.of(colour) {
                let bit = BIT[usize::from(square) % BIT.len()];
                *twice |= once & bit;
                once |= bit;
            }
            full |= any & once;
            any |= once;
            walls |= *twice;
        }
        let own = of_colour[usize::from(state.mover & 3)];
        // Two colours on one square are no wall, and two walls never share a square.
        Self {
            full: (full | walls) & RING_SET | own & CORRIDOR_SET,
            walls: walls & RING_SET & !own,
            own_walls: own & (RING_SET | CORRIDOR_SET),
        }
    }
}

/// The number of squares that a piece can walk before the first of these walls.
#[inline]
fn free_squares(walls: u128, from: u8) -> u32 {
    // Bit 0 is square 1; after the shift, it is the square after `from`.
    let walls = walls >> 1;
    match walls >> from {
        0 => walls.trailing_zeros() + u32::from(RING - from),
        ahead => ahead.trailing_zeros(),
    }
}

impl Parchis {
    /// The built-in rules.
    pub const UGR22: Self = Self {
        variant: Variant::Ugr22,
        boards: Cow::Borrowed(&[Setup::Grouped, Setup::Alterned]),
        opening_plies: Whole(6),
    };

    /// The same with other walls.
    pub const UGR22_FIXED: Self = Self { variant: Variant::Ugr22Fixed, ..Self::UGR22 };

    /// The steps of a piece by the walls of these rules.
    #[inline]
    pub fn steps(&self) -> &'static Steps {
        match self.variant {
            Variant::Ugr22 => &UGR22,
            Variant::Ugr22Fixed => &UGR22_FIXED,
        }
    }

    /// Calls `each` for every legal move of a state that is not over, in canonical order: dice
    /// ascending, then pieces ascending.
    #[inline]
    pub fn for_each_move(&self, state: &ParchisState, mut each: impl FnMut(ParchisMove)) {
        let colour = usize::from(state.mover & 3);
        let pieces = state.of(colour);
        let obstacles = Obstacles::new(state);
        let steps = &self.steps()[colour];
        let mut free = [u32::MAX; 4];
        if obstacles.walls != 0 {
            for (free, &from) in free.iter_mut().zip(&pieces) {
                if (1..=RING).contains(&from) {
                    *free = free_squares(self.walls_ahead(obstacles.walls, from), from);
                }
            }
        }
        let full = [obstacles.full as u64, (obstacles.full >> 64) as u64];
        let mut use_die = |die: u8, index: usize, movable: u8| {
            let mut skip = true;
            for piece in 0..4 {
                let from = pieces[piece];
                let step = steps[usize::from(from)][index];
                let is_full = full[usize::from(step.to >> 6)] >> (step.to & 63) & 1 != 0;
                if step.to != HOME
                    && u32::from(step.walk) <= free[piece]
                    && (!is_full || step.to == from)
                    && movable >> piece & 1 != 0
                {
                    skip = false;
                    let piece = piece as u8;
                    each(ParchisMove { die, piece });
                }
            }
            if skip {
                let piece = ParchisMove::SKIP;
                each(ParchisMove { die, piece });
            }
        };
        if state.bonus != 0 {
            return use_die(state.bonus, length_index(state.bonus), 0b1111);
        }
        let dice = state.dice[colour];
        for die in 1..=5 {
            if dice >> die & 1 != 0 {
                use_die(die, usize::from(die) - 1, 0b1111);
            }
        }
        if dice >> 6 & 1 != 0 {
            let movable = match obstacles.own_walls {
                0 => 0b1111,
                walls => {
                    let in_wall = |piece: usize| u8::from(walls >> pieces[piece] & 1 != 0);
                    in_wall(0) | in_wall(1) << 1 | in_wall(2) << 2 | in_wall(3) << 3
                }
            };
            use_die(6, length_index(state.length(6)), movable);
        }
    }

    /// The walls that stop a piece on this square of the ring. In `ugr22` a piece on 68 never
    /// looks at square 1.
    #[inline]
    pub fn walls_ahead(&self, walls: u128, from: u8) -> u128 {
        if from == RING && self.variant == Variant::Ugr22 { walls & !BIT[1] } else { walls }
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&self, state: &mut ParchisState, action: ParchisMove) {
        let colour = usize::from(state.mover & 3);
        let ParchisMove { die, piece } = action;
        let length = state.length(die);
        match state.bonus {
            0 => {
                let left = state.dice[colour] & !(1 << die);
                state.dice[colour] = if left == 0 { ALL_DICE } else { left };
            }
            _ => state.bonus = 0,
        }
        if !action.is_skip() {
            let at = 4 * colour + usize::from(piece & 3);
            let from = usize::from(state.pieces[at]);
            let step = self.steps()[colour][from][length_index(length)];
            state.pieces[at] = step.to;
            state.bounces[colour] += u8::from(step.bounces);
            if step.to == GOAL {
                if !state.is_complete(colour) {
                    state.bonus = 10;
                }
            } else if is_open(step.to)
                && let Some(other) = other_on(&state.pieces, step.to, colour)
            {
                state.pieces[other] = HOME;
                state.bonus = 20;
            }
        }
        state.rem6 = die == 6 || state.rem6 && die >= 10;
        if !state.rem6 && state.bonus == 0 {
            state.mover = (state.mover + 1) & 3;
        }
        state.moves += 1;
    }

    /// The seats that have won a state that is over: the other seat after too many bounces,
    /// the seat of a complete colour, or both seats after too many moves.
    #[inline]
    pub fn winners(&self, state: &ParchisState) -> Option<Seats> {
        let goal = u32::from_ne_bytes([GOAL; 4]);
        let complete = |colour: usize| u32::from_ne_bytes(state.of(colour)) == goal;
        let too_many = 0x0101_0101 * u32::from(128 - MAX_BOUNCES);
        let bounces = u32::from_ne_bytes(state.bounces);
        if bounces.wrapping_add(too_many) & 0x8080_8080 != 0 {
            let loser = state.bounces.iter().position(|&many| many >= MAX_BOUNCES);
            return Some(Seats::one(Seat(u8::from(loser.unwrap_or(0) % 2 == 0))));
        }
        let done = [0, 1, 2, 3].map(complete);
        if done != [false; 4] {
            return Some(Seats::one(Seat(u8::from(!done[0] && !done[2]))));
        }
        (state.moves >= MAX_MOVES).then_some(Seats::all(2))
    }

    /// The outcome of a state that is over.
    #[cold]
    fn outcome(state: &ParchisState, winners: Seats) -> Outcome {
        let mut scores = BySeat::new(0, 2);
        for colour in 0..4 {
            scores[Colour::ALL[colour].seat()] += state.count(colour, GOAL);
        }
        Outcome::shared(winners, scores)
    }
}

/// The index of a piece of another colour on a square of the ring.
#[inline]
pub fn other_on(pieces: &[u8; 16], square: u8, colour: usize) -> Option<usize> {
    const ONES: u128 = u128::from_ne_bytes([1; 16]);
    const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
    // A byte is 0 where such a piece stands. The lowest zero byte is found exactly.
    let differ = u128::from_le_bytes(*pieces) ^ (ONES * u128::from(square));
    let differ = differ | 0xffff_ffff << (32 * colour);
    let zeros = differ.wrapping_sub(ONES) & !differ & HIGH;
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

/// The number of steps of a colour's piece to its goal.
#[inline]
pub fn distance(colour: usize, square: u8) -> u8 {
    DISTANCE[colour][usize::from(square)]
}

impl Open for Parchis {}

impl Game for Parchis {
    const NAME: &'static str = "parchis";
    const ABOUT: &'static str = "Choose the dice yourself and bring the four pieces of one of your \
                                 two colours to the goal.";
    const DRAWS_OPENINGS: bool = true;

    type Rules = Self;
    type State = ParchisState;
    type Action = ParchisMove;
    type Event = NoEvent;

    fn new(rules: Self) -> Result<Self, Invalid> {
        Ok(rules)
    }

    fn rules(&self) -> &Self {
        self
    }

    fn start(&self, _: usize) -> ParchisState {
        Setup::Grouped.state()
    }

    fn setups(&self) -> Vec<String> {
        Setup::ALL.iter().map(|setup| setup.name().to_owned()).collect()
    }

    fn set_up(&self, setup: &str, _: usize, _: &mut dyn Rng) -> Result<ParchisState, Invalid> {
        let named = Setup::ALL.into_iter().find(|known| known.name() == setup);
        named.map(Setup::state).ok_or_else(|| one_of(setup, &Setup::ALL.map(Setup::name)))
    }

    fn validate(&self, state: ParchisState) -> Result<ParchisState, Invalid> {
        validate(&state)?;
        Ok(state)
    }

    /// An opening: a setup, and random moves. An opening that ends the game is drawn again.
    fn opening(&self, _: usize, rng: &mut dyn Rng) -> ParchisState {
        loop {
            let mut state = self.boards[draw(rng, self.boards.len())].state();
            let mut moves = Vec::new();
            for _ in 0..self.opening_plies.0 {
                moves.clear();
                self.legal(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                self.play(&mut state, Step::Act(moves[draw(rng, moves.len())]));
            }
            if self.winners(&state).is_none() {
                return state;
            }
        }
    }

    #[inline]
    fn turn(&self, state: &ParchisState) -> Turn<'_, NoEvent> {
        match self.winners(state) {
            None => Turn::Decide(state.mover().seat()),
            Some(winners) => Turn::Over(Self::outcome(state, winners)),
        }
    }

    #[inline]
    fn legal(&self, state: &ParchisState, into: &mut Vec<ParchisMove>) {
        if self.winners(state).is_none() {
            // Six dice of four pieces at most; one check of the room instead of one a move.
            into.reserve(24);
            self.for_each_move(state, |action| into.push(action));
        }
    }

    #[inline]
    fn play(&self, state: &mut ParchisState, step: Step<Self>) {
        let Step::Act(action) = step;
        self.make(state, action);
    }
}
