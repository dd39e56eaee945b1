//! The luck of several rolls as a percentile of its distribution.
//!
//! Each roll keeps the state in which it was made, and its result is drawn again from its exact
//! distribution; the percentile is the share of these sums that are smaller than the sum that
//! was rolled. The distribution of the sum is computed and not sampled. It is kept on a grid: a
//! luck between two points of the grid is shared between them so that its mean stays.
//!
//! A stalled game has many thousand rolls. Their sums spread over 100,000 points, and adding the
//! rolls one by one would take minutes. But the sum of the first rolls is smooth already: of its
//! Fourier transform a few low frequencies are left, and each later roll only multiplies these.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "at most 1 / `STEP` for each roll, as lucks are at most 1; places wrap around"
)]

use std::f64::consts::TAU;

use super::values::Rolled;

/// The distance of the points of the grid, in win probability.
const STEP: f64 = 0.001;

/// Sums that are less probable are left out of the distribution, and frequencies that are weaker.
const LEAST: f64 = 1e-15;

/// The number of rolls that are added one by one. Few games have more of a seat.
const ONE_BY_ONE: usize = 256;

/// The percentile of the summed luck of these rolls, in 0..=1; none without rolls.
pub(super) fn percentile<'a>(rolls: impl Iterator<Item = &'a Rolled>) -> Option<f64> {
    let rolls: Vec<&Rolled> = rolls.collect();
    let luck: f64 = rolls.iter().map(|roll| roll.luck).sum();
    let (early, late) = rolls.split_at(rolls.len().min(ONE_BY_ONE));
    let (sums, first) = added(early);
    if !late.is_empty() {
        let spectrum = Spectrum::of(&sums, first as i64, widest(&rolls));
        return Some(spectrum.share_below(luck / STEP, late));
    }
    (!rolls.is_empty()).then(|| share_below(luck / STEP - first, &sums))
}

/// The distribution of the sum of these rolls on the grid, and its first point.
fn added(rolls: &[&Rolled]) -> (Vec<f64>, f64) {
    let (mut sums, mut first) = (vec![1.0], 0.0);
    for roll in rolls {
        let (parts, low) = on_grid(&roll.results);
        let mut next = vec![0.0; sums.len() + parts.len() - 1];
        for (place, part) in parts.iter().enumerate().filter(|(_, part)| **part > 0.0) {
            for (sum, before) in next[place..].iter_mut().zip(&sums) {
                *sum += part * before;
            }
        }
        first += f64::from(low);
        let start = next.iter().position(|&sum| sum > LEAST).unwrap_or(0);
        let end = next.iter().rposition(|&sum| sum > LEAST).unwrap_or(0);
        first += start as f64;
        sums = next[start..=end].to_vec();
    }
    (sums, first)
}

/// The probability of sums below this place. A sum on the grid stands for the sums around it, so that
/// the one at the place counts in part.
fn share_below(place: f64, sums: &[f64]) -> f64 {
    let below = sums
        .iter()
        .enumerate()
        .map(|(at, chance)| chance * (place - at as f64 + 0.5).clamp(0.0, 1.0));
    below.sum::<f64>().clamp(0.0, 1.0)
}

/// How far from 0 sums of these rolls lie on the grid: those beyond are less probable than [`LEAST`]
/// together, by Bernstein's inequality.
fn widest(rolls: &[&Rolled]) -> f64 {
    let results = || rolls.iter().flat_map(|roll| &roll.results);
    // To be shared between two points moves a luck by less than one.
    let most = results().map(|(luck, _)| luck.abs() + STEP).fold(0.0, f64::max);
    let squares = results().map(|(luck, chance)| chance * (luck * luck + STEP * STEP));
    let log = libm::log(2.0 / LEAST);
    let linear = log * most / 3.0;
    (linear + (linear * linear + 2.0 * log * squares.sum::<f64>()).sqrt()) / STEP
}

/// A complex number: its real and its imaginary part.
type Complex = [f64; 2];

