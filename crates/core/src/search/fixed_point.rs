//! The fixed point of a cycle of positions, with a proven error bound.
//!
//! A cycle of positions defines a map T: from the value of one of them, the anchor,
//! to the value that the anchor gets when the cycle is followed once. T is monotone, and
//! under every policy the cycle returns to the anchor with a probability below one, so
//! T(x) - x falls strictly and has one root. Newton's method finds it; a bracket keeps the
//! guesses safe where the best policy changes. Then T(x - d) >= x - d and
//! T(x + d) <= x + d are checked with room for rounding: as T is monotone, the root lies
//! within d of x. Where the cycle consists of two turns, [`alternating`] saves an
//! evaluation.
//!
//! Every returned error also covers one more turn that is evaluated at the solution: the
//! turn's value changes no faster than the anchor's, and the bound includes its rounding.

use std::ops::{Add, Mul};

use thiserror::Error;

/// The first distance d for which a proof is tried, 2^-39.
const DISTANCE: f64 = 1.0 / (1_u64 << 39) as f64;

/// The widest error that [`alternating`] accepts from the slopes alone once the guess no
/// longer moves, 2^-33.
const LOOSE: f64 = 1.0 / (1_u64 << 33) as f64;

/// The number of guesses after which the search usually gives up; Newton's method needs
/// one or two.
pub const MAX_STEPS: u32 = 200;

/// More than the rounding error, in units of 2^-53, of one fight and the decisions after
/// it:
///
/// ```text
/// backwards, a value in 0..=1:
///     fight       5 products of a rounded chance, together 2; 4 sums        6
///     random      4 sums of up to 5 values, (2 + 3 + 4 + 5) / 5; a product  5
///     challenge   random challenge and answer: a sum of 2, halved           2
///     complement  once a turn                                               1
/// forwards, relative to a chance:
///     fight       a rounded chance, a product                               2
///     state       sums over up to 4 dragons with 4 numbers of dice before  15
///     random      a division (halves are exact)                             1
///     ends        once a turn: a product, a compensated sum, a defeat's
///                 product, two sums, the complement                         7
/// ```
///
/// The totals are 14 and 25. A roll of Pig is one sum of six values, divided: 6.
const UNITS: f64 = 32.0;

/// More than the rounding error of a value whose computation follows `fights` fights on
/// average to its ends: errors add up along a path, weighted by the path's probability.
#[must_use]
pub fn rounding(fights: f64) -> f64 {
    UNITS * f64::EPSILON / 2.0 * fights
}

/// A value as a linear function of the anchor's value: its value at the guess, and its
/// slope.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Linear {
    /// The value at the guess.
    pub value: f64,
    /// The change per change of the anchor's value, in -1..=1.
    pub slope: f64,
}

impl Linear {
    /// A value that does not depend on the anchor's.
    #[must_use]
    pub fn known(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// The anchor's own value.
    #[must_use]
    pub const fn anchor(value: f64) -> Self {
        Self { value, slope: 1.0 }
    }

    /// The other seat's win probability.
    #[must_use]
    pub fn complement(self) -> Self {
        Self { value: 1.0 - self.value, slope: -self.slope }
    }
}

impl Add for Linear {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Mul<f64> for Linear {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self { value: self.value * factor, slope: self.slope * factor }
    }
}

/// A fixed point with its error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedPoint {
    /// The fixed point as computed.
    pub value: f64,
    /// The true fixed point lies within this distance, which is below one half, if the
    /// values that T uses are exact. The same holds for the value of a turn that is
    /// evaluated at the fixed point.
    pub error: f64,
}

impl FixedPoint {
    /// The fixed point, unless the error is NaN, or one half or more: such a bound proves
    /// nothing.
    fn proven(value: f64, error: f64) -> Option<Self> {
        (error < 0.5).then_some(Self { value, error })
    }
}

/// No fixed point in 0..=1 could be proven.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error(
    "the win probability of a cycle of positions could not be bounded near {near}; play may never leave the cycle"
)]
pub struct NoFixedPoint {
    /// The last guess.
    pub near: f64,
}

/// The state of Newton's method: a bracket of the root, and the number of guesses.
struct Search {
    low: f64,
    high: f64,
    steps: u32,
}

impl Search {
    fn new() -> Self {
        Self { low: 0.0, high: 1.0, steps: 0 }
    }

    /// The next guess, where T(x) - x is `residual` to within `rounding`.
    fn next(&mut self, x: f64, residual: f64, slope: f64, rounding: f64) -> f64 {
        if residual > rounding {
            self.low = self.low.max(x);
        } else if residual < -rounding {
            self.high = self.high.min(x);
        }
        self.steps += 1;
        let newton = x + residual / (1.0 - slope);
        // Where the best policy changes back and forth, Newton's method may not settle.
        if (self.low..=self.high).contains(&newton) && self.steps <= MAX_STEPS / 2 {
            newton
        } else {
            f64::midpoint(self.low, self.high)
        }
    }
}

