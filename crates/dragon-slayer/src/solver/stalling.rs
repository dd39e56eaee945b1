//! Closed forms for cycles of turns under fixed policies. A round stalls if it changes
//! neither what matters of the scores nor the tokens, so that the next round begins in the
//! same position. After [`STALLED_ROUNDS`] stalled rounds in a row the game is adjudicated;
//! [the crate](crate) states the rule.

use crate::STALLED_ROUNDS;
use rivals_core::search::Linear;

/// A series of at most n rounds that begin in the same position, which ends with the first
/// round that does not stall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stalling {
    /// The mean number of rounds that begin: `1 + r + ... + r^(n - 1)`, where `r` is the
    /// probability that a round stalls.
    pub begun: f64,
    /// The probability that all rounds stall: `r^n`.
    pub all: f64,
}

impl Stalling {
    /// The cycle in which a round stalls with probability `chance`. Only positive numbers
    /// are added and multiplied, so nothing cancels however close the probability is to 1:
    /// the error of a term `r^k` is at most `k` units of 2^-53, that of the sums 20 more.
    #[must_use]
    pub(crate) fn new(chance: f64, rounds: u32) -> Self {
        let mut stalling = Self { begun: 0.0, all: 1.0 };
        for bit in (0..u32::BITS - rounds.leading_zeros()).rev() {
            let Self { begun, all } = stalling;
            stalling = Self { begun: begun + all * begun, all: all * all };
            if rounds >> bit & 1 == 1 {
                stalling.begun = 1.0 + chance * stalling.begun;
                stalling.all *= chance;
            }
        }
        stalling
    }
}

/// The first seat's win probability in a cycle under fixed policies, where the game is
/// adjudicated after [`STALLED_ROUNDS`] stalled rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stalled {
    /// The value when a round begins, and no round has stalled.
    pub value: f64,
    /// The value when a round begins, and one round has stalled.
    pub later: f64,
    /// The error bound of these values, and of the value of any turn that is evaluated with
    /// them.
    pub error: f64,
    /// The probability that a game which begins in the cycle is adjudicated.
    pub adjudicated: f64,
}

/// The value of a cycle. `round` is the first seat's win probability when a round begins, as
/// a linear function of that when the next begins, given by its value at 0 and its slope,
/// which is in 0..=1. It comes from two turns, one after the other, and the rounding errors
/// of each turn's value and slope are below `rounding`. `optimal` is the value at which the
/// game is adjudicated, and its error bound.
///
/// ```text
/// x = a + r x:
///     x after n rounds at most = a (1 + r + ... + r^(n - 1)) + r^n v
/// ```
///
/// With S for the sum, the error of `a` is at most three roundings and that of `r` two, and
/// the slope of x with respect to `r` is at most S, as `a <= 1 - r`. The other turn
/// adds two roundings, a turn that is evaluated with either of them one, and [`Stalling`]
/// one.
pub(super) fn stalled(round: Linear, rounding: f64, optimal: (f64, f64)) -> Stalled {
    let after = |rounds| {
        let stalling = Stalling::new(round.slope, rounds);
        let value = round.value * stalling.begun + stalling.all * optimal.0;
        (value, stalling)
    };
    let (value, stalling) = after(STALLED_ROUNDS);
    Stalled {
        value,
        later: after(STALLED_ROUNDS - 1).0,
        error: 9.0 * rounding * stalling.begun + stalling.all * optimal.1,
        adjudicated: stalling.all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form_agrees_with_a_sum_round_by_round() {
        for chance in [0.0, 0.3, 0.999, 1.0 - 1e-9, 1.0 - 1e-15, 1.0] {
            for rounds in [0, 1, 2, 7, 999, 1_000] {
                let (mut begun, mut all) = (0.0, 1.0);
                for _ in 0..rounds {
                    begun += all;
                    all *= chance;
                }
                let stalling = Stalling::new(chance, rounds);
                assert!((stalling.begun / begun - 1.0).abs() < 1e-12 || begun == 0.0);
                assert!((stalling.all - all).abs() <= 1e-13 * all, "{chance} {rounds}");
            }
        }
    }

    #[test]
    fn a_cycle_agrees_with_its_rounds_one_by_one() {
        for (value, slope) in [(0.53, 0.06), (1.3e-4, 0.9997), (0.0, 1.0)] {
            let stalled = stalled(Linear { value, slope }, 1e-15, (0.7, 1e-10));
            let mut x = 0.7;
            let mut later = x;
            for _ in 0..STALLED_ROUNDS {
                later = x;
                x = value + slope * x;
            }
            assert!((stalled.value - x).abs() < 1e-12, "{stalled:?} {x}");
            assert!((stalled.later - later).abs() < 1e-12);
            assert!(stalled.error < 1.1e-10);
        }
    }
}
