//! The agents: known answers, and the fast searches beside the plain ones.

use super::public_games::PublicGame;
use super::{Setup, random_states};
use crate::parchis::agents::descending;
use crate::parchis::evaluations::{Course, Gm2, Orts};
use crate::parchis::rivals::Rivals;
use crate::parchis::rules::Parchis;
use crate::parchis::state::{ParchisMove, ParchisState};
use rivals_core::contest::Players;
use rivals_core::play::{Agent, Dice, Playthrough, Seat, Thought};
use rivals_core::search::{
    Deepening, Evaluation, FixedDepth, Found, Limits, NEARLY_WIN, Order, Searchable, Transpositions,
};

const UGR22: Parchis = Parchis::UGR22;

fn ascending(_: &Parchis, _: &ParchisState, _: &mut [ParchisMove]) {}

pub(super) fn named(spec: &str) -> Box<dyn Agent<Parchis>> {
    Parchis::UGR22.player(spec).unwrap()
}

/// What an agent finds in a state.
pub(super) fn thought(
    agent: &mut dyn Agent<Parchis>,
    state: &ParchisState,
) -> Thought<ParchisMove> {
    let dice = Dice::new(0, 0, 0);
    let playthrough = Playthrough::from_state(UGR22.into(), *state, 2, dice);
    playthrough.explained().ask(agent).unwrap().unwrap()
}

/// What an agent decides in a state.
pub(super) fn decision(agent: &mut dyn Agent<Parchis>, state: &ParchisState) -> ParchisMove {
    thought(agent, state).action
}

#[test]
fn searches_of_the_specification() {
    let minimax = thought(&mut *named("minimax:4"), &Setup::Grouped.state());
    assert_eq!(minimax.action.to_string(), "4:3");
    assert_eq!((minimax.value, minimax.nodes), (Some(0.0), Some(124_342)));
    assert_eq!(minimax.actions.len(), 19);
    let alpha_beta = thought(&mut *named("alphabeta:6:order=desc"), &Setup::AllAtHome.state());
    assert_eq!(alpha_beta.action.to_string(), "6:skip");
    assert_eq!((alpha_beta.value, alpha_beta.nodes), (Some(0.0), Some(953)));
}

/// Every fifth move of the programs in the public games whose search and evaluation are known.
#[test]
fn public_games_are_reproduced() {
    are_reproduced(5);
}

#[test]
#[ignore = "every move; a part of them is in another test"]
fn all_of_the_public_games_is_reproduced() {
    are_reproduced(1);
}

/// Decides once in this number of moves.
fn are_reproduced(step: u32) {
    let (mut course, mut gm2) = (0, 0);
    let mut by_course = named("alphabeta:6:order=desc");
    let mut by_gm2 = named("alphabeta:6:eval=gm2:order=desc");
    for game in PublicGame::all() {
        for (state, action) in game.decisions() {
            let name = [&game.p0, &game.p1][usize::from(state.mover & 1)];
            if name == "ValoracionTest" {
                course += 1;
                if course % step == 0 {
                    assert_eq!(decision(&mut *by_course, &state), action, "{}", game.id);
                }
            } else if name == "Master" && game.id.starts_with("957283b") {
                gm2 += 1;
                if gm2 % step == 0 {
                    assert_eq!(decision(&mut *by_gm2, &state), action, "{}", game.id);
                }
            }
        }
    }
    assert_eq!((course, gm2), (914, 1_030));
}

/// Undecided states of random games, about `count` of them.
fn states(count: usize) -> Vec<ParchisState> {
    let all = random_states(&UGR22, 20);
    let undecided = all.iter().filter(|state| UGR22.winners(state).is_none());
    undecided.step_by(all.len() / count).copied().collect()
}

fn fixed<E: Evaluation<Parchis>>(
    state: &ParchisState,
    evaluation: &E,
    order: Order<Parchis>,
    depth: u32,
) -> [Found<ParchisMove>; 2] {
    let seat = state.seat();
    let search = || FixedDepth::new(&UGR22, evaluation, order, seat);
    [search().minimax(state, depth), search().alpha_beta(state, depth)]
}