/// The fixed point of a monotone map of 0..=1 to itself, whose values have a rounding
/// error below `rounding`. The search makes at most `steps` guesses.
///
/// # Errors
/// [`NoFixedPoint`] if the map is not as described above, or more guesses are needed.
pub fn fixed_point(
    steps: u32,
    guess: f64,
    rounding: f64,
    mut map: impl FnMut(Linear) -> Linear,
) -> Result<FixedPoint, NoFixedPoint> {
    let mut search = Search::new();
    let mut x = guess.clamp(0.0, 1.0);
    while search.steps < steps {
        let next = map(Linear::anchor(x));
        x = search.next(x, next.value - x, next.slope, rounding);
        // Where T is steep, a root can only be proven for a larger distance, so every
        // fourth failure doubles it.
        #[expect(clippy::cast_possible_wrap, reason = "a quarter of a u32 fits")]
        let wider = libm::ldexp(1.0, (search.steps / 4) as i32);
        let distance = wider * DISTANCE.max(4.0 * rounding);
        // A map this steep cannot be proven in few steps.
        if steps < MAX_STEPS && (1.0 - next.slope) * distance <= rounding {
            break;
        }
        let (below, above) = ((x - distance).max(0.0), (x + distance).min(1.0));
        // The root is in 0..=1, so nothing needs a proof at the ends.
        let proven = (below == 0.0 || map(Linear::anchor(below)).value >= below + rounding)
            && (above == 1.0 || map(Linear::anchor(above)).value <= above - rounding);
        if proven && let Some(solved) = FixedPoint::proven(x, distance + rounding) {
            return Ok(solved);
        }
    }
    Err(NoFixedPoint { near: x })
}

