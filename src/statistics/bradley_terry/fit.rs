//! Ratings, how far they may be off, and what they predict.

use super::connected::check;
use super::likelihood::Likelihood;
use super::matrix::Matrix;
use super::newton::{Maximum, maximise};
use super::sandwich::gradient_covariance;
use super::{BradleyTerryError, GroupedLineUp, LineUp, MixedLineUp};
use crate::statistics::interval::Z_95;

/// Elo points per natural unit: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A variance below this share of what independent games would give is
/// rounding.
const NO_VARIANCE: f64 = 1e-12;

/// Weights with which line-ups of these sizes count alike: exactly 1 for all of one
/// size. A line-up without games has none to weigh.
fn weights(sizes: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let largest = sizes.clone().max().unwrap_or(1) as f64;
    sizes
        .map(|size| if size > 0 { largest / size as f64 } else { 1.0 })
        .collect()
}

/// A number of Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely value.
    pub elo: f64,
    /// None where nothing varies: the rating of an only player, and when no
    /// group deviates, as then nothing is known of how far others would.
    pub standard_error: Option<f64>,
    /// Lower end of the 95 % interval, missing where the standard error is.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// The most likely ratings and seat advantages, games having the weights that each fit
/// names. The same to the last digit on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    /// By player; they add up to 0, which the standard errors take as known.
    /// Two ratings are compared by [`Self::contrast`], not by their errors.
    pub ratings: Vec<Rating>,
    /// By seat from the second on: how much better than the first it is, which
    /// has 0 by definition.
    pub seat_advantages: Vec<Rating>,
    /// Newton steps to the maximum.
    pub(super) iterations: u32,
    parameters: Vec<f64>,
    covariance: Matrix,
    independent: Matrix,
    games: f64,
}

impl BradleyTerry {
    /// The fit for players 0 to `players - 1`, with standard errors that take
    /// all games as independent and the model as right.
    ///
    /// # Errors
    /// Whatever leaves a rating infinite or undetermined: see
    /// [`BradleyTerryError`].
    ///
    /// # Examples
    /// ```
    /// use rivals::statistics::{BradleyTerry, LineUp};
    /// let line_ups = [
    ///     LineUp { players: vec![0, 1], wins: vec![70, 30] },
    ///     LineUp { players: vec![1, 0], wins: vec![40, 60] },
    /// ];
    /// let fit = BradleyTerry::fit(2, &line_ups)?;
    /// // Odds of 7 to 3 and 4 to 6 are Elo points of 147.2 and -70.4.
    /// let ahead = fit.contrast(&[(0, 1.0), (1, -1.0)]);
    /// assert!((ahead.elo - (147.2 + 70.4) / 2.0).abs() < 0.1);
    /// # Ok::<(), rivals::statistics::BradleyTerryError>(())
    /// ```
    pub fn fit(players: usize, line_ups: &[LineUp]) -> Result<Self, BradleyTerryError> {
        check(players, line_ups)?;
        let seats = line_ups[0].players.len();
        let likelihood = Likelihood {
            players,
            seats,
            line_ups,
            seatings: &[],
            mixed: &[],
            weights: &vec![1.0; line_ups.len()],
        };
        let maximum = maximise(&likelihood)?;
        let covariance = maximum.covariance.clone();
        Ok(Self::new(players, maximum, covariance))
    }

    /// The fit to games that had several seatings in turn; each seating lists by
    /// seat the place of a line-up's player, everybody once. All line-ups weigh
    /// alike, however many games they had: games count in inverse proportion to
    /// those of their line-up. Standard errors take all games as independent and the
    /// model as right.
    ///
    /// # Errors
    /// As [`Self::fit`].
    ///
    /// # Panics
    /// Unless every seating seats everybody once.
    pub fn fit_mixed(
        players: usize,
        seatings: &[Vec<usize>],
        line_ups: &[MixedLineUp],
    ) -> Result<Self, BradleyTerryError> {
        let seats = seatings.first().map_or(0, Vec::len);
        let everybody = |seating: &Vec<usize>| {
            seating.len() == seats && (0..seats).all(|place| seating.contains(&place))
        };
        assert!(seatings.iter().all(everybody), "somebody is not seated");
        for (line_up, mixed) in line_ups.iter().enumerate() {
            let (found, counts) = (mixed.players.len(), mixed.wins.len());
            if found != seats || counts != seats * seats {
                return Err(BradleyTerryError::Shape {
                    line_up,
                    seats: found,
                    counts,
                });
            }
        }
        let rotations: Vec<LineUp> = (line_ups.iter()).flat_map(MixedLineUp::rotations).collect();
        check(players, &rotations)?;
        let weights = weights(line_ups.iter().map(MixedLineUp::games));
        let likelihood = Likelihood {
            players,
            seats,
            line_ups: &[],
            seatings,
            mixed: line_ups,
            weights: &weights,
        };
        let maximum = maximise(&likelihood)?;
        let covariance = if weights.iter().all(|weight| *weight == 1.0) {
            maximum.covariance.clone()
        } else {
            // Of a gradient whose terms have weights: the information with the
            // squares of the weights.
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

    /// The fit in which all line-ups weigh alike, however many groups they had, so
    /// that the ratings of players whom the model fits imperfectly do not depend on
    /// who was played how often. Standard errors are from how the groups vary: right
    /// whatever the games of a group have in common, and whether or not the
    /// model is right (the sandwich of White 1982, Econometrica 50, 1-25, with
    /// groups as in Liang and Zeger 1986, Biometrika 73, 13-22). The line-ups
    /// are taken as chosen, their groups as drawn. It takes many groups in all,
    /// about 30 and more.
    ///
    /// # Errors
    /// As [`Self::fit`], counting seatings as line-ups, and for a line-up of
    /// fewer than two groups.
    pub fn fit_groups(
        players: usize,
        line_ups: &[GroupedLineUp],
    ) -> Result<Self, BradleyTerryError> {
        let few = line_ups.iter().position(|line_up| line_up.groups() < 2);
        if let Some(line_up) = few {
            let groups = line_ups[line_up].groups();
            return Err(BradleyTerryError::TooFewGroups { line_up, groups });
        }
        let seatings: Vec<LineUp> = line_ups.iter().flat_map(GroupedLineUp::line_ups).collect();
        check(players, &seatings)?;
        let mut of_line_ups = weights(line_ups.iter().map(GroupedLineUp::groups));
        // Wins are counted in units, so a unit counts a part of a game.
        for (weight, line_up) in of_line_ups.iter_mut().zip(line_ups) {
            *weight /= line_up.unit() as f64;
        }
        let of_seatings: Vec<f64> = (line_ups.iter().zip(&of_line_ups))
            .flat_map(|(line_up, weight)| line_up.line_ups().into_iter().map(move |_| *weight))
            .collect();
        let likelihood = Likelihood {
            players,
            seats: seatings[0].players.len(),
            line_ups: &seatings,
            seatings: &[],
            mixed: &[],
            weights: &of_seatings,
        };
        let maximum = maximise(&likelihood)?;
        let parameters = &maximum.parameters;
        let gradients = gradient_covariance(&likelihood, line_ups, &of_line_ups, parameters);
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

    /// The sum of ratings times weights: with weights that add up to 0, how
    /// much better some players are than others, on equal seats.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn contrast(&self, weights: &[(usize, f64)]) -> Rating {
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
