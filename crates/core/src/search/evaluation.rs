//! The value of a state for a seat, as searches use it.

use rand::Rng;

use crate::play::{Game, Outcome, Seat};

/// The value of a won game; a lost one has its negative. Undecided states lie between them.
pub const WIN: f64 = 9_999_999_998.0;

/// Values beyond this are wins: won games, and positions from which a search found one.
pub const NEARLY_WIN: f64 = WIN - 1e6;

/// An estimate of how good undecided states are for a seat.
pub trait Evaluation<G: Game>: Send + Sync + 'static {
    /// The value of a state that is not over, between `-NEARLY_WIN` and `NEARLY_WIN`; more is
    /// better for the seat. Searches for two seats expect that the other seat's value is the
    /// negative.
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> f64;

    /// As [`Self::value`], with all randomness from `rng`: an evaluation that plays on has other dice
    /// each time, so that the mean of many is not that of a few sequences of dice.
    fn drawn(&self, game: &G, state: &G::State, seat: Seat, _: &mut dyn Rng) -> f64 {
        self.value(game, state, seat)
    }

    /// The value of a game that is over after this number of moves of a search.
    fn ended(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> f64 {
        ended(outcome, seat)
    }

    /// A bound of all values, also those of finished games, if there is one below [`WIN`]. Searches
    /// then leave chance nodes early, and evaluate a state before an event of chance at their
    /// horizon.
    fn bound(&self) -> f64 {
        f64::INFINITY
    }

    /// The difference of values that changes the odds of winning by a factor of e.
    fn scale(&self) -> f64 {
        1.0
    }
}

impl<G: Game, E: Evaluation<G> + ?Sized> Evaluation<G> for Box<E> {
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> f64 {
        (**self).value(game, state, seat)
    }

    fn drawn(&self, game: &G, state: &G::State, seat: Seat, rng: &mut dyn Rng) -> f64 {
        (**self).drawn(game, state, seat, rng)
    }

    fn ended(&self, outcome: &Outcome, seat: Seat, ply: u32) -> f64 {
        (**self).ended(outcome, seat, ply)
    }

    fn bound(&self) -> f64 {
        (**self).bound()
    }

    fn scale(&self) -> f64 {
        (**self).scale()
    }
}

/// No estimate: undecided states are all equally good.
impl<G: Game> Evaluation<G> for () {
    fn value(&self, _: &G, _: &G::State, _: Seat) -> f64 {
        0.0
    }
}

/// The value of a game that is over: [`WIN`] for the only winner, 0 where all seats share the
/// win, and in between where some do.
#[inline]
pub fn ended(outcome: &Outcome, seat: Seat) -> f64 {
    let winners = outcome.winners();
    if !winners.contains(seat) {
        return -WIN;
    }
    let (seats, winners) = (outcome.returns.seats(), winners.len());
    WIN * (seats - winners) as f64 / (seats - 1) as f64
}

/// As [`ended`], but a win is worth less and a loss more by the number of moves that it took.
pub fn decided(outcome: &Outcome, seat: Seat, ply: u32) -> f64 {
    sooner(ended(outcome, seat), ply.into())
}

/// The value of a won or lost game after this number of further moves. A transposition table keeps
/// values as of its own states, which is this number of moves less.
#[inline]
pub(super) fn sooner(value: f64, plies: i64) -> f64 {
    match value {
        value if value > NEARLY_WIN => value - plies as f64,
        value if value < -NEARLY_WIN => value + plies as f64,
        value => value,
    }
}

/// The probability to win that belongs to a value.
pub fn win_probability(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value / scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{BySeat, Seats};

    #[test]
    fn values_of_outcomes() {
        let of = |winners: &[u8], seats| {
            let winners: Seats = winners.iter().map(|&seat| Seat(seat)).collect();
            let scores = BySeat::new(0, seats);
            ended(&Outcome::shared(winners, scores), Seat(0))
        };
        assert_eq!([of(&[0], 2), of(&[1], 2), of(&[0, 1], 2)], [WIN, -WIN, 0.0]);
        assert_eq!([of(&[0, 1], 3), of(&[0, 1, 2], 3)], [WIN / 2.0, 0.0]);
    }

    #[test]
    fn probabilities() {
        assert_eq!(win_probability(0.0, 3.0), 0.5);
        assert_eq!(win_probability(WIN, 3.0), 1.0);
        assert_eq!(win_probability(-WIN, 3.0), 0.0);
        let even = win_probability(2.0, 1.0) + win_probability(-2.0, 1.0);
        assert!((even - 1.0).abs() < 1e-12);
    }
}
