//! The conformance suite of policies.

use crate::policies::{AGENTS, named};
use crate::solver::{Choice, Decision, Policy, Position};
use crate::{DragonSlayer, Phase, Rules, State};
use rand::RngExt;
use rivals_core::play::{Game, Seat, Step, Turn};
use rivals_core::random::{Key, Purpose};

/// The number of random games from which decisions are taken.
const GAMES: u64 = 150;

/// Every decision in random games, some of which stop late and some early.
fn decisions(game: &DragonSlayer) -> Vec<(Seat, State)> {
    let mut met = Vec::new();
    for number in 0..GAMES {
        let mut rng = Key::new(6, Purpose::Playing, &[number]).generator();
        let stops = rng.random_range(0.05..0.6);
        let mut state = game.start(2);
        loop {
            state = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(chances) => {
                    let event = chances.sample(&mut rng);
                    game.after(&state, Step::Event(event))
                }
                Turn::Decide(seat) => {
                    let actions = game.actions(&state);
                    met.push((seat, state));
                    let last = actions.len() - 1;
                    let choice = if rng.random_bool(stops) {
                        last
                    } else {
                        rng.random_range(0..last.max(1))
                    };
                    game.after(&state, Step::Act(actions[choice]))
                }
            };
        }
    }
    met
}

fn conforms(name: &str) {
    for tokens in [0, 1] {
        let mut rules = Rules::built_in();
        rules.challenge.tokens = tokens;
        rules.target = 25;
        let game = DragonSlayer::by(rules.clone());
        let policies = [(); 2].map(|()| named(name, &rules).unwrap());
        let met = decisions(&game);
        let mut asked = [0; 2];
        let answer = |policy: &dyn Policy, (_, state): &(Seat, State)| {
            let position = Position::of(state, rules.target).unwrap();
            let decision = match state.turn.phase {
                Phase::Asked(_) => Decision::Challenge,
                Phase::Challenged => Decision::Answer,
                _ => Decision::Move,
            };
            policy.turn(&position).decide(decision, &state.turn)
        };
        let first: Vec<Choice> = met.iter().map(|met| answer(&*policies[0], met)).collect();
        for ((seat, state), choice) in met.iter().zip(&first) {
            asked[usize::from(seat.0)] += 1;
            if let Choice::Take(action) = choice {
                assert!(game.actions(state).contains(action), "{name}: {action} in {state:?}");
            }
        }
        // A second instance of the policy gives the same answers, in another order.
        for (met, choice) in met.iter().zip(&first).rev() {
            for policy in &policies {
                assert_eq!(answer(&**policy, met), *choice, "{name}: {met:?}");
            }
        }
        assert!(asked.iter().all(|&count| count > 500), "{asked:?}");
        let challenged = met.iter().filter(|(_, state)| state.turn.challenger.is_some());
        assert_eq!(challenged.count() > 100, tokens > 0);
    }
}

#[test]
fn every_policy_conforms() {
    std::thread::scope(|scope| {
        for kind in AGENTS.iter() {
            let numbers = if kind.parameters.is_empty() { &[""][..] } else { &["-1", "-2"] };
            for number in numbers {
                scope.spawn(move || conforms(&format!("{}{number}", kind.name)));
            }
        }
    });
}
