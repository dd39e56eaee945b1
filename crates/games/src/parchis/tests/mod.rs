//! Tests of Parchis that use several of its modules.

mod agents;
mod faults;
mod plain;
mod public_games;
mod reference;
mod rules;
mod same_rules;
mod thrown;
mod tournament;

use super::rules::Parchis;
use super::state::{ParchisMove, ParchisState, Setup};
use rivals_core::play::{Dice, Game, Step, draw};

/// A state from its squares by colour, such as `H 4 13 17`, and a colour to move.
fn state(squares: [&str; 4], mover: u8) -> ParchisState {
    let mut state = Setup::AllAtHome.state();
    let codes = squares.iter().flat_map(|of_colour| of_colour.split(' '));
    for (piece, square) in state.pieces.iter_mut().zip(codes) {
        let super::Square(code) = square.parse().unwrap();
        *piece = code;
    }
    state.mover = mover;
    state
}

/// The move of this notation.
fn action(text: &str) -> ParchisMove {
    text.parse().unwrap()
}

/// The states of random games from every setup.
pub(super) fn random_states(rules: &Parchis, games: u64) -> Vec<ParchisState> {
    let mut states = Vec::new();
    for number in 0..games {
        let setup = Setup::ALL[number as usize % Setup::ALL.len()];
        let mut rng = Dice::new(13, 0, number).turn(0, 0);
        let mut state = setup.state();
        loop {
            states.push(state);
            let moves = rules.actions(&state);
            if moves.is_empty() {
                break;
            }
            rules.play(&mut state, Step::Act(moves[draw(&mut rng, moves.len())]));
        }
    }
    states
}
