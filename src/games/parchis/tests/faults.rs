//! The faults of the document (Orts 2022), as figures: what its alpha-beta does as it is printed,
//! and what the order of the moves would have saved.

use super::agents::{decision, named};
use super::{Setup, random_states};
use crate::games::parchis::agents::AGENTS;
use crate::games::parchis::engine::ParchisEngine;
use crate::games::parchis::rules::Parchis;
use crate::play::{AgentSpec, Dice, Seat, Seats};
use crate::tournament::{Contest, GameRecord};

/// The games of 2 * `pairs` that the first agent wins.
fn wins(first: &str, second: &str, pairs: u64) -> usize {
    let specs = [first, second].map(|spec| AgentSpec::parse(spec, AGENTS).unwrap());
    let contest = ParchisEngine::built_in().sittings(&specs);
    let mut record = GameRecord::new(2, contest.metrics().len());
    let mut wins = 0;
    for group in 0..pairs {
        for seat in [0, 1] {
            let dice = Dice::new(60, 0, group);
            let line_up = [[0, 1], [1, 0]][seat];
            contest.play(&line_up, &dice, &mut record);
            wins += usize::from(record.winners == Seats::one(Seat(seat as u8)));
        }
    }
    wins
}

/// With the MAX test inverted, the root chooses the worst move for itself. Random play wins at
/// least nine games of ten: it won 386 of 400 at depth 2 and 388 of 400 at depth 4.
#[test]
fn the_printed_alpha_beta_loses_to_random_play() {
    assert!(wins("orts-printed:2", "random", 30) <= 6);
    assert!(wins("orts-printed:4", "random", 10) <= 2);
}

#[test]
fn the_corrected_alpha_beta_wins_against_random_play() {
    assert_eq!(wins("alphabeta:1:eval=orts", "random", 20), 40);
    assert_eq!(wins("alphabeta:2:eval=orts", "random", 20), 40);
}

/// The printed search is a search for the worst move, also where values are equal.
#[test]
fn the_printed_alpha_beta_minimises() {
    for state in random_states(&Parchis::UGR22, 5).into_iter().step_by(29) {
        if Parchis::UGR22.winners(&state).is_some() {
            continue;
        }
        let mut printed = named("orts-printed:3");
        let action = decision(&mut *printed, &state);
        let mut minimax = named("minimax:1:eval=orts");
        decision(&mut *minimax, &state);
        let actions = minimax.thought().unwrap().actions;
        assert!(actions.iter().any(|(one, _)| *one == action));
    }
    let mut worst = named("orts-printed:1");
    let mut values = named("minimax:1:eval=orts");
    let state = Setup::Grouped.state();
    let action = decision(&mut *worst, &state);
    decision(&mut *values, &state);
    let actions = values.thought().unwrap().actions;
    let lowest = actions
        .iter()
        .map(|(_, value)| *value)
        .fold(f64::INFINITY, f64::min);
    let first = actions.iter().find(|(_, value)| *value == lowest).unwrap();
    assert_eq!(action, first.0);
}

/// Descending dice visit 250 times fewer states at depth 6.
#[test]
fn the_order_of_moves_saves_two_orders_of_magnitude() {
    let nodes = |spec: &str| {
        let mut agent = named(spec);
        decision(&mut *agent, &Setup::Grouped.state());
        agent.thought().unwrap().nodes.unwrap()
    };
    let ascending = nodes("alphabeta:6");
    assert_eq!(ascending, 2_419_220);
    assert!(ascending > 200 * nodes("alphabeta:6:order=desc"));
}
