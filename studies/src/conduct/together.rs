//! Tastes that are measured together: a conditional logit (McFadden 1974) of a player's choices by
//! all that the judge says of the options. An index of one taste alone also measures the others, as
//! actions that are risky also harm, and the like; a coefficient is what is left of it when all
//! others are the same.

use rivals_core::personalities::SeatUnits;
use rivals_statistics::inverse;

use super::bank::{Choices, Posed};
use super::indices::{Asked, Sums};

/// The penalty on the square of a coefficient: choices without an error have no likeliest one.
const RIDGE: f64 = 1.0;

/// The most steps of the search, and the gain that ends it.
const STEPS: usize = 30;
const SAME: f64 = 1e-6;

/// Deviations below this are rounding errors: the options do not differ.
const ALIKE: f64 = 1e-9;

/// Options below this probability change no digit of a curvature that is told.
const LEAST: f64 = 1e-12;

/// What is said of an option, which is the one that the decision is asked with as chosen.
pub(super) type Feature = fn(&Asked<'_>) -> f64;

/// The features of all options, less their mean in the decision, in deviations.
pub(super) struct Standard {
    /// The number of features, and the places of those in which options differ.
    features: usize,
    shown: Vec<usize>,
    /// By block, then decision: those features, of one option after the other.
    blocks: Vec<Vec<Vec<f64>>>,
}

/// The penalised log likelihood of choices by coefficients.
struct Fit {
    place: Vec<f64>,
    value: f64,
    /// By block: the slopes, each with its part of the penalty.
    slopes: Vec<Vec<f64>>,
    /// Minus the second derivatives.
    curvature: Vec<Vec<f64>>,
}

impl Fit {
    fn slope(&self) -> Vec<f64> {
        let features = 0..self.place.len();
        features.map(|at| self.slopes.iter().map(|slope| slope[at]).sum()).collect()
    }
}

impl Standard {
    pub(super) fn new(blocks: &[Vec<Posed>], units: SeatUnits, features: &[Feature]) -> Self {
        let decision = |posed: &Posed| -> Vec<Vec<f64>> {
            let option = |chosen| {
                let asked = Asked { posed, chosen, again: chosen, units };
                features.iter().map(|feature| feature(&asked)).collect()
            };
            let mut options: Vec<Vec<f64>> = (0..posed.judged.len()).map(option).collect();
            for feature in 0..features.len() {
                let all = options.iter().map(|option| option[feature]);
                let mean = all.sum::<f64>() / options.len() as f64;
                options.iter_mut().for_each(|option| option[feature] -= mean);
            }
            options
        };
        let decisions: Vec<Vec<Vec<Vec<f64>>>> =
            blocks.iter().map(|block| block.iter().map(decision).collect()).collect();
        let mut squares = vec![0.0; features.len()];
        let mut count = 0.0;
        for option in decisions.iter().flatten().flatten() {
            squares.iter_mut().zip(option).for_each(|(sum, x)| *sum += x * x);
            count += 1.0;
        }
        let deviations: Vec<f64> = squares.iter().map(|sum| (sum / count).sqrt()).collect();
        let shown: Vec<usize> =
            (0..features.len()).filter(|&feature| deviations[feature] > ALIKE).collect();
        let flat = |options: &Vec<Vec<f64>>| -> Vec<f64> {
            let option = |option: &Vec<f64>| -> Vec<f64> {
                shown.iter().map(|&at| option[at] / deviations[at]).collect()
            };
            options.iter().flat_map(option).collect()
        };
        let blocks = decisions.iter().map(|block| block.iter().map(flat).collect()).collect();
        Self { features: features.len(), shown, blocks }
    }

    /// By feature, then block: sums of which the mean over all blocks is the coefficient of the
    /// feature, in deviations of the feature within decisions. Over blocks that are resampled, the
    /// mean is the coefficient after one step of the search. Nothing, if no two options differ by
    /// the feature.
    pub(super) fn coefficients(&self, choices: &Choices) -> Vec<Vec<Sums>> {
        let mut sums = vec![vec![[0.0; 5]; self.blocks.len()]; self.features];
        if self.shown.is_empty() {
            return sums;
        }
        let mut best = self.at(choices, vec![0.0; self.shown.len()]);
        for _ in 0..STEPS {
            let step = product(&inverse(best.curvature.clone()), &best.slope());
            let tried = |part: &f64| {
                let moved = best.place.iter().zip(&step).map(|(place, step)| place + part * step);
                Some(self.at(choices, moved.collect())).filter(|found| found.value >= best.value)
            };
            let Some(found) = [1.0, 0.5, 0.25, 0.125].iter().find_map(tried) else { break };
            let gain = found.value - best.value;
            best = found;
            if gain < SAME {
                break;
            }
        }
        let blocks = self.blocks.len() as f64;
        let variances = inverse(best.curvature.clone());
        for (block, slope) in best.slopes.iter().enumerate() {
            let weight = self.blocks[block].len() as f64;
            for ((&feature, place), moved) in
                self.shown.iter().zip(&best.place).zip(product(&variances, slope))
            {
                sums[feature][block] = [weight, 0.0, weight * (place + blocks * moved), 0.0, 0.0];
            }
        }
        sums
    }

    fn at(&self, choices: &Choices, place: Vec<f64>) -> Fit {
        let size = place.len();
        let penalty: f64 = place.iter().map(|x| RIDGE / 2.0 * x * x).sum();
        let mut value = -penalty;
        // On and right of the diagonal.
        let mut curvature = vec![vec![0.0; size]; size];
        let part = RIDGE / self.blocks.len() as f64;
        let (mut slopes, mut chances) = (Vec::new(), Vec::new());
        for (block, chosen) in self.blocks.iter().zip(choices) {
            let mut slope: Vec<f64> = place.iter().map(|x| -part * x).collect();
            for (options, &chosen) in block.iter().zip(chosen) {
                let options = || options.chunks_exact(size);
                chances.clear();
                chances.extend(options().map(|option| dot(option, &place)));
                let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                value += chances[chosen] - most;
                chances.iter_mut().for_each(|chance| *chance = libm::exp(*chance - most));
                let sum: f64 = chances.iter().sum();
                value -= libm::log(sum);
                let mut mean = vec![0.0; size];
                for (option, chance) in options().zip(&chances) {
                    let chance = chance / sum;
                    if chance > LEAST {
                        mean.iter_mut().zip(option).for_each(|(sum, x)| *sum += chance * x);
                        add(&mut curvature, chance, option);
                    }
                }
                add(&mut curvature, -1.0, &mean);
                let of = options().nth(chosen).expect("an option was chosen");
                for ((slope, of), mean) in slope.iter_mut().zip(of).zip(&mean) {
                    *slope += of - mean;
                }
            }
            slopes.push(slope);
        }
        let right = curvature.clone();
        for (at, row) in curvature.iter_mut().enumerate() {
            row[at] += RIDGE;
            row[..at].iter_mut().zip(&right).for_each(|(x, of)| *x = of[at]);
        }
        Fit { place, value, slopes, curvature }
    }
}

/// Adds the products of the numbers of a list, on and right of the diagonal.
fn add(sums: &mut [Vec<f64>], weight: f64, list: &[f64]) {
    for (at, row) in sums.iter_mut().enumerate() {
        let x = weight * list[at];
        row[at..].iter_mut().zip(&list[at..]).for_each(|(sum, y)| *sum += x * y);
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rivals_core::random::{Key, Purpose};

    use super::*;

    /// Of two features that go along with each other, choices by the first one alone have no
    /// coefficient of the second. Slopes agree with differences.
    #[test]
    fn tastes_are_told_apart() {
        let mut rng = Key::new(5, Purpose::Playing, &[]).generator();
        let mut drawn = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let gumbel = |of: f64| -libm::log(-libm::log(of));
        let mut block = Vec::new();
        let mut chosen = Vec::new();
        for _ in 0..4_000 {
            let mut option = || {
                let [one, other] = [drawn() - 0.5, drawn() - 0.5];
                [one, one + other]
            };
            let options = [option(), option(), option()];
            let worth = options.map(|[one, _]| 2.0 * one + gumbel(drawn()));
            chosen.push((0..3).fold(0, |best, at| if worth[at] > worth[best] { at } else { best }));
            block.push(options.concat());
        }
        let posed = Standard { features: 2, shown: vec![0, 1], blocks: vec![block] };
        let choices = vec![chosen];
        let place: Vec<f64> =
            posed.coefficients(&choices).iter().map(|blocks| blocks[0][2] / blocks[0][0]).collect();
        assert!((place[0] - 2.0).abs() < 0.3 && place[1].abs() < 0.2, "{place:?}");
        let slope = posed.at(&choices, vec![1.0, 0.5]).slope();
        let value = |place: [f64; 2]| posed.at(&choices, place.to_vec()).value;
        let by_differences = (value([1.001, 0.5]) - value([0.999, 0.5])) / 0.002;
        assert!((slope[0] - by_differences).abs() < 1e-2, "{slope:?} {by_differences}");
    }
}
