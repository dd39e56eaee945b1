//! The one unknown of a cycle, with a proven bound.
//!
//! A cycle of positions is a map T from the value of one of them, the anchor,
//! to its value one time round. T is monotone and every policy comes back with
//! a chance below one, so T(x) - x falls strictly and has one root. Newton's
//! method finds it (for fixed policies T is a line, and the next guess solves
//! it); a bracket keeps it safe where policies change. Then T(x - d) >= x - d
//! and T(x + d) <= x + d are checked, beyond what rounding can do: as T is
//! monotone, the root lies within d. [`alternating`] needs one look less where the
//! cycle is two turns, and [`two_lines`] a single one where nobody chooses.

use std::ops::{Add, Mul};

use thiserror::Error;

/// The distance d that is tried first, 2^-39.
const DISTANCE: f64 = 1.0 / (1_u64 << 39) as f64;

/// More than rounding can do to a value that took `nodes` nodes on average to
/// its ends. A node sums up to five products of numbers in 0..=1 and errs by less
/// than 8 units of 2^-53 itself; errors add up along a path, weighed by the
/// chance of it. Chances that are multiplied forwards err no more.
#[must_use]
pub fn rounding(nodes: f64) -> f64 {
    4.0 * f64::EPSILON * nodes
}

/// Guesses before giving up; Newton needs one or two.
const MAX_STEPS: usize = 200;

/// A value that depends on the anchor's: its value at the guess, and how fast
/// it changes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Linear {
    /// At the guess.
    pub value: f64,
    /// Per change of the anchor's value, -1..=1.
    pub slope: f64,
}

impl Linear {
    /// A value that is known.
    #[must_use]
    pub fn known(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// The other seat's chance.
    #[must_use]
    pub fn complement(self) -> Self {
        Self {
            value: 1.0 - self.value,
            slope: -self.slope,
        }
    }
}

impl Add for Linear {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            slope: self.slope + other.slope,
        }
    }
}

impl Mul<f64> for Linear {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            slope: self.slope * factor,
        }
    }
}

/// A value and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedPoint {
    /// The solution as found.
    pub value: f64,
    /// The true one lies within so much, if what T is made of is exact.
    pub error: f64,
}

/// A map that has no provable fixed point in 0..=1.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("no fixed point could be proven near {near}; a cycle of turns may go on for ever")]
pub struct NoFixedPoint {
    /// The last guess.
    pub near: f64,
}

/// The fixed point of a monotone map of 0..=1 to itself, whose values rounding
/// changes by less than `rounding`.
///
/// # Errors
/// [`NoFixedPoint`] if the map is not as described above.
pub fn fixed_point(
    guess: f64,
    rounding: f64,
    mut map: impl FnMut(Linear) -> Linear,
) -> Result<FixedPoint, NoFixedPoint> {
    let at = |value| Linear { value, slope: 1.0 };
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    let mut x = guess.clamp(low, high);
    for step in 0..MAX_STEPS {
        let next = map(at(x));
        let residual = next.value - x;
        if residual > 0.0 {
            low = low.max(x);
        } else {
            high = high.min(x);
        }
        // Where policies change back and forth, Newton may not settle.
        let newton = x + residual / (1.0 - next.slope);
        let trusted = newton >= low && newton <= high && step < MAX_STEPS / 2;
        x = if trusted {
            newton
        } else {
            f64::midpoint(low, high)
        };
        // Each failure widens the next proof a little, should slopes be steep.
        let distance = DISTANCE.max(4.0 * rounding);
        let error = distance * f64::from(1 << (step / 16).min(20) as u32);
        let (below, above) = (x - error, x + error);
        if map(at(below)).value < below + rounding {
            high = high.min(below);
        } else if map(at(above)).value > above - rounding {
            low = low.max(above);
        } else {
            return Ok(FixedPoint { value: x, error });
        }
    }
    Err(NoFixedPoint { near: x })
}

