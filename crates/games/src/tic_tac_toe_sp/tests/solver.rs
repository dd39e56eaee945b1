//! The solver beside a plain search of all moves with the reference rules.

use std::collections::HashMap;

use super::super::rules::{TicTacToe, make};
use super::super::solver::{Solver, Value};
use super::super::state::{NOBODY, Setup, TicTacToeState};
use super::reference::Plain;
use super::{decision, named};
use rivals_core::play::{Dice, Game, draw};

fn value(state: &TicTacToeState) -> i32 {
    let mut watch = |_| true;
    let solved = Solver::new(state.shape, 16 << 20, u64::MAX, &mut watch).solve(state);
    let value = solved.value().expect("the proof is complete");
    // The move reaches the value.
    let mut next = *state;
    let action = solved.action.expect("there is a move");
    assert!(TicTacToe::STUDIO.actions(state).contains(&action));
    make(&mut next, action);
    let reached = match next.winner {
        NOBODY if next.empty() == 0 => Value::Draw,
        NOBODY => {
            let mut watch = |_| true;
            let mut solver = Solver::new(state.shape, 16 << 20, u64::MAX, &mut watch);
            match solver.solve(&next).value().unwrap() {
                Value::Win => Value::Loss,
                Value::Draw => Value::Draw,
                Value::Loss => Value::Win,
            }
        }
        _ => Value::Win,
    };
    assert_eq!(reached, value, "{state}{action}");
    value as i32 - 1
}

/// Random positions of small boards with all powers: the plain search knows no shortcut, neither
/// symmetries nor that ice is never better than a piece.
#[test]
fn values_are_those_of_a_plain_search() {
    let (mut found, mut wins) = (0, [0; 3]);
    for number in 0..144 {
        let mut rng = Dice::new(5, 0, number).turn(0, 0);
        let setup: Setup = [
            "3x3:k=3:stocks=1,1,1,1",
            "2x4:k=3:stocks=1,1,1,1",
            "3x3:k=3:stocks=0,1,2,1",
            "3x4:k=3:stocks=1,0,1,0",
            "3x4:k=4:stocks=0,1,0,1",
            "3x4:k=3:stocks=1,1,1,1:blocked=0,1;1,2",
            "4x4:k=3:stocks=0,0,1,1/1,1,0,1:blocked=0,0;1,2;3,1",
            "3x3:k=2:stocks=1,1,1,1/0,0,0,0:blocked=1,1",
        ][number as usize % 8]
            .parse()
            .unwrap();
        let mut state = setup.state();
        // Moves until few empty cells and units are left.
        loop {
            let units: u32 = state.stocks.concat().into_iter().map(u32::from).sum();
            if state.winner != NOBODY
                || state.empty() == 0
                || state.empty().count_ones() + 2 * units <= 7
            {
                break;
            }
            let moves = TicTacToe::STUDIO.actions(&state);
            make(&mut state, moves[draw(&mut rng, moves.len())]);
        }
        if state.winner != NOBODY || state.empty() == 0 {
            continue;
        }
        // In part the side is still open: what is drawn so far is nobody's own move.
        if number % 3 == 0 {
            state = state.with_swap();
        }
        let expected = Plain::new(&state).value(&mut HashMap::new());
        assert_eq!(value(&state), expected, "{state}");
        found += 1;
        wins[(expected + 1) as usize] += 1;
    }
    assert!(found > 20 && wins.iter().all(|&many| many > 0), "{found} {wins:?}");
}

