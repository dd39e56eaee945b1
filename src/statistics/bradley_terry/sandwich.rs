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
        let (terms, scores) = scores(likelihood, line_up, parameters);
        for (cell, score) in scores.iter().enumerate() {
            let mut weighted = vec![0.0; terms.len()];
            for (other, other_score) in scores.iter().enumerate() {
                let covariance = weight * weight * line_up.covariance(cell, other);
                for (sum, part) in weighted.iter_mut().zip(other_score) {
                    *sum += covariance * part;
                }
            }
            for (&row, factor) in terms.iter().zip(score) {
                for (&column, part) in terms.iter().zip(&weighted) {
                    sum[(row, column)] += factor * part;
                }
            }
        }
    }
    sum
}

/// What the pairings that were not played add to the covariance of the gradient, where the
/// `played` share of all pairings is a random sample.
///
/// A pairing has a win rate of its own, which differs from that of the model by chance as far as
/// the sample is concerned: if other pairings had been drawn, the ratings would be others. The
/// variance of these differences in natural units, the same for all pairings, is estimated from
/// the squares of the residuals (corrected for the part that the fit takes of each) less what
/// chance within the pairings explains, as DerSimonian and Laird do (1986, Control. Clin. Trials
/// 7, 177-188). A part of it is left out for the share of the pairings that were played: with all
/// of them, nothing is added. `inverse` is the inverse of the information.
pub(super) fn sampling_covariance(
    likelihood: &Likelihood<'_>,
    line_ups: &[PairedLineUp],
    weights: &[f64],
    parameters: &[f64],
    inverse: &Matrix,
    played: f64,
) -> Matrix {
    let size = likelihood.parameters();
    // By line-up: the effect on the gradient of one natural unit more for its first player, by
    // parameter.
    let mut effects = Vec::with_capacity(line_ups.len());
    let (mut squares, mut within, mut scale) = (0.0, 0.0, 0.0);
    for (line_up, weight) in line_ups.iter().zip(weights) {
        let [a, b] = line_up.players;
        let seats = line_up.line_ups();
        let mut effect = [(a, 0.0), (b, 0.0), (size - 1, 0.0)];
        let mut residual = 0.0;
        for (game, seating) in seats.iter().enumerate() {
            let games = weight * (line_up.groups * line_up.unit) as f64;
            let logs = likelihood.log_chances(parameters, &seating.players);
            // The first player's chance: it sits in the first seat of the first game, and in the
            // second of the other.
            let chance = libm::exp(logs[game]);
            let information = games * chance * (1.0 - chance);
            residual += weight * seating.wins[game] as f64 - games * chance;
            effect[0].1 += information;
            effect[1].1 -= information;
            // The advantage is that of the second seat.
            effect[2].1 += if game == 0 { -information } else { information };
        }
        let information = effect[0].1;
        let between = inverse[(a, a)] + inverse[(b, b)] - 2.0 * inverse[(a, b)];
        let taken = information * between;
        // A pairing that alone connects two parts of the players has no residual.
        if taken < 0.99 {
            squares += residual * residual / (1.0 - taken);
            let covariance = |cell, other| line_up.covariance(cell, other);
            let both = covariance(0, 0) + 2.0 * covariance(0, 3) + covariance(3, 3);
            within += weight * weight * both;
            scale += information * information;
        }
        effects.push(effect);
    }
    let mut sum = Matrix::new(size);
    if scale <= 0.0 {
        return sum;
    }
    let variance = (squares - within).max(0.0) / scale * (1.0 - played);
    for effect in effects {
        for (row, one) in effect {
            for (column, other) in effect {
                sum[(row, column)] += variance * one * other;
            }
        }
    }
    sum
}

/// The score of each cell: what one win there adds to the gradient, by the parameters of the two
/// players and the seat. All others are 0.
fn scores(
    likelihood: &Likelihood<'_>,
    line_up: &PairedLineUp,
    parameters: &[f64],
) -> (Vec<usize>, Vec<Vec<f64>>) {
    let mut terms: Vec<usize> = (line_up.players.iter())
        .flat_map(|&player| (0..2).flat_map(move |seat| likelihood.terms(player, seat)))
        .collect();
    terms.sort_unstable();
    terms.dedup();
    let place = |term: usize| {
        let place = terms.iter().position(|other| *other == term);
        place.expect("a term of one of the two players")
    };
    let mut scores = Vec::with_capacity(PairedLineUp::CELLS);
    for seating in line_up.line_ups() {
        let mut expected = vec![0.0; terms.len()];
        let logs = likelihood.log_chances(parameters, &seating.players);
        for (seat, (&player, log)) in seating.players.iter().zip(logs).enumerate() {
            for term in likelihood.terms(player, seat) {
                expected[place(term)] -= libm::exp(log);
            }
        }
        for (seat, &player) in seating.players.iter().enumerate() {
            let mut score = expected.clone();
            for term in likelihood.terms(player, seat) {
                score[place(term)] += 1.0;
            }
            scores.push(score);
        }
    }
    (terms, scores)
}
