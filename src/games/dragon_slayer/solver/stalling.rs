//! Values of cycles of turns under fixed policies: closed forms, as the game is
//! adjudicated after [`STALLED_ROUNDS`] stalled rounds. [`crate::games::dragon_slayer`]
//! states the rule.

use crate::games::dragon_slayer::STALLED_ROUNDS;
use crate::search::Linear;

/// The length of a cycle of stalled rounds that has at most n rounds.
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
        let mut stalling = Self {
            begun: 0.0,
            all: 1.0,
        };
        for bit in (0..u32::BITS - rounds.leading_zeros()).rev() {
            let Self { begun, all } = stalling;
            stalling = Self {
                begun: begun + all * begun,
                all: all * all,
            };
            if rounds >> bit & 1 == 1 {
                stalling.begun = 1.0 + chance * stalling.begun;
                stalling.all *= chance;
            }
        }
        stalling
    }
}

/// The first seat's win probability in a cycle of two turns under fixed policies, where
/// the game is adjudicated after [`STALLED_ROUNDS`] stalled rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stalled {
    /// The value when the first seat moves, and no round has stalled.
    pub first: f64,
    /// The value when the second seat moves, in a round that did not begin in this
    /// position.
    pub second: f64,
    /// The value when the second seat moves, after a turn of the first that changed nothing.
    pub second_later: f64,
    /// The error bound of these values, and of the value of any turn that is evaluated with
    /// them.
    pub error: f64,
    /// The probability that a game which begins in the cycle is adjudicated.
    pub adjudicated: f64,
}

/// The value of a cycle of two turns. Each turn is a linear function with a slope in
/// 0..=1, given by its value at 0 and its slope: the first seat's win probability as a
/// function of that in the other seat's turn. The rounding errors of values and slopes are
/// below `rounding`. `optimal` is the value at which the game is adjudicated, and its
/// error bound.
///
/// ```text
/// x = a + b y  and  y = c + d x, with r = b d:
///     x after n rounds at most = (a + b c) (1 + r + ... + r^(n - 1)) + r^n v
/// ```
///
/// With S for the sum, the error of `a + b c` is three roundings and that of `r` two, and
/// the slope of x with respect to `r` is at most S, as `a + b c <= 1 - r`. The other turn
/// adds two roundings, a turn that is evaluated with either of them one, and [`Stalling`]
/// one.
pub(super) fn stalled(
    first: Linear,
    second: Linear,
    rounding: f64,
    optimal: (f64, f64),
) -> Stalled {
    let chance = first.slope * second.slope;
    let ahead = first.value + first.slope * second.value;
    let after = |rounds| {
        let stalling = Stalling::new(chance, rounds);
        let value = ahead * stalling.begun + stalling.all * optimal.0;
        (value, stalling)
    };
    let (value, stalling) = after(STALLED_ROUNDS);
    let (later, _) = after(STALLED_ROUNDS - 1);
    Stalled {
        first: value,
        second: second.value + second.slope * value,
        second_later: second.value + second.slope * later,
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
                assert!(
                    (stalling.all - all).abs() <= 1e-13 * all,
                    "{chance} {rounds}"
                );
            }
        }
    }

    #[test]
    fn a_cycle_agrees_with_its_rounds_one_by_one() {
        for (a, b, c, d) in [
            (0.5, 0.3, 0.1, 0.2),
            (1e-4, 0.9998, 3e-5, 0.9999),
            (0.0, 1.0, 0.0, 1.0),
        ] {
            let line = |value, slope| Linear { value, slope };
            let stalled = stalled(line(a, b), line(c, d), 1e-15, (0.7, 1e-10));
            let mut x = 0.7;
            let mut later = x;
            for _ in 0..STALLED_ROUNDS {
                later = x;
                x = a + b * (c + d * x);
            }
            assert!((stalled.first - x).abs() < 1e-12, "{stalled:?} {x}");
            assert!((stalled.second - (c + d * x)).abs() < 1e-12);
            assert!((stalled.second_later - (c + d * later)).abs() < 1e-12);
            assert!(stalled.error < 1.1e-10);
        }
    }
}
