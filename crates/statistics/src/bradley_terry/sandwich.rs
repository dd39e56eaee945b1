//! The variation of the gradient of the log-likelihood between groups of paired games.
//!
//! A win in cell c (a seat of one of the two games of a group) adds the *score* of the cell to the gradient:
//! the parameters of its seat less their expectation in its game. The other factor is
//! the covariance of wins within a group. The product with the
//! inverse information on both sides is the covariance of the parameters. The tests
//! compare it with the jackknife, which leaves out one group after another.

use std::collections::BTreeMap;

use super::likelihood::Likelihood;
use super::matrix::Matrix;
use super::{MixedLineUp, PairedLineUp};

/// The weight of what was observed in a line-up is its expected variance, and this much is the
/// weight of what all line-ups together show.
const OTHERS: f64 = 5.0;

/// The weight of independent games in what all line-ups together show; twice that with more than
/// two seats.
const INDEPENDENT: f64 = 2.0;

/// The degrees of freedom that this weight adds: the variance of games of one winner is known, and
/// only their dependence is estimated. The study `small_leagues` measures the coverage.
const KNOWN: f64 = 20.0;

/// How much the groups of one line-up vary: the variances of the first player's share from the
/// first seat and from the second, and between them their covariance, times the number of groups
/// and in units of wins.
pub(super) struct Spread {
    observed: [f64; 3],
    expected: [f64; 3],
    /// The weight of what was observed, in 0..1.
    weight: f64,
}

impl Spread {
    /// The observed part and the expected one.
    pub(super) fn all(&self) -> [f64; 3] {
        std::array::from_fn(|at| self.observed[at] + self.expected[at])
    }

    /// The part that does not rest on the groups of the line-up itself.
    pub(super) fn expected(&self) -> [f64; 3] {
        self.expected
    }

    /// The covariance of the shares of two cells by one of these.
    fn covariance(of: [f64; 3], cell: usize, other: usize) -> f64 {
        let of = of[cell / 2 + other / 2];
        // The second player has the rest of a win, so that its share varies in the other
        // direction.
        let of_first = |cell: usize| cell == 0 || cell == 3;
        if of_first(cell) == of_first(other) { of } else { -of }
    }
}

/// The spread of each line-up, and the degrees of freedom of all together.
///
/// Few groups, or groups of which nearly all are won, do not show how far others would deviate.
/// So the observed spread of a line-up is averaged with the one that it would have if its games
/// depended on each other as those of all line-ups do, and this one with that of independent
/// games. The weights are expected variances, which grow with the number of groups.
pub(super) fn spreads(
    likelihood: &Likelihood<'_>,
    line_ups: &[PairedLineUp],
    parameters: &[f64],
) -> (Vec<Spread>, f64) {
    let (mut observed, mut expected) = ([0.0; 2], [0.0; 2]);
    let mut degrees = 0.0;
    let both: Vec<_> = (line_ups.iter())
        .map(|line_up| {
            let [a, b] = line_up.players;
            let chances =
                [[a, b], [b, a]].map(|players| likelihood.log_chances(parameters, &players));
            let variance = |log: f64| libm::exp(log) * -libm::expm1(log);
            let (first, second) = (variance(chances[0][0]), variance(chances[1][1]));
            let model = [first, (first * second).sqrt(), second];
            let groups = line_up.groups as f64;
            let freedom = (groups - 1.0).max(0.0);
            let unit = groups * (line_up.unit * line_up.unit) as f64;
            let found = if freedom > 0.0 {
                [(0, 0), (0, 3), (3, 3)].map(|(cell, other)| line_up.covariance(cell, other) / unit)
            } else {
                [0.0; 3]
            };
            degrees += freedom;
            for (sum, of) in [(&mut observed, found), (&mut expected, model)] {
                sum[0] += freedom * (of[0] + of[2]);
                sum[1] += freedom * of[1];
            }
            (found, model, freedom)
        })
        .collect();
    let variance = (observed[0] + INDEPENDENT) / (expected[0] + INDEPENDENT);
    let covariance = observed[1] / (expected[1] + INDEPENDENT / 4.0);
    let spreads = (both.iter().zip(line_ups)).map(|((found, model, freedom), line_up)| {
        let of_all = [variance, covariance, variance];
        let weight = freedom * (model[0] + model[2]);
        let groups = line_up.groups as f64;
        let weight = weight / (weight + OTHERS);
        Spread {
            observed: found.map(|of| groups * weight * of),
            expected: std::array::from_fn(|at| groups * (1.0 - weight) * of_all[at] * model[at]),
            weight,
        }
    });
    (spreads.collect(), degrees + KNOWN)
}

