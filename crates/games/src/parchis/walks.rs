//! What is in the way of the pieces, and how far they can walk.

#![expect(clippy::cast_possible_truncation, reason = "a set is halved")]

use super::board::{BIT, CORRIDOR_SET, HOME, RING, RING_SET, StepsOfColour};
use super::rules::Parchis;
use super::state::{ParchisMove, ParchisState};

/// The squares that restrict the moves of the colour to move.
pub(super) struct Obstacles {
    /// The squares that have no room for another piece.
    pub(super) full: u128,
    /// The squares of the ring with walls of other colours.
    pub(super) walls: u128,
    /// The squares with walls of the mover's colour.
    pub(super) own_walls: u128,
}

impl Obstacles {
    /// The obstacles of the mover in this state.
    #[inline(always)]
    pub(super) fn new(state: &ParchisState) -> Self {
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

/// Where the pieces of the mover can walk.
pub(super) struct Walks {
    /// The squares of the pieces.
    pub(super) pieces: [u8; 4],
    steps: &'static StepsOfColour,
    /// By piece, the number of squares to the first wall.
    free: [u32; 4],
    /// The squares that have no room for another piece, in two halves.
    full: [u64; 2],
}

impl Walks {
    #[inline(always)]
    pub(super) fn new(rules: &Parchis, state: &ParchisState, obstacles: &Obstacles) -> Self {
        let colour = usize::from(state.mover & 3);
        let pieces = state.of(colour);
        let mut free = [u32::MAX; 4];
        if obstacles.walls != 0 {
            for (free, &from) in free.iter_mut().zip(&pieces) {
                if (1..=RING).contains(&from) {
                    *free = free_squares(rules.walls_ahead(obstacles.walls, from), from);
                }
            }
        }
        let full = [obstacles.full as u64, (obstacles.full >> 64) as u64];
        Self { pieces, steps: &rules.steps()[colour], free, full }
    }

    /// Whether a piece can walk the length with this index.
    #[inline]
    pub(super) fn can_move(&self, piece: usize, index: usize) -> bool {
        let from = self.pieces[piece];
        let step = self.steps[usize::from(from)][index];
        let is_full = self.full[usize::from(step.to >> 6)] >> (step.to & 63) & 1 != 0;
        step.to != HOME && u32::from(step.walk) <= self.free[piece] && (!is_full || step.to == from)
    }

    /// Calls `each` for the moves of a die with the pieces of this set, or for its skip.
    #[inline]
    pub(super) fn with_die(
        &self,
        die: u8,
        index: usize,
        movable: u8,
        mut each: impl FnMut(ParchisMove),
    ) {
        let mut skip = true;
        for piece in 0..4 {
            if self.can_move(piece.into(), index) && movable >> piece & 1 != 0 {
                skip = false;
                each(ParchisMove { die, piece });
            }
        }
        if skip {
            each(ParchisMove { die, piece: ParchisMove::SKIP });
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
