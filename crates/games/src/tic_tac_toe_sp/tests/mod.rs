//! Tests of Tic Tac Toe SP that use several of its modules.

mod agents;
mod players;
mod priorities;
mod reference;
mod rules;
mod solver;
mod tournament;

use super::board::cell;
use super::rules::{TicTacToe, is_over};
use super::state::{NOBODY, Setup, Stock, TicTacToeMove, TicTacToeState};
use rivals_core::contest::Players;
use rivals_core::play::{Agent, Dice, Game, Playthrough, Step, Thought, draw};

/// The state of these rows, with a line of four to win.
pub(super) fn at<const N: usize>(
    rows: [&str; N],
    mover: &str,
    stocks: [Stock; 2],
) -> TicTacToeState {
    let mut state = Setup::STUDIO.state();
    state.shape.rows = N as u8;
    state.shape.columns = rows[0].len() as u8;
    for (row, text) in rows.into_iter().enumerate() {
        for (column, what) in text.chars().enumerate() {
            let bit = 1 << cell(row as u8, column as u8);
            match what {
                'X' => state.pieces[0] |= bit,
                'O' => state.pieces[1] |= bit,
                'i' => state.ice |= bit,
                'p' => state.plants |= bit,
                '#' => state.shape.obstacles |= bit,
                _ => assert_eq!(what, '.'),
            }
        }
    }
    state.stocks = stocks;
    state.mover = u8::from(mover == "O");
    state.winner = match state.pieces.map(|pieces| state.shape.has_line(pieces)) {
        [true, _] => 0,
        [_, true] => 1,
        _ => NOBODY,
    };
    state
}

/// A setup of this kind for each number: boards, lines and stocks vary.
pub(super) fn setup(number: u64) -> Setup {
    match number % 6 {
        0 => Setup::STUDIO,
        1 => Setup::square(3, 3, [1, 1, 1, 1]),
        2 => "4x6:k=4:stocks=2,3,2,1".parse().unwrap(),
        3 => "6x5:k=5:stocks=1,0,3,2".parse().unwrap(),
        4 => "5x5:k=4:stocks=2,2,1,1/1,0,2,2:blocked=1,1;2,3;4,0".parse().unwrap(),
        _ => "4x5:k=3:stocks=1,1,2,3:blocked=0,2;1,2;3,4".parse().unwrap(),
    }
}

/// The states of random games from several setups.
pub(super) fn random_states(games: u64) -> Vec<TicTacToeState> {
    let mut states = Vec::new();
    for number in 0..games {
        let mut rng = Dice::new(13, 0, number).turn(0, 0);
        let mut state = setup(number).state();
        loop {
            states.push(state);
            let moves = TicTacToe::STUDIO.actions(&state);
            if moves.is_empty() {
                break;
            }
            TicTacToe::STUDIO.play(&mut state, Step::Act(moves[draw(&mut rng, moves.len())]));
        }
    }
    states
}

/// The states of random games that are not over.
pub(super) fn undecided(games: u64) -> Vec<TicTacToeState> {
    let states = random_states(games).into_iter();
    states.filter(|state| !is_over(state)).collect()
}

pub(super) fn named(spelling: &str) -> Box<dyn Agent<TicTacToe>> {
    TicTacToe::STUDIO.player(spelling).unwrap()
}

/// What an agent finds in a state.
pub(super) fn thought(
    agent: &mut dyn Agent<TicTacToe>,
    state: &TicTacToeState,
) -> Thought<TicTacToeMove> {
    let dice = Dice::new(0, 0, 0);
    let mut playthrough = Playthrough::from_state(TicTacToe::STUDIO.into(), *state, 2, dice);
    playthrough.ask(agent).unwrap().unwrap()
}

/// What an agent decides in a state.
pub(super) fn decision(agent: &mut dyn Agent<TicTacToe>, state: &TicTacToeState) -> TicTacToeMove {
    thought(agent, state).action
}
