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
        (games.zip(self.weights))
            .map(|(games, weight)| weight * games as f64)
            .sum()
    }

    /// The plain line-ups with their weights.
    fn weighted(&self) -> impl Iterator<Item = (&LineUp, f64)> {
        self.line_ups.iter().zip(self.weights.iter().copied())
    }

    /// The mixed line-ups with their weights.
    fn weighted_mixed(&self) -> impl Iterator<Item = (&MixedLineUp, f64)> {
        let weights = &self.weights[self.line_ups.len()..];
        self.mixed.iter().zip(weights.iter().copied())
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
        let sum: f64 = (strengths.iter())
            .map(|strength| libm::exp(strength - greatest))
            .sum();
        let norm = greatest + libm::log(sum);
        strengths.iter().map(|strength| strength - norm).collect()
    }

    /// The log-likelihood.
    pub(super) fn value(&self, parameters: &[f64]) -> f64 {
        let line_ups: f64 = (self.weighted())
            .flat_map(|(line_up, weight)| {
                let logs = self.log_chances(parameters, &line_up.players);
                (line_up.wins.iter().zip(logs)).map(move |(&wins, log)| weight * wins as f64 * log)
            })
            .sum();
        let mixed = self.weighted_mixed().map(|(mixed, weight)| {
            // A win contributes its strength less the norm of its own seating. The sum
            // of these norms equals that of the mean norm, because every game has one
            // win.
            let strengths = Strengths::new(self, parameters, &mixed.players);
            let mut norm = 0.0;
            for (seating, games) in self.played(mixed) {
                let sum: f64 = strengths.of(seating).sum();
                norm += games / mixed.games() as f64 * (strengths.greatest + libm::log(sum));
            }
            let wins = strengths.logs.iter().enumerate();
            let sum: f64 = wins.map(|(cell, log)| mixed.won(cell) * (log - norm)).sum();
            weight * sum
        });
        line_ups + mixed.sum::<f64>()
    }

    /// The seatings that had games, with their numbers of games.
    fn played(&self, mixed: &MixedLineUp) -> impl Iterator<Item = (&[usize], f64)> {
        let games = |number| mixed.games_of(number, self.seatings.len()) as f64;
        (self.seatings.iter().enumerate())
            .map(move |(number, seating)| (&seating[..], games(number)))
            .filter(|(_, games)| *games > 0.0)
    }

    /// The derivatives at these parameters.
    pub(super) fn slope(&self, parameters: &[f64]) -> Slope {
        let mut gradient = vec![0.0; self.parameters()];
        let mut information = Matrix::new(self.parameters());
        for (line_up, line_up_weight) in self.weighted() {
            let games = line_up_weight * line_up.games() as f64;
            let players = &line_up.players;
            let chances: Vec<f64> = (self.log_chances(parameters, players).into_iter())
                .map(libm::exp)
                .collect();
            for seat in 0..self.seats {
                let wins = line_up_weight * line_up.wins[seat] as f64;
                let surplus = wins - games * chances[seat];
                for term in self.terms(players[seat], seat) {
                    gradient[term] += surplus;
                }
                // The covariance of the wins of two seats.
                for other in 0..self.seats {
                    let chance = if seat == other {
                        1.0 - chances[other]
                    } else {
                        -chances[other]
                    };
                    let weight = games * chances[seat] * chance;
                    for row in self.terms(players[seat], seat) {
                        for column in self.terms(players[other], other) {
                            information[(row, column)] += weight;
                        }
                    }
                }
            }
        }
        for (mixed, weight) in self.weighted_mixed() {
            self.add_mixed(mixed, weight, parameters, &mut gradient, &mut information);
        }
        Slope {
            gradient,
            information,
        }
    }

    /// Adds the derivatives of one mixed line-up, whose cells are place x seats + seat:
    /// first the expected wins and their covariances by cell, then by parameter.
    fn add_mixed(
        &self,
        mixed: &MixedLineUp,
        weight: f64,
        parameters: &[f64],
        gradient: &mut [f64],
        information: &mut Matrix,
    ) {
        let cells = self.seats * self.seats;
        let strengths = Strengths::new(self, parameters, &mixed.players);
        let mut expected = vec![0.0; cells];
        let mut covariances = vec![0.0; cells * cells];
        let mut chances = vec![(0, 0.0); self.seats];
        for (seating, games) in self.played(mixed) {
            let games = weight * games;
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
                gradient[row] += weight * mixed.won(cell) - expected[cell];
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
