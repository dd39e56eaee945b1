//! The highest point of a smooth function in a cube, by a quasi-Newton search (BFGS: Nocedal and
//! Wright 2006, chapter 6) with slopes by differences.

use std::{iter, mem};

use crate::parallel;

/// The most steps of a search.
const STEPS: usize = 100;

/// Gains below this end a search.
const SAME: f64 = 1e-4;

/// The distance of the points of a difference.
const NEAR: f64 = 1e-4;

/// The first step is this long; steps that gain less than a part of what the slope promises are
/// shortened by a factor, so often at most.
const FIRST: f64 = 0.1;
const ENOUGH: f64 = 1e-4;
const SHORTER: f64 = 0.4;
const TRIES: usize = 14;

/// A point near `start` at which no way within the cube from 0 to 1 leads higher, and its height.
/// What is not a number is lower than everything.
///
/// # Panics
/// If a coordinate of the start is outside of the cube.
pub fn highest(of: impl Fn(&[f64]) -> f64 + Sync, start: Vec<f64>) -> (Vec<f64>, f64) {
    assert!(start.iter().all(|x| (0.0..=1.0).contains(x)), "a start in the cube");
    let height = |place: &[f64]| {
        let found = of(place);
        if found.is_nan() { f64::NEG_INFINITY } else { found }
    };
    let slope = |place: &[f64]| -> Vec<f64> {
        parallel::map(place.len(), |at| {
            let moved = |to: f64| {
                let mut place = place.to_vec();
                place[at] = to.clamp(0.0, 1.0);
                (place[at], height(&place))
            };
            let [(low, down), (high, up)] = [-NEAR, NEAR].map(|away| moved(place[at] + away));
            (up - down) / (high - low)
        })
    };
    let (mut best, mut found) = (start.clone(), height(&start));
    let mut rises = slope(&best);
    let mut curvature = Curvature::unknown(&rises);
    for _ in 0..STEPS {
        let way = curvature.way(&best, &rises);
        let tried = |part: f64| {
            let place: Vec<f64> =
                best.iter().zip(&way).map(|(x, way)| (x + part * way).clamp(0.0, 1.0)).collect();
            let moved: Vec<f64> = place.iter().zip(&best).map(|(to, from)| to - from).collect();
            let promised = dot(&moved, &rises);
            let height = height(&place);
            (promised > 0.0 && height >= found + ENOUGH * promised)
                .then_some((place, moved, height))
        };
        let mut parts = iter::successors(Some(1.0), |part| Some(part * SHORTER)).take(TRIES);
        let Some((place, moved, height)) = parts.find_map(tried) else {
            if curvature.is_unknown {
                break;
            }
            curvature = Curvature::unknown(&rises);
            continue;
        };
        let gain = height - found;
        let before = mem::replace(&mut rises, slope(&place));
        (best, found) = (place, height);
        if gain >= SAME {
            let bent: Vec<f64> = before.iter().zip(&rises).map(|(was, is)| was - is).collect();
            curvature.learn(&moved, &bent);
        } else if curvature.is_unknown {
            break;
        } else {
            curvature = Curvature::unknown(&rises);
        }
    }
    (best, found)
}

/// What is known of the inverse of minus the second derivatives.
struct Curvature {
    rows: Vec<Vec<f64>>,
    is_unknown: bool,
}

impl Curvature {
    /// Such that the first step is short.
    fn unknown(rises: &[f64]) -> Self {
        let scale = FIRST / dot(rises, rises).sqrt().max(1e-9);
        Self { rows: diagonal(rises.len(), scale), is_unknown: true }
    }

    /// The way to the highest point, as far as it is known; not out of the cube.
    fn way(&self, place: &[f64], rises: &[f64]) -> Vec<f64> {
        let blocked = |at: usize| {
            (place[at] <= 0.0 && rises[at] < 0.0) || (place[at] >= 1.0 && rises[at] > 0.0)
        };
        let free: Vec<f64> =
            (0..place.len()).map(|at| if blocked(at) { 0.0 } else { rises[at] }).collect();
        let way = self.rows.iter().map(|row| dot(row, &free)).enumerate();
        way.map(|(at, way)| if blocked(at) { 0.0 } else { way }).collect()
    }

    /// After a move, along which the slope fell by so much.
    fn learn(&mut self, moved: &[f64], bent: &[f64]) {
        let along = dot(moved, bent);
        // Where the function bends upward, nothing is learned.
        if along <= 1e-12 {
            return;
        }
        if self.is_unknown {
            *self =
                Self { rows: diagonal(moved.len(), along / dot(bent, bent)), is_unknown: false };
        }
        let turned: Vec<f64> = self.rows.iter().map(|row| dot(row, bent)).collect();
        let both = (1.0 + dot(&turned, bent) / along) / along;
        for (at, row) in self.rows.iter_mut().enumerate() {
            for (of, x) in row.iter_mut().enumerate() {
                *x += both * moved[at] * moved[of]
                    - (turned[at] * moved[of] + moved[at] * turned[of]) / along;
            }
        }
    }
}

fn diagonal(size: usize, scale: f64) -> Vec<Vec<f64>> {
    (0..size).map(|at| (0..size).map(|of| if at == of { scale } else { 0.0 }).collect()).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's valley, which bends, with its highest point at (1/2, 1/4), and heights that are
    /// not numbers at one side.
    #[test]
    fn a_bent_valley_is_followed_to_its_end() {
        let valley = |place: &[f64]| match place {
            [x, _] if *x > 0.9 => f64::NAN,
            [x, y] => -(2.0 * x - 1.0).powi(2) - 400.0 * (y - x * x).powi(2),
            _ => unreachable!(),
        };
        let (best, height) = highest(valley, vec![0.85, 0.1]);
        assert!((best[0] - 0.5).abs() < 0.01 && (best[1] - 0.25).abs() < 0.01, "{best:?}");
        assert!(height > -1e-4);
    }

    /// A paraboloid whose top is outside of the cube: on its face, where no way within it leads up.
    #[test]
    fn the_highest_point_may_be_at_a_side() {
        let top = [0.3, 1.4, -0.2];
        let height = |place: &[f64]| -> f64 {
            let away: Vec<f64> = place.iter().zip(top).map(|(x, top)| x - top).collect();
            let squares: f64 = away.iter().map(|x| x * x).sum();
            -100.0 * squares - 50.0 * away[0] * away[1]
        };
        let (best, found) = highest(height, vec![0.5; 3]);
        // With y = 1 and z = 0, the slope along x is -200 (x - 0.3) - 50 (1 - 1.4).
        assert!((best[0] - 0.4).abs() < 1e-3, "{best:?}");
        assert_eq!(best[1..], [1.0, 0.0]);
        assert!((found - height(&[0.4, 1.0, 0.0])).abs() < 1e-4);
    }
}