/// By line-up of mixed seatings: the variance of its wins as a multiple of that of independent
/// games, averaged as [`spreads`] does, and the degrees of freedom of all together.
pub(super) fn dispersions(
    likelihood: &Likelihood<'_>,
    line_ups: &[MixedLineUp],
    parameters: &[f64],
) -> (Vec<f64>, f64) {
    let freedom = |line_up: &MixedLineUp| line_up.groups.saturating_sub(1) as f64;
    let expected = line_ups.iter().map(|line_up| {
        let groups = line_up.groups.max(1) as f64;
        freedom(line_up) * likelihood.variance(line_up, parameters) / groups
    });
    let expected: Vec<f64> = expected.collect();
    let observed: f64 = line_ups.iter().map(|line_up| line_up.squares).sum();
    let known = 2.0 * INDEPENDENT;
    let all = (observed + known) / (expected.iter().sum::<f64>() + known);
    let own = line_ups.iter().zip(expected);
    let own = own.map(|(line_up, expected)| (line_up.squares + OTHERS * all) / (expected + OTHERS));
    (own.collect(), line_ups.iter().map(freedom).sum::<f64>() + KNOWN)
}

/// The covariance of the log-likelihood's gradient, from the variation of the groups of
/// each line-up about their mean. `weights` has the weight of every game of a line-up.
pub(super) fn gradient_covariance(
    likelihood: &Likelihood<'_>,
    line_ups: &[PairedLineUp],
    spreads: &[Spread],
    part: fn(&Spread) -> [f64; 3],
    weights: &[f64],
    parameters: &[f64],
) -> Matrix {
    let size = likelihood.parameters();
    let mut sum = Matrix::new(size);
    for ((line_up, spread), weight) in line_ups.iter().zip(spreads).zip(weights) {
        let (terms, scores) = scores(likelihood, line_up, parameters);
        for (cell, score) in scores.iter().enumerate() {
            let mut weighted = vec![0.0; terms.len()];
            for (other, other_score) in scores.iter().enumerate() {
                let covariance = weight * weight * Spread::covariance(part(spread), cell, other);
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

/// As [`gradient_covariance`], from the variation of batches of groups about their mean, where the
/// groups of a batch depend on each other across line-ups, with their number; `None` if they are all
/// independent. What was observed has the weight that it has in the spreads; the rest is theirs.
pub(super) fn gradient_covariance_of_batches(
    likelihood: &Likelihood<'_>,
    line_ups: &[PairedLineUp],
    spreads: &[Spread],
    weights: &[f64],
    parameters: &[f64],
) -> Option<(f64, Matrix)> {
    let size = likelihood.parameters();
    let mut gradients: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    for ((line_up, spread), weight) in line_ups.iter().zip(spreads).zip(weights) {
        let weight = weight * spread.weight.sqrt();
        if line_up.batches.is_empty() {
            return None;
        }
        let (terms, scores) = scores(likelihood, line_up, parameters);
        for &(batch, groups, shares) in &line_up.batches {
            // The numbers of groups times the shares beyond the mean, as integers, whose terms cancel.
            let beyond = |seat: usize| {
                let [of_batch, all] = [shares[seat], line_up.shares[seat]].map(i128::from);
                i128::from(line_up.groups) * of_batch - i128::from(groups) * all
            };
            let all = (line_up.groups * line_up.unit) as f64;
            let [first, second] = [0, 1].map(|seat| beyond(seat) as f64 / all);
            let gradient = gradients.entry(batch).or_insert_with(|| vec![0.0; size]);
            // The second player has the rest of each win.
            for (more, score) in [first, -first, -second, second].iter().zip(&scores) {
                for (&term, factor) in terms.iter().zip(score) {
                    gradient[term] += weight * more * factor;
                }
            }
        }
    }
    let count = gradients.len() as f64;
    if count < 2.0 {
        return None;
    }
    let mut sum = Matrix::new(size);
    for gradient in gradients.values() {
        for (row, one) in gradient.iter().enumerate() {
            for (column, other) in gradient.iter().enumerate() {
                sum[(row, column)] += count / (count - 1.0) * one * other;
            }
        }
    }
    Some((count, sum))
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
    spreads: &[Spread],
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
    for ((line_up, spread), weight) in line_ups.iter().zip(spreads).zip(weights) {
        let [a, b] = line_up.players;
        let seats = line_up.line_ups();
        let mut effect = [(a, 0.0), (b, 0.0), (size - 1, 0.0)];
        let mut residual = 0.0;
        for (game, seating) in seats.iter().enumerate() {
            let games = weight * line_up.groups as f64;
            let logs = likelihood.log_chances(parameters, &seating.players);
            // The first player's chance: it sits in the first seat of the first game, and in the
            // second of the other.
            let chance = libm::exp(logs[game]);
            let information = games * chance * (1.0 - chance);
            let won = seating.wins[game] as f64 / line_up.unit as f64;
            residual += weight * won - games * chance;
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
            let covariance = |cell, other| Spread::covariance(spread.all(), cell, other);
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
