//! Tests of positions as the engine writes them, and of the numbers of sequences.

use std::sync::Arc;

use crate::contest::Solve;
use crate::dragon_slayer::{DragonSlayer, Rules};
use crate::engine::perft::perft;
use crate::engine::position;
use crate::games::battletech::BattleTech;
use crate::games::parchis::Parchis;
use crate::games::pig::Pig;
use crate::games::tic_tac_toe_sp::TicTacToe;
use crate::games::tute::{Exchanges, Muestra, Tute};
use crate::play::{Agent, Dice, Game, Hidden, Playthrough, RandomAgent, Step, Turn};
use crate::text::number::NO_DIFFERENCE;

/// Checks that all states of random games are read as they are written.
fn are_read_as_written<G: Hidden>(game: &G, games: u64) {
    for seats in game.seat_counts() {
        for number in 0..games {
            let dice = Dice::new(9, seats as u64, number);
            let mut playthrough = Playthrough::new(Arc::new(game.clone()), seats, dice);
            let mut agents: Vec<Box<dyn Agent<G>>> = Vec::new();
            agents.resize_with(seats, || Box::new(RandomAgent));
            loop {
                let state = playthrough.state();
                let written = serde_json::json!(state);
                assert_eq!(position(game, &written).as_ref(), Ok(state), "{written}");
                assert_eq!(game.validate(state.clone()).as_ref(), Ok(state), "{written}");
                assert_eq!(game.seats_of(state), seats);
                if playthrough.advance(&mut agents).is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    let setups = vec!["wooded:GRF-1N,WHM-6R:turns=6".to_owned().try_into().unwrap()];
    are_read_as_written(&Pig::to(40), 10);
    are_read_as_written(&Parchis::UGR22, 2);
    are_read_as_written(&Parchis::THROWN, 1);
    are_read_as_written(&BattleTech { setups, ..BattleTech::default() }, 1);
    are_read_as_written(&TicTacToe::STUDIO, 10);
    are_read_as_written(&Tute::HAND, 10);
    are_read_as_written(&Tute::MATCH, 1);
    let mano = Tute { muestra: Muestra::Mano, ..Tute::HAND };
    are_read_as_written(&mano, 5);
    for exchange in [Exchanges::Seven, Exchanges::Two, Exchanges::Both] {
        are_read_as_written(&Tute { exchange, ..Tute::HAND }, 10);
    }
    for (target, tokens) in [(40, 1), (12, 3), (9, 0)] {
        let mut rules = Rules::built_in();
        (rules.target, rules.challenge.tokens) = (target, tokens);
        are_read_as_written(&DragonSlayer::by(rules), 15);
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
    let dragons = DragonSlayer::by(rules);
    let pig = Pig::to(5);
    for seats in [2, 3] {
        for depth in 0..=8 {
            let start = pig.start(seats);
            assert_eq!(perft(&pig, &start, depth), Ok(sequences(&pig, &start, depth)));
            let start = dragons.start(seats);
            let count = sequences(&dragons, &start, depth);
            assert_eq!(perft(&dragons, &start, depth), Ok(count));
        }
    }
}

/// What reports call no difference is above the error bounds of the games that are solved.
#[test]
fn solved_games_have_smaller_errors_than_no_difference() {
    for error in [Pig::to(100).error(), DragonSlayer::by(Rules::built_in()).error()] {
        assert!(error > 0.0 && error < NO_DIFFERENCE, "{error:e}");
    }
}
