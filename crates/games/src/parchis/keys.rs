//! Parchis for searches with a memory: keys of states, and which moves look promising.
//!
//! A key is a sum of random numbers (Zobrist 1970, with sums for exclusive ors): one for the
//! square of each piece, so that pieces of one colour on each other's squares make the same key,
//! and others for the dice, the bonus, whether a 6 counts, and the colour to move. Bounces and
//! moves count only where they could end the game within a search.

use super::board::{CODES, FROM_HOME, GOAL, HOME, SAFE_SET, length_index};
use super::rules::{Parchis, distance};
use super::state::{MAX_BOUNCES, MAX_MOVES, ParchisMove, ParchisState};
use rivals_core::random::split_mix;
use rivals_core::search::Searchable;

/// The depth up to which keys are exact.
const DEPTH: u8 = 18;

/// Fewer bounces of a colour than this cannot end the game within a search. The keys neglect that
/// quiescence can go further by bonuses that bounce and capture, one after the other.
const FEW_BOUNCES: u8 = MAX_BOUNCES - DEPTH;

/// Fewer moves than this cannot end the game within a search and its quiescence.
const FEW_MOVES: u16 = MAX_MOVES - 2 * DEPTH as u16;

/// The random numbers of a key.
struct Numbers {
    pieces: [[u64; CODES]; 4],
    dice: [[u64; 128]; 4],
    /// By colour to move, bonus and whether a 6 counts.
    turn: [u64; 32],
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers { pieces: [[0; CODES]; 4], dice: [[0; 128]; 4], turn: [0; 32] };
    let mut seed = 0;
    let mut colour = 0;
    while colour < 4 {
        let mut at = 0;
        while at < CODES {
            numbers.pieces[colour][at] = split_mix(seed);
            seed += 1;
            at += 1;
        }
        at = 0;
        while at < 128 {
            numbers.dice[colour][at] = split_mix(seed);
            seed += 1;
            at += 1;
        }
        colour += 1;
    }
    let mut at = 0;
    while at < 32 {
        numbers.turn[at] = split_mix(seed);
        seed += 1;
        at += 1;
    }
    numbers
};

impl Searchable for Parchis {
    const SLOTS: usize = 4 * 9 * 5;
    const MAX_DEPTH: u32 = DEPTH as u32;

    #[inline]
    fn key(&self, state: &ParchisState) -> u64 {
        let mut key = 0_u64;
        for colour in 0..4 {
            for square in state.of(colour) {
                key = key.wrapping_add(NUMBERS.pieces[colour][usize::from(square)]);
            }
            let dice = usize::from(state.dice[colour] & 127);
            key = key.wrapping_add(NUMBERS.dice[colour][dice]);
        }
        let turn = (state.mover << 3) | ((state.bonus / 10) << 1) | (state.sixes & 1);
        key = key.wrapping_add(NUMBERS.turn[usize::from(turn & 31)]);
        if state.is_thrown() {
            let last = state.of(usize::from(state.mover & 3)).get(usize::from(state.last)).copied();
            let parts = [state.playing, state.die, state.sixes, last.unwrap_or_default(), 3];
            let turn = parts.into_iter().fold(0, |turn, part| turn << 8 | u64::from(part));
            return key.wrapping_add(split_mix(turn));
        }
        for (colour, &bounces) in state.bounces.iter().enumerate() {
            if bounces >= FEW_BOUNCES {
                key = key
                    .wrapping_add(split_mix(1 << 32 | (colour as u64) << 8 | u64::from(bounces)));
            }
        }
        if state.moves >= FEW_MOVES {
            key.wrapping_add(split_mix(2 << 32 | u64::from(state.moves)))
        } else {
            key
        }
    }

    #[inline]
    fn slot(&self, state: &ParchisState, action: ParchisMove) -> usize {
        let die = length_index(action.die);
        (usize::from(state.mover) * 9 + die) * 5 + usize::from(action.piece)
    }

    /// Captures of the other seat first, then goals, moves out of home, sixes, and long moves.
    #[inline]
    fn promise(&self, state: &ParchisState, action: ParchisMove) -> i32 {
        let ParchisMove { die, piece } = action;
        let six = if die == 6 { 150 } else { 0 };
        let long = 10 * i32::from(die.min(7));
        if action.is_skip() {
            return six + long / 2;
        }
        let colour = usize::from(state.mover & 3);
        let from = state.of(colour)[usize::from(piece & 3)];
        let length = length_index(state.length(die));
        let to = self.steps()[colour][usize::from(from)][length].to;
        if to == GOAL {
            return 500 + six;
        }
        if from == HOME {
            return 250;
        }
        let base = six + long;
        if super::board::is_open(to) {
            if let Some(other) = super::rules::other_on(&state.pieces, to, colour) {
                let far = i32::from(FROM_HOME - distance(other / 4, to));
                return if (other / 4) % 2 == colour % 2 {
                    base + 100
                } else {
                    base + 500 + 4 * far
                };
            }
            return base;
        }
        base + if SAFE_SET >> to & 1 != 0 { 30 } else { 0 }
    }

    #[inline]
    fn is_quiet(&self, state: &ParchisState) -> bool {
        state.bonus == 0
    }
}
