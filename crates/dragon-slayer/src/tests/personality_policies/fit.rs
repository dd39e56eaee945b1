//! Traits are estimated from 20,000 games against Daniel, who spends his token at once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::fit::{Fitted, Observed, fit};
use crate::policies::PersonalityPolicy;
use crate::solver::{BIG_TURN, Choice, Decision, Policy, Position, SolvedGame, Stage, TurnPolicy};
use crate::tests::built_in_roster;
use crate::{Action, DragonSlayer, Phase};
use rayon::prelude::*;
use rivals_core::personalities::Personality;
use rivals_core::play::{Game, Seat, Step, Turn};
use rivals_core::random::{Key, Purpose};

use super::GAME;

const GAMES: u64 = 20_000;

fn personality(risk_aversion: f64, nerves: f64, calculation: f64) -> Personality {
    let mut who = Personality::neutral("fitted");
    who.traits.risk_aversion = risk_aversion;
    who.traits.nerves = nerves;
    who.traits.calculation = calculation;
    who
}

/// The decisions of the first player against the second in these games.
fn watch(
    solved: &Arc<SolvedGame>,
    policies: &[PersonalityPolicy; 2],
    games: std::ops::Range<u64>,
    mut observed: Observed,
) -> Observed {
    let game = DragonSlayer::by(solved.rules().clone());
    let mut turns: HashMap<(usize, Position), Arc<dyn TurnPolicy>> = HashMap::new();
    for number in games {
        let mut rng = Key::new(7, Purpose::Playing, &[number]).generator();
        let watched = Seat((number % 2) as u8);
        let (mut state, mut big, mut before) = (game.start(2), false, game.start(2));
        loop {
            if state.mover != before.mover {
                big = state.scores[before.mover] - before.scores[before.mover] >= BIG_TURN;
                before = state;
            }
            state = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(chances) => {
                    let event = chances.sample(&mut rng);
                    game.after(&state, Step::Event(event))
                }
                Turn::Decide(seat) => {
                    let mut position = Position::of(&state, solved.rules().target).unwrap();
                    position.after_big_turn = big && position.stage != Stage::Overtime;
                    let position = solved.solution.clamped(&position);
                    let player = usize::from(seat != watched);
                    let turn = (turns.entry((player, position)))
                        .or_insert_with(|| policies[player].turn(&position));
                    let decision = match state.turn.phase {
                        Phase::Asked(_) => Decision::Challenge,
                        Phase::Challenged => Decision::Answer,
                        _ => Decision::Move,
                    };
                    let Choice::Take(action) = turn.decide(decision, &state.turn) else {
                        unreachable!("personalities do not choose at random");
                    };
                    if seat == watched && matches!(action, Action::Fight(_) | Action::Stop) {
                        observed.see(solved, &position, &state.turn, action);
                    }
                    game.after(&state, Step::Act(action))
                }
            };
        }
    }
    observed
}

fn estimate(solved: &Arc<SolvedGame>, who: &Personality) -> Fitted {
    let daniel = built_in_roster();
    let daniel = daniel.find("daniel").unwrap().personality().unwrap();
    let policies = [who, daniel].map(|who| PersonalityPolicy::new(who.clone(), Arc::clone(solved)));
    let observed = [0..GAMES / 2, GAMES / 2..GAMES]
        .into_par_iter()
        .map(|games| watch(solved, &policies, games, Observed::default()))
        .reduce(Observed::default, |mut one, other| {
            one.join(other);
            one
        });
    let known = Personality::neutral("neutral");
    fit(solved, &known, &observed).unwrap()
}

#[test]
fn traits_are_estimated_from_games() {
    are_estimated(&[(0.3, 0.4, 0.95, 0.06)]);
}

#[test]
#[ignore = "takes half a minute"]
fn traits_of_players_without_errors_are_estimated_from_games() {
    are_estimated(&[(0.8, 0.0, 1.0, 0.03), (0.0, 1.5, 1.0, 0.03), (-0.5, 0.7, 1.0, 0.03)]);
}

/// Each has a risk aversion, nerves, a calculation and the largest width of an interval.
fn are_estimated(cases: &[(f64, f64, f64, f64)]) {
    let solved = Arc::clone(&GAME);
    for &(risk_aversion, nerves, calculation, widest) in cases {
        let who = personality(risk_aversion, nerves, calculation);
        let start = std::time::Instant::now();
        let fitted = estimate(&solved, &who);
        println!("{risk_aversion} {nerves} {calculation}: {fitted:?} {:?}", start.elapsed());
        for (range, truth) in [(fitted.risk_aversion, risk_aversion), (fitted.nerves, nerves)] {
            assert!((range.low..=range.high).contains(&truth), "{fitted:?}");
            assert!((range.low..=range.high).contains(&range.best), "{fitted:?}");
            assert!(range.high - range.low < widest, "{fitted:?}");
        }
        assert!((fitted.calculation.best - calculation).abs() < 0.02, "{fitted:?}");
    }
}

/// Of a person, the decisions after accepting a challenge are compared with those of a personality
/// that has accepted one: all of them are explained without a judgement error.
#[test]
fn decisions_after_accepting_are_those_of_accepted_challenges() {
    let solved = Arc::clone(&GAME);
    let daniel = built_in_roster();
    let daniel = daniel.find("daniel").unwrap().personality().unwrap();
    let (risk_aversion, nerves) = (-0.5, 0.7);
    let mut who = personality(risk_aversion, nerves, 1.0);
    // It accepts nearly every challenge.
    who.traits.accept_aversion = -4.0;
    let policies =
        [&who, daniel].map(|who| PersonalityPolicy::new(who.clone(), Arc::clone(&solved)));
    let observed = watch(&solved, &policies, 0..400, Observed::of_person());
    let fitted = fit(&solved, &Personality::neutral("person"), &observed).unwrap();
    assert!(fitted.calculation.best > 0.997, "{fitted:?}");
    for (range, truth) in [(fitted.risk_aversion, risk_aversion), (fitted.nerves, nerves)] {
        assert!((range.low..=range.high).contains(&truth), "{fitted:?}");
    }
}
