//! The variation of the gradient of the log-likelihood between groups of paired games.
//!
//! A win in cell c (a seat of one of the two games of a group) adds the *score* of the cell to the gradient:
//! the parameters of its seat less their expectation in its game. The other factor is
//! the covariance of wins within a group, counted in integers. The product with the
//! inverse information on both sides is the covariance of the parameters. The tests
//! compare it with the jackknife, which leaves out one group after another.

use super::PairedLineUp;
use super::likelihood::Likelihood;
use super::matrix::Matrix;

/// The covariance of the log-likelihood's gradient, from the variation of the groups of
/// each line-up about their mean. `weights` has the weight of every game of a line-up.
pub(super) fn gradient_covariance(
    likelihood: &Likelihood<'_>,
    line_ups: &[PairedLineUp],
    weights: &[f64],
    parameters: &[f64],
) -> Matrix {
    let size = likelihood.parameters();
    let mut sum = Matrix::new(size);
    for (line_up, weight) in line_ups.iter().zip(weights) {
        let scores = scores(likelihood, line_up, parameters);
        for (cell, score) in scores.iter().enumerate() {
            let mut weighted = vec![0.0; size];
            for (other, other_score) in scores.iter().enumerate() {
                let covariance = weight * weight * line_up.covariance(cell, other);
                for (sum, part) in weighted.iter_mut().zip(other_score) {
                    *sum += covariance * part;
                }
            }
            for (row, factor) in score.iter().enumerate() {
                for (column, part) in weighted.iter().enumerate() {
                    sum[(row, column)] += factor * part;
                }
            }
        }
    }
    sum
}

/// The score of each cell: what one win there adds to the gradient.
fn scores(
    likelihood: &Likelihood<'_>,
    line_up: &PairedLineUp,
    parameters: &[f64],
) -> Vec<Vec<f64>> {
    let mut scores = Vec::with_capacity(PairedLineUp::CELLS);
    for seating in line_up.line_ups() {
        let mut expected = vec![0.0; likelihood.parameters()];
        let logs = likelihood.log_chances(parameters, &seating.players);
        for (seat, (&player, log)) in seating.players.iter().zip(logs).enumerate() {
            for term in likelihood.terms(player, seat) {
                expected[term] -= libm::exp(log);
            }
        }
        for (seat, &player) in seating.players.iter().enumerate() {
            let mut score = expected.clone();
            for term in likelihood.terms(player, seat) {
                score[term] += 1.0;
            }
            scores.push(score);
        }
    }
    scores
}