/// The classical game and its variants without powers, from the start.
#[test]
fn whole_games_are_those_of_a_plain_search() {
    for text in [
        "3x3",
        "3x4:k=3:stocks=0,0,0,0",
        "2x5:k=3:stocks=0,0,0,0",
        "2x2:k=2:stocks=0,0,0,0",
        "1x3:k=2:stocks=1,1,1,1",
        "2x3:k=3:stocks=1,0,1,0",
        "2x2:k=2:stocks=0,1,1,1",
        "3x4:k=3:blocked=0,0;1,3",
        "3x3:k=3:stocks=0,0,0,1:blocked=0,1",
        "2x4:k=3:stocks=0,0,1,0/0,0,0,0:blocked=1,2",
    ] {
        let state = text.parse::<Setup>().unwrap().state();
        let plain = Plain::new(&state).value(&mut HashMap::new());
        assert_eq!(value(&state), plain, "{text}");
    }
}

/// With the pie rule nobody is better off: a draw where a first move leads to one.
#[test]
fn swaps_balance_small_games() {
    for text in [
        "3x3",
        "1x3:k=2",
        "2x2:k=2",
        "2x3:k=2:stocks=1,0,0,0",
        "2x3:k=2:stocks=0,0,1,0/1,0,0,0",
        "3x3:k=2:blocked=1,1",
        "2x3:k=3:stocks=1,0,1,0",
        "3x3:k=3:stocks=0,0,0,1:blocked=0,1",
    ] {
        let state = text.parse::<Setup>().unwrap().state().with_swap();
        let plain = Plain::new(&state).value(&mut HashMap::new());
        assert_eq!(value(&state), plain, "{text}");
        assert!(plain <= 0, "{text}");
    }
}

/// All that X wins of 3x3 is a draw with the pie rule.
#[test]
fn swaps_make_draws_of_wins() {
    for powers in 0..8_u8 {
        let [ice, plant, torch] = [2, 1, 0].map(|power| powers >> power & 1);
        let state = Setup::square(3, 3, [ice, plant, torch, 1]).state();
        assert_eq!([value(&state), value(&state.with_swap())], [1, 0], "{powers}");
    }
}

/// 3x3 with one each of two powers, from the start, by the plain search of all moves.
#[test]
#[ignore = "takes a minute"]
fn three_by_three_with_two_powers_is_that_of_a_plain_search() {
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let mut stocks = [0; 4];
        (stocks[one], stocks[other]) = (1, 1);
        let state = Setup::square(3, 3, stocks).state();
        let plain = Plain::new(&state).value(&mut HashMap::new());
        assert_eq!(plain, value(&state), "{stocks:?}");
    }
}

/// A proof that is given up says what it knows.
#[test]
fn a_proof_is_given_up() {
    let state = Setup::STUDIO.state();
    let mut watch = |_| true;
    let solved = Solver::new(state.shape, 1 << 20, 10_000, &mut watch).solve(&state);
    assert_eq!(solved.value(), None);
    assert!(solved.nodes >= 10_000 && solved.nodes < 10_100, "{}", solved.nodes);
    assert_eq!(solved.table_bytes, 1 << 18);
    let mut stop = |_| false;
    let solved = Solver::new(state.shape, 1 << 20, u64::MAX, &mut stop).solve(&state);
    assert_eq!((solved.low, solved.high), (Value::Loss, Value::Win));
}

/// No agent beats a solved value: X never loses 5x5 without powers when it plays by the solver.
#[test]
fn no_agent_beats_the_solution() {
    let setup = Setup::square(4, 4, [0; 4]);
    let mut watch = |_| true;
    let mut solver = Solver::new(setup.shape, 64 << 20, u64::MAX, &mut watch);
    for spelling in
        ["priority", "priority-fixed", "win-block", "deepening:2000", "mcts:200", "random"]
    {
        for solver_seat in [0, 1] {
            let mut state = setup.state();
            let mut opponent = named(spelling);
            while state.winner == NOBODY && state.empty() != 0 {
                let action = if state.mover == solver_seat {
                    solver.solve(&state).action.unwrap()
                } else {
                    decision(&mut *opponent, &state)
                };
                make(&mut state, action);
            }
            assert!(state.winner == NOBODY || state.winner == solver_seat, "{spelling}\n{state}");
        }
    }
}
