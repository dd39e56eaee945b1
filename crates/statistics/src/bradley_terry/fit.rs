//! The fit of the ratings, with their standard errors and predictions.

use super::connected::Wins;
use super::likelihood::Likelihood;
use super::matrix::Matrix;
use super::newton::{Maximum, maximise, maximise_penalised};
use super::sandwich::{
    Spread, dispersions, gradient_covariance, gradient_covariance_of_batches, sampling_covariance,
    spreads,
};
use super::{BradleyTerryError, LineUp, MixedLineUp, PairedLineUp};
use crate::interval::Z_95;
use crate::parallel::map;
use crate::{Interval, two_sided_t_point};

/// The Elo points of a natural unit: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The level of the intervals is 1 less this.
const ALPHA: f64 = 0.05;

/// Above this number of rare results the likelihood is as good as normal.
const MANY: f64 = 1e4;

/// The trials of a rare result: with this number of trials, the binomial interval is that of a Poisson mean.
const TRIALS: f64 = 1e7;

/// A variance below this fraction of the variance of independent games is rounding
/// error.
const NO_VARIANCE: f64 = 1e-12;

/// The weights that make line-ups of these sizes count equally: exactly 1 if all have
/// the same size, and never more, so that no line-up outweighs the prior by games that it did not
/// have. A line-up without games has no games to weigh.
fn weights(sizes: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let played = || sizes.clone().filter(|size| *size > 0);
    let least = played().min().unwrap_or(1) as f64;
    sizes.clone().map(|size| if size > 0 { least / size as f64 } else { 1.0 }).collect()
}

/// An estimate in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// `None` where nothing varies, as for a single player.
    pub standard_error: Option<f64>,
    /// The lower end of the 95 % interval; `None` where there is no standard error, and where the
    /// games do not bound the rating from below, because the player never beat some of the others.
    pub low: Option<f64>,
    /// The upper end; `None` where the games do not bound the rating from above.
    pub high: Option<f64>,
}

/// The ratings and seat advantages of the largest penalised likelihood, with the weights of games
/// that each fit names. They are the same to the last digit on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
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
    wins: Wins,
    /// The quantile of Student's t for the ends of the intervals.
    point: f64,
}

impl BradleyTerry {
    /// The fit for players 0 to `players - 1` whose games all have equal weight, without a prior.
    /// Its standard errors assume that all games are independent and that the model is right. The
    /// tests compare the other fits with it, and it with published results.
    pub fn fit(players: usize, line_ups: &[LineUp]) -> Result<Self, BradleyTerryError> {
        let weights = vec![1.0; line_ups.len()];
        Self::fit_with(players, line_ups, &weights, |of| maximise(of, vec![0.0; of.parameters()]))
    }

