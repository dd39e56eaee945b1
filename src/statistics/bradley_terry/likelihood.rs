//! The log-likelihood of ratings and advantages, its slope and its curvature.
//!
//! The parameters, in natural units, are the ratings of all players and the
//! advantages of all seats but the first. The log-likelihood is concave. It
//! stays the same when all ratings rise alike.

use super::LineUp;
use super::matrix::Matrix;

/// Which games were won where, and what the parameters mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likelihood<'a> {
    pub(super) players: usize,
    pub(super) seats: usize,
    pub(super) line_ups: &'a [LineUp],
}

/// The log-likelihood around some parameters.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    /// Fisher's information: minus the second derivatives, which depend on
    /// the numbers of games and not on who won.
    pub(super) information: Matrix,
}

impl Likelihood<'_> {
    /// How many parameters there are.
    pub(super) fn parameters(&self) -> usize {
        self.players + self.seats - 1
    }

    /// The parameters that make up the strength of a player in a seat.
    pub(super) fn terms(&self, player: usize, seat: usize) -> impl Iterator<Item = usize> {
        let advantage = seat.checked_sub(1).map(|seat| self.players + seat);
        std::iter::once(player).chain(advantage)
    }

    /// The logarithm of each seat's chance of winning.
    pub(super) fn log_chances(&self, parameters: &[f64], players: &[usize]) -> Vec<f64> {
        let strengths: Vec<f64> = (players.iter().enumerate())
            .map(|(seat, &player)| self.terms(player, seat).map(|term| parameters[term]).sum())
            .collect();
        // The greatest strength is taken out so that no exponential overflows.
        let greatest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = (strengths.iter())
            .map(|strength| libm::exp(strength - greatest))
            .sum();
        let norm = greatest + libm::log(sum);
        strengths.iter().map(|strength| strength - norm).collect()
    }

    /// The log-likelihood.
    pub(super) fn value(&self, parameters: &[f64]) -> f64 {
        (self.line_ups.iter())
            .flat_map(|line_up| {
                let logs = self.log_chances(parameters, &line_up.players);
                (line_up.wins.iter().zip(logs)).map(|(&wins, log)| wins as f64 * log)
            })
            .sum()
    }

    /// Its derivatives.
    pub(super) fn slope(&self, parameters: &[f64]) -> Slope {
        let mut gradient = vec![0.0; self.parameters()];
        let mut information = Matrix::new(self.parameters());
        for line_up in self.line_ups {
            let games = line_up.games() as f64;
            let players = &line_up.players;
            let chances: Vec<f64> = (self.log_chances(parameters, players).into_iter())
                .map(libm::exp)
                .collect();
            for seat in 0..self.seats {
                let surplus = line_up.wins[seat] as f64 - games * chances[seat];
                for term in self.terms(players[seat], seat) {
                    gradient[term] += surplus;
                }
                // The covariance of two seats' wins.
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
        Slope {
            gradient,
            information,
        }
    }
}