/// The fixed point of two turns in turn, and the value in between: the first
/// seat's chance when it moves and when the other does.
///
/// `second` gives the first seat's chance when the second moves, from its
/// chance when it moves itself, and `first` the other way round. The first seat
/// maximises and the second minimises, or either follows a policy. So `first`
/// is the upper envelope of lines and `second` the lower one, neither steeper
/// than 1, and one look at x proves a bound: with the residual r, and the slopes
/// b and d of the two lines found there,
///
/// ```text
/// first(second(x - e)) >= first(second(x)) - b e >= x - e   if e >= r / (1 - b)
/// first(second(x + e)) <= first(second(x)) + d e <= x + e   if e >= r / (1 - d)
/// ```
///
/// # Errors
/// [`NoFixedPoint`] if the maps are not as described.
pub fn alternating(
    guess: f64,
    rounding: f64,
    mut first: impl FnMut(Linear) -> Linear,
    mut second: impl FnMut(Linear) -> Linear,
) -> Result<(FixedPoint, f64), NoFixedPoint> {
    let at = |value| Linear { value, slope: 1.0 };
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    let mut x = guess.clamp(low, high);
    for step in 0..MAX_STEPS {
        let between = second(at(x));
        let next = first(at(between.value));
        let residual = next.value - x;
        let contraction = 1.0 - between.slope.max(next.slope);
        let error = (residual.abs() + rounding) / contraction;
        if contraction > 0.0 && error <= DISTANCE.max(4.0 * rounding / contraction) {
            return Ok((FixedPoint { value: x, error }, between.value));
        }
        if residual > 0.0 {
            low = low.max(x);
        } else {
            high = high.min(x);
        }
        let newton = x + residual / (1.0 - next.slope * between.slope);
        // Where policies change back and forth, Newton may not settle.
        let trusted = newton >= low && newton <= high && step < MAX_STEPS / 2;
        x = if trusted {
            newton
        } else {
            f64::midpoint(low, high)
        };
    }
    Err(NoFixedPoint { near: x })
}

/// The same where both maps are lines, given as their values at 0 and slopes in
/// 0..=1: exact but for rounding.
///
/// ```text
/// x = a + b y  and  y = c + d x:   x = (a + b c) / (1 - b d)
/// ```
///
/// # Errors
/// [`NoFixedPoint`] where the product of the slopes is 1.
pub fn two_lines(
    first: Linear,
    second: Linear,
    rounding: f64,
) -> Result<(FixedPoint, f64), NoFixedPoint> {
    let contraction = 1.0 - first.slope * second.slope;
    let value = (first.value + first.slope * second.value) / contraction;
    // Up to three terms above the line and two below err by a rounding each.
    let error = 8.0 * rounding / contraction;
    if contraction > 0.0 && error < 0.5 {
        let between = second.value + second.slope * value;
        return Ok((FixedPoint { value, error }, between));
    }
    Err(NoFixedPoint { near: 0.5 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDING: f64 = 1e-14;

    #[test]
    fn a_line() {
        let half = fixed_point(0.9, ROUNDING, |x| x * 0.5 + Linear::known(0.25)).unwrap();
        assert!((half.value - 0.5).abs() < 1e-15);
        assert!(half.error < 1e-11);
    }

    #[test]
    fn policies_that_change() {
        // The better of two lines below, the worse of two above: a kink at the root.
        let map = |x: Linear| {
            let steep = x * 0.9 + Linear::known(0.06);
            let flat = x * 0.1 + Linear::known(0.54);
            if x.value < 0.6 { steep } else { flat }
        };
        let root = fixed_point(0.0, ROUNDING, map).unwrap();
        assert!((root.value - 0.6).abs() < 1e-13, "{root:?}");
    }

    #[test]
    fn two_lines_in_turn() {
        // x = 0.3 y + 0.5 and y = 0.2 x + 0.1: x = 0.53 / 0.94.
        let first = |y: Linear| y * 0.3 + Linear::known(0.5);
        let second = |x: Linear| x * 0.2 + Linear::known(0.1);
        let unknown = Linear {
            value: 0.0,
            slope: 1.0,
        };
        for (solved, between) in [
            alternating(0.0, ROUNDING, first, second).unwrap(),
            two_lines(first(unknown), second(unknown), ROUNDING).unwrap(),
        ] {
            assert!((solved.value - 0.53 / 0.94).abs() < 1e-15);
            assert!((between - (0.2 * 0.53 / 0.94 + 0.1)).abs() < 1e-15);
            assert!(solved.error < 1e-13);
        }
    }

    #[test]
    fn a_cycle_without_end_is_refused() {
        assert!(alternating(0.3, ROUNDING, |y| y, |x| x).is_err());
        assert!(fixed_point(0.3, ROUNDING, |x| x).is_err());
        let line = Linear {
            value: 0.0,
            slope: 1.0,
        };
        assert!(two_lines(line, line, ROUNDING).is_err());
    }
}
