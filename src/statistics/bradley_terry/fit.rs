//! The fit of the ratings, with their standard errors and predictions.

use super::connected::check;
use super::likelihood::Likelihood;
use super::matrix::Matrix;
use super::newton::{Maximum, maximise};
use super::sandwich::{gradient_covariance, sampling_covariance};
use super::{BradleyTerryError, LineUp, MixedLineUp, PairedLineUp};
use crate::statistics::interval::Z_95;

/// The Elo points of a natural unit: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A variance below this fraction of the variance of independent games is rounding
/// error.
const NO_VARIANCE: f64 = 1e-12;

/// The weights that make line-ups of these sizes count equally: exactly 1 if all have
/// the same size. A line-up without games has no games to weigh.
fn weights(sizes: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let largest = sizes.clone().max().unwrap_or(1) as f64;
    sizes
        .map(|size| if size > 0 { largest / size as f64 } else { 1.0 })
        .collect()
}

/// An estimate in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The maximum-likelihood estimate.
    pub elo: f64,
    /// None where nothing varies: for a single player, and when no group deviates,
    /// because the groups then do not show how far others would.
    pub standard_error: Option<f64>,
    /// The lower end of the 95 % interval; none where there is no standard error.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The maximum-likelihood ratings and seat advantages, with the weights of games that
/// each fit names. They are the same to the last digit on every machine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BradleyTerry {
    /// The ratings by player. They add up to 0, and the standard errors treat the sum
    /// as known. Compare two ratings by [`Self::contrast`], not by their standard
    /// errors.
    pub ratings: Vec<Rating>,
    /// The advantage of each seat from the second on over the first seat, which has 0
    /// by definition.
    pub seat_advantages: Vec<Rating>,
    /// The number of Newton steps to the maximum.
    pub(super) iterations: u32,
    parameters: Vec<f64>,
    covariance: Matrix,
    independent: Matrix,
    games: f64,
}

impl BradleyTerry {
    /// The fit for players 0 to `players - 1` whose games all have equal weight. Its standard
    /// errors assume that all games are independent and that the model is right. The tests
    /// compare the other fits with it, and it with published results.
    #[cfg(test)]
    pub(crate) fn fit(players: usize, line_ups: &[LineUp]) -> Result<Self, BradleyTerryError> {
        check(players, line_ups)?;
        let maximum = maximise(&Likelihood {
            players,
            seats: line_ups[0].players.len(),
            line_ups,
            seatings: &[],
            mixed: &[],
            weights: &vec![1.0; line_ups.len()],
        })?;
        let covariance = maximum.covariance.clone();
        Ok(Self::new(players, maximum, covariance))
    }

    /// The fit to games that had several seatings in turn; each seating lists by seat
    /// the place of a player in the line-up, and has each place once. All line-ups have
    /// equal weight: games are weighted in inverse proportion to the number of games of
    /// their line-up. The standard errors assume that all games are independent and
    /// that the model is right.
    ///
    /// # Errors
    /// Everything that leaves a rating infinite or undetermined: see
    /// [`BradleyTerryError`].
    pub(crate) fn fit_mixed(
        players: usize,
        seatings: &[Vec<usize>],
        line_ups: &[MixedLineUp],
    ) -> Result<Self, BradleyTerryError> {
        let rotations: Vec<LineUp> = (line_ups.iter()).flat_map(MixedLineUp::rotations).collect();
        check(players, &rotations)?;
        let weights = weights(line_ups.iter().map(MixedLineUp::games));
        let likelihood = Likelihood {
            players,
            seats: seatings.first().map_or(0, Vec::len),
            line_ups: &[],
            seatings,
            mixed: line_ups,
            weights: &weights,
        };
        let maximum = maximise(&likelihood)?;
        let covariance = if weights.iter().all(|weight| *weight == 1.0) {
            maximum.covariance.clone()
        } else {
            // With weighted games, the covariance of the gradient is the information
            // with squared weights.
            let squares: Vec<f64> = weights.iter().map(|weight| weight * weight).collect();
            let squared = Likelihood {
                weights: &squares,
                ..likelihood
            };
            let gradients = squared.slope(&maximum.parameters).information;
            gradients.between(&maximum.covariance)
        };
        Ok(Self::new(players, maximum, covariance))
    }

