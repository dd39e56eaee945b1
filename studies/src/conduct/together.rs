//! Tastes that are measured together: a conditional logit (McFadden 1974) of a player's choices by
//! all that the judge says of the options. An index of one taste alone also measures the others, as
//! actions that are risky also harm, and the like; a coefficient is what is left of it when all
//! others are the same.

use super::bank::{Bank, Choices};
use super::indices::{Asked, Sums};

/// The penalty on the square of a coefficient: choices without an error have no likeliest one.
const RIDGE: f64 = 1.0;

/// The most steps of the search, and the gain that ends it.
const STEPS: usize = 30;
const SAME: f64 = 1e-6;

/// Deviations below this are rounding errors: the options do not differ.
const ALIKE: f64 = 1e-9;

/// What is said of an option, which is the one that the decision is asked with as chosen.
pub(super) type Feature = fn(&Asked<'_>) -> f64;

/// By feature, then block: sums of which the mean over all blocks is the coefficient of the feature,
/// in deviations of the feature within decisions. Over blocks that are resampled, the mean is the
/// coefficient after one step of the search. Nothing, if no two options differ by the feature.
pub(super) fn coefficients(bank: &Bank, choices: &Choices, features: &[Feature]) -> Vec<Vec<Sums>> {
    let posed = Standard::new(bank, features);
    let mut best = posed.at(choices, vec![0.0; posed.shown.len()]);
    for _ in 0..STEPS {
        let step = product(&inverse(best.curvature.clone()), &best.slope());
        let tried = |part: &f64| {
            let moved = best.place.iter().zip(&step).map(|(place, step)| place + part * step);
            Some(posed.at(choices, moved.collect())).filter(|found| found.value >= best.value)
        };
        let Some(found) = [1.0, 0.5, 0.25, 0.125].iter().find_map(tried) else { break };
        let gain = found.value - best.value;
        best = found;
        if gain < SAME {
            break;
        }
    }
    let blocks = bank.blocks.len() as f64;
    let variances = inverse(best.curvature.clone());
    let mut sums = vec![vec![[0.0; 5]; bank.blocks.len()]; features.len()];
    for (block, slope) in best.slopes.iter().enumerate() {
        let weight = bank.blocks[block].len() as f64;
        for ((&feature, place), moved) in
            posed.shown.iter().zip(&best.place).zip(product(&variances, slope))
        {
            sums[feature][block] = [weight, 0.0, weight * (place + blocks * moved), 0.0, 0.0];
        }
    }
    sums
}

/// The features of all options, less their mean in the decision, in deviations.
struct Standard {
    /// The places of the features in which options differ.
    shown: Vec<usize>,
    /// By block, decision and option: those features.
    blocks: Vec<Vec<Vec<Vec<f64>>>>,
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
    fn new(bank: &Bank, features: &[Feature]) -> Self {
        let units = bank.seat_units();
        let decision = |posed| {
            let option = |chosen| {
                let asked = Asked { posed, chosen, again: chosen, units };
                features.iter().map(|feature| feature(&asked)).collect::<Vec<f64>>()
            };
            let mut options: Vec<Vec<f64>> = (0..posed.judged.len()).map(option).collect();
            for feature in 0..features.len() {
                let all = options.iter().map(|option| option[feature]);
                let mean = all.sum::<f64>() / options.len() as f64;
                options.iter_mut().for_each(|option| option[feature] -= mean);
            }
            options
        };
        let mut blocks: Vec<Vec<Vec<Vec<f64>>>> =
            bank.blocks.iter().map(|block| block.iter().map(decision).collect()).collect();
        let mut squares = vec![0.0; features.len()];
        let mut count = 0.0;
        for option in blocks.iter().flatten().flatten() {
            squares.iter_mut().zip(option).for_each(|(sum, x)| *sum += x * x);
            count += 1.0;
        }
        let deviations: Vec<f64> = squares.iter().map(|sum| (sum / count).sqrt()).collect();
        let shown: Vec<usize> =
            (0..features.len()).filter(|&feature| deviations[feature] > ALIKE).collect();
        for option in blocks.iter_mut().flatten().flatten() {
            *option = shown.iter().map(|&at| option[at] / deviations[at]).collect();
        }
        Self { shown, blocks }
    }

    fn at(&self, choices: &Choices, place: Vec<f64>) -> Fit {
        let size = place.len();
        let penalty: f64 = place.iter().map(|x| RIDGE / 2.0 * x * x).sum();
        let mut value = -penalty;
        let mut curvature = vec![vec![0.0; size]; size];
        (0..size).for_each(|at| curvature[at][at] = RIDGE);
        let part = RIDGE / self.blocks.len() as f64;
        let mut slopes = Vec::new();
        for (block, chosen) in self.blocks.iter().zip(choices) {
            let mut slope: Vec<f64> = place.iter().map(|x| -part * x).collect();
            for (options, &chosen) in block.iter().zip(chosen) {
                let utility = |option: &Vec<f64>| dot(option, &place);
                let utilities: Vec<f64> = options.iter().map(utility).collect();
                let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut chances: Vec<f64> =
                    utilities.iter().map(|of| libm::exp(of - most)).collect();
                let sum: f64 = chances.iter().sum();
                chances.iter_mut().for_each(|chance| *chance /= sum);
                value += utilities[chosen] - most - libm::log(sum);
                let mut mean = vec![0.0; size];
                for (option, chance) in options.iter().zip(&chances) {
                    mean.iter_mut().zip(option).for_each(|(sum, x)| *sum += chance * x);
                }
                for ((slope, of), mean) in slope.iter_mut().zip(&options[chosen]).zip(&mean) {
                    *slope += of - mean;
                }
                for (option, chance) in options.iter().zip(&chances) {
                    for (row, x) in curvature.iter_mut().zip(option) {
                        row.iter_mut().zip(option).for_each(|(sum, y)| *sum += chance * x * y);
                    }
                }
                for (row, x) in curvature.iter_mut().zip(&mean) {
                    row.iter_mut().zip(&mean).for_each(|(sum, y)| *sum -= x * y);
                }
            }
            slopes.push(slope);
        }
        Fit { place, value, slopes, curvature }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The inverse of a positive definite matrix.
fn inverse(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|of| f64::from(u8::from(of == at))));
    }
    for pivot in 0..size {
        let divided: Vec<f64> = rows[pivot].iter().map(|x| x / rows[pivot][pivot]).collect();
        for row in &mut rows {
            let factor = row[pivot];
            row.iter_mut().zip(&divided).for_each(|(x, of)| *x -= factor * of);
        }
        rows[pivot] = divided;
    }
    rows.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rivals_core::random::{Key, Purpose};

    use super::*;

    #[test]
    fn inverses_multiply_to_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.2], vec![0.5, 0.2, 2.0]];
        for (at, row) in inverse(matrix.clone()).iter().enumerate() {
            for (of, found) in product(&matrix, row).into_iter().enumerate() {
                assert!((found - f64::from(u8::from(at == of))).abs() < 1e-12);
            }
        }
    }

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
            let options: Vec<Vec<f64>> = (0..3)
                .map(|_| {
                    let [one, other] = [drawn() - 0.5, drawn() - 0.5];
                    vec![one, one + other]
                })
                .collect();
            let worth: Vec<f64> =
                options.iter().map(|option| 2.0 * option[0] + gumbel(drawn())).collect();
            chosen.push((0..3).fold(0, |best, at| if worth[at] > worth[best] { at } else { best }));
            block.push(options);
        }
        let posed = Standard { shown: vec![0, 1], blocks: vec![block] };
        let choices = vec![chosen];
        let mut place = vec![0.0; 2];
        for _ in 0..10 {
            let fit = posed.at(&choices, place.clone());
            let step = product(&inverse(fit.curvature.clone()), &fit.slope());
            place.iter_mut().zip(step).for_each(|(place, step)| *place += step);
        }
        assert!((place[0] - 2.0).abs() < 0.3 && place[1].abs() < 0.2, "{place:?}");
        let slope = posed.at(&choices, vec![1.0, 0.5]).slope();
        let value = |place: [f64; 2]| posed.at(&choices, place.to_vec()).value;
        let by_differences = (value([1.001, 0.5]) - value([0.999, 0.5])) / 0.002;
        assert!((slope[0] - by_differences).abs() < 1e-2, "{slope:?} {by_differences}");
    }
}
