//! Learns the ten priorities of `priority-learned` by self-play with CMA-ES, with a diagonal
//! covariance (Ros and Hansen 2008, "A simple modification in CMA-ES achieving linear time and
//! space complexity"). No kept crate has it.
//!
//! A candidate is a priority for each of the document's ten functions. Its score is its share of
//! wins against the document's AI with three different settings, from drawn openings and both
//! seats; all candidates of a generation play the same openings, and each generation draws new
//! ones. The same settings give the same priorities: those of `agents.rs`.

use rand::Rng;
use rayon::prelude::*;

use rivals_core::play::{Dice, Game, draw};
use rivals_games::tic_tac_toe_sp::priorities::{Function, Priorities, Tie};
use rivals_games::tic_tac_toe_sp::rules::{is_over, make};
use rivals_games::tic_tac_toe_sp::state::{Kind, NOBODY, Setup};
use rivals_games::tic_tac_toe_sp::{TicTacToe, TicTacToeState};

const GENERATIONS: u64 = 100;
const CANDIDATES: usize = 16;
const OPENINGS: u64 = 500;
const SEED: u64 = 1;

/// A game of two AIs; the points of the first one, in halves.
fn game(players: [&Priorities; 2], start: &TicTacToeState, rng: &mut dyn Rng) -> u32 {
    let mut state = *start;
    while !is_over(&state) {
        let action = players[usize::from(state.mover)].choose(&state, rng);
        make(&mut state, action);
    }
    match state.winner {
        0 => 2,
        NOBODY => 1,
        _ => 0,
    }
}

/// An opening of four random moves.
fn opening(rng: &mut dyn Rng) -> TicTacToeState {
    let mut state = Setup::STUDIO.state();
    for _ in 0..4 {
        let moves = TicTacToe::STUDIO.actions(&state);
        make(&mut state, moves[draw(rng, moves.len())]);
    }
    state
}

/// The share of wins of these priorities on the openings of a generation.
fn score(priorities: &[f64; 10], generation: u64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    let rounded = priorities.map(|priority| (100.0 * priority).round() as i32);
    let own = Priorities::document(rounded, Tie::First, Kind::Ice);
    let document = Function::DOCUMENT.map(|(priority, _)| priority);
    let opponents = [
        Priorities::document(document, Tie::First, Kind::Ice),
        Priorities::document(document, Tie::Random, Kind::Ice),
        Priorities::document(document, Tie::First, Kind::Basic),
    ];
    let (mut points, mut games) = (0, 0);
    for number in 0..OPENINGS {
        let dice = Dice::new(SEED, generation, number);
        let start = opening(&mut dice.turn(0, 0));
        for opponent in &opponents {
            points += game([&own, opponent], &start, &mut dice.turn(1, 0));
            points += 2 - game([opponent, &own], &start, &mut dice.turn(1, 0));
            games += 2;
        }
    }
    f64::from(points) / f64::from(2 * games)
}

