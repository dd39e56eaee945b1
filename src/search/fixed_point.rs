//! The one unknown of a cycle, with a proven bound.
//!
//! A cycle of positions is a map T from the value of one of them, the anchor,
//! to its value one time round. T is monotone and every policy comes back with
//! a chance below one, so T(x) - x falls strictly and has one root. Newton's
//! method finds it; a bracket keeps it safe where policies change. Then
//! T(x - d) >= x - d and T(x + d) <= x + d are checked, beyond what rounding can
//! do: as T is monotone, the root lies within d. Where the cycle is two turns,
//! [`alternating`] needs one look less. Where no player chooses, the maps are lines, and
//! `stalling` solves them in closed form.
//!
//! Every error that is returned covers one more turn that is evaluated at the
//! solution: a turn's value changes no faster than the anchor's, and rounding
//! adds to it what it may.

use std::ops::{Add, Mul};

use thiserror::Error;

/// The distance d that is tried first, 2^-39.
const DISTANCE: f64 = 1.0 / (1_u64 << 39) as f64;

/// What the slopes of [`alternating`] may prove without a closer look, 2^-33.
const LOOSE: f64 = 1.0 / (1_u64 << 33) as f64;

/// Guesses before giving up; Newton needs one or two.
pub const MAX_STEPS: u32 = 200;

/// Units of 2^-53 that a fight and what is decided after it can be off by:
///
/// ```text
/// backwards, a value in 0..=1:
///     fight       5 products of a rounded chance, together 2; 4 sums        6
///     any alike   4 sums of up to 5 values, (2 + 3 + 4 + 5) / 5; a product  5
///     challenged  alike or not, the answer alike: a sum of 2, halved        2
///     complement  once a turn                                               1
/// forwards, relative to a chance:
///     fight       a rounded chance, a product                               2
///     state       sums over up to 4 dragons with 4 numbers of dice before  15
///     any alike   a division (halves are exact)                             1
///     ends        once a turn: a product, a compensated sum, a defeat's
///                 product, two sums, the complement                         7
/// ```
///
/// 14 and 25. A roll of Pig is one sum of six values, divided: 6.
const UNITS: f64 = 32.0;

/// More than rounding can do to a value that took so many fights on average to
/// its ends: errors add up along a path, weighed by the chance of it.
#[must_use]
pub fn rounding(fights: f64) -> f64 {
    UNITS * f64::EPSILON / 2.0 * fights
}

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
    /// The true one lies within so much, below one half, if what T is made of is
    /// exact; so does any turn's value that is taken at it.
    pub error: f64,
}

impl FixedPoint {
    /// A bound of one half or more, or none at all, proves nothing.
    fn proven(value: f64, error: f64) -> Option<Self> {
        (error < 0.5).then_some(Self { value, error })
    }
}

/// A map that has no provable fixed point in 0..=1.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("no fixed point could be proven near {near}; a cycle of turns may go on for ever")]
pub struct NoFixedPoint {
    /// The last guess.
    pub near: f64,
}

/// Newton's method, kept where the root must be.
struct Search {
    low: f64,
    high: f64,
    steps: u32,
}

impl Search {
    fn new() -> Self {
        Self {
            low: 0.0,
            high: 1.0,
            steps: 0,
        }
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
        // Where policies change back and forth, Newton may not settle.
        if (self.low..=self.high).contains(&newton) && self.steps <= MAX_STEPS / 2 {
            newton
        } else {
            f64::midpoint(self.low, self.high)
        }
    }
}

fn at(value: f64) -> Linear {
    Linear { value, slope: 1.0 }
}

/// The fixed point of a monotone map of 0..=1 to itself, whose values rounding
/// changes by less than `rounding`; found with at most `steps` guesses.
///
/// # Errors
/// [`NoFixedPoint`] if the map is not as described above, or more guesses are needed.
pub(crate) fn fixed_point(
    steps: u32,
    guess: f64,
    rounding: f64,
    mut map: impl FnMut(Linear) -> Linear,
) -> Result<FixedPoint, NoFixedPoint> {
    let mut search = Search::new();
    let mut x = guess.clamp(0.0, 1.0);
    while search.steps < steps {
        let next = map(at(x));
        x = search.next(x, next.value - x, next.slope, rounding);
        // Where T is steep, a root can only be proven from further away: every
        // fourth failure doubles the distance.
        let wider = libm::ldexp(1.0, (search.steps / 4) as i32);
        let distance = wider * DISTANCE.max(4.0 * rounding);
        // In few steps no steeper map can be proven.
        if steps < MAX_STEPS && (1.0 - next.slope) * distance <= rounding {
            break;
        }
        let (below, above) = ((x - distance).max(0.0), (x + distance).min(1.0));
        // The root is in 0..=1, so there is nothing to prove at the ends.
        let proven = (below == 0.0 || map(at(below)).value >= below + rounding)
            && (above == 1.0 || map(at(above)).value <= above - rounding);
        if proven && let Some(solved) = FixedPoint::proven(x, distance + rounding) {
            return Ok(solved);
        }
    }
    Err(NoFixedPoint { near: x })
}

