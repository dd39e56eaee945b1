//! Every rule, in a position of its own.

use super::{Setup, action, state};
use crate::parchis::rules::Parchis;
use crate::parchis::state::{MAX_MOVES, ParchisState};
use rivals_core::engine::perft::perft;
use rivals_core::play::{Game, Seat, Seats, Step, Turn};

const UGR22: Parchis = Parchis::UGR22;
const HOME: &str = "H H H H";

/// The legal moves with this die, as text.
fn moves(state: &ParchisState, die: u8) -> String {
    let moves = UGR22.actions(state).into_iter().filter(|action| action.die == die);
    moves.map(|action| action.to_string()).collect::<Vec<_>>().join(" ")
}

fn after(state: &ParchisState, text: &str) -> ParchisState {
    let action = action(text);
    assert!(is_legal(state, text), "{text} {state:?}");
    UGR22.after(state, Step::Act(action))
}

fn is_legal(state: &ParchisState, text: &str) -> bool {
    UGR22.actions(state).contains(&action(text))
}

fn squares(state: &ParchisState, colour: usize) -> String {
    let squares = state.of(colour).map(|code| super::super::Square(code).to_string());
    squares.join(" ")
}

#[test]
fn perft_of_the_specification() {
    for (setup, expected) in [
        (Setup::Grouped, &[19, 351, 6_488, 117_483][..]),
        (Setup::Alterned, &[19, 348, 6_350]),
        (Setup::AllAtHome, &[9, 80, 712]),
        (Setup::AlmostGoal, &[24, 522]),
    ] {
        for (depth, &sequences) in (1..).zip(expected) {
            assert_eq!(perft(&UGR22, &setup.state(), depth).unwrap(), sequences);
        }
    }
}

