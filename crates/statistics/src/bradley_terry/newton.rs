//! Newton's method on the log-likelihood. The steps shrink to zero, and each of the last ones
//! squares the error.

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

/// The largest number of times that the prior is computed again.
const MAX_PRIORS: u32 = 500;

/// The largest change of a parameter from one prior to the next, in natural units: a thousandth of
/// an Elo point.
const SETTLED: f64 = 1e-5;

/// Finds the maximum of the likelihood with the prior of Jeffreys: the further games that this prior
/// adds to each line-up depend on the ratings, so that both are computed in turn.
pub(super) fn maximise_penalised(
    likelihood: &Likelihood<'_>,
) -> Result<Maximum, BradleyTerryError> {
    // At first as many games as there are free parameters, spread equally.
    let line_ups = likelihood.weights.len();
    let free = (likelihood.players + likelihood.seats).saturating_sub(2) as f64;
    let plain = likelihood.line_ups.iter().map(|line_up| line_up.wins.len());
    let cells = plain.chain(likelihood.mixed.iter().map(|mixed| mixed.wins.len()));
    let equal = |cells: usize| vec![free / (line_ups * cells) as f64; cells];
    let mut prior: Vec<Vec<f64>> = cells.map(equal).collect();
    let mut from = vec![0.0; likelihood.parameters()];
    for _ in 0..MAX_PRIORS {
        let penalised = Likelihood { prior: &prior, ..*likelihood };
        let maximum = maximise(&penalised, from.clone())?;
        let changes = maximum.parameters.iter().zip(&from);
        let changes: Vec<f64> = changes.map(|(new, old)| new - old).collect();
        if largest(&changes) <= SETTLED {
            return Ok(maximum);
        }
        from = maximum.parameters;
        // The information of the games alone: that of the prior is not evidence.
        let Slope { information, .. } = likelihood.slope(&from);
        let inverse = divisor(likelihood, &information, likelihood.games())
            .map(|divisor| covariance(likelihood, &divisor, likelihood.games()));
        match inverse {
            Some(inverse) => prior = likelihood.jeffreys(&from, &inverse),
            None => return Err(BradleyTerryError::Confounded),
        }
    }
    Err(BradleyTerryError::NotConverged)
}

/// Finds the maximum for this prior, starting from these parameters.
pub(super) fn maximise(
    likelihood: &Likelihood<'_>,
    mut parameters: Vec<f64>,
) -> Result<Maximum, BradleyTerryError> {
    let games = likelihood.games();
    let mut value = likelihood.value(&parameters);
    for iteration in 1..=MAX_ITERATIONS {
        let Slope { gradient, information } = likelihood.slope(&parameters);
        let Some(divisor) = divisor(likelihood, &information, games) else {
            return Err(BradleyTerryError::Confounded);
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
        (value, parameters) = (reached, point);
    }
    Err(BradleyTerryError::NotConverged)
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
    (parameters.iter().zip(step)).map(|(parameter, step)| parameter + share * step).collect()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}
