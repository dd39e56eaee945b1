//! Seconds that players take to decide: drawn, counted, never slept.

use rand::Rng;

use crate::tournament::TurnDice;

/// Parts of the exponential law of equal chance.
const PARTS: usize = 256;

/// The exponential law of mean 1, in parts of equal chance.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    /// The mean of each part.
    parts: [f32; PARTS],
}

impl Thinking {
    pub fn new() -> Self {
        // The integral of -ln(1 - p) is (1 - p) ln(1 - p) + p.
        let integral = |part: usize| {
            let left = 1.0 - part as f64 / PARTS as f64;
            let product = if left > 0.0 {
                left * libm::log(left)
            } else {
                0.0
            };
            product + 1.0 - left
        };
        Self {
            parts: std::array::from_fn(|part| {
                ((integral(part + 1) - integral(part)) * PARTS as f64) as f32
            }),
        }
    }

    /// The time of so many decisions, in units in which they take `mean` each.
    pub fn time(&self, mean: f32, decisions: u32, dice: &mut TurnDice) -> f32 {
        let mut time = 0.0;
        let mut left = decisions;
        while left > 0 {
            let draw = dice.next_u64().to_le_bytes();
            for byte in &draw[..left.min(8) as usize] {
                time += self.parts[usize::from(*byte)];
            }
            left = left.saturating_sub(8);
        }
        time * mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_one() {
        let parts = Thinking::new().parts;
        let mean: f32 = parts.iter().sum::<f32>() / PARTS as f32;
        assert!((mean - 1.0).abs() < 1e-6, "{mean}");
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]));
        // The median of the law is ln 2.
        assert!((parts[127] - 0.691).abs() < 0.01, "{}", parts[127]);
    }
}
