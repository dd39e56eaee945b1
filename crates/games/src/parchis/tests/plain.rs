//! The rules with a thrown die written a second time, square by square: the tests' oracle of
//! `rules.rs`. It shares the type of states, the colours and the list of safe squares.

use super::super::board::{Colour, GOAL, HOME, RING, SAFE};
use super::super::state::{ParchisMove, ParchisState};

/// A colour's piece after this number of steps forward, or `None` if it goes too far or may not
/// pass.
fn walk(state: &ParchisState, colour: usize, from: u8, steps: u8) -> Option<u8> {
    let mut at = from;
    for _ in 0..steps {
        at = match at {
            HOME | GOAL => return None,
            at if at == Colour::ALL[colour].last() => RING + 1,
            RING => 1,
            at => at + 1,
        };
        if at <= RING && (0..4).any(|other| other != colour && state.count(other, at) == 2) {
            return None;
        }
    }
    Some(at)
}

/// The pieces of other colours on a square of the ring.
fn others(state: &ParchisState, colour: usize, square: u8) -> Vec<usize> {
    (0..16).filter(|&at| at / 4 != colour && state.pieces[at] == square).collect()
}

/// Where a die or bonus brings a piece of the colour to move.
fn destination(state: &ParchisState, die: u8, piece: usize) -> Option<u8> {
    let colour = usize::from(state.mover);
    let (own, start) = (state.of(colour), Colour::ALL[colour].start());
    if own[piece] == HOME {
        let wall = (0..4).any(|any| state.count(any, start) == 2);
        return (die == 5 && !wall).then_some(start);
    }
    let steps = if die == 6 && !own.contains(&HOME) { 7 } else { die };
    let to = walk(state, colour, own[piece], steps)?;
    let there = match to {
        GOAL => 0,
        1..=RING => others(state, colour, to).len() + state.count(colour, to) as usize,
        _ => state.count(colour, to) as usize,
    };
    (there < 2).then_some(to)
}

/// The legal moves of a state in which a seat decides.
pub(super) fn legal(state: &ParchisState) -> Vec<ParchisMove> {
    let die = if state.bonus == 0 { state.die } else { state.bonus };
    let own = state.of(usize::from(state.mover));
    let all: Vec<usize> = (0..4).filter(|&p| destination(state, die, p).is_some()).collect();
    let in_wall =
        |on: u8| on != HOME && on <= RING && own.iter().filter(|x| **x == on).count() == 2;
    let must = |&&piece: &&usize| match die {
        5 => own[piece] == HOME,
        6 => in_wall(own[piece]),
        _ => false,
    };
    let must: Vec<usize> = all.iter().filter(must).copied().collect();
    let pieces = if must.is_empty() { all } else { must };
    if pieces.is_empty() {
        return vec![ParchisMove { die, piece: ParchisMove::SKIP }];
    }
    pieces.into_iter().map(|piece| ParchisMove { die, piece: piece as u8 }).collect()
}

/// Gives the turn to the next colour that plays.
fn next_turn(state: &mut ParchisState) {
    (state.sixes, state.last) = (0, 4);
    loop {
        state.mover = (state.mover + 1) % 4;
        if state.colours().any(|colour| colour as u8 == state.mover) {
            return;
        }
    }
}

/// The state after a legal move.
pub(super) fn after_move(before: &ParchisState, action: ParchisMove) -> ParchisState {
    let mut state = *before;
    let colour = usize::from(state.mover);
    (state.die, state.bonus) = (0, 0);
    if action.piece < 4 {
        let piece = usize::from(action.piece);
        let to = destination(before, action.die, piece).unwrap();
        let from_home = before.of(colour)[piece] == HOME;
        let there = if to <= RING { others(before, colour, to) } else { Vec::new() };
        let captured = match (SAFE.contains(&to), there.len()) {
            (false, 1) => Some(there[0]),
            (true, many) if from_home && many + before.count(colour, to) as usize == 2 => {
                // The piece with fewer steps to its last square of the ring.
                let left = |at: &usize| (Colour::ALL[at / 4].last() + RING - to) % RING;
                there.into_iter().min_by_key(left)
            }
            _ => None,
        };
        state.pieces[4 * colour + piece] = to;
        if let Some(at) = captured {
            state.pieces[at] = HOME;
            state.bonus = 20;
        }
        if to == GOAL && state.of(colour) != [GOAL; 4] {
            state.bonus = 10;
        }
        state.last = action.piece;
    }
    state.moves += 1;
    if state.bonus == 0 && state.sixes == 0 {
        next_turn(&mut state);
    }
    state
}

/// The state after a throw.
pub(super) fn after_throw(before: &ParchisState, die: u8) -> ParchisState {
    let mut state = *before;
    if die < 6 {
        (state.die, state.sixes) = (die, 0);
    } else if state.sixes < 2 {
        (state.die, state.sixes) = (die, state.sixes + 1);
    } else {
        let last = 4 * usize::from(state.mover) + usize::from(state.last);
        if state.last < 4 && state.pieces[last] <= RING {
            state.pieces[last] = HOME;
        }
        next_turn(&mut state);
    }
    state
}

/// Whether a colour has won.
pub(super) fn is_over(state: &ParchisState) -> bool {
    state.colours().any(|colour| state.of(colour as usize) == [GOAL; 4])
}

/// The number of sequences of moves and throws.
pub(super) fn perft(state: &ParchisState, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_over(state) {
        return 0;
    }
    if state.die == 0 && state.bonus == 0 {
        return (1..=6).map(|die| perft(&after_throw(state, die), depth - 1)).sum();
    }
    legal(state).into_iter().map(|action| perft(&after_move(state, action), depth - 1)).sum()
}
