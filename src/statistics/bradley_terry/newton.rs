//! Newton's method on the log-likelihood.
//!
//! Where a maximum exists, the steps shrink to zero, and each of the last ones squares
//! the error. Where the likelihood rises for ever, like -exp(-t), the gradient vanishes
//! as well but the steps stay near 1, until the information is lost in rounding.
//! Therefore both the gradient and the step have to be small.

use super::BradleyTerryError;
use super::likelihood::{Likelihood, Slope};
use super::matrix::{Cholesky, Matrix};

/// The largest gradient at a maximum, in wins per game of the whole fit.
const GRADIENT: f64 = 1e-12;

/// The largest last step, in natural units: about a millionth of an Elo point.
const STEP: f64 = 1e-8;

/// The largest number of iterations, far more than any maximum takes: a step gains at
/// least about one unit.
const MAX_ITERATIONS: u32 = 200;

/// The decrease of the likelihood that may be caused by rounding, as a fraction of it.
const NOISE: f64 = 1e-12;

/// The maximum-likelihood parameters.
#[derive(Clone, Debug)]
pub(super) struct Maximum {
    pub(super) parameters: Vec<f64>,
    /// The inverse of the information, for ratings that add up to 0.
    pub(super) covariance: Matrix,
    pub(super) iterations: u32,
    /// The weighted number of games with a winner.
    pub(super) games: f64,
}

/// Finds the maximum, starting from all zero.
pub(super) fn maximise(likelihood: &Likelihood<'_>) -> Result<Maximum, BradleyTerryError> {
    let games = likelihood.games();
    let mut parameters = vec![0.0; likelihood.parameters()];
    let mut value = likelihood.value(&parameters);
    let mut last_step = parameters.clone();
    for iteration in 1..=MAX_ITERATIONS {
        let Slope {
            gradient,
            information,
        } = likelihood.slope(&parameters);
        // With equal chances nothing is lost in rounding yet: if the matrix is singular
        // now, the cause is the seatings.
        let Some(divisor) = divisor(likelihood, &information, games) else {
            return Err(if iteration == 1 {
                BradleyTerryError::Confounded
            } else {
                runaway(likelihood, &last_step)
            });
        };
        let step = divisor.solve(&gradient);
        if largest(&gradient) <= GRADIENT * games && largest(&step) <= STEP {
            return Ok(Maximum {
                parameters: along(&parameters, &step, 1.0),
                covariance: covariance(likelihood, &divisor, games),
                iterations: iteration,
                games,
            });
        }
        // The likelihood is concave, so a step that is too long is halved; 60 halvings
        // leave nothing of it.
        let accepted = (0..60)
            .map(|halvings| along(&parameters, &step, libm::ldexp(1.0, -halvings)))
            .map(|point| (likelihood.value(&point), point))
            .find(|(reached, _)| *reached >= value - NOISE * value.abs());
        let Some((reached, point)) = accepted else {
            break;
        };
        (value, parameters, last_step) = (reached, point, step);
    }
    Err(runaway(likelihood, &last_step))
}

/// The Cholesky factor of the information plus the square of the ratings' sum. The
/// information alone is zero in the direction in which all ratings rise alike; with the
/// square, a step leaves their sum at 0.
fn divisor(likelihood: &Likelihood<'_>, information: &Matrix, games: f64) -> Option<Cholesky> {
    let mut fixed = information.clone();
    for row in 0..likelihood.players {
        for column in 0..likelihood.players {
            fixed[(row, column)] += sum_weight(likelihood, games);
        }
    }
    fixed.cholesky()
}

/// The weight of that square, which changes no result: it is about as large as the
/// information of a player's games.
fn sum_weight(likelihood: &Likelihood<'_>, games: f64) -> f64 {
    let players = likelihood.players as f64;
    games / (players * players)
}

/// The inverse with the weight of the square removed: the sum has no variance.
fn covariance(likelihood: &Likelihood<'_>, divisor: &Cholesky, games: f64) -> Matrix {
    let players = likelihood.players as f64;
    let of_the_sum = 1.0 / (sum_weight(likelihood, games) * players * players);
    let mut covariance = divisor.inverse();
    for row in 0..likelihood.players {
        for column in 0..likelihood.players {
            covariance[(row, column)] -= of_the_sum;
        }
    }
    covariance
}

fn along(parameters: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    (parameters.iter().zip(step))
        .map(|(parameter, step)| parameter + share * step)
        .collect()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// The players and seats whose parameters grow without end. The steps of those point to
/// where the likelihood rises for ever; the other parameters have stopped moving.
fn runaway(likelihood: &Likelihood<'_>, step: &[f64]) -> BradleyTerryError {
    let moving = largest(step) / 10.0;
    let (ratings, advantages) = step.split_at(likelihood.players);
    let still_moving = |steps: &[f64], first: usize| -> Vec<usize> {
        (first..)
            .zip(steps)
            .filter(|(_, step)| step.abs() >= moving)
            .map(|(index, _)| index)
            .collect()
    };
    BradleyTerryError::Unbounded {
        players: still_moving(ratings, 0),
        seats: still_moving(advantages, 1),
    }
}
