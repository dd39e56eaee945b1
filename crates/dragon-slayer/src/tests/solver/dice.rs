//! The exact values, compared with games played with dice.

use std::collections::HashMap;

use crate::policies::named;
use crate::solver::{Choice, Decision, Play, Policy, Position, Solution};
use crate::{DragonSlayer, Phase, Rules, State, Turn};
use rand::RngExt;
use rayon::prelude::*;
use rivals_core::play::{self, Game, Seat, Step};
use rivals_core::random::{Key, Purpose};

/// A policy that remembers its decisions.
struct Player<'a> {
    policy: &'a dyn Policy,
    choices: HashMap<(Position, Turn), Choice>,
}

impl Player<'_> {
    fn decide(&mut self, position: Position, state: &State) -> Choice {
        let decision = match state.turn.phase {
            Phase::Asked(_) => Decision::Challenge,
            Phase::Challenged => Decision::Answer,
            _ => Decision::Move,
        };
        let policy = self.policy;
        *(self.choices)
            .entry((position, state.turn))
            .or_insert_with(|| policy.turn(&position).decide(decision, &state.turn))
    }
}

/// The number of games that the first seat wins, of `games` games played with dice.
fn play(rules: &Rules, policies: [&dyn Policy; 2], games: u64) -> u64 {
    const BATCH: u64 = 15_000;
    let game = DragonSlayer::by(rules.clone());
    (0..games / BATCH)
        .into_par_iter()
        .map(|batch| {
            let mut players = policies.map(|policy| Player { policy, choices: HashMap::new() });
            let mut rng = Key::new(1, Purpose::Playing, &[batch]).generator();
            let mut wins = 0;
            for _ in 0..BATCH {
                let mut state = game.start(2);
                let mut position = Position::of(&state, rules.target).unwrap();
                loop {
                    state = match game.turn(&state) {
                        play::Turn::Over(outcome) => {
                            wins += u64::from(outcome.winners().contains(Seat::FIRST));
                            break;
                        }
                        play::Turn::Chance(chances) => {
                            let event = chances.sample(&mut rng);
                            game.after(&state, Step::Event(event))
                        }
                        play::Turn::Decide(seat) => {
                            if state.turn == game.start(2).turn {
                                position = Position::of(&state, rules.target).unwrap();
                            }
                            let choice = players[usize::from(seat.0)].decide(position, &state);
                            let action = match choice {
                                Choice::Take(action) => action,
                                Choice::Uniform => {
                                    let actions = game.actions(&state);
                                    actions[rng.random_range(0..actions.len())]
                                }
                            };
                            game.after(&state, Step::Act(action))
                        }
                    };
                }
            }
            wins
        })
        .sum()
}

#[test]
fn games_agree_with_the_exact_values() {
    const GAMES: u64 = 60_000;
    let rules = Rules::built_in();
    for names in [["optimum", "optimum"], ["hold-6", "hold-12"], ["random", "greedy"]] {
        let policies = names.map(|name| named(name, &rules).unwrap());
        let policies = [&*policies[0], &*policies[1]];
        let exact = Solution::solve(&rules, policies.map(Play::As)).unwrap().first_wins();
        let wins = play(&rules, policies, GAMES);
        let error = (exact * (1.0 - exact) / GAMES as f64).sqrt();
        let z = (wins as f64 / GAMES as f64 - exact) / error;
        assert!(z.abs() < 4.0, "{names:?}: {wins} wins, exact {exact}, z {z}");
    }
}
