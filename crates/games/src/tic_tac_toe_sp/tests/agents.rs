//! The agents: the fast searches beside the plain ones, and forced sequences.

use super::super::evaluations::{Rivals, Windows};
use super::super::forced::{Forced, for_each_relevant, win_in_one, winning_cells};
use super::super::rules::{TicTacToe, make};
use super::super::state::{NOBODY, TicTacToeMove, TicTacToeState};
use super::reference::Plain;
use super::{at, decision, named, thought, undecided};
use rivals_core::play::{Game, Seat};
use rivals_core::search::{Evaluation, FixedDepth, NEARLY_WIN};

const RULES: TicTacToe = TicTacToe::STUDIO;

fn as_listed(_: &TicTacToe, _: &TicTacToeState, _: &mut [TicTacToeMove]) {}

fn searches_agree(evaluation: &impl Evaluation<TicTacToe>) {
    for state in undecided(60).into_iter().step_by(14) {
        let most = if state.empty().count_ones() > 12 { 2 } else { 3 };
        for depth in 1..=most {
            let seat = Seat(state.mover);
            let search = || FixedDepth::new(&RULES, evaluation, as_listed, seat);
            let (minimax, alpha_beta) =
                (search().minimax(&state, depth), search().alpha_beta(&state, depth));
            assert_eq!(
                (minimax.value, minimax.best),
                (alpha_beta.value, alpha_beta.best),
                "{state}"
            );
            assert!(alpha_beta.nodes <= minimax.nodes);
        }
    }
}

#[test]
fn alpha_beta_is_minimax() {
    searches_agree(&Windows);
    searches_agree(&Rivals);
}

/// Wins count less the later they come.
#[test]
fn quick_wins_are_preferred() {
    let state = at(["XXX..", ".....", "OOO..", ".....", "....."], "X", [[0; 4]; 2]);
    let thought = thought(&mut *named("minimax:3"), &state);
    assert_eq!(thought.action.to_string(), "basic:0,3");
    let value = thought.value.unwrap();
    assert!(value > NEARLY_WIN && value == rivals_core::search::WIN - 1.0);
}

/// The relevant moves contain one that is as good as any, by the plain search.
#[test]
fn relevant_moves_lose_nothing() {
    let mut checked = 0;
    for state in undecided(150) {
        let units: u32 = state.stocks.concat().into_iter().map(u32::from).sum();
        if state.empty().count_ones() + 2 * units > 7 {
            continue;
        }
        let mut known = std::collections::HashMap::new();
        let best = Plain::new(&state).value(&mut known);
        let mut values = Vec::new();
        for_each_relevant(&state, |action| {
            values.push(-Plain::new(&state).after(&action.to_string()).value(&mut known));
        });
        assert_eq!(values.into_iter().max().unwrap_or(-1), best, "{state}");
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

/// A forced win is a win against every answer, by the plain search.
#[test]
fn forced_wins_are_wins() {
    let mut found = 0;
    for state in undecided(400) {
        let units: u32 = state.stocks.concat().into_iter().map(u32::from).sum();
        if state.empty().count_ones() + 2 * units > 8 {
            continue;
        }
        if let Some(action) = Forced::new(10_000).win(&state) {
            let mut next = state;
            make(&mut next, action);
            let value = Plain::new(&next).value(&mut std::collections::HashMap::new());
            assert_eq!(value, -1, "{state}{action}");
            found += usize::from(win_in_one(&state).is_none());
        }
    }
    assert!(found > 3, "{found}");
}

/// Two crossing threats win, unless what they share can be destroyed.
#[test]
fn double_threats_are_found() {
    let rows = [".....", "..X..", ".OXO.", "XX...", "....."];
    let without = at(rows, "X", [[0; 4]; 2]);
    let action = Forced::new(10_000).win(&without).expect("there is a double threat");
    let mut state = without;
    make(&mut state, action);
    assert!(winning_cells(&state)[1] != 0);
    assert_eq!(decision(&mut *named("deepening:100"), &without), action);
}

#[test]
fn agents_win_and_block_at_once() {
    let win = at(["XXX..", ".....", "OOO..", ".....", "....."], "O", [[2, 2, 1, 1]; 2]);
    let block = at([".XXXO", ".....", "O....", ".....", "....."], "O", [[0; 4]; 2]);
    for spelling in [
        "win-block",
        "minimax:2",
        "alphabeta:3",
        "deepening:500",
        "mcts:500",
        "priority-fixed",
        "deepening:500:eval=rivals",
        "mcts:500:eval=rivals",
    ] {
        assert_eq!(decision(&mut *named(spelling), &win).to_string(), "basic:2,3", "{spelling}");
        assert_eq!(decision(&mut *named(spelling), &block).to_string(), "basic:0,0", "{spelling}");
    }
}

/// Nobody gives up a game, and every search agent ends it on a small board as well.
#[test]
fn agents_play_any_board() {
    for setup in
        ["1x1:k=2:stocks=1,1,1,1", "2x6:k=3:stocks=0,0,3,3", "6x6:k=6:stocks=1,1,1,1", "3x3"]
    {
        let setup: super::Setup = setup.parse().unwrap();
        for spelling in [
            "win-block",
            "priority",
            "priority-fixed",
            "priority-learned",
            "alphabeta:1",
            "deepening:30",
            "mcts:10:eval=rivals",
        ] {
            let mut state = setup.state();
            let mut agent = named(spelling);
            while state.winner == NOBODY && state.empty() != 0 {
                let action = decision(&mut *agent, &state);
                assert!(RULES.actions(&state).contains(&action), "{spelling} {action}\n{state}");
                make(&mut state, action);
            }
        }
    }
}
