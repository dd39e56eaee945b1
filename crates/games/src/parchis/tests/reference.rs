//! The rules of Parchis written a second time, square by square and piece by piece: the tests'
//! oracle of `rules.rs`. It shares the type of states, the colours and the list of safe squares.

use super::super::board::{Colour, GOAL, HOME, RING, SAFE};
use super::super::state::{ParchisMove, ParchisState};

/// The destination of a piece, and whether it bounces; `None` if it does not move.
fn destination(state: &ParchisState, colour: usize, from: u8, die: u8) -> Option<(u8, bool)> {
    let own = state.of(colour);
    let die = match die {
        6 if own.iter().all(|&square| square != HOME) => 7,
        die => die,
    };
    let last = Colour::ALL[colour].last();
    let mut at = match from {
        HOME if die == 5 => return Some((Colour::ALL[colour].start(), false)),
        HOME | GOAL => return None,
        from => from,
    };
    let (mut back, mut bounced) = (false, false);
    for _ in 0..die {
        if at == GOAL {
            (back, bounced) = (true, true);
        }
        at = match (at, back) {
            (69, true) => last,
            (1, true) => RING,
            (at, true) => at - 1,
            (at, false) if at == last => 69,
            (RING, false) => 1,
            (at, false) => at + 1,
        };
    }
    Some((at, bounced))
}

fn wall_of_another(state: &ParchisState, colour: usize, square: u8) -> bool {
    (0..4).any(|other| other != colour && state.count(other, square) == 2)
}

/// Whether walls let a piece pass from one square to another.
fn can_walk(fixed: bool, state: &ParchisState, colour: usize, from: u8, to: u8, die: u8) -> bool {
    let last = Colour::ALL[colour].last();
    if from > RING || from == HOME {
        return true;
    }
    if fixed {
        // The squares passed, one by one, at most up to the last of the ring.
        let mut at = from;
        for _ in 0..die {
            if at == last {
                break;
            }
            at = at % RING + 1;
            if wall_of_another(state, colour, at) {
                return false;
            }
        }
        return true;
    }
    let end = if to <= RING { to } else { last };
    if end == from {
        return true;
    }
    let mut at = from + 1;
    loop {
        if at <= RING && wall_of_another(state, colour, at) {
            return false;
        }
        if at == end {
            return true;
        }
        at = at % RING + 1;
    }
}

fn is_legal(fixed: bool, state: &ParchisState, die: u8, piece: usize) -> bool {
    let colour = usize::from(state.mover);
    let own = state.of(colour);
    let from = own[piece];
    let Some((to, _)) = destination(state, colour, from, die) else {
        return false;
    };
    let on_it = match to {
        GOAL => 0,
        1..=RING => (0..4).map(|other| state.count(other, to)).sum(),
        _ => state.count(colour, to),
    };
    if to != from && on_it >= 2 {
        return false;
    }
    let length = if die == 6 && own.iter().all(|&square| square != HOME) { 7 } else { die };
    if !can_walk(fixed, state, colour, from, to, length) {
        return false;
    }
    let in_wall = |square: u8| square != HOME && square != GOAL && state.count(colour, square) == 2;
    !(die == 6 && own.iter().any(|&square| in_wall(square)) && !in_wall(from))
}

/// The legal moves of a state that is not over, in canonical order.
pub(super) fn legal(fixed: bool, state: &ParchisState) -> Vec<ParchisMove> {
    let dice: Vec<u8> = match state.bonus {
        0 => (1..=6).filter(|die| state.dice[usize::from(state.mover)] & 1 << die != 0).collect(),
        bonus => vec![bonus],
    };
    let mut moves = Vec::new();
    for die in dice {
        let pieces: Vec<u8> =
            (0..4).filter(|&piece| is_legal(fixed, state, die, usize::from(piece))).collect();
        if pieces.is_empty() {
            moves.push(ParchisMove { die, piece: 4 })
        } else {
            moves.extend(pieces.into_iter().map(|piece| ParchisMove { die, piece }))
        }
    }
    moves
}

/// The state after a legal move.
pub(super) fn after(state: &ParchisState, action: ParchisMove) -> ParchisState {
    let mut after = *state;
    let colour = usize::from(state.mover);
    let (die, had_bonus) = (action.die, state.bonus != 0);
    after.bonus = 0;
    if !had_bonus {
        after.dice[colour] -= 1 << die;
        if after.dice[colour] == 0 {
            after.dice[colour] = 2 + 4 + 8 + 16 + 32 + 64;
        }
    }
    if action.piece < 4 {
        let at = 4 * colour + usize::from(action.piece);
        let (to, bounced) = destination(state, colour, state.pieces[at], die).unwrap();
        after.pieces[at] = to;
        if bounced {
            after.bounces[colour] += 1;
        }
        if to == GOAL && after.of(colour) != [GOAL; 4] {
            after.bonus = 10;
        }
        if to <= RING && !SAFE.contains(&to) {
            for other in (0..16).filter(|other| other / 4 != colour) {
                if state.pieces[other] == to {
                    after.pieces[other] = HOME;
                    after.bonus = 20;
                }
            }
        }
    }
    let six = die == 6 || (state.rem6() && (die == 10 || die == 20));
    after.sixes = u8::from(six);
    let again = die == 6 || after.bonus != 0 || six;
    after.mover = if again { state.mover } else { (state.mover + 1) % 4 };
    after.moves += 1;
    after
}
