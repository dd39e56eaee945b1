//! CMA-ES: a search for the best point of a function of which only the ranking of points is known
//! (Hansen 2016, arXiv:1604.00772).
//!
//! Points are drawn from a normal distribution; the better half of them moves its mean, its
//! covariance and its step. Where the tutorial has the symmetric root of the covariance, this has
//! the Cholesky factor (Krause, Arbonès and Igel 2016), which needs no eigenvalues. The results are
//! the same to the last digit on every machine.

/// The smallest step, below which covariances of widened coordinates would overflow.
const LEAST_STEP: f64 = 1e-100;

/// A search, between two generations.
#[derive(Clone, Debug)]
pub struct Evolution {
    mean: Vec<f64>,
    /// By coordinate: the least standard deviation with which points are drawn.
    least: Vec<f64>,
    step: f64,
    covariance: Vec<Vec<f64>>,
    /// The evolution paths, of the mean and of the step.
    paths: [Vec<f64>; 2],
    /// What the points of the better half count, the best first.
    weights: Vec<f64>,
    /// By point of the last generation: its normal numbers, and its distance from the mean in steps.
    drawn: Vec<[Vec<f64>; 2]>,
    generations: u32,
}

impl Evolution {
    /// A search that begins at a point, with a first step of this size in all directions.
    /// `least` has the smallest standard deviation of each coordinate: about half the distance of
    /// its values if they are as coarse as whole numbers in a narrow range, else 0.
    ///
    /// # Panics
    /// If there are not as many of these as coordinates.
    #[must_use]
    pub fn new(start: Vec<f64>, step: f64, least: Vec<f64>) -> Self {
        let dimensions = start.len();
        assert_eq!(least.len(), dimensions, "each coordinate has a least deviation");
        let row = |at| (0..dimensions).map(|of| f64::from(u8::from(of == at))).collect();
        let half = Self::size(dimensions) / 2;
        let weight = |rank: u32| libm::log(half as f64 + 0.5) - libm::log(f64::from(rank));
        let weights: Vec<f64> = (1..).take(half).map(weight).collect();
        let sum: f64 = weights.iter().sum();
        Self {
            step,
            covariance: (0..dimensions).map(row).collect(),
            paths: [vec![0.0; dimensions], vec![0.0; dimensions]],
            weights: weights.into_iter().map(|weight| weight / sum).collect(),
            drawn: Vec::new(),
            generations: 0,
            mean: start,
            least,
        }
    }

    /// The number of points of a generation, with this number of dimensions.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
    pub fn size(dimensions: usize) -> usize {
        4 + (3.0 * libm::log(dimensions as f64)) as usize
    }

    /// The points of the next generation. `uniform` draws numbers from 0 to 1, without 1.
    pub fn points(&mut self, mut uniform: impl FnMut() -> f64) -> Vec<Vec<f64>> {
        self.widen();
        let factor = cholesky(&self.covariance);
        // Box and Muller (1958).
        let mut normal = || {
            let size = libm::sqrt(-2.0 * libm::log(1.0 - uniform()));
            size * libm::cos(2.0 * std::f64::consts::PI * uniform())
        };
        let mut draw = |_| {
            let normal: Vec<f64> = self.mean.iter().map(|_| normal()).collect();
            let way = factor.iter().map(|row| dot(row, &normal)).collect();
            [normal, way]
        };
        self.drawn = (0..Self::size(self.mean.len())).map(&mut draw).collect();
        let point = |[_, way]: &[Vec<f64>; 2]| {
            let places = self.mean.iter().zip(way);
            places.map(|(mean, way)| mean + self.step * way).collect()
        };
        self.drawn.iter().map(point).collect()
    }

    /// Widens the coordinates that deviate less than they have to. If all points were rounded to
    /// the same value of one, the search would learn nothing more of it (Hansen 2011, INRIA
    /// RR-7751; Marty and others 2024, PPSN).
    fn widen(&mut self) {
        for (at, least) in self.least.iter().enumerate() {
            let factor = least / (self.step * libm::sqrt(self.covariance[at][at]));
            if factor > 1.0 {
                for of in 0..self.mean.len() {
                    self.covariance[at][of] *= factor;
                    self.covariance[of][at] *= factor;
                }
            }
        }
    }

