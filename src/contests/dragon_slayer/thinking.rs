//! Seconds that players take to decide: drawn, counted, never slept.

use rand::Rng;

use crate::tournament::TurnDice;

/// Parts of the exponential law of equal chance.
const PARTS: usize = 256;

/// Means are counted in units of 1 / this: whole numbers can be added up in any
/// order, several at a time.
const SCALE: u32 = 1 << 16;

/// Who thinks so long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thinker {
    /// Mean time of a decision, in the metric's units; 0 takes none.
    pub mean: f32,
    /// How many decisions of a game are counted at most.
    pub most: u32,
}

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

    /// How many decisions take less than `most` in all, in units in which they take
    /// `mean` each. The time of a decision depends on nothing else in the game, so
    /// that the mean over the first so many of each game is no other.
    pub fn most_decisions(&self, mean: f32, most: i32) -> u32 {
        // Parts grow, and a part in ten is more than rounding takes.
        let longest = f64::from(self.parts[PARTS - 1]) / f64::from(SCALE) * f64::from(mean);
        (0.9 * f64::from(most) / longest) as u32
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

    /// With the slowest that may be, of whom 175 decisions used to be too many.
    #[test]
    fn the_slowest_fit() {
        let thinking = Thinking::new();
        let (mean, most) = (600.0 * 10.0, (1 << 20) - 1);
        let decisions = thinking.most_decisions(mean, most);
        assert_eq!(decisions, 24);
        let longest = thinking.parts[PARTS - 1] as f32 / SCALE as f32 * mean * decisions as f32;
        assert!(longest < most as f32);
        assert!(thinking.most_decisions(4.0 * 10.0, most) > 3_000);
        assert_eq!(thinking.most_decisions(1e-30, most), u32::MAX);
    }

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
