//! Tests of positions as the engine writes them, and of the numbers of sequences.

use crate::commands::dragon_slayer::engine as dragons;
use std::sync::Arc;

use crate::dragon_slayer::Rules;
use crate::games::parchis::engine::ParchisEngine;
use crate::games::pig::engine::PigEngine;
use crate::games::tic_tac_toe_sp::engine::TicTacToeEngine;
use crate::games::tute::engine::TuteEngine;
use crate::games::tute::{Muestra, Tute};
use crate::play::engine::Positions;
use crate::play::engine::perft::perft;
use crate::play::{Agent, AnyAction, Dice, Game, Sitting, Step, Turn};

/// Checks that all states of random games are read as they are written.
fn are_read_as_written<P: Positions>(positions: &P, games: u64) {
    for seats in positions.game().seats() {
        for number in 0..games {
            let dice = Dice::new(9, seats as u64, number);
            let mut sitting = Sitting::new(Arc::clone(positions.game()), seats, dice);
            let mut agents: Vec<Box<dyn Agent<P::Game>>> = Vec::new();
            agents.resize_with(seats, || Box::new(AnyAction));
            loop {
                let state = sitting.state();
                let written = serde_json::json!(state);
                assert_eq!(positions.read(&written).as_ref(), Ok(state), "{written}");
                assert_eq!(positions.validate(state.clone()).as_ref(), Ok(state), "{written}");
                assert_eq!(positions.seats_of(state), seats);
                if sitting.advance(&mut agents).is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    are_read_as_written(&PigEngine::new(40), 30);
    are_read_as_written(&ParchisEngine::built_in(), 5);
    are_read_as_written(&TicTacToeEngine::built_in(), 30);
    are_read_as_written(&TuteEngine::new(Tute::HAND), 30);
    are_read_as_written(&TuteEngine::new(Tute::MATCH), 5);
    let mano = Tute { muestra: Muestra::Mano, ..Tute::HAND };
    are_read_as_written(&TuteEngine::new(mano), 10);
    for (target, tokens) in [(40, 1), (12, 3), (9, 0)] {
        let mut rules = Rules::built_in();
        (rules.target, rules.challenge.tokens) = (target, tokens);
        are_read_as_written(&dragons(rules), 60);
    }
}

/// Counts sequences one by one.
fn sequences<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else {
        return 1;
    };
    match game.turn(state) {
        Turn::Over(_) => 0,
        Turn::Decide(_) => {
            let next = game.actions(state).into_iter();
            next.map(|action| sequences(game, &game.after(state, Step::Act(action)), depth)).sum()
        }
        Turn::Chance(chances) => {
            let events = chances.weights.iter();
            events
                .map(|&(event, _)| sequences(game, &game.after(state, Step::Event(event)), depth))
                .sum()
        }
    }
}

#[test]
fn sequences_are_counted_as_one_by_one() {
    let mut rules = Rules::built_in();
    rules.target = 4;
    let dragons = dragons(rules);
    let pig = PigEngine::new(5);
    for seats in [2, 3] {
        for depth in 0..=8 {
            let start = pig.game().start(seats);
            assert_eq!(
                perft(&**pig.game(), &start, depth),
                Ok(sequences(&**pig.game(), &start, depth))
            );
            let start = dragons.game().start(seats);
            let count = sequences(&**dragons.game(), &start, depth);
            assert_eq!(perft(&**dragons.game(), &start, depth), Ok(count));
        }
    }
}