    /// Learns from the ranking of the last points: their numbers, the best first.
    pub fn learn(&mut self, ranking: &[usize]) {
        let n = self.mean.len() as f64;
        let dimensions = 0..self.mean.len();
        let effective = 1.0 / dot(&self.weights, &self.weights);
        let for_step = (effective + 2.0) / (n + effective + 5.0);
        let for_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let for_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let for_all =
            2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        let for_all = for_all.min(1.0 - for_one);
        let beyond = libm::sqrt((effective - 1.0) / (n + 1.0)) - 1.0;
        let damping = 1.0 + 2.0 * beyond.max(0.0) + for_step;
        // The mean length of a normal vector.
        let length = libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let best: Vec<_> =
            ranking.iter().zip(&self.weights).map(|(at, w)| (&self.drawn[*at], w)).collect();
        let mean_of = |which: usize| -> Vec<f64> {
            let of = |at| best.iter().map(|(drawn, weight)| *weight * drawn[which][at]).sum();
            dimensions.clone().map(of).collect()
        };
        let [normal, way] = [mean_of(0), mean_of(1)];
        for (mean, way) in self.mean.iter_mut().zip(&way) {
            *mean += self.step * way;
        }
        let [path, step_path] = &mut self.paths;
        follow(step_path, &normal, for_step, effective, 1.0);
        self.generations += 1;
        let travelled = libm::sqrt(dot(step_path, step_path));
        let forgotten = libm::pow(1.0 - for_step, 2.0 * f64::from(self.generations));
        let expected = (1.4 + 2.0 / (n + 1.0)) * length * libm::sqrt(1.0 - forgotten);
        // While the step grows fast, the path stands still.
        let follows = f64::from(u8::from(travelled < expected));
        follow(path, &way, for_path, effective, follows);
        self.step *= libm::exp(for_step / damping * (travelled / length - 1.0));
        self.step = self.step.max(LEAST_STEP);
        let lost = (1.0 - follows) * for_path * (2.0 - for_path);
        let kept = 1.0 - for_one * (1.0 - lost) - for_all;
        for (row, covariances) in self.covariance.iter_mut().enumerate() {
            for (column, covariance) in covariances.iter_mut().enumerate() {
                let products =
                    best.iter().map(|([_, way], weight)| *weight * way[row] * way[column]);
                *covariance = kept * *covariance
                    + for_one * path[row] * path[column]
                    + for_all * products.sum::<f64>();
            }
        }
    }
}

/// Lets a path forget a part of what it was and follow a way of this effective number of points.
fn follow(path: &mut [f64], way: &[f64], rate: f64, effective: f64, follows: f64) {
    let gain = follows * libm::sqrt(rate * (2.0 - rate) * effective);
    for (path, way) in path.iter_mut().zip(way) {
        *path = (1.0 - rate) * *path + gain * way;
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The lower triangle whose product with its transpose is a covariance.
fn cholesky(covariance: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut factor: Vec<Vec<f64>> = Vec::new();
    for (at, row) in covariance.iter().enumerate() {
        let mut own: Vec<f64> = Vec::new();
        for above in &factor {
            let known = dot(&own, above);
            own.push((row[own.len()] - known) / above[own.len()]);
        }
        // Rounding must not end the search in a direction.
        own.push(libm::sqrt((row[at] - dot(&own, &own)).max(1e-30)));
        factor.push(own);
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The mean after some generations, and the number of points that were valued.
    fn searched(
        start: &[f64],
        generations: usize,
        value: impl Fn(&[f64]) -> f64,
    ) -> (Vec<f64>, usize) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut evolution = Evolution::new(start.to_vec(), 0.3, vec![0.0; start.len()]);
        let mut valued = 0;
        for _ in 0..generations {
            let points = evolution.points(|| (dice.next_u64() >> 11) as f64 * 2.0_f64.powi(-53));
            let values: Vec<f64> = points.iter().map(|point| value(point)).collect();
            let mut ranking: Vec<usize> = (0..values.len()).collect();
            ranking.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
            evolution.learn(&ranking);
            valued += values.len();
        }
        (evolution.mean, valued)
    }

    /// Known minima: a sphere, an ellipsoid whose axes differ a thousandfold and are turned, and
    /// Rosenbrock's valley. The tutorial's method needs about as many points.
    #[test]
    fn known_minima_are_found() {
        let sphere = |at: &[f64]| at.iter().map(|x| (x - 0.5) * (x - 0.5)).sum::<f64>();
        let ellipsoid = |at: &[f64]| {
            let turned = at.windows(2).map(|two| two[0] + two[1]).chain([at[0]]);
            let axes = turned.enumerate().map(|(axis, x)| 1e6_f64.powf(axis as f64 / 4.0) * x * x);
            axes.sum::<f64>()
        };
        let valley = |at: &[f64]| {
            let of =
                |two: &[f64]| 100.0 * (two[1] - two[0] * two[0]).powi(2) + (1.0 - two[0]).powi(2);
            at.windows(2).map(of).sum::<f64>()
        };
        let (found, _) = searched(&[0.0; 12], 200, sphere);
        assert!(found.iter().all(|x| (x - 0.5).abs() < 1e-4), "{found:?}");
        let (found, _) = searched(&[1.0; 5], 400, ellipsoid);
        assert!(found.iter().all(|x| x.abs() < 1e-4), "{found:?}");
        let (found, valued) = searched(&[0.0; 4], 400, valley);
        assert!(found.iter().all(|x| (x - 1.0).abs() < 1e-4), "{found:?}");
        assert_eq!(valued, 400 * 8);
        let (found, _) = searched(&[0.0], 60, sphere);
        assert!((found[0] - 0.5).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn the_factor_has_the_covariance() {
        let covariance = vec![vec![4.0, 2.0, 0.6], vec![2.0, 5.0, -1.0], vec![0.6, -1.0, 3.0]];
        let factor = cholesky(&covariance);
        for (row, covariances) in covariance.iter().enumerate() {
            for (column, expected) in covariances.iter().enumerate() {
                let product = dot(&factor[row], &factor[column]);
                assert!((product - expected).abs() < 1e-12, "{row} {column}");
            }
        }
    }
}
