//! A player that knows the initiative: it tries its best moves of [`evaluate`](super::evaluate), with
//! the answer of an enemy that is still to move, and looks at the exchange of the next turn, in which
//! either may be the last to move.

use super::evaluate::{Weights, moved, ranked};
use super::mech::{Moved, Torso};
use super::movement::Mode;
use super::state::{Action, State};
use rivals_core::play::Seat;

/// What the exchange of the next turn counts, in percent.
const NEXT: i64 = 60;

/// The best of so many moves of a seat.
#[must_use]
pub fn commanded(state: &State, seat: Seat, moves: usize) -> Action {
    let weights = &Weights::COMMANDER;
    let moves = ranked(state, seat, moves, weights);
    let value = |(value, action): &(i64, Action)| {
        let mut after = state.clone();
        act(&mut after, seat, *action);
        while let Some(other) = after.next() {
            let answer = moved(&after, other, weights);
            act(&mut after, other, answer);
        }
        value + next_turn(&after, seat, weights) * NEXT / 100
    };
    let best = moves.iter().max_by_key(|ranked| value(ranked));
    best.map_or(Action::Stay, |(_, action)| *action)
}

/// Moves a mech as if no check failed.
fn act(state: &mut State, seat: Seat, action: Action) {
    let mech = &mut state.mechs[seat];
    let (mode, hex, facing) = match action {
        Action::Move(mode, hex, facing) => (mode, hex, facing),
        Action::Stand(facing) => (Mode::Walk, mech.hex, facing),
        _ => (mech.moved.mode, mech.hex, mech.facing),
    };
    mech.prone &= !matches!(action, Action::Stand(_));
    let from = mech.moved.from.unwrap_or(mech.hex);
    mech.moved = Moved { mode, hexes: from.distance(hex), ..Moved::default() };
    (mech.hex, mech.facing) = (hex, facing);
    state.acted.push(seat);
}

/// What a seat can expect of the next turn, where it is the last to move as often as the first.
fn next_turn(state: &State, seat: Seat, weights: &Weights) -> i64 {
    let mut state = state.clone();
    state.acted.clear();
    for other in state.seats() {
        let mech = &mut state.mechs[other];
        (mech.moved, mech.torso) = (Moved::default(), Torso::Centre);
    }
    let enemies: Vec<Seat> = state.enemies(seat).collect();
    let value = |order: Vec<Seat>| {
        let mut state = State { order, ..state.clone() };
        let mut value = 0;
        while let Some(next) = state.next() {
            let (worth, action) = ranked(&state, next, 1, weights)[0];
            value = if next == seat { worth } else { -worth };
            act(&mut state, next, action);
        }
        value
    };
    let last = enemies.iter().copied().chain([seat]).collect();
    let first = [seat].into_iter().chain(enemies.iter().copied()).collect();
    (value(first) + value(last)) / 2
}
