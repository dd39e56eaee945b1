//! Fits weights of Parchis's `eval=rivals` to games that the program plays against itself. It takes
//! minutes, prints the weights [`FITTED`] and fails if it finds others. The tuning begins with them.
//!
//! Both seats play [`AGENT`] from drawn openings, but one move of ten is drawn at random. One of
//! four positions is an observation of its features and of the seat that won; the weights maximise
//! the likelihood of a logistic regression (with a small ridge, by Newton's method).

use miette::{Result, ensure};
use rand::Rng;
use rayon::prelude::*;
use rivals_core::contest::Players;
use rivals_core::play::{Decision, Dice, Game, Seat, Step, Turn};
use rivals_games::parchis::{Parchis, features};

use super::{FEATURES, FITTED, NAMES, rounded};

/// The agent that plays, and the number of games.
const AGENT: &str = "deepening:400:eval=gm2";
const GAMES: u64 = 1_200;

/// The features of positions of a game, and whether the first seat won it.
fn observe(number: u64) -> Vec<([i32; FEATURES], bool)> {
    let rules = Parchis::UGR22;
    let mut rng = Dice::new(1, 1, number).turn(0, 0);
    let mut state = Parchis::UGR22.opening(2, &mut rng);
    let mut agent = Parchis::UGR22.player(AGENT).expect("an agent of Parchis");
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
                let at = Decision::new(game, seat, view, actions);
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

/// Fits the weights, and checks that they are those with which the tuning began.
pub(crate) fn fit() -> Result<()> {
    let observed: Vec<([i32; FEATURES], bool)> =
        (0..GAMES).into_par_iter().flat_map_iter(observe).collect();
    // Features are scaled to a common size for the ridge.
    let size: [f64; FEATURES] = std::array::from_fn(|at| {
        let squares = observed.iter().map(|(features, _)| f64::from(features[at]).powi(2));
        (squares.sum::<f64>() / observed.len() as f64).sqrt().max(1e-9)
    });
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let parts: Vec<_> =
            observed.par_chunks(4_096).map(|part| Slope::of(part, &size, &weights)).collect();
        let mut slope = parts.into_iter().fold(Slope::default(), Slope::plus);
        let ridge = 1e-4 * observed.len() as f64;
        for (at, weight) in weights.iter().enumerate() {
            slope.gradient[at] -= ridge * weight;
            slope.hessian[at][at] += ridge;
        }
        println!("log loss {:.5} of {}", -slope.likelihood / observed.len() as f64, observed.len());
        for (weight, step) in weights.iter_mut().zip(solve(slope.hessian, slope.gradient)) {
            *weight += step;
        }
    }
    let fitted = rounded(std::array::from_fn(|at| 1e4 * weights[at] / size[at]));
    for (name, weight) in NAMES.iter().zip(fitted) {
        println!("{weight:7} {name}");
    }
    ensure!(fitted == FITTED, "these are not the weights with which the tuning began");
    Ok(())
}

/// The logarithm of the likelihood, with its first derivatives and its second ones, negated.
#[derive(Default)]
struct Slope {
    gradient: [f64; FEATURES],
    hessian: [[f64; FEATURES]; FEATURES],
    likelihood: f64,
}

impl Slope {
    /// Of these observations, at these weights of features of this size.
    fn of(
        part: &[([i32; FEATURES], bool)],
        size: &[f64; FEATURES],
        weights: &[f64; FEATURES],
    ) -> Self {
        let mut slope = Self::default();
        for (features, won) in part {
            let x: [f64; FEATURES] = std::array::from_fn(|at| f64::from(features[at]) / size[at]);
            let logit: f64 = x.iter().zip(weights).map(|(x, w)| x * w).sum();
            let p = 1.0 / (1.0 + (-logit).exp());
            slope.likelihood += if *won { p } else { 1.0 - p }.max(1e-300).ln();
            let error = f64::from(u8::from(*won)) - p;
            for i in 0..FEATURES {
                slope.gradient[i] += error * x[i];
                for j in 0..FEATURES {
                    slope.hessian[i][j] += p * (1.0 - p) * x[i] * x[j];
                }
            }
        }
        slope
    }

    fn plus(mut self, other: Self) -> Self {
        for i in 0..FEATURES {
            self.gradient[i] += other.gradient[i];
            for j in 0..FEATURES {
                self.hessian[i][j] += other.hessian[i][j];
            }
        }
        self.likelihood += other.likelihood;
        self
    }
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
