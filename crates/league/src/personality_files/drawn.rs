//! Drawn personalities: a seed and a number give the same figures for ever.

use rivals_core::personalities::Personality;
use rivals_core::play::draw;
use rivals_core::random::{Key, Purpose};

/// The beginning of the ids of drawn personalities.
const PREFIX: &str = "drawn-";

/// The steps of a unit of each scale.
const STEPS: f64 = 100.0;

/// The personality with this number, from 1, of those that are drawn with a seed. Each trait and
/// value is drawn over its scale, in hundredths; a personality that values nothing values winning. No
/// time is drawn, as it changes no decision.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "scales are short")]
pub fn drawn(seed: u64, number: u64) -> Personality {
    let mut dice = Key::new(seed, Purpose::Personalities, &[number]).generator();
    let neutral = Personality::neutral(format!("{PREFIX}{number}"));
    let figures = neutral.figures().map(|(scale, _)| {
        let [low, high] = [scale.low, scale.high].map(|end| end * STEPS);
        let step = draw(&mut dice, (high - low) as usize + 1);
        if scale.key == "thinking_seconds" { scale.neutral } else { (low + step as f64) / STEPS }
    });
    let mut drawn = Personality {
        name: format!("Drawn {number}"),
        character: format!("Drawn with seed {seed}."),
        ..neutral.with_figures(figures)
    };
    if drawn.values.figures() == [0.0; 5] {
        drawn.values.winning = 1.0;
    }
    drawn
}

/// The personality with this id of those that are drawn with a seed.
#[must_use]
pub fn drawn_with_id(seed: u64, id: &str) -> Option<Personality> {
    let drawn = drawn(seed, id.strip_prefix(PREFIX)?.parse().ok().filter(|number| *number > 0)?);
    (drawn.id == id).then_some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another figure here is another player in each tournament of drawn ones.
    #[test]
    fn value_stability() {
        let figures: Vec<f64> = drawn(1, 7).figures().map(|(_, figure)| figure).collect();
        let expected =
            [-0.19, -3.38, 2.06, 0.19, 0.4, 0.55, -0.79, 0.0, 0.21, 0.04, 0.81, 0.56, 0.59];
        assert_eq!(figures, expected);
        assert_eq!(drawn_with_id(1, "drawn-7"), Some(drawn(1, 7)));
        for id in ["drawn-0", "drawn-07", "drawn-", "drawn-x", "abel"] {
            assert_eq!(drawn_with_id(1, id), None, "{id}");
        }
    }

    #[test]
    fn figures_are_spread_over_their_scales() {
        let all: Vec<Personality> = (1..=1_000).map(|number| drawn(5, number)).collect();
        for (at, scale) in drawn(5, 1).figures().map(|(scale, _)| scale).enumerate() {
            let figures = all.iter().map(|of| of.figures().nth(at).expect("it has all").1);
            let figures: Vec<f64> = figures.collect();
            assert!(figures.iter().all(|figure| (scale.low..=scale.high).contains(figure)));
            let mean = figures.iter().sum::<f64>() / 1_000.0;
            let middle = f64::midpoint(scale.low, scale.high);
            // 1,000 uniform figures have a mean within four standard errors.
            let near = (mean - middle).abs() < 4.0 * (scale.high - scale.low) / 12_000_f64.sqrt();
            assert!(near || scale.key == "thinking_seconds", "{}: {mean}", scale.key);
        }
    }
}