    pub(super) fn fit_with(
        players: usize,
        line_ups: &[LineUp],
        weights: &[f64],
        maximise: impl Fn(&Likelihood<'_>) -> Result<Maximum, BradleyTerryError>,
    ) -> Result<Self, BradleyTerryError> {
        let wins = Wins::new(players, line_ups)?;
        let likelihood = Likelihood {
            players,
            seats: line_ups[0].players.len(),
            line_ups,
            seatings: &[],
            mixed: &[],
            weights,
            prior: &[],
        };
        let maximum = maximise(&likelihood)?;
        let covariance = maximum.covariance.clone();
        Ok(Self::new(players, wins, maximum, covariance, 1e9, &likelihood))
    }

    /// The fit to games that had several seatings in turn; each seating lists by seat
    /// the place of a player in the line-up, and has each place once. All line-ups have
    /// equal weight: games are weighted in inverse proportion to the number of games of
    /// their line-up. The standard errors come from the variation of the players' wins between
    /// groups of paired games.
    ///
    /// # Errors
    /// Everything that leaves a rating undetermined: see [`BradleyTerryError`].
    pub fn fit_mixed(
        players: usize,
        seatings: &[Vec<usize>],
        line_ups: &[MixedLineUp],
    ) -> Result<Self, BradleyTerryError> {
        let rotations: Vec<LineUp> = (line_ups.iter()).flat_map(MixedLineUp::rotations).collect();
        let wins = Wins::new(players, &rotations)?;
        let weights = weights(line_ups.iter().map(MixedLineUp::games));
        let games = Likelihood {
            players,
            seats: seatings.first().map_or(0, Vec::len),
            line_ups: &[],
            seatings,
            mixed: line_ups,
            weights: &weights,
            prior: &[],
        };
        let maximum = maximise_penalised(&games)?;
        let parameters = &maximum.parameters;
        let (dispersions, degrees) = dispersions(&games, line_ups, parameters);
        // The covariance of the gradient is the information with squared weights.
        let squares = weights.iter().zip(dispersions);
        let squares: Vec<f64> = squares.map(|(weight, of)| weight * weight * of).collect();
        let squared = Likelihood { weights: &squares, ..games };
        let gradients = squared.slope(parameters).information;
        let covariance = gradients.between(&maximum.covariance);
        Ok(Self::new(players, wins, maximum, covariance, degrees, &games))
    }

    /// The fit to games of two seats. All line-ups have equal weight, however many groups of
    /// paired games they had, so that the ratings of players whom the model fits imperfectly
    /// do not depend on how often each pairing was played. The standard errors come
    /// from the variation between groups: they are right however the games of a group
    /// depend on one another, and whether or not the model is right (the sandwich of
    /// White 1982, Econometrica 50, 1-25, with groups as in Liang and Zeger 1986,
    /// Biometrika 73, 13-22). The line-ups are treated as chosen, their groups as
    /// drawn. With few groups, the variation is averaged as [`spreads`] says.
    ///
    /// Where the line-ups are a random sample of all pairings, `sampled` is the share of them that
    /// was played, and the standard errors are those of the ratings that all pairings would give.
    ///
    /// # Errors
    /// As [`Self::fit_mixed`].
    pub fn fit_pairs(
        players: usize,
        line_ups: &[PairedLineUp],
        sampled: Option<f64>,
    ) -> Result<Self, BradleyTerryError> {
        let seatings: Vec<LineUp> = line_ups.iter().flat_map(PairedLineUp::line_ups).collect();
        let wins = Wins::new(players, &seatings)?;
        let of_line_ups = weights(line_ups.iter().map(|line_up| line_up.groups));
        // Wins are counted in units, so a unit has a part of the weight of a game.
        let of_seatings: Vec<f64> = (of_line_ups.iter().zip(line_ups))
            .flat_map(|(weight, line_up)| [weight / line_up.unit as f64; 2])
            .collect();
        let likelihood = Likelihood {
            players,
            seats: 2,
            line_ups: &seatings,
            seatings: &[],
            mixed: &[],
            weights: &of_seatings,
            prior: &[],
        };
        let maximum = maximise_penalised(&likelihood)?;
        let parameters = &maximum.parameters;
        let (spreads, mut degrees) = spreads(&likelihood, line_ups, parameters);
        let of_batches = gradient_covariance_of_batches(
            &likelihood,
            line_ups,
            &spreads,
            &of_line_ups,
            parameters,
        );
        // What batches show stands in for what the groups of each line-up show.
        let part: fn(&Spread) -> [f64; 3] =
            if of_batches.is_some() { Spread::expected } else { Spread::all };
        let mut gradients =
            gradient_covariance(&likelihood, line_ups, &spreads, part, &of_line_ups, parameters);
        if let Some((batches, of_batches)) = of_batches {
            gradients.add(&of_batches);
            degrees = degrees.min(batches - 1.0);
        }
        if let Some(played) = sampled {
            let inverse = &maximum.covariance;
            let weights = &of_line_ups;
            gradients.add(&sampling_covariance(
                &likelihood,
                line_ups,
                &spreads,
                weights,
                parameters,
                inverse,
                played,
            ));
        }
        let covariance = gradients.between(&maximum.covariance);
        Ok(Self::new(players, wins, maximum, covariance, degrees, &likelihood))
    }

    fn new(
        players: usize,
        wins: Wins,
        maximum: Maximum,
        covariance: Matrix,
        degrees: f64,
        likelihood: &Likelihood<'_>,
    ) -> Self {
        let bounded = wins.bounded();
        let mut fit = Self {
            ratings: Vec::new(),
            seat_advantages: Vec::new(),
            iterations: maximum.iterations,
            parameters: maximum.parameters,
            covariance,
            independent: maximum.covariance,
            games: maximum.games,
            wins,
            point: two_sided_t_point(ALPHA, 1, degrees),
        };
        let size = fit.parameters.len();
        fit.ratings = map(size, |parameter| {
            let bounded = bounded.get(parameter).copied().unwrap_or([true; 2]);
            let error = fit.independent[(parameter, parameter)].max(0.0).sqrt();
            let step = |row: usize| {
                if error > 0.0 { fit.independent[(row, parameter)] / error } else { 0.0 }
            };
            let direction: Vec<f64> = (0..size).map(step).collect();
            let skewness = likelihood.skewness(&fit.parameters, &direction);
            fit.combination(&[(parameter, 1.0)], bounded, skewness)
        });
        fit.seat_advantages = fit.ratings.split_off(players);
        fit
    }

    /// The weighted sum of ratings. With weights that add up to 0, it is the difference
    /// in strength between players, on equal seats.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn contrast(&self, weights: &[(usize, f64)]) -> Rating {
        let players = self.ratings.len();
        assert!(weights.iter().all(|(player, _)| *player < players));
        self.combination(weights, self.wins.bound(weights), 0.0)
    }

    /// A weighted sum of parameters that the games bound from below and from above, or not.
    fn combination(
        &self,
        weights: &[(usize, f64)],
        [low, high]: [bool; 2],
        skewness: f64,
    ) -> Rating {
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
        let [below, above] = distances(skewness, self.point);
        let end = |bounded: bool, distance: f64| {
            let error = standard_error.filter(|_| bounded);
            error.map(|error| elo + distance * error)
        };
        Rating { elo, standard_error, low: end(low, -below), high: end(high, above) }
    }
}

/// How many standard errors the ends of an interval are below and above the estimate, where
/// Student's t is `point`.
///
/// The likelihood of a player that hardly ever lost is skewed: the games may well have had fewer
/// losses than the player has on the whole, or more. It has the shape of the likelihood of the
/// logarithm of a Poisson mean, of which as many losses as have this skewness, 1 / skewness^2, are
/// counted; half a loss of these is the prior's. So the ends are in proportion to those of the
/// exact interval of such a mean (Garwood 1936, Biometrika 28, 437-442), and no nearer than
/// Student's t. The same holds for the wins of a player that hardly ever won.
fn distances(skewness: f64, point: f64) -> [f64; 2] {
    let count = 1.0 / (skewness * skewness);
    if count > MANY {
        return [point; 2];
    }
    let mean = Interval::binomial((count - 0.5).max(0.5), TRIALS, ALPHA);
    let distance = |ratio: f64| (count.sqrt() * libm::log(ratio) * point / Z_95).max(point);
    // Fewer losses than were counted are a higher rating.
    let [slow, fast] = [count / (TRIALS * mean.low), TRIALS * mean.high / count].map(distance);
    if skewness > 0.0 { [fast, slow] } else { [slow, fast] }
}