/// The fixed point of two alternating turns: the first seat's win probability when it
/// moves, and when the second seat moves. The error holds for both.
///
/// `second` computes the first seat's win probability in the second seat's turn from that
/// in the first seat's turn, and `first` computes the reverse. The first seat maximises
/// and the second minimises, or a seat follows a policy. Each seat decides in its own
/// turn. The other seat's decision in it, whether to challenge, does not depend on the
/// anchor, as a stop has points and a challenge spends a token. So `first` is the upper
/// envelope of lines and `second` the lower one, with slopes in 0..=1, and one evaluation
/// at x proves a bound. With y = second(x), r = first(y) - x, b the slope of `first` at y,
/// and d the slope of `second` at x:
///
/// ```text
/// second(x - e) >= y - e,    first(y - e)   >= first(y) - b e:
///     first(second(x - e)) >= x + r - b e >= x - e   if e (1 - b) >= -r
/// second(x + e) <= y + d e,  first(y + d e) <= first(y) + d e:
///     first(second(x + e)) <= x + r + d e <= x + e   if e (1 - d) >= r
/// ```
///
/// On one side an envelope is flatter than the line found, and on the other it is never
/// steeper than 1. Where the slopes prove too little, two evaluations beside x prove the
/// bound, as for a single map.
///
/// The search makes at most `steps` guesses, and as many again where the slopes prove too
/// little.
///
/// # Errors
/// [`NoFixedPoint`] if the maps are not as described, or more guesses are needed.
pub fn alternating(
    steps: u32,
    guess: f64,
    rounding: f64,
    mut first: impl FnMut(Linear) -> Linear,
    mut second: impl FnMut(Linear) -> Linear,
) -> Result<(FixedPoint, f64), NoFixedPoint> {
    let mut search = Search::new();
    let mut x = guess.clamp(0.0, 1.0);
    while search.steps < steps {
        let between = second(Linear::anchor(x));
        let next = first(Linear::anchor(between.value));
        let residual = next.value - x;
        let contraction = 1.0 - between.slope.max(next.slope) - rounding;
        let error = (residual.abs() + rounding) / contraction + rounding;
        let settled = residual.abs() <= 3.0 * rounding;
        let enough = if settled { LOOSE } else { DISTANCE };
        if contraction > 0.0 && error <= enough {
            return Ok((FixedPoint { value: x, error }, between.value));
        }
        if settled {
            break;
        }
        x = search.next(x, residual, next.slope * between.slope, rounding);
    }
    let solved = fixed_point(steps, x, rounding, |x| {
        let between = second(x);
        let next = first(Linear::anchor(between.value));
        Linear { slope: next.slope * between.slope, ..next }
    })?;
    Ok((solved, second(Linear::anchor(solved.value)).value))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use crate::random::{Key, Purpose};

    const ROUNDING: f64 = 1e-14;

    #[test]
    fn the_fixed_point_of_a_line() {
        let half =
            fixed_point(MAX_STEPS, 0.9, ROUNDING, |x| x * 0.5 + Linear::known(0.25)).unwrap();
        assert!((half.value - 0.5).abs() < 1e-15);
        assert!(half.error < 1e-11);
    }

    #[test]
    fn a_kink_at_the_root() {
        // Two policies: one is better below the root, the other above.
        let map = |x: Linear| {
            let steep = x * 0.9 + Linear::known(0.06);
            let flat = x * 0.1 + Linear::known(0.54);
            if x.value < 0.6 { steep } else { flat }
        };
        let root = fixed_point(MAX_STEPS, 0.0, ROUNDING, map).unwrap();
        assert!((root.value - 0.6).abs() < 1e-13, "{root:?}");
    }

    #[test]
    fn two_alternating_lines() {
        // x = 0.3 y + 0.5 and y = 0.2 x + 0.1: x = 0.53 / 0.94.
        let first = |y: Linear| y * 0.3 + Linear::known(0.5);
        let second = |x: Linear| x * 0.2 + Linear::known(0.1);
        let (solved, between) = alternating(MAX_STEPS, 0.0, ROUNDING, first, second).unwrap();
        assert!((solved.value - 0.53 / 0.94).abs() < 1e-15);
        assert!((between - (0.2 * 0.53 / 0.94 + 0.1)).abs() < 1e-15);
        assert!(solved.error < 1e-13);
    }

    /// Random lines below 1; some slopes are nearly 1.
    fn lines(rng: &mut impl Rng) -> Vec<(f64, f64)> {
        let line = |_| {
            let slope = 1.0 - rng.random::<f64>().powi(rng.random_range(1..9));
            (rng.random::<f64>() * (1.0 - slope), slope)
        };
        (0..5).map(line).collect()
    }

    /// Random upper and lower envelopes of lines; the test oracle is bisection.
    #[test]
    fn random_envelopes() {
        let value = |(start, slope): (f64, f64), x: f64| start + slope * x;
        let take = |lines: &[(f64, f64)], x: Linear, sign: f64| {
            let by = |a: &&(f64, f64), b: &&(f64, f64)| {
                (sign * value(**a, x.value)).total_cmp(&(sign * value(**b, x.value)))
            };
            let &line = lines.iter().max_by(by).unwrap();
            Linear { value: value(line, x.value), slope: line.1 * x.slope }
        };
        for number in 0..2_000 {
            let mut rng = Key::new(5, Purpose::Playing, &[number]).generator();
            let (upper, lower) = (lines(&mut rng), lines(&mut rng));
            let first = |y| take(&upper, y, 1.0);
            let second = |x| take(&lower, x, -1.0);
            let guess = rng.random();
            let (solved, between) = alternating(MAX_STEPS, guess, ROUNDING, first, second).unwrap();
            // Bisection: the root lies between `low` and `high`.
            let round = |x| first(second(x));
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if round(Linear::anchor(middle)).value > middle {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            assert!((solved.value - low).abs() <= solved.error, "{number}: {solved:?} {low}");
            assert!((between - second(Linear::anchor(low)).value).abs() <= solved.error);
            assert!(solved.error < 1e-6, "{solved:?}");
            let looked = fixed_point(MAX_STEPS, guess, ROUNDING, round).unwrap();
            assert!((looked.value - low).abs() <= looked.error, "{number}: {looked:?} {low}");
        }
    }

    #[test]
    fn roots_at_the_ends_of_the_range() {
        for end in [0.0, 1.0] {
            let map = |x: Linear| x * 0.5 + Linear::known(end / 2.0);
            let root = fixed_point(MAX_STEPS, 0.3, ROUNDING, map).unwrap();
            assert!((root.value - end).abs() < 1e-12, "{root:?}");
            assert!((0.0..=1.0).contains(&root.value));
        }
    }

    #[test]
    fn a_cycle_that_never_ends_is_refused() {
        assert!(alternating(MAX_STEPS, 0.3, ROUNDING, |y| y, |x| x).is_err());
        assert!(fixed_point(MAX_STEPS, 0.3, ROUNDING, |x| x).is_err());
    }

    #[test]
    fn a_bound_of_one_half_or_more_is_refused() {
        let half = |x: Linear| x * 0.5 + Linear::known(0.25);
        for rounding in [0.3, f64::INFINITY, f64::NAN] {
            assert!(fixed_point(MAX_STEPS, 0.5, rounding, half).is_err(), "{rounding}");
            assert!(alternating(MAX_STEPS, 0.5, rounding, half, half).is_err(), "{rounding}");
        }
    }
}