#[test]
fn only_a_five_leaves_home_and_it_need_not() {
    let start = state([HOME; 4], 0);
    assert_eq!(moves(&start, 5), "5:0 5:1 5:2 5:3");
    assert_eq!(moves(&start, 4), "4:skip");
    assert_eq!(squares(&after(&start, "5:2"), 0), "H H 4 H");
    assert!(!is_legal(&start, "4:0"));
    assert!(!is_legal(&start, "5:skip"));
    let out = state(["10 H H H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&out, 5), "5:0 5:1 5:2 5:3");
}

#[test]
fn dice_are_used_up_before_they_return() {
    let mut at = state(["10 H H H", HOME, HOME, HOME], 0);
    for die in [1, 2, 3, 4, 5] {
        at = after(&at, &format!("{die}:0"));
        at.mover = 0;
    }
    assert!(!is_legal(&at, "5:0"));
    at = after(&at, "6:0");
    assert_eq!((at.dice[0], at.mover), (super::super::state::ALL_DICE, 0));
    assert!(!is_legal(&at, "20:0"));
}

#[test]
fn a_six_counts_seven_when_no_piece_is_at_home() {
    let at = state(["10 11 Q1 G", HOME, HOME, HOME], 0);
    assert_eq!(squares(&after(&at, "6:0"), 0), "17 11 Q1 G");
    let at = state(["10 H Q1 G", HOME, HOME, HOME], 0);
    assert_eq!(squares(&after(&at, "6:0"), 0), "16 H Q1 G");
}

#[test]
fn the_ring_goes_round_and_into_the_own_corridor() {
    let at = state([HOME, "67 68 16 Q7", HOME, HOME], 1);
    assert_eq!(squares(&after(&at, "3:0"), 1), "2 68 16 Q7");
    assert_eq!(squares(&after(&at, "3:1"), 1), "67 3 16 Q7");
    assert_eq!(squares(&after(&at, "3:2"), 1), "67 68 Q2 Q7");
    assert_eq!(squares(&after(&at, "1:3"), 1), "67 68 16 G");
    assert_eq!(squares(&after(&at, "3:3"), 1), "67 68 16 Q6");
}

#[test]
fn two_pieces_fill_a_square() {
    // Two enemies on the start square block the way out of home.
    let at = state([HOME, "4 H H H", HOME, "4 H H H"], 0);
    assert_eq!(moves(&at, 5), "5:skip");
    assert!(!is_legal(&at, "5:0"));
    let corridor = state(["Q1 Q3 Q3 H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&corridor, 2), "2:1 2:2");
    // A bounce to where the piece stands needs no room.
    let mut back = state(["Q3 Q3 H H", HOME, HOME, HOME], 0);
    back.bonus = 10;
    assert_eq!(squares(&after(&back, "10:0"), 0), "Q3 Q3 H H");
    assert_eq!(after(&back, "10:0").bounces, [1, 0, 0, 0]);
    // The goal holds all.
    let goal = state(["Q7 G G H", HOME, HOME, HOME], 0);
    assert_eq!(squares(&after(&goal, "1:0"), 0), "G G G H");
}

#[test]
fn walls_of_other_colours_stop_pieces() {
    let at = state(["20 H H H", "22 22 H H", HOME, HOME], 0);
    assert_eq!(moves(&at, 1), "1:0");
    assert!(!is_legal(&at, "4:0"));
    // The player's own second colour stops as well, and the own colour does not.
    let second = state(["20 H H H", HOME, "22 22 H H", HOME], 0);
    assert!(!is_legal(&second, "3:0"));
    let own = state(["20 22 22 H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&own, 3), "3:0 3:1 3:2");
    // Two colours on a safe square are no wall.
    let mixed = state(["20 H H H", "21 H H H", HOME, "21 H H H"], 0);
    assert_eq!(moves(&mixed, 3), "3:0");
    assert_eq!(moves(&mixed, 1), "1:skip");
}

#[test]
fn a_six_breaks_a_wall() {
    let at = state(["20 22 22 H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&at, 6), "6:1 6:2");
    assert!(!is_legal(&at, "6:0"));
    let corridor = state(["20 Q1 Q1 H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&corridor, 6), "6:1 6:2");
    // No piece of the wall can move.
    let stuck = state(["20 22 22 H", "25 25 H H", HOME, HOME], 0);
    assert_eq!(moves(&stuck, 6), "6:skip");
    // Pieces at home or in the goal are no wall.
    let none = state(["20 G G H", HOME, HOME, HOME], 0);
    assert_eq!(moves(&none, 6), "6:0");
}

#[test]
fn w1_a_piece_on_68_does_not_look_at_square_1() {
    let at = state([HOME, "68 H H H", HOME, "1 1 H H"], 1);
    assert_eq!(moves(&at, 2), "2:0");
    // One step to square 1 looks at the whole ring.
    let far = state([HOME, "68 H H H", HOME, "40 40 H H"], 1);
    assert!(!is_legal(&far, "1:0"));
    assert_eq!(moves(&far, 2), "2:0");
    let fixed = Parchis::UGR22_FIXED;
    assert!(!fixed.actions(&at).contains(&action("2:0")));
    assert!(fixed.actions(&far).contains(&action("1:0")));
}

#[test]
fn w2_a_bounce_behind_the_origin_looks_at_the_whole_ring() {
    let mut at = state(["67 H H H", "30 30 H H", HOME, HOME], 0);
    at.bonus = 20;
    assert!(!is_legal(&at, "20:0"));
    assert!(Parchis::UGR22_FIXED.actions(&at).contains(&action("20:0")));
    at.pieces[4] = 29;
    assert_eq!(squares(&after(&at, "20:0"), 0), "65 H H H");
}

#[test]
fn w3_a_bounce_out_of_the_corridor_passes_walls() {
    let mut at = state(["Q1 H H H", "66 66 H H", HOME, "68 68 H H"], 0);
    at.bonus = 20;
    for rules in [UGR22, Parchis::UGR22_FIXED] {
        assert!(rules.actions(&at).contains(&action("20:0")));
    }
    let after = after(&at, "20:0");
    assert_eq!((squares(&after, 0).as_str(), after.bounces[0]), ("63 H H H", 1));
    // Only room is needed.
    at.pieces[4..6].fill(63);
    assert!(!is_legal(&at, "20:0"));
}

#[test]
fn captures_bring_twenty() {
    let at = state(["20 H H H", "22 H H H", HOME, HOME], 0);
    let captured = after(&at, "2:0");
    assert_eq!(squares(&captured, 1), HOME);
    assert_eq!((captured.bonus, captured.mover), (20, 0));
    assert!(!is_legal(&captured, "3:0"));
    let used = after(&captured, "20:0");
    assert_eq!((used.bonus, used.mover, used.dice[0]), (0, 1, captured.dice[0]));
    // The own second colour is captured too; nothing is on a safe square.
    let own = state(["20 H H H", HOME, "22 H H H", HOME], 0);
    assert_eq!(squares(&after(&own, "2:0"), 2), HOME);
    let safe = state(["20 H H H", "21 H H H", HOME, HOME], 0);
    let beside = after(&safe, "1:0");
    assert_eq!((squares(&beside, 1).as_str(), beside.bonus), ("21 H H H", 0));
    // A capture with a bonus brings another one, and a bounce captures.
    let mut chain = state(["67 H H H", "65 H H H", HOME, HOME], 0);
    chain.bonus = 20;
    assert_eq!(after(&chain, "20:0").bonus, 20);
    // A bonus without a piece to move is skipped.
    let mut none = state([HOME; 4], 0);
    none.bonus = 20;
    assert_eq!(moves(&none, 20), "20:skip");
    assert_eq!(after(&none, "20:skip").mover, 1);
}

#[test]
fn goals_bring_ten() {
    let at = state(["Q6 20 H H", HOME, HOME, HOME], 0);
    let goal = after(&at, "2:0");
    assert_eq!((goal.bonus, goal.mover), (10, 0));
    assert_eq!(squares(&after(&goal, "10:1"), 0), "G 30 H H");
    // Not when it wins.
    let last = state(["Q6 G G G", HOME, HOME, HOME], 0);
    let won = after(&last, "2:0");
    assert_eq!(won.bonus, 0);
    let Turn::Over(outcome) = UGR22.turn(&won) else {
        panic!("yellow has won");
    };
    assert_eq!(outcome.winners(), Seats::one(Seat::FIRST));
    assert_eq!(outcome.scores[Seat::FIRST], 4);
    assert!(UGR22.actions(&won).is_empty());
}

#[test]
fn a_six_moves_again() {
    let at = state(["10 H H H", HOME, HOME, HOME], 0);
    let six = after(&at, "6:0");
    assert_eq!((six.mover, six.rem6()), (0, true));
    assert_eq!(after(&six, "1:0").mover, 1);
    // A bonus in between keeps the extra move.
    let at = state(["10 H H H", "16 H H H", HOME, HOME], 0);
    let capture = after(&at, "6:0");
    assert_eq!((capture.mover, capture.bonus, capture.rem6()), (0, 20, true));
    let bonus = after(&capture, "20:0");
    assert_eq!((bonus.mover, bonus.bonus, bonus.rem6()), (0, 0, true));
    assert_eq!(after(&bonus, "1:0").mover, 1);
    // So does a skipped 6.
    let skipped = after(&state([HOME; 4], 3), "6:skip");
    assert_eq!((skipped.mover, skipped.rem6()), (3, true));
}

#[test]
fn the_31st_bounce_loses() {
    let mut at = state([HOME, HOME, "Q7 H H H", HOME], 2);
    at.bounces[2] = 29;
    let thirty = after(&at, "2:0");
    assert!(matches!(UGR22.turn(&thirty), Turn::Decide(_)));
    at.bounces[2] = 30;
    let Turn::Over(outcome) = UGR22.turn(&after(&at, "2:0")) else {
        panic!("red has bounced too often");
    };
    assert_eq!(outcome.winners(), Seats::one(Seat::SECOND));
}

#[test]
fn the_2000th_move_draws() {
    let mut at = state([HOME; 4], 0);
    at.moves = MAX_MOVES - 1;
    let Turn::Over(outcome) = UGR22.turn(&after(&at, "1:skip")) else {
        panic!("the game is drawn");
    };
    assert_eq!(outcome.winners(), Seats::all(2));
}
