//! The log-likelihood of ratings and advantages, with its gradient and information.
//!
//! The parameters, in natural units, are the ratings of all players and the advantages
//! of all seats except the first. The log-likelihood is concave. It stays the same when
//! all ratings rise by the same amount.

use super::matrix::Matrix;
use super::{LineUp, MixedLineUp};

/// The games with their wins, and the meaning of the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likelihood<'a> {
    pub(super) players: usize,
    pub(super) seats: usize,
    pub(super) line_ups: &'a [LineUp],
    /// By seating, then seat: the index in [`MixedLineUp::players`].
    pub(super) seatings: &'a [Vec<usize>],
    pub(super) mixed: &'a [MixedLineUp],
    /// The weights, by line-up, plain ones before mixed ones: the weight of every game of
    /// a line-up, or for a plain one the weight of the unit of its wins.
    pub(super) weights: &'a [f64],
    /// The wins of further games, by line-up as `weights`, then seat, or cell of a mixed one: the
    /// penalty. Empty where there are none.
    pub(super) prior: &'a [Vec<f64>],
}

/// The first and second derivatives of the log-likelihood at some parameters.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    /// Fisher's information: minus the second derivatives, which depend on the weighted
    /// numbers of games and not on their winners.
    pub(super) information: Matrix,
}

