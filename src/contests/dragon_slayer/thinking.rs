//! Seconds that players take to decide: drawn, counted, never slept.

use rand::Rng;

use crate::tournament::TurnDice;

/// Parts of the exponential law of equal chance.
const PARTS: usize = 256;

/// Means are counted in units of 1 / this: whole numbers can be added up in any
/// order, several at a time.
const SCALE: u32 = 1 << 16;

/// The exponential law of mean 1, in parts of equal chance.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    /// The mean of each part, in units of 1 / [`SCALE`].
    parts: [u32; PARTS],
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
                let mean = (integral(part + 1) - integral(part)) * PARTS as f64;
                (mean * f64::from(SCALE)).round() as u32
            }),
        }
    }

    /// The time of so many decisions, in units in which they take `mean` each.
    pub fn time(&self, mean: f32, decisions: u32, dice: &mut TurnDice) -> f32 {
        let mut time = 0;
        let mut left = decisions;
        while left > 0 {
            let draw = dice.next_u64().to_le_bytes();
            let of = |byte: &u8| u64::from(self.parts[usize::from(*byte)]);
            time += match left {
                8.. => draw.iter().map(of).sum::<u64>(),
                _ => draw[..left as usize].iter().map(of).sum::<u64>(),
            };
            left = left.saturating_sub(8);
        }
        time as f32 * (mean / SCALE as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_one() {
        let parts = Thinking::new().parts;
        let of = |part: u32| f64::from(part) / f64::from(SCALE);
        let mean = parts.iter().map(|&part| of(part)).sum::<f64>() / PARTS as f64;
        assert!((mean - 1.0).abs() < 1e-6, "{mean}");
        assert!(parts.windows(2).all(|pair| pair[0] < pair[1]));
        // The median of the law is ln 2.
        assert!((of(parts[127]) - 0.691).abs() < 0.01, "{}", parts[127]);
    }
}