/// A number from the standard normal distribution (Box and Muller 1958).
fn normal(rng: &mut dyn Rng) -> f64 {
    let uniform = |rng: &mut dyn Rng| ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (radius, angle) = (uniform(rng), uniform(rng));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// The numbers of priorities.
const DIMENSION: f64 = 10.0;

/// The better half of the candidates counts, the best of them most.
const PARENTS: usize = CANDIDATES / 2;

/// How fast the search follows its candidates: the constants of the algorithm.
struct Rates {
    /// What each of the parents counts.
    weights: Vec<f64>,
    /// How many parents of equal weights count as much.
    effective: f64,
    path: f64,
    damping: f64,
    covariance_path: f64,
    /// The weights of the path and of the parents in the variances.
    one: f64,
    many: f64,
    /// The expected length of a random step.
    expected: f64,
}

impl Rates {
    fn new() -> Self {
        let parents = PARENTS as f64;
        let raw: Vec<f64> =
            (0..PARENTS).map(|rank| (parents + 0.5).ln() - (rank as f64 + 1.0).ln()).collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let path = (effective + 2.0) / (DIMENSION + effective + 5.0);
        let damping =
            1.0 + path + 2.0 * (((effective - 1.0) / (DIMENSION + 1.0)).sqrt() - 1.0).max(0.0);
        let separable = (DIMENSION + 2.0) / 3.0;
        let one = separable * 2.0 / ((DIMENSION + 1.3).powi(2) + effective);
        let many = (separable * 2.0 * (effective - 2.0 + 1.0 / effective)
            / ((DIMENSION + 2.0).powi(2) + effective))
            .min(1.0 - one);
        let expected = DIMENSION.sqrt()
            * (1.0 - 1.0 / (4.0 * DIMENSION) + 1.0 / (21.0 * DIMENSION * DIMENSION));
        let covariance_path = 4.0 / (DIMENSION + 4.0);
        Self { weights, effective, path, damping, covariance_path, one, many, expected }
    }
}

/// The mean of the last generation.
fn learned(generations: u64) -> [f64; 10] {
    let rates = Rates::new();
    let effective = rates.effective;
    let mut mean = Function::DOCUMENT.map(|(priority, _)| f64::from(priority));
    let (mut size, mut variances) = (20.0, [1.0_f64; 10]);
    let (mut path, mut covariance_path) = ([0.0; 10], [0.0; 10]);
    let mut rng = Dice::new(SEED, u64::MAX, 0).turn(0, 0);
    for generation in 0..generations {
        let drawn: Vec<[f64; 10]> =
            (0..CANDIDATES).map(|_| std::array::from_fn(|_| normal(&mut rng))).collect();
        let before = variances;
        let step = |z: &[f64; 10], at: usize| before[at].sqrt() * z[at];
        let mut scored: Vec<(f64, &[f64; 10])> = drawn
            .par_iter()
            .map(|z| {
                let candidate = std::array::from_fn(|at| mean[at] + size * step(z, at));
                (score(&candidate, generation), z)
            })
            .collect();
        scored.sort_by(|one, two| two.0.total_cmp(&one.0));
        let best = &scored[..PARENTS];
        let weighted = |value: &dyn Fn(&[f64; 10]) -> f64| -> f64 {
            best.iter().zip(&rates.weights).map(|((_, z), weight)| weight * value(z)).sum()
        };
        let mut length = 0.0_f64;
        for at in 0..10 {
            let z = weighted(&|z| z[at]);
            mean[at] += size * variances[at].sqrt() * z;
            path[at] = (1.0 - rates.path) * path[at]
                + (rates.path * (2.0 - rates.path) * effective).sqrt() * z;
            length += path[at] * path[at];
        }
        let length = length.sqrt();
        #[expect(clippy::cast_possible_truncation, reason = "generations are below 2^30")]
        let steady = length / (1.0 - (1.0 - rates.path).powi(2 * (generation as i32 + 1))).sqrt()
            < (1.4 + 2.0 / (DIMENSION + 1.0)) * rates.expected;
        for at in 0..10 {
            let y = weighted(&|z| step(z, at));
            let pull = (rates.covariance_path * (2.0 - rates.covariance_path) * effective).sqrt();
            covariance_path[at] = (1.0 - rates.covariance_path) * covariance_path[at]
                + if steady { pull * y } else { 0.0 };
            let squares = weighted(&|z| step(z, at).powi(2));
            variances[at] = (1.0 - rates.one - rates.many) * variances[at]
                + rates.one * covariance_path[at].powi(2)
                + rates.many * squares;
        }
        size *= ((rates.path / rates.damping) * (length / rates.expected - 1.0)).exp();
        if generation % 10 == 9 {
            let score = score(&mean, u64::MAX - generation);
            println!("generation {}: step {size:.1}, score of the mean {score:.4}", generation + 1);
        }
    }
    mean
}

/// Prints the learned priorities of the document's functions.
pub(crate) fn tune() {
    for ((_, function), priority) in Function::DOCUMENT.iter().zip(learned(GENERATIONS)) {
        println!("{priority:4.0}, // {function:?}");
    }
}