fn times(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// The Fourier transform of a distribution on a ring of points that is wider than all sums.
struct Spectrum {
    /// The roots of unity, as many as there are points: a power of two.
    roots: Vec<Complex>,
    frequencies: Vec<Complex>,
}

impl Spectrum {
    fn of(sums: &[f64], first: i64, widest: f64) -> Self {
        let period = (2 * widest as usize + 2).max(sums.len()).next_power_of_two();
        let root = |place: usize| {
            let (sine, cosine) = libm::sincos(TAU * place as f64 / period as f64);
            [cosine, sine]
        };
        let mut spectrum = Self { roots: (0..period).map(root).collect(), frequencies: Vec::new() };
        let mut ring = vec![[0.0; 2]; period];
        for (place, &sum) in (first..).zip(sums) {
            ring[spectrum.on_ring(place)][0] += sum;
        }
        spectrum.frequencies = spectrum.transformed(&ring, 1);
        spectrum
    }

    fn on_ring(&self, place: i64) -> usize {
        place as usize & (self.roots.len() - 1)
    }

    fn root(&self, place: i64) -> Complex {
        self.roots[self.on_ring(place)]
    }

    /// The transform of every `step`th of these values.
    fn transformed(&self, values: &[Complex], step: usize) -> Vec<Complex> {
        if step == self.roots.len() {
            return vec![values[0]];
        }
        let even = self.transformed(values, 2 * step);
        let odd = self.transformed(&values[step..], 2 * step).into_iter().enumerate();
        let odd: Vec<Complex> =
            odd.map(|(place, value)| times(value, self.roots[place * step])).collect();
        let pairs = || even.iter().zip(&odd);
        let sums = pairs().map(|(a, b)| [a[0] + b[0], a[1] + b[1]]);
        sums.chain(pairs().map(|(a, b)| [a[0] - b[0], a[1] - b[1]])).collect()
    }

    /// A frequency of the distribution with these rolls added; `None` if it is too weak to count.
    fn with(&self, frequency: i64, late: &[&Rolled]) -> Option<Complex> {
        let is_strong = |[a, b]: Complex| a * a + b * b > LEAST * LEAST;
        let one = self.root(frequency);
        let mut strength = self.frequencies[self.on_ring(frequency)];
        for roll in late {
            if !is_strong(strength) {
                return None;
            }
            let mut factor = [0.0; 2];
            for (luck, chance) in &roll.results {
                let low = (luck / STEP).floor();
                let share = luck / STEP - low;
                let shared = [1.0 - share + share * one[0], share * one[1]];
                let [a, b] = times(shared, self.root(frequency * low as i64));
                factor = [factor[0] + chance * a, factor[1] + chance * b];
            }
            // No factor is larger than 1.
            strength = times(strength, factor);
        }
        Some(strength).filter(|&strength| is_strong(strength))
    }

    /// As the function of this name, with these rolls added.
    fn share_below(&self, place: f64, late: &[&Rolled]) -> f64 {
        let period = self.roots.len() as f64;
        let half = self.roots.len() as i64 / 2;
        // Counted from the lowest point of the ring; the mean of all sums is 0.
        let place = (place + half as f64 + 0.5).clamp(0.0, period);
        let (whole, share) = (place.floor() as i64, place.fract());
        let mut sum = place;
        for frequency in 1..=half {
            let Some(strength) = self.with(frequency, late) else { continue };
            // The sum over the points below is a geometric series.
            let (end, step) = (self.root(-frequency * whole), self.root(-frequency));
            let below = [1.0 - step[0], step[1]];
            let size = below[0] * below[0] + below[1] * below[1];
            let [a, b] = times([1.0 - end[0], -end[1]], below);
            let series = [a / size + share * end[0], b / size + share * end[1]];
            // Those above half are the mirror images of those below.
            let both = if frequency < half { 2.0 } else { 1.0 };
            sum += both * times(times(strength, self.root(frequency * half)), series)[0];
        }
        (sum / period).clamp(0.0, 1.0)
    }
}

/// The probabilities of one roll on the grid, and the number of the first point.
fn on_grid(results: &[(f64, f64)]) -> (Vec<f64>, i32) {
    let places = results.iter().map(|&(luck, chance)| {
        let low = (luck / STEP).floor();
        (low as i32, luck / STEP - low, chance)
    });
    let places: Vec<_> = places.collect();
    let first = places.iter().map(|place| place.0).min().unwrap_or(0);
    let last = places.iter().map(|place| place.0).max().unwrap_or(0);
    let mut parts = vec![0.0; last.abs_diff(first) as usize + 2];
    for (low, share, chance) in places {
        let at = low.abs_diff(first) as usize;
        parts[at] += (1.0 - share) * chance;
        parts[at + 1] += share * chance;
    }
    (parts, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AfterRoll;

    fn rolled(luck: f64, results: &[(f64, f64)]) -> Rolled {
        Rolled {
            event: AfterRoll::Defeat,
            wins: 0.5 + luck,
            luck,
            percentile: 0.5,
            results: results.to_vec(),
        }
    }

    /// Two rolls of four results each, against all sixteen sums.
    #[test]
    fn percentiles_are_those_of_all_sums() {
        let one = [(-0.3, 0.1), (-0.02, 0.5), (0.05, 0.3), (0.25, 0.1)];
        let other = [(-0.1, 0.25), (0.0, 0.25), (0.02, 0.25), (0.08, 0.25)];
        for (a, _) in one {
            for (b, _) in other {
                let rolls = [rolled(a, &one), rolled(b, &other)];
                let found = percentile(rolls.iter()).unwrap();
                let mut expected = 0.0;
                for (x, p) in one {
                    for (y, q) in other {
                        let less = x + y - a - b;
                        expected += p
                            * q
                            * if less.abs() < 1e-9 { 0.5 } else { f64::from(u8::from(less < 0.0)) };
                    }
                }
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
        assert_eq!(percentile([].into_iter()), None);
    }

    /// More rolls than are added one by one, against adding them all: with many results, and with two
    /// that leave high frequencies.
    #[test]
    fn percentiles_of_many_rolls_are_those_of_adding_them_one_by_one() {
        let many = [(-0.3, 0.1), (-0.02, 0.5), (0.05, 0.3), (0.25, 0.1)];
        let two = [(0.96, 0.04), (-0.04, 0.96)];
        for (results, luckiest) in [(&many[..], 0.05), (&two[..], 0.96)] {
            for lucky in [0, 12, 17, 299] {
                let luck = |roll| if roll < lucky { luckiest } else { results[1].0 };
                let rolls: Vec<Rolled> = (0..300).map(|roll| rolled(luck(roll), results)).collect();
                let sum: f64 = rolls.iter().map(|roll| roll.luck).sum();
                let (sums, first) = added(&rolls.iter().collect::<Vec<_>>());
                let expected = share_below(sum / STEP - first, &sums);
                let found = percentile(rolls.iter()).unwrap();
                assert!((found - expected).abs() < 1e-9, "{lucky}: {found} {expected}");
            }
        }
    }
}
