//! The rules: sequences of moves, the reference implementation, and what powers do.

use super::super::rules::TicTacToe;
use super::super::state::{Setup, Swap, TicTacToeMove, TicTacToeState};
use super::reference::Plain;
use super::{at, setup};
use rivals_core::engine::perft::perft;
use rivals_core::play::{Dice, Game, Step, Turn, draw};

const RULES: TicTacToe = TicTacToe::STUDIO;

fn sequences(setup: Setup, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&RULES, &setup.state(), depth), Ok(count), "{setup} {depth}");
    }
}

#[test]
fn known_sequences() {
    sequences(Setup::CLASSICAL, &[9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    sequences(Setup::STUDIO, &[75, 5_525]);
    sequences(Setup::square(5, 4, [0; 4]), &[25, 600, 13_800]);
}

/// The same moves, effects and ends as the rules written cell by cell, in random games.
#[test]
fn the_rules_are_those_of_the_reference() {
    compared_with_the_reference(3_000, 60_000);
}

fn compared_with_the_reference(games: u64, least: u64) {
    let mut states = 0_u64;
    for number in 0..games {
        let mut rng = Dice::new(17, 0, number).turn(0, 0);
        let mut state = setup(number).state();
        if number % 4 == 1 {
            state = state.with_swap();
        }
        let mut plain = Plain::new(&state);
        loop {
            states += 1;
            match RULES.turn(&state) {
                Turn::Over(outcome) => {
                    let winners: Vec<usize> =
                        outcome.winners().iter().map(|seat| seat.0.into()).collect();
                    assert_eq!(plain.winners(), Some(winners), "{state}");
                    break;
                }
                node => {
                    assert_eq!(plain.winners(), None, "{state}");
                    assert_eq!(node, Turn::Decide(rivals_core::play::Seat(state.mover)));
                }
            }
            let moves = RULES.actions(&state);
            let texts: Vec<String> = moves.iter().map(TicTacToeMove::to_string).collect();
            assert_eq!(texts, plain.legal(), "{state}");
            let at = draw(&mut rng, moves.len());
            RULES.play(&mut state, Step::Act(moves[at]));
            plain = plain.after(&texts[at]);
            assert_eq!(Plain::new(&state), plain, "{state}");
        }
    }
    assert!(states > least, "{states}");
}

/// As above, in more than two million states.
#[test]
#[ignore = "takes a minute"]
fn the_rules_are_those_of_the_reference_in_millions_of_states() {
    compared_with_the_reference(100_000, 2_000_000);
}

fn after(state: &TicTacToeState, moves: &[&str]) -> TicTacToeState {
    let mut state = *state;
    for text in moves {
        let action = text.parse().unwrap();
        assert!(RULES.actions(&state).contains(&action), "{text}\n{state}");
        RULES.play(&mut state, Step::Act(action));
    }
    state
}

const STOCKS: [[u8; 4]; 2] = [[2, 2, 1, 1]; 2];

#[test]
fn a_bomb_clears_a_plus_and_spares_plants() {
    let state = at(["XOi..", "Xp...", "OiX..", ".....", "....."], "X", STOCKS);
    let bombed = after(&state, &["bomb:1,0"]);
    let expected =
        at([".Oi..", ".p...", ".iX..", ".....", "....."], "O", [[2, 2, 1, 0], [2, 2, 1, 1]]);
    assert_eq!(bombed, expected);
    let edge = after(&state, &["bomb:0,2"]);
    assert_eq!(
        edge,
        at(["X....", "Xp...", "OiX..", ".....", "....."], "O", [[2, 2, 1, 0], [2, 2, 1, 1]])
    );
}

#[test]
fn a_torch_clears_one_cell() {
    let state = at(["Xp...", ".....", ".....", ".....", "....."], "O", STOCKS);
    let burnt = after(&state, &["torch:0,1"]);
    assert_eq!(
        burnt,
        at(["X....", ".....", ".....", ".....", "....."], "X", [[2, 2, 1, 1], [2, 2, 0, 1]])
    );
}

#[test]
fn what_is_not_possible() {
    let state = at(["Xp...", ".....", ".....", ".....", "....i"], "X", [[0, 2, 1, 1]; 2]);
    for text in ["ice:2,2", "basic:0,0", "plant:4,4", "torch:2,2", "bomb:0,1", "basic:5,0"] {
        assert!(!RULES.actions(&state).contains(&text.parse().unwrap()), "{text}");
    }
    let over = at(["XXXX.", "OOO..", ".....", ".....", "....."], "O", STOCKS);
    assert_eq!(RULES.actions(&over), []);
}

/// The second player takes over what the first one has, and the first one moves next.
#[test]
fn the_pie_rule_exchanges_sides() {
    let game = RULES.with_swap();
    let start = game.start(2);
    assert_eq!(perft(&game, &start, 2), Ok(5_525 + 75));
    let mut state = after(&start, &["ice:0,0"]);
    assert_eq!(game.actions(&state).last(), Some(&TicTacToeMove::SWAP));
    game.play(&mut state, Step::Act(TicTacToeMove::SWAP));
    let mut expected = at(["i....", ".....", ".....", ".....", "....."], "X", STOCKS);
    (expected.stocks[1][0], expected.swap) = (1, Some(Swap::Past));
    assert_eq!(state, expected);
    assert!(!game.actions(&state).contains(&TicTacToeMove::SWAP));
    let taken = after(&start, &["basic:2,2", "swap"]);
    assert_eq!((taken.pieces, taken.mover), ([0, 1 << 18], 0));
    // Nobody swaps later, or by rules without it.
    assert!(
        !game.actions(&after(&start, &["basic:2,2", "basic:0,0"])).contains(&TicTacToeMove::SWAP)
    );
    let first = after(&RULES.start(2), &["basic:2,2"]);
    assert!(!RULES.actions(&first).contains(&TicTacToeMove::SWAP));
    // What a position does not say is seen on its cells.
    assert_eq!(game.validate(first).unwrap().swap, Some(Swap::Now));
    assert_eq!(game.validate(RULES.start(2)), Ok(start));
    let later = after(&RULES.start(2), &["basic:2,2", "torch:2,2", "basic:2,2"]);
    assert_eq!(
        game.validate(after(&start, &["basic:2,2", "torch:2,2"])).unwrap().swap,
        Some(Swap::Past)
    );
    assert_eq!(RULES.validate(later), Ok(later));
    assert_eq!(RULES.validate(start).unwrap_err().field, "swap");
    let wrong = TicTacToeState { mover: 1, ..start };
    assert_eq!(game.validate(wrong).unwrap_err().field, "swap");
}

/// Openings of tournaments are drawn as without the rule, and what is drawn is nobody's own move.
#[test]
fn openings_begin_the_pie_rule() {
    let game = RULES.with_swap();
    let opened = |game: &TicTacToe| game.opening(2, &mut Dice::new(4, 0, 0).turn(0, 0));
    assert_eq!(opened(&game), opened(&RULES).with_swap());
    let mut moved = opened(&game);
    let actions = game.actions(&moved);
    game.play(&mut moved, Step::Act(actions[0]));
    assert!(game.actions(&moved).contains(&TicTacToeMove::SWAP));
}

/// An obstacle stays: no power has an effect on it, no line crosses it, and a board is full with it.
#[test]
fn nothing_clears_an_obstacle() {
    let state = at(["X#p..", "##X..", "OiX..", ".....", "....."], "X", STOCKS);
    for kind in ["basic", "ice", "plant", "torch", "bomb"] {
        assert!(!RULES.actions(&state).contains(&format!("{kind}:1,1").parse().unwrap()));
    }
    let bombed = after(&state, &["bomb:2,1"]);
    let left = [[2, 2, 1, 0], [2, 2, 1, 1]];
    assert_eq!(bombed, at(["X#p..", "##X..", ".....", ".....", "....."], "O", left));
    let across = at(["XX#.X", ".....", ".....", ".....", "....."], "X", STOCKS);
    assert_eq!(after(&across, &["basic:0,3"]).winner, 2);
    let full = after(&at(["XO#", "OX.", "#XO"], "O", STOCKS), &["basic:1,2"]);
    assert!(matches!(RULES.turn(&full), Turn::Over(outcome) if outcome.winners().len() == 2));
}

#[test]
fn ends() {
    let line = at(["XXX..", "OOO..", ".....", ".....", "....."], "X", STOCKS);
    let won = after(&line, &["basic:0,3"]);
    assert!(
        matches!(RULES.turn(&won), Turn::Over(outcome) if outcome.winners() == rivals_core::play::Seats::one(rivals_core::play::Seat(0)))
    );
    // A line of five counts, and a full board draws even if torches are left.
    let longer = at(["XX.XX", "OOO..", ".....", ".....", "....."], "X", STOCKS);
    assert!(RULES.actions(&after(&longer, &["basic:0,2"])).is_empty());
    let full = at(["XO.", "OXX", "OXO"], "X", STOCKS);
    let drawn = after(&full, &["ice:0,2"]);
    assert!(matches!(RULES.turn(&drawn), Turn::Over(outcome) if outcome.winners().len() == 2));
}

/// No game lasts longer than its cells, the cells that can be cleared and the units that clear.
#[test]
fn games_end() {
    for number in 0..2_000 {
        let mut rng = Dice::new(3, 0, number).turn(0, 0);
        let mut state = Setup::STUDIO.state();
        let mut plies = 0;
        while let Turn::Decide(_) = RULES.turn(&state) {
            let moves = RULES.actions(&state);
            assert!(moves.len() <= 75);
            RULES.play(&mut state, Step::Act(moves[draw(&mut rng, moves.len())]));
            plies += 1;
        }
        assert!(plies <= 41);
    }
}
