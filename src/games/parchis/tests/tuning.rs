//! Fits the weights of `eval=rivals` to games that the program plays against itself:
//!
//! Both seats play the agent of `AGENT`, but one move of ten is drawn at random. One of four
//! positions is an observation of its features and of the seat that won; the weights maximise the
//! likelihood of a logistic regression (with a small ridge, by Newton's method). The same settings
//! give the same weights. Those from which `examples/tune_parchis.rs` began are [`FITTED`], from
//!
//! ```console
//! $ AGENT=deepening:400:eval=gm2 GAMES=1200 SEED=1 cargo test --release --lib fit_the_weights \
//!     -- --ignored --nocapture
//! log loss 0.54536 of 71267
//! ```

use rayon::prelude::*;

use super::super::agents::{AGENTS, agent};
use super::super::engine::ParchisEngine;
use super::super::rivals::{FEATURES, NAMES, Weights, features};
use super::super::rules::Parchis;
use crate::play::{AgentSpec, Decision, Dice, Game, Node, Seat, draw};

/// The fitted weights.
const FITTED: Weights = [
    -136, 14, 65, -1609, -1898, 667, 233, -510, -2447, 247, -56, -36, -30, -47, -6, -16, 191, 97,
    352, 583, -88, 692, 1832, 380,
];

pub(super) fn setting(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(default, |value| value.parse().expect("a whole number"))
}

/// The features of positions of a game, and whether the first seat won it.
fn observe(number: u64, seed: u64, spec: &AgentSpec) -> Vec<([i32; FEATURES], bool)> {
    let rules = Parchis::UGR22;
    let mut rng = Dice::new(seed, 1, number).turn(0, 0);
    let mut state = ParchisEngine::built_in().opening(&mut rng);
    let mut agent = agent(spec);
    let mut observed = Vec::new();
    loop {
        let moves = rules.legal(&state);
        let action = match rules.node(&state) {
            Node::Over(outcome) if outcome.winners.len() > 1 => return Vec::new(),
            Node::Over(outcome) => {
                let won = outcome.winners.contains(Seat::FIRST);
                return observed
                    .into_iter()
                    .map(|features| (features, won))
                    .collect();
            }
            _ if draw(&mut rng, 10) == 0 => moves[draw(&mut rng, moves.len())],
            _ => {
                let seat = Seat(state.mover & 1);
                let at = Decision {
                    game: &rules,
                    seat,
                    view: &state,
                    actions: &moves,
                };
                agent.decide(&at, &mut rng).unwrap()
            }
        };
        rules.act(&mut state, action);
        if rules.winners(&state).is_none() && draw(&mut rng, 4) == 0 {
            observed.push(features(&state));
        }
    }
}

#[test]
#[ignore = "takes minutes; run it to fit the weights again"]
fn fit_the_weights() {
    let name = std::env::var("AGENT").unwrap_or_else(|_| "deepening:400:eval=gm2".to_owned());
    let spec = AgentSpec::parse(&name, AGENTS).unwrap();
    let (games, seed) = (setting("GAMES", 1_200), setting("SEED", 1));
    let observed: Vec<([i32; FEATURES], bool)> = (0..games)
        .into_par_iter()
        .flat_map_iter(|number| observe(number, seed, &spec))
        .collect();
    // Features are scaled to a common size for the ridge.
    let size: Vec<f64> = (0..FEATURES)
        .map(|at| {
            let squares = observed
                .iter()
                .map(|(features, _)| f64::from(features[at]).powi(2));
            (squares.sum::<f64>() / observed.len() as f64)
                .sqrt()
                .max(1e-9)
        })
        .collect();
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let zero = || ([0.0; FEATURES], [[0.0; FEATURES]; FEATURES], 0.0);
        let parts: Vec<_> = observed
            .par_chunks(4_096)
            .map(|part| {
                let (mut gradient, mut hessian, mut likelihood) = zero();
                for (features, won) in part {
                    let x: Vec<f64> = (0..FEATURES)
                        .map(|at| f64::from(features[at]) / size[at])
                        .collect();
                    let logit: f64 = x.iter().zip(&weights).map(|(x, w)| x * w).sum();
                    let p = 1.0 / (1.0 + (-logit).exp());
                    likelihood += if *won { p } else { 1.0 - p }.max(1e-300).ln();
                    let error = f64::from(u8::from(*won)) - p;
                    for i in 0..FEATURES {
                        gradient[i] += error * x[i];
                        for j in 0..FEATURES {
                            hessian[i][j] += p * (1.0 - p) * x[i] * x[j];
                        }
                    }
                }
                (gradient, hessian, likelihood)
            })
            .collect();
        let (mut gradient, mut hessian, mut likelihood) = zero();
        for (one, two, three) in parts {
            for i in 0..FEATURES {
                gradient[i] += one[i];
                for j in 0..FEATURES {
                    hessian[i][j] += two[i][j];
                }
            }
            likelihood += three;
        }
        let ridge = 1e-4 * observed.len() as f64;
        for i in 0..FEATURES {
            gradient[i] -= ridge * weights[i];
            hessian[i][i] += ridge;
        }
        println!(
            "log loss {:.5} of {}",
            -likelihood / observed.len() as f64,
            observed.len()
        );
        for (weight, step) in weights.iter_mut().zip(solve(hessian, gradient)) {
            *weight += step;
        }
    }
    for (at, name) in NAMES.iter().enumerate() {
        let weight = 1e4 * weights[at] / size[at];
        println!("{weight:7.0}, // {name}; it was {}", FITTED[at]);
    }
}

/// The solution of a system of linear equations, by elimination.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for column in 0..FEATURES {
        let pivot = (column..FEATURES)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap();
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in 0..FEATURES {
            if row != column {
                let factor = matrix[row][column] / matrix[column][column];
                let above = matrix[column];
                for (value, above) in matrix[row].iter_mut().zip(above).skip(column) {
                    *value -= factor * above;
                }
                right[row] -= factor * right[column];
            }
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}
