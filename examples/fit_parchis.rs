//! Fits weights of Parchis's `eval=rivals` to games that the program plays against itself:
//! `cargo run --release --example fit_parchis`, which takes minutes and prints the weights
//! [`FITTED`]. `examples/tune_parchis.rs` then tunes them.
//!
//! Both seats play [`AGENT`] from drawn openings, but one move of ten is drawn at random. One of
//! four positions is an observation of its features and of the seat that won; the weights maximise
//! the likelihood of a logistic regression (with a small ridge, by Newton's method).

use rand::Rng;
use rayon::prelude::*;
use rivals::games::parchis::{FITTED, NAMES, Parchis, Weights, features, named, opening};
use rivals::play::{Decision, Dice, Game, Seat, Step, Turn};

/// The number of features.
const FEATURES: usize = FITTED.len();

/// The agent that plays, and the number of games.
const AGENT: &str = "deepening:400:eval=gm2";
const GAMES: u64 = 1_200;

/// The features of positions of a game, and whether the first seat won it.
fn observe(number: u64) -> Vec<([i32; FEATURES], bool)> {
    let rules = Parchis::Ugr22;
    let mut rng = Dice::new(1, 1, number).turn(0, 0);
    let mut state = opening(&mut rng);
    let mut agent = named(AGENT).expect("an agent of Parchis");
    let mut observed = Vec::new();
    loop {
        let moves = rules.actions(&state);
        let action = match rules.turn(&state) {
            Turn::Over(outcome) if outcome.winners().len() > 1 => return Vec::new(),
            Turn::Over(outcome) => {
                let won = outcome.winners().contains(Seat::FIRST);
                let observed = observed.into_iter();
                return observed.map(|features| (features, won)).collect();
            }
            Turn::Chance(_) => unreachable!("Parchis has no chance"),
            Turn::Decide(_) if draw(&mut rng, 10) == 0 => moves[draw(&mut rng, moves.len())],
            Turn::Decide(seat) => {
                let (game, view, actions) = (&rules, &state, &moves);
                let at = Decision { game, seat, view, actions, watch: None };
                agent.decide(&at, &mut rng).expect("nobody stops it").action
            }
        };
        rules.play(&mut state, Step::Act(action));
        if !matches!(rules.turn(&state), Turn::Over(_)) && draw(&mut rng, 4) == 0 {
            observed.push(features(&state));
        }
    }
}

/// A random number below `count`.
fn draw(rng: &mut impl Rng, count: usize) -> usize {
    (((rng.next_u64() >> 32) * count as u64) >> 32) as usize
}

fn main() {
    let observed: Vec<([i32; FEATURES], bool)> =
        (0..GAMES).into_par_iter().flat_map_iter(observe).collect();
    // Features are scaled to a common size for the ridge.
    let size: Vec<f64> = (0..FEATURES)
        .map(|at| {
            let squares = observed.iter().map(|(features, _)| f64::from(features[at]).powi(2));
            (squares.sum::<f64>() / observed.len() as f64).sqrt().max(1e-9)
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
                    let x: Vec<f64> =
                        (0..FEATURES).map(|at| f64::from(features[at]) / size[at]).collect();
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
        println!("log loss {:.5} of {}", -likelihood / observed.len() as f64, observed.len());
        for (weight, step) in weights.iter_mut().zip(solve(hessian, gradient)) {
            *weight += step;
        }
    }
    let fitted: Weights = std::array::from_fn(|at| (1e4 * weights[at] / size[at]).round() as i32);
    for (name, weight) in NAMES.iter().zip(fitted) {
        println!("{weight:7} {name}");
    }
    assert_eq!(fitted, FITTED, "these are not the weights of the program");
}

/// The solution of a system of linear equations, by elimination.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for column in 0..FEATURES {
        let pivot = (column..FEATURES)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .expect("a row is left");
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