fn searches_agree<E: Evaluation<Parchis>>(evaluation: &E) {
    let mut table = Transpositions::new(12);
    for state in states(250) {
        for order in [ascending as Order<Parchis>, descending] {
            for depth in 1..=3 {
                let [minimax, alpha_beta] = fixed(&state, evaluation, order, depth);
                assert_eq!(minimax.value, alpha_beta.value, "{state:?}");
                assert_eq!(minimax.best, alpha_beta.best, "{state:?}");
                assert!(alpha_beta.nodes <= minimax.nodes);
                let limits = Limits { nodes: u64::MAX, depth, quiescence: false };
                let seat = state.seat();
                let found =
                    Deepening::new(&UGR22, evaluation, seat, limits, &mut table).search(&state);
                if minimax.value.abs() > NEARLY_WIN || found.value.abs() > NEARLY_WIN {
                    assert_eq!(minimax.value > 0.0, found.value > 0.0);
                    assert!((minimax.value - found.value).abs() <= f64::from(depth));
                } else {
                    assert_eq!(minimax.value, found.value, "{state:?}");
                }
            }
        }
    }
}

#[test]
fn searches_agree_with_course() {
    searches_agree(&Course);
}

#[test]
fn searches_agree_with_orts() {
    searches_agree(&Orts);
}

#[test]
fn searches_agree_with_gm2() {
    searches_agree(&Gm2);
}

#[test]
fn searches_agree_with_rivals() {
    searches_agree(&Rivals::TUNED);
}

#[test]
fn evaluations_are_zero_sum_and_do_not_name_pieces() {
    fn check(evaluation: &impl Evaluation<Parchis>, state: &ParchisState) {
        let value = |state: &ParchisState, seat| evaluation.value(&UGR22, state, Seat(seat));
        assert_eq!(value(state, 0), -value(state, 1));
        let mut other = *state;
        other.pieces.swap(1, 3);
        other.pieces.swap(8, 10);
        assert_eq!(value(state, 0), value(&other, 0));
        assert_eq!(UGR22.key(state), UGR22.key(&other));
    }
    for state in states(1_000) {
        check(&Course, &state);
        check(&Orts, &state);
        check(&Gm2, &state);
        check(&Rivals::TUNED, &state);
    }
}

#[test]
fn keys_tell_states_apart() {
    let mut by_key = std::collections::HashMap::new();
    let sorted = |state: &ParchisState| {
        let mut state = *state;
        state.pieces.chunks_mut(4).for_each(<[u8]>::sort_unstable);
        (state.bounces, state.moves) = ([0; 4], 0);
        state
    };
    for state in random_states(&UGR22, 50) {
        if state.bounces.iter().all(|&bounces| bounces < 13) {
            let same = by_key.entry(UGR22.key(&state)).or_insert(sorted(&state));
            assert_eq!(*same, sorted(&state));
        }
    }
}

#[test]
fn every_agent_plays_games_to_the_end() {
    for spec in [
        "random",
        "random-smart",
        "advance",
        "greedy",
        "minimax:2",
        "alphabeta:3:eval=orts",
        "deepening:200:eval=rivals",
        "mcts:50:eval=gm2",
        "orts-printed:2",
    ] {
        let run = || {
            let dice = Dice::new(5, 0, 0);
            let mut playthrough = Playthrough::new(UGR22.into(), 2, dice);
            let outcome = playthrough.run(&mut [named(spec), named("random")]);
            (outcome, playthrough.steps().collect::<Vec<_>>())
        };
        let (outcome, steps) = run();
        assert_eq!((outcome, steps.clone()), run(), "{spec}");
        assert!(
            steps.len() < 2_000
                && steps.iter().all(|step| !matches!(step, rivals_core::play::Logged::Forfeit(_)))
        );
    }
}
