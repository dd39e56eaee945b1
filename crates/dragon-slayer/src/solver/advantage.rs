//! Values of cycles that hardly ever end, or never, from bounds of win probabilities
//! relative to the anchor's.
//!
//! If the probability of leaving a cycle of turns is tiny, the cycle's value is a quotient
//! of two tiny numbers, and rounding errors that are small relative to 1 are large
//! relative to them. So win probabilities are computed relative to a guess y of the
//! anchor's: an end of known value v counts v - y, and a return to the anchor counts
//! exactly 0. The result is A(y) = T(y) - y, where T is the cycle's map. Its rounding
//! error is small relative to the probability of leaving the cycle, however small that is.
//! Every number is computed as a lower and an upper bound, so the sign of A is proven.
//!
//! A falls, as the slopes of T are at most 1, but not always strictly: where both seats
//! prefer a game that never ends to the values they can reach, A is 0 over a range of y. A
//! game that never ends counts one half for each seat, so the value is the zero of A
//! nearest to one half (Everett 1957, "Recursive games").
//!
//! A game that stands still is adjudicated after [`STALLED_ROUNDS`] rounds, at the value
//! of its position. So if A(y) is at most r, then y is the value of such a game to within
//! `STALLED_ROUNDS` times r, as T is monotone and T(y + d) <= T(y) + d. This decides
//! cycles for which the probability of leaving is too small to distinguish A from 0.

use std::ops::{Add, Mul};

use super::turn::TurnValue;
use crate::STALLED_ROUNDS;
use rivals_core::search::{FixedPoint, NoFixedPoint};

/// More than the relative error of a product with a rounded probability, or of a sum.
const RELATIVE: f64 = 2.0 * f64::EPSILON;

/// Bounds of the mover's win probability minus the anchor's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Advantage {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The approximate probability of leaving the cycle.
    pub leaves: f64,
}

impl Advantage {
    /// Bounds with room for one rounding on both sides; a bound of 0 is exact.
    fn rounded(low: f64, high: f64, leaves: f64) -> Self {
        let room = |value: f64| {
            if value == 0.0 { 0.0 } else { value.abs() * RELATIVE + f64::MIN_POSITIVE }
        };
        Self { low: low - room(low), high: high + room(high), leaves }
    }

    /// The midpoint of the bounds.
    #[must_use]
    pub(super) fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// The largest possible distance of the true value from [`Self::middle`].
    #[must_use]
    pub(super) fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Add for Advantage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let leaves = self.leaves + other.leaves;
        Self::rounded(self.low + other.low, self.high + other.high, leaves)
    }
}

impl Mul<f64> for Advantage {
    type Output = Self;

    /// The product with a probability that was rounded once.
    fn mul(self, chance: f64) -> Self {
        if chance == 0.0 {
            return Self::default();
        }
        let Self { low, high, leaves } = self;
        let times = |value: f64| if value == 0.0 { 0.0 } else { value * chance };
        let mut product = Self::rounded(times(low), times(high), leaves * chance);
        // A product that underflows is not 0.
        if low < 0.0 && product.low == 0.0 {
            product.low = -f64::MIN_POSITIVE;
        }
        if high > 0.0 && product.high == 0.0 {
            product.high = f64::MIN_POSITIVE;
        }
        product
    }
}

impl TurnValue for Advantage {
    fn known(_: f64, [low, high]: [f64; 2], origin: f64) -> Self {
        Self::rounded(low - origin, high - origin, 1.0)
    }

    fn none() -> Self {
        Self { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY, leaves: 0.0 }
    }

    fn complement(self) -> Self {
        Self { low: -self.high, high: -self.low, leaves: self.leaves }
    }

    fn better(self, other: Self) -> Self {
        let leaves = if other.middle() > self.middle() { other.leaves } else { self.leaves };
        Self { low: self.low.max(other.low), high: self.high.max(other.high), leaves }
    }

    fn worse(self, other: Self) -> Self {
        self.complement().better(other.complement()).complement()
    }

    fn settled(self, lost: f64, defeat: Self, won: Self) -> Option<Self> {
        let (defeat, won) = (defeat.high * lost, won.high * (1.0 - lost));
        // More than the rounding error.
        let room = 8.0 * f64::EPSILON * (defeat.abs() + won.abs());
        let most = defeat + won + room;
        (self.low >= most - 4.0 * room).then(|| Self { high: self.high.max(most), ..self })
    }

    fn cut_off(self, low: Self, high: Self) -> Self {
        Self { low: low.low, high: self.high.max(high.high), leaves: self.leaves }
    }
}

/// Half the width of the bracket that the search aims at, 2^-41.
const AIM: f64 = 1.0 / (1_u64 << 41) as f64;

/// Half the width of the widest bracket that is accepted, 2^-30.
const WIDEST: f64 = 1.0 / (1_u64 << 30) as f64;

/// The largest advantage that counts as none, if its sign is unknown or the cycle is never
/// left.
const NO_ADVANTAGE: f64 = 1e-17;

/// A cycle counts as never left if the probability of leaving it is at most this.
const NEVER_LEFT: f64 = 1e-18;

/// The number of evaluations by Newton's method before every other one halves the bracket.
const NEWTON_LOOKS: u32 = 8;

/// The number of evaluations before the search gives up.
const MAX_LOOKS: u32 = 120;

/// The zero of `gain` that is nearest to one half. Where `gain` is A as described above,
/// that is the anchor's value. An error of at most e in the values that `gain` uses adds at
/// most e to the error of the result.
///
/// # Errors
/// [`NoFixedPoint`] where no bracket narrower than 2^-29 can be proven.
pub(super) fn nearest_to_half(
    guess: f64,
    mut gain: impl FnMut(f64) -> Advantage,
) -> Result<FixedPoint, NoFixedPoint> {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    let mut distance = AIM;
    let mut stalled = 0.0;
    let mut x = guess.clamp(0.0, 1.0);
    let mut root = x;
    for look in 0..MAX_LOOKS {
        let at = gain(x);
        // Where A counts as 0, the zero nearest to one half is x or lies between x and one
        // half.
        let unknown = at.leaves <= NEVER_LEFT || (at.low <= 0.0 && at.high >= 0.0);
        let none = unknown && at.low >= -NO_ADVANTAGE && at.high <= NO_ADVANTAGE;
        if none && at != Advantage::default() {
            stalled = f64::from(STALLED_ROUNDS) * NO_ADVANTAGE;
        }
        let above = if none { x <= 0.5 } else { at.low > 0.0 };
        let below = if none { x >= 0.5 } else { at.high < 0.0 };
        if above {
            low = low.max(x);
        }
        if below {
            high = high.min(x);
        }
        if high - low <= 2.0 * distance {
            return Ok(FixedPoint {
                value: f64::midpoint(low, high),
                error: (high - low) / 2.0 + f64::EPSILON + stalled,
            });
        }
        let mut far = false;
        if above || below {
            let newton = x + at.middle() / at.leaves;
            let by_newton = look < NEWTON_LOOKS || look % 2 == 1;
            root = if !none && newton.is_finite() && by_newton {
                newton.clamp(low, high)
            } else {
                f64::midpoint(low, high)
            };
            far = (root - x).abs() > 4.0 * distance;
        } else if x == root {
            // At the root itself the sign is unknown.
        } else {
            distance *= 4.0;
            if distance > WIDEST {
                break;
            }
        }
        x = if far {
            root
        } else if high > root + distance {
            root + distance
        } else {
            root - distance
        };
    }
    Err(NoFixedPoint { near: x })
}