/// The fixed point of two turns in turn, and the value in between: the first
/// seat's chance when it moves and when the other does. The error holds for both.
///
/// `second` gives the first seat's chance when the second moves, from its
/// chance when it moves itself, and `first` the other way round. The first seat
/// maximises and the second minimises, or either follows a policy. Each decides
/// its own turn; what the other decides in it, whether to challenge, lies between
/// values that know nothing of the anchor, as a stop has points and a challenge
/// spends a token. So `first` is the upper envelope of lines and `second` the
/// lower one, with slopes in 0..=1, and one look at x proves a bound. With
/// y = second(x), r = first(y) - x, b the slope of `first` at y, and d the slope of
/// `second` at x:
///
/// ```text
/// second(x - e) >= y - e,    first(y - e)   >= first(y) - b e:
///     first(second(x - e)) >= x + r - b e >= x - e   if e (1 - b) >= -r
/// second(x + e) <= y + d e,  first(y + d e) <= first(y) + d e:
///     first(second(x + e)) <= x + r + d e <= x + e   if e (1 - d) >= r
/// ```
///
/// An envelope is flatter on one side than the line found and never steeper than
/// 1 on the other. Where the slopes prove too little, two looks beside x do it, as
/// in [`fixed_point`].
///
/// It takes at most `steps` guesses, and as many again where the slopes prove too little.
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
        let between = second(at(x));
        let next = first(at(between.value));
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
        let next = first(at(between.value));
        Linear {
            slope: next.slope * between.slope,
            ..next
        }
    })?;
    Ok((solved, second(at(solved.value)).value))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use crate::random::{Key, Purpose};

    const ROUNDING: f64 = 1e-14;

    #[test]
    fn a_line() {
        let half =
            fixed_point(MAX_STEPS, 0.9, ROUNDING, |x| x * 0.5 + Linear::known(0.25)).unwrap();
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
        let root = fixed_point(MAX_STEPS, 0.0, ROUNDING, map).unwrap();
        assert!((root.value - 0.6).abs() < 1e-13, "{root:?}");
    }

    #[test]
    fn lines_in_turn() {
        // x = 0.3 y + 0.5 and y = 0.2 x + 0.1: x = 0.53 / 0.94.
        let first = |y: Linear| y * 0.3 + Linear::known(0.5);
        let second = |x: Linear| x * 0.2 + Linear::known(0.1);
        let (solved, between) = alternating(MAX_STEPS, 0.0, ROUNDING, first, second).unwrap();
        assert!((solved.value - 0.53 / 0.94).abs() < 1e-15);
        assert!((between - (0.2 * 0.53 / 0.94 + 0.1)).abs() < 1e-15);
        assert!(solved.error < 1e-13);
    }

    /// Lines below 1 whose slopes are anything, up to a few that nearly come back
    /// for certain.
    fn lines(rng: &mut impl Rng) -> Vec<(f64, f64)> {
        let line = |_| {
            let slope = 1.0 - rng.random::<f64>().powi(rng.random_range(1..9));
            (rng.random::<f64>() * (1.0 - slope), slope)
        };
        (0..5).map(line).collect()
    }

    /// The best of lines and the worst of lines, against going round and round.
    #[test]
    fn any_envelopes() {
        let value = |(start, slope): (f64, f64), x: f64| start + slope * x;
        let take = |lines: &[(f64, f64)], x: Linear, sign: f64| {
            let by = |a: &&(f64, f64), b: &&(f64, f64)| {
                (sign * value(**a, x.value)).total_cmp(&(sign * value(**b, x.value)))
            };
            let &line = lines.iter().max_by(by).unwrap();
            Linear {
                value: value(line, x.value),
                slope: line.1 * x.slope,
            }
        };
        for number in 0..2_000 {
            let mut rng = Key::new(5, Purpose::Playing, &[number]).generator();
            let (upper, lower) = (lines(&mut rng), lines(&mut rng));
            let first = |y| take(&upper, y, 1.0);
            let second = |x| take(&lower, x, -1.0);
            let guess = rng.random();
            let (solved, between) = alternating(MAX_STEPS, guess, ROUNDING, first, second).unwrap();
            // From both ends to the middle: the root is in between.
            let round = |x| first(second(x));
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if round(at(middle)).value > middle {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            assert!(
                (solved.value - low).abs() <= solved.error,
                "{number}: {solved:?} {low}"
            );
            assert!((between - second(at(low)).value).abs() <= solved.error);
            assert!(solved.error < 1e-6, "{solved:?}");
            let looked = fixed_point(MAX_STEPS, guess, ROUNDING, round).unwrap();
            assert!(
                (looked.value - low).abs() <= looked.error,
                "{number}: {looked:?} {low}"
            );
        }
    }

    #[test]
    fn roots_at_the_ends_and_off_the_scale() {
        for end in [0.0, 1.0] {
            let map = |x: Linear| x * 0.5 + Linear::known(end / 2.0);
            let root = fixed_point(MAX_STEPS, 0.3, ROUNDING, map).unwrap();
            assert!((root.value - end).abs() < 1e-12, "{root:?}");
            assert!((0.0..=1.0).contains(&root.value));
        }
    }

    #[test]
    fn a_cycle_without_end_is_refused() {
        assert!(alternating(MAX_STEPS, 0.3, ROUNDING, |y| y, |x| x).is_err());
        assert!(fixed_point(MAX_STEPS, 0.3, ROUNDING, |x| x).is_err());
    }

    #[test]
    fn a_bound_without_end_is_none() {
        let half = |x: Linear| x * 0.5 + Linear::known(0.25);
        for rounding in [0.3, f64::INFINITY, f64::NAN] {
            assert!(
                fixed_point(MAX_STEPS, 0.5, rounding, half).is_err(),
                "{rounding}"
            );
            assert!(
                alternating(MAX_STEPS, 0.5, rounding, half, half).is_err(),
                "{rounding}"
            );
        }
    }
}
