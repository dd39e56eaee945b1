//! Newton's method on the log-likelihood.
//!
//! Where a maximum exists the steps shrink to nothing, the last of them
//! squaring the error. Where the likelihood rises for ever, like -exp(-t), the
//! gradient vanishes as well but the steps stay near 1, until the information
//! is lost in rounding. Hence both have to be small.

use super::BradleyTerryError;
use super::likelihood::{Likelihood, Slope};
use super::matrix::{Cholesky, Matrix};

/// The largest gradient of a maximum, in wins per game of the whole fit.
const GRADIENT: f64 = 1e-12;

/// The last step, in natural units: a millionth of an Elo point.
const STEP: f64 = 1e-8;

/// Far more than any maximum takes: a step gains at least about one unit.
const MAX_ITERATIONS: u32 = 200;

/// What the likelihood may seem to fall by rounding, as a share of itself.
const NOISE: f64 = 1e-12;

/// The most likely parameters.
#[derive(Clone, Debug)]
pub(super) struct Maximum {
    pub(super) parameters: Vec<f64>,
    /// The inverse of the information, for ratings that add up to 0.
    pub(super) covariance: Matrix,
    pub(super) iterations: u32,
    /// Games with a winner, each with its weight.
    pub(super) games: f64,
}

/// Climbs from all zero.
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
        // With all chances alike nothing is lost in rounding yet: what is
        // singular now is so by the seatings.
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
        // The likelihood is concave, so a step that overshoots is halved; 60
        // times leave nothing of it.
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

/// The information, which knows nothing of all ratings rising alike, plus the
/// square of the ratings' sum: a step then leaves the sum at 0.
fn divisor(likelihood: &Likelihood<'_>, information: &Matrix, games: f64) -> Option<Cholesky> {
    let mut fixed = information.clone();
    for row in 0..likelihood.players {
        for column in 0..likelihood.players {
            fixed[(row, column)] += sum_weight(likelihood, games);
        }
    }
    fixed.cholesky()
}

/// The weight of that square, which changes no result: about as large as the
/// information of a player's games.
fn sum_weight(likelihood: &Likelihood<'_>, games: f64) -> f64 {
    let players = likelihood.players as f64;
    games / (players * players)
}

/// The inverse without the weight again: the sum has no variance.
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

/// Who ran away. Such steps point to where the likelihood rises for ever; what
/// has found its place has stopped moving.
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
