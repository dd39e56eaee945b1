//! The thinking time of players: it is drawn from a distribution and added up for a metric.
//! Nothing waits for it, and it changes no decision.

use rand::Rng;

use rivals_core::play::TurnDice;

/// The number of equally likely parts of a distribution.
const PARTS: usize = 256;

/// The number of binary digits of the most decisions that one draw covers.
const DIGITS: usize = 8;

/// The number of bisection steps that find the end of a part. An error there moves weight
/// from one part to the next and leaves their sum exact.
const HALVINGS: u32 = 40;

/// Means are stored in units of 1 / `SCALE`, as integers, so that the order of a sum does
/// not matter.
const SCALE: u32 = 1 << 16;

/// A sampler of the total time of decisions whose times are exponentially distributed with
/// mean 1. The times of 1, 2, 4, ... 128 decisions have Erlang distributions, each
/// approximated by [`PARTS`] equally likely values. The time of any number of decisions is
/// the sum over its binary digits.
#[derive(Clone, Debug)]
pub(super) struct ThinkingTime {
    /// By binary digit: the mean of each part of the distribution, in units of 1 / [`SCALE`].
    parts: Box<[[u32; PARTS]; DIGITS]>,
}

impl ThinkingTime {
    pub(super) fn new() -> Self {
        let parts = std::array::from_fn(|digit| parts(1 << digit));
        Self { parts: Box::new(parts) }
    }

    /// Draws the time of this many decisions, whose mean is `mean` each.
    pub(super) fn time(&self, mean: f64, decisions: i64, dice: &mut TurnDice) -> f64 {
        let mut time = 0;
        let mut left = decisions;
        while left > 0 {
            let now = left.min((1 << DIGITS) - 1);
            let draw = dice.next_u64().to_le_bytes();
            for (digit, (parts, byte)) in self.parts.iter().zip(draw).enumerate() {
                let all_bits = u32::from(now >> digit & 1 == 1).wrapping_neg();
                time += u64::from(parts[usize::from(byte)] & all_bits);
            }
            left -= now;
        }
        time as f64 * (mean / f64::from(SCALE))
    }
}

/// The means of the equally likely parts of the Erlang distribution of this many decisions.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^32")]
fn parts(decisions: u32) -> [u32; PARTS] {
    let count = f64::from(decisions);
    let mut end = 0.0;
    let mut below = 0.0;
    std::array::from_fn(|part| {
        let until = match part + 1 {
            PARTS => 1.0,
            parts => {
                let chance = parts as f64 / PARTS as f64;
                let (mut low, mut high) = (end, count + 4.0 * count.sqrt() + 4.0);
                for _ in 0..HALVINGS {
                    let middle = f64::midpoint(low, high);
                    if erlang(decisions, middle)[0] < chance { low = middle } else { high = middle }
                }
                end = low;
                // The integral of x times the density is that of one decision more.
                erlang(decisions, end)[1]
            }
        };
        let mean = count * (until - below) * PARTS as f64;
        below = until;
        (mean * f64::from(SCALE)).round() as u32
    })
}

/// The probabilities that this many decisions, and one more, take less than `time`.
fn erlang(decisions: u32, time: f64) -> [f64; 2] {
    let mut term = 1.0;
    let mut sum = 0.0;
    for decision in 1..=decisions {
        sum += term;
        term *= time / f64::from(decision);
    }
    let none = libm::exp(-time);
    [1.0 - none * sum, 1.0 - none * (sum + term)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::Dice;

    /// The time of the slowest player in a very long game.
    #[test]
    fn time_grows_with_the_decisions_of_a_long_game() {
        let (mean, decisions) = (600.0 * 10.0, 1_000_000);
        let mut dice = Dice::new(1, 2, 3).turn(0, 0);
        let time = ThinkingTime::new().time(mean, decisions, &mut dice);
        let deviation = mean * (decisions as f64).sqrt();
        let expected = mean * decisions as f64;
        assert!((time - expected).abs() < 5.0 * deviation, "{time}");
    }

    #[test]
    fn each_decision_has_mean_and_variance_one() {
        let of = |part: u32| f64::from(part) / f64::from(SCALE);
        let thinking = ThinkingTime::new();
        for (digit, parts) in thinking.parts.iter().enumerate() {
            let decisions = f64::from(1 << digit);
            let mean = |of: &dyn Fn(u32) -> f64| {
                parts.iter().map(|&part| of(part)).sum::<f64>() / PARTS as f64
            };
            let (first, second) = (mean(&of), mean(&|part| of(part) * of(part)));
            assert!((first / decisions - 1.0).abs() < 1e-5, "{first}");
            // The variance within parts, which is left out, is small.
            let variance = (second - first * first) / decisions;
            assert!((0.98..1.0).contains(&variance), "{digit}: {variance}");
            assert!(parts.windows(2).all(|pair| pair[0] < pair[1]));
        }
        // The median of the exponential distribution is ln 2.
        let median = of(thinking.parts[0][127]);
        assert!((median - 0.691).abs() < 0.01, "{median}");
    }

    /// Compared with exponential times that are drawn one by one.
    #[test]
    fn quantiles_are_those_of_sums_of_exponential_times() {
        let thinking = ThinkingTime::new();
        let games = 20_000;
        for decisions in [1, 3, 60, 255, 300] {
            let mut dice = Dice::new(1, 2, decisions as u64).turn(0, 0);
            let mut alone = || {
                let one = |_| -libm::log1p(-((dice.next_u64() >> 11) as f64 * 2_f64.powi(-53)));
                (0..decisions).map(one).sum::<f64>()
            };
            let mut expected: Vec<f64> = (0..games).map(|_| alone()).collect();
            let mut dice = Dice::new(3, 4, decisions as u64).turn(0, 0);
            let mut together = || thinking.time(1.0, decisions, &mut dice);
            let mut drawn: Vec<f64> = (0..games).map(|_| together()).collect();
            expected.sort_by(f64::total_cmp);
            drawn.sort_by(f64::total_cmp);
            for percent in [5, 25, 50, 75, 95] {
                let of = |times: &[f64]| times[games * percent / 100];
                let apart = of(&drawn) - of(&expected);
                let deviation = (decisions as f64).sqrt();
                assert!(apart.abs() < 0.05 * deviation, "{decisions}: {apart}");
            }
        }
    }
}