    /// The fit to games of two seats. All line-ups have equal weight, however many groups of
    /// paired games they had, so that the ratings of players whom the model fits imperfectly
    /// do not depend on how often each pairing was played. The standard errors come
    /// from the variation between groups: they are right however the games of a group
    /// depend on one another, and whether or not the model is right (the sandwich of
    /// White 1982, Econometrica 50, 1-25, with groups as in Liang and Zeger 1986,
    /// Biometrika 73, 13-22). The line-ups are treated as chosen, their groups as
    /// drawn. The method takes many groups in all, about 30 and more.
    ///
    /// Where the line-ups are a random sample of all pairings, `sampled` is the share of them that
    /// was played, and the standard errors are those of the ratings that all pairings would give.
    ///
    /// # Errors
    /// As [`Self::fit_mixed`], and [`BradleyTerryError::TooFewGroups`].
    pub(crate) fn fit_pairs(
        players: usize,
        line_ups: &[PairedLineUp],
        sampled: Option<f64>,
    ) -> Result<Self, BradleyTerryError> {
        if line_ups.iter().any(|line_up| line_up.groups < 2) {
            return Err(BradleyTerryError::TooFewGroups);
        }
        let seatings: Vec<LineUp> = line_ups.iter().flat_map(PairedLineUp::line_ups).collect();
        check(players, &seatings)?;
        let mut of_line_ups = weights(line_ups.iter().map(|line_up| line_up.groups));
        // Wins are counted in units, so a unit has a part of the weight of a game.
        for (weight, line_up) in of_line_ups.iter_mut().zip(line_ups) {
            *weight /= line_up.unit as f64;
        }
        let of_seatings: Vec<f64> = of_line_ups.iter().flat_map(|weight| [*weight; 2]).collect();
        let likelihood = Likelihood {
            players,
            seats: 2,
            line_ups: &seatings,
            seatings: &[],
            mixed: &[],
            weights: &of_seatings,
        };
        let maximum = maximise(&likelihood)?;
        let parameters = &maximum.parameters;
        let mut gradients = gradient_covariance(&likelihood, line_ups, &of_line_ups, parameters);
        if let Some(played) = sampled {
            let inverse = &maximum.covariance;
            let weights = &of_line_ups;
            gradients.add(&sampling_covariance(
                &likelihood,
                line_ups,
                weights,
                parameters,
                inverse,
                played,
            ));
        }
        let covariance = gradients.between(&maximum.covariance);
        Ok(Self::new(players, maximum, covariance))
    }

    fn new(players: usize, maximum: Maximum, covariance: Matrix) -> Self {
        let mut fit = Self {
            ratings: Vec::new(),
            seat_advantages: Vec::new(),
            iterations: maximum.iterations,
            parameters: maximum.parameters,
            covariance,
            independent: maximum.covariance,
            games: maximum.games,
        };
        fit.ratings = (0..fit.parameters.len())
            .map(|parameter| fit.combination(&[(parameter, 1.0)]))
            .collect();
        fit.seat_advantages = fit.ratings.split_off(players);
        fit
    }

    /// The weighted sum of ratings. With weights that add up to 0, it is the difference
    /// in strength between players, on equal seats.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub(crate) fn contrast(&self, weights: &[(usize, f64)]) -> Rating {
        let players = self.ratings.len();
        assert!(weights.iter().all(|(player, _)| *player < players));
        self.combination(weights)
    }

    /// A weighted sum of parameters.
    fn combination(&self, weights: &[(usize, f64)]) -> Rating {
        let variance = |covariance: &Matrix| -> f64 {
            (weights.iter())
                .flat_map(|a| weights.iter().map(move |b| (a, b)))
                .map(|(a, b)| a.1 * b.1 * covariance[(a.0, b.0)])
                .sum()
        };
        let value: f64 = weights.iter().map(|w| w.1 * self.parameters[w.0]).sum();
        let found = variance(&self.covariance);
        let rounding = NO_VARIANCE * (variance(&self.independent).abs() + 1.0 / self.games);
        let elo = ELO * value;
        let standard_error = (found > rounding).then(|| ELO * found.sqrt());
        let half = standard_error.map(|error| Z_95 * error);
        Rating {
            elo,
            standard_error,
            low: half.map(|half| elo - half),
            high: half.map(|half| elo + half),
        }
    }
}