impl Likelihood<'_> {
    /// The number of parameters.
    pub(super) fn parameters(&self) -> usize {
        self.players + self.seats - 1
    }

    /// The weighted number of games with a winner.
    pub(super) fn games(&self) -> f64 {
        let games = self.line_ups.iter().map(LineUp::games);
        let games = games.chain(self.mixed.iter().map(MixedLineUp::games));
        (games.zip(self.weights)).map(|(games, weight)| weight * games as f64).sum::<f64>()
            + self.prior.iter().flatten().sum::<f64>()
    }

    /// The wins of a seat or cell of a line-up, with their weight and those of the prior.
    fn won(&self, wins: f64, at: usize, cell: usize) -> f64 {
        self.weights[at] * wins + self.prior.get(at).map_or(0.0, |prior| prior[cell])
    }

    /// The number of further games of a line-up.
    fn further(&self, at: usize) -> f64 {
        self.prior.get(at).map_or(0.0, |prior| prior.iter().sum())
    }

    /// The further wins by which the slope is that of the likelihood with the prior of Jeffreys
    /// (Firth 1993, Biometrika 80, 27-38), where `inverse` is the inverse of the information.
    ///
    /// With the chances p of the seats of a game, the covariance V of their strengths, the distance
    /// d = (e - p)' V (e - p) of each seat (e has a 1 at this seat alone) and the leverage t = sum
    /// of p d, the prior adds p (d - t) / 2 to the slope. As wins that are never negative, these
    /// are p (d + t) / 2 in t further games. With two seats that is half a win for each.
    pub(super) fn jeffreys(&self, parameters: &[f64], inverse: &Matrix) -> Vec<Vec<f64>> {
        let of_game = |players: &[usize], games: f64| -> Vec<f64> {
            let logs = self.log_chances(parameters, players);
            let chances: Vec<f64> = logs.into_iter().map(libm::exp).collect();
            let covariance = |a: usize, b: usize| -> f64 {
                let columns = || self.terms(players[b], b);
                let rows = self.terms(players[a], a);
                rows.flat_map(|row| columns().map(move |column| inverse[(row, column)])).sum()
            };
            let seats = 0..self.seats;
            // V p, by seat.
            let means: Vec<f64> = (seats.clone())
                .map(|a| seats.clone().map(|b| chances[b] * covariance(a, b)).sum())
                .collect();
            let mean: f64 = seats.clone().map(|seat| chances[seat] * means[seat]).sum();
            let distance = |seat: usize| covariance(seat, seat) - 2.0 * means[seat] + mean;
            let leverage: f64 = seats.clone().map(|seat| chances[seat] * distance(seat)).sum();
            seats.map(|seat| games * chances[seat] * (distance(seat) + leverage) / 2.0).collect()
        };
        let plain = self
            .weighted()
            .map(|(_, line_up, weight)| of_game(&line_up.players, weight * line_up.games() as f64));
        let mixed = self.weighted_mixed().map(|(_, mixed, weight)| {
            let mut cells = vec![0.0; self.seats * self.seats];
            for (number, seating) in self.seatings.iter().enumerate() {
                let players: Vec<usize> =
                    seating.iter().map(|place| mixed.players[*place]).collect();
                let games = weight * mixed.games_of(number, self.seatings.len()) as f64;
                for (seat, wins) in of_game(&players, games).into_iter().enumerate() {
                    cells[seating[seat] * self.seats + seat] += wins;
                }
            }
            cells
        });
        plain.chain(mixed).collect()
    }

    /// The plain line-ups with their numbers and weights.
    fn weighted(&self) -> impl Iterator<Item = (usize, &LineUp, f64)> {
        (self.line_ups.iter().enumerate()).map(|(at, line_up)| (at, line_up, self.weights[at]))
    }

    /// The mixed line-ups with their numbers and weights.
    fn weighted_mixed(&self) -> impl Iterator<Item = (usize, &MixedLineUp, f64)> {
        let numbered = (self.line_ups.len()..).zip(self.mixed);
        numbered.map(|(at, mixed)| (at, mixed, self.weights[at]))
    }

    /// The parameters whose sum is the strength of a player in a seat.
    pub(super) fn terms(&self, player: usize, seat: usize) -> impl Iterator<Item = usize> {
        let advantage = seat.checked_sub(1).map(|seat| self.players + seat);
        std::iter::once(player).chain(advantage)
    }

    /// The logarithm of each seat's probability of winning.
    pub(super) fn log_chances(&self, parameters: &[f64], players: &[usize]) -> Vec<f64> {
        let strengths: Vec<f64> = (players.iter().enumerate())
            .map(|(seat, &player)| self.terms(player, seat).map(|term| parameters[term]).sum())
            .collect();
        // The greatest strength is subtracted so that no exponential overflows.
        let greatest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = (strengths.iter()).map(|strength| libm::exp(strength - greatest)).sum();
        let norm = greatest + libm::log(sum);
        strengths.iter().map(|strength| strength - norm).collect()
    }

    /// The log-likelihood.
    pub(super) fn value(&self, parameters: &[f64]) -> f64 {
        let line_ups: f64 = (self.weighted())
            .flat_map(|(at, line_up, _)| {
                let logs = self.log_chances(parameters, &line_up.players);
                let wins = line_up.wins.iter().zip(logs).enumerate();
                wins.map(move |(seat, (&wins, log))| self.won(wins as f64, at, seat) * log)
            })
            .sum();
        let mixed = self.weighted_mixed().map(|(at, mixed, weight)| {
            // A win contributes its strength less the norm of its own seating. The sum
            // of these norms equals that of the mean norm, because every game has one
            // win.
            let strengths = Strengths::new(self, parameters, &mixed.players);
            let mut norm = 0.0;
            let further = self.further(at);
            let all = weight * mixed.games() as f64 + further;
            for (seating, games) in self.played(mixed, weight, further) {
                let sum: f64 = strengths.of(seating).sum();
                norm += games / all * (strengths.greatest + libm::log(sum));
            }
            let wins = strengths.logs.iter().enumerate();
            wins.map(|(cell, log)| self.won(mixed.won(cell), at, cell) * (log - norm)).sum::<f64>()
        });
        line_ups + mixed.sum::<f64>()
    }

    /// The seatings that had games, with their weighted numbers of games.
    fn played(
        &self,
        mixed: &MixedLineUp,
        weight: f64,
        further: f64,
    ) -> impl Iterator<Item = (&[usize], f64)> {
        let seatings = self.seatings.len();
        let prior = further / seatings as f64;
        let games = move |number| weight * mixed.games_of(number, seatings) as f64 + prior;
        (self.seatings.iter().enumerate())
            .map(move |(number, seating)| (&seating[..], games(number)))
            .filter(|(_, games)| *games > 0.0)
    }

    /// The derivatives at these parameters.
    pub(super) fn slope(&self, parameters: &[f64]) -> Slope {
        let mut gradient = vec![0.0; self.parameters()];
        let mut information = Matrix::new(self.parameters());
        for (at, line_up, line_up_weight) in self.weighted() {
            let games = line_up_weight * line_up.games() as f64 + self.further(at);
            let players = &line_up.players;
            let chances: Vec<f64> =
                (self.log_chances(parameters, players).into_iter()).map(libm::exp).collect();
            for seat in 0..self.seats {
                let wins = self.won(line_up.wins[seat] as f64, at, seat);
                let surplus = wins - games * chances[seat];
                for term in self.terms(players[seat], seat) {
                    gradient[term] += surplus;
                }
                // The covariance of the wins of two seats.
                for other in 0..self.seats {
                    let chance = if seat == other { 1.0 - chances[other] } else { -chances[other] };
                    let weight = games * chances[seat] * chance;
                    for row in self.terms(players[seat], seat) {
                        for column in self.terms(players[other], other) {
                            information[(row, column)] += weight;
                        }
                    }
                }
            }
        }
        for (at, mixed, _) in self.weighted_mixed() {
            self.add_mixed(mixed, at, parameters, &mut gradient, &mut information);
        }
        Slope { gradient, information }
    }

    /// The third derivative along a direction, from the games alone: how much slower the likelihood
    /// falls on one side than on the other.
    pub(super) fn skewness(&self, parameters: &[f64], direction: &[f64]) -> f64 {
        let of_game = |players: &[usize], games: f64| {
            let logs = self.log_chances(parameters, players);
            let steps: Vec<(f64, f64)> = (players.iter().zip(logs).enumerate())
                .map(|(seat, (&player, log))| {
                    let step = self.terms(player, seat).map(|term| direction[term]);
                    (libm::exp(log), step.sum())
                })
                .collect();
            let mean: f64 = steps.iter().map(|(chance, step)| chance * step).sum();
            let cubes = steps.iter().map(|(chance, step)| {
                let beyond = step - mean;
                chance * beyond * beyond * beyond
            });
            -games * cubes.sum::<f64>()
        };
        let plain = self
            .weighted()
            .map(|(_, line_up, weight)| of_game(&line_up.players, weight * line_up.games() as f64));
        let mixed = self.weighted_mixed().map(|(_, mixed, weight)| -> f64 {
            let of_seating = |(seating, games): (&[usize], f64)| {
                let players: Vec<usize> =
                    seating.iter().map(|place| mixed.players[*place]).collect();
                of_game(&players, games)
            };
            self.played(mixed, weight, 0.0).map(of_seating).sum()
        });
        plain.sum::<f64>() + mixed.sum::<f64>()
    }

    /// The sum over the players of a mixed line-up of the variance of their wins, if its games were
    /// independent.
    pub(super) fn variance(&self, mixed: &MixedLineUp, parameters: &[f64]) -> f64 {
        let strengths = Strengths::new(self, parameters, &mixed.players);
        let of_seating = |(seating, games): (&[usize], f64)| {
            let sum: f64 = strengths.of(seating).sum();
            let chances = strengths.of(seating).map(|strength| strength / sum);
            games * chances.map(|chance| chance * (1.0 - chance)).sum::<f64>()
        };
        self.played(mixed, 1.0, 0.0).map(of_seating).sum()
    }

    /// Adds the derivatives of one mixed line-up, whose cells are place x seats + seat:
    /// first the expected wins and their covariances by cell, then by parameter.
    fn add_mixed(
        &self,
        mixed: &MixedLineUp,
        at: usize,
        parameters: &[f64],
        gradient: &mut [f64],
        information: &mut Matrix,
    ) {
        let cells = self.seats * self.seats;
        let strengths = Strengths::new(self, parameters, &mixed.players);
        let mut expected = vec![0.0; cells];
        let mut covariances = vec![0.0; cells * cells];
        let mut chances = vec![(0, 0.0); self.seats];
        for (seating, games) in self.played(mixed, self.weights[at], self.further(at)) {
            let sum: f64 = strengths.of(seating).sum();
            for (seat, (chance, strength)) in
                chances.iter_mut().zip(strengths.of(seating)).enumerate()
            {
                *chance = (seating[seat] * self.seats + seat, strength / sum);
            }
            for &(cell, chance) in &chances {
                expected[cell] += games * chance;
                covariances[cell * cells + cell] += games * chance;
                for &(other, other_chance) in &chances {
                    covariances[cell * cells + other] -= games * chance * other_chance;
                }
            }
        }
        let terms = |cell: usize| {
            let (place, seat) = (cell / self.seats, cell % self.seats);
            self.terms(mixed.players[place], seat)
        };
        for cell in 0..cells {
            for row in terms(cell) {
                gradient[row] += self.won(mixed.won(cell), at, cell) - expected[cell];
                for other in 0..cells {
                    for column in terms(other) {
                        information[(row, column)] += covariances[cell * cells + other];
                    }
                }
            }
        }
    }
}

/// The strengths of some players from every seat.
struct Strengths {
    seats: usize,
    /// The logarithms of the strengths, by place, then seat.
    logs: Vec<f64>,
    /// The greatest of these logarithms.
    greatest: f64,
    /// The strengths as fractions of the greatest, so that no exponential overflows.
    shares: Vec<f64>,
}

impl Strengths {
    fn new(likelihood: &Likelihood<'_>, parameters: &[f64], players: &[usize]) -> Self {
        let seats = likelihood.seats;
        let log = |player: usize, seat: usize| -> f64 {
            let terms = likelihood.terms(player, seat);
            terms.map(|term| parameters[term]).sum()
        };
        let logs: Vec<f64> = (players.iter())
            .flat_map(|&player| (0..seats).map(move |seat| log(player, seat)))
            .collect();
        let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self {
            seats,
            greatest,
            shares: logs.iter().map(|log| libm::exp(log - greatest)).collect(),
            logs,
        }
    }

    /// The strengths by seat of a seating.
    fn of(&self, seating: &[usize]) -> impl Iterator<Item = f64> {
        (seating.iter().enumerate()).map(|(seat, place)| self.shares[place * self.seats + seat])
    }
}
