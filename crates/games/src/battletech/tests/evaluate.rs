//! The players that look ahead.

use rivals_core::contest::Players;
use rivals_core::play::{Decision, Dice, Game, Playthrough, Seat, Turn};
use serde_json::json;

use super::*;
use crate::battletech::evaluate::{commanded, ranked, turned};
use crate::battletech::fighting::Fire;
use crate::battletech::hex::Quarter;
use crate::battletech::state::{Action, Phase};

/// The last to move goes where it hits the rear and is not hit itself.
#[test]
fn the_last_to_move_goes_behind_its_enemy() {
    let state = state(&json!({
        "map": "open",
        "acted": [2],
        "mechs": [
            {"model": "JR7-D", "hex": "0812", "facing": 1},
            {"model": "HBK-4G", "hex": "0808", "facing": 4},
        ],
    }));
    let Action::Move(_, place, facing) = ranked(&state, Seat(0), Fire::Best, 1, u64::MAX)[0].1
    else {
        panic!()
    };
    assert_eq!(hex("0808").hit_side(side(4), place), Quarter::Rear, "{place}");
    assert_eq!(place.arc(facing, hex("0808")), Quarter::Front);
}

/// All decisions are legal, and the first of several moves is the best one.
#[test]
fn decisions_are_legal() {
    let game = Arc::new(BattleTech::default());
    let mut rng = generator(7);
    let mut moves = 0;
    for setup in ["jumpers", "city:AS7-D,LCT-1V", "wooded:GRF-1N,JR7-D,WHM-6R"] {
        let seats = setup.matches(',').count().max(1) + 1;
        let start = game.set_up(setup, seats, &mut rng).unwrap();
        let mut playthrough =
            Playthrough::from_state(Arc::clone(&game), start, seats, Dice::new(3, 0, 0));
        for _ in 0..150 {
            let state = playthrough.state().clone();
            match playthrough.turn() {
                Turn::Over(_) => break,
                Turn::Chance(_) => drop(playthrough.roll().unwrap()),
                Turn::Decide(seat) => {
                    let actions = game.actions(&state);
                    let action = match state.phase {
                        Phase::Movement => {
                            let several = ranked(&state, seat, Fire::Best, 3, u64::MAX);
                            assert!(several.is_sorted_by(|(one, _), (next, _)| one >= next));
                            assert_eq!(
                                several[0],
                                ranked(&state, seat, Fire::Best, 1, u64::MAX)[0]
                            );
                            moves += 1;
                            let last = State { turn: state.turns, ..state.clone() };
                            let best = ranked(&last, seat, Fire::Priced, 1, u64::MAX)[0].1;
                            assert_eq!(commanded(&last, seat, u64::MAX)[0].1, best, "no next turn");
                            commanded(&state, seat, 100)[0].1
                        }
                        Phase::Reaction => turned(&state, seat, Fire::Priced),
                        _ => actions[0],
                    };
                    assert!(actions.contains(&action), "{action} {state:?}");
                    playthrough.act(action).unwrap();
                }
            }
        }
    }
    assert!(moves > 20, "{moves}");
}

/// A review can ask for the value of one action alone, which no other player's decision depends on.
#[test]
fn reviews_search_single_actions() {
    let game = BattleTech::default();
    let state = state(&json!({
        "map": "open",
        "acted": [2],
        "mechs": [
            {"model": "JR7-D", "hex": "0812", "facing": 1},
            {"model": "HBK-4G", "hex": "0808", "facing": 4},
        ],
    }));
    let all = game.actions(&state);
    let search = |actions: &[Action], reviewed: bool, seed: u64| {
        let decision = Decision::new(&game, Seat(0), &state, actions);
        let decision = Decision { explained: true, reviewed, ..decision };
        let mut agent = game.player("mcts:300").unwrap();
        assert!(agent.keeps_to_actions());
        agent.decide(&decision, &mut generator(seed)).unwrap()
    };
    let (plain, reviewed) = (search(&all, false, 1), search(&all, true, 1));
    assert!(plain.actions.len() > 1 && reviewed.actions.len() > 1);
    for valued in &reviewed.actions {
        let alone = search(&[valued.action], true, 2);
        assert_eq!((alone.action, alone.actions.len()), (valued.action, 1));
        assert_eq!(alone.value, Some(alone.actions[0].value));
        // Both are means of playouts, the one of fewer and of less certain ones.
        assert!((alone.actions[0].value - valued.value).abs() < 0.2, "{valued:?} {alone:?}");
    }
}

/// The tree search decides by legal actions, and by the same ones with the same dice.
#[test]
fn a_tree_search_repeats_its_decisions() {
    let game = Arc::new(BattleTech::default());
    let play = || {
        let start = game.set_up("jumpers", 2, &mut generator(7)).unwrap();
        let mut agent = game.player("mcts:20").unwrap();
        let mut playthrough =
            Playthrough::from_state(Arc::clone(&game), start, 2, Dice::new(3, 0, 0));
        while playthrough.state().turn < 2 {
            match playthrough.turn() {
                Turn::Over(_) => break,
                Turn::Chance(_) => drop(playthrough.roll().unwrap()),
                Turn::Decide(_) => drop(playthrough.ask(&mut *agent).unwrap()),
            }
        }
        playthrough.state().clone()
    };
    assert_eq!(play(), play());
}
