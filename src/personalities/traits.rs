//! Traits and values: the figures on scales that make a personality differ from optimal
//! play.
//!
//! A scale gives a figure its name, its range and the point at which it changes
//! nothing; files, lists and drawings all use it. The effect of a figure on a decision
//! is not described here. [`Traits::default`] and [`Values::default`] are neutral.

/// The scale of a figure: its key, its range and its neutral point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The key in files: lower-case words joined by `_`.
    pub key: &'static str,
    /// The least that is accepted.
    pub low: f64,
    /// The most that is accepted.
    pub high: f64,
    /// The figure of optimal play, in `low..=high`.
    pub neutral: f64,
    /// What a higher figure means, in a few words.
    pub about: &'static str,
    /// The key over two lines, as a narrow header.
    pub header: &'static str,
}

const fn scale(
    key: &'static str,
    [low, high]: [f64; 2],
    neutral: f64,
    about: &'static str,
    header: &'static str,
) -> Scale {
    Scale {
        key,
        low,
        high,
        neutral,
        about,
        header,
    }
}

/// How a personality decides; by default as the optimal policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// How much less a further gain in the turn is worth than the one before: the rho
    /// of u(x) = (1 - exp(-rho x)) / rho, where x is measured in what 12 points are
    /// worth to the deciding player. -4..=4; 0 is neutral, above 0 averse to risk,
    /// below 0 seeking it. It applies to the choice of dragons and to stopping.
    pub risk_aversion: f64,
    /// The same aversion for accepting a challenge. -4..=4; 0 is neutral.
    pub accept_aversion: f64,
    /// How much both aversions fall for every 12 points by which the opponent leads, in
    /// units of rho. 0..=4; 0 is neutral.
    pub nerves: f64,
    /// How much further they fall after an opponent's turn that brought it 8 points or
    /// more, in units of rho. 0..=4; 0 is neutral.
    pub nerves_after_big_turn: f64,
    /// How exactly options are valued: judgement errors, which are fixed for each
    /// position, have the size 1 - `calculation`. 0..=1; 1 is neutral.
    pub calculation: f64,
    /// The weight, when stopping, of the challenge that an optimal opponent would make.
    /// 0..=1; 1 is neutral, 0 foresees no challenge.
    pub intuition: f64,
    /// What is added to the gain of a challenge before it is compared with keeping the
    /// token, in win probability of the challenger. -1..=1; 0 is neutral, 1 challenges
    /// at every opportunity, -1 at none.
    pub eagerness: f64,
    /// How long a decision takes, which does not change it.
    pub thinking: Thinking,
}

/// Analysis paralysis: the time of a decision has an exponential distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thinking {
    /// The mean time of a decision in seconds, 0..=600; at 0 it decides at once.
    pub mean_seconds: f64,
}

/// What the end of a turn is worth to a personality: weights, of which only the
/// proportions matter; by default winning alone.
///
/// Each weight is in 0..=1, and not all are 0. All values are seen from the
/// personality's seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// The probability of winning the game.
    pub winning: f64,
    /// The personality's own points, whatever the opponent has.
    pub own_points: f64,
    /// The opponent's loss, in units of 12 points: every point of the personality's own
    /// turn, by which the opponent falls behind, less the bonus that a challenge brings
    /// the opponent. When the personality may challenge a stop, every point at stake
    /// adds 0.005 to the gain of challenging, in win probability.
    pub harm: f64,
    /// A small difference between the scores.
    pub closeness: f64,
    /// Fights against many kinds of dragons.
    pub variety: f64,
}

impl Traits {
    /// The traits in the order of [`Traits::figures`].
    pub const SCALES: [Scale; 8] = [
        scale(
            "risk_aversion",
            [-4.0, 4.0],
            0.0,
            "stops early, to be safe",
            "risk\naverse",
        ),
        scale(
            "accept_aversion",
            [-4.0, 4.0],
            0.0,
            "declines challenges",
            "accept\naverse",
        ),
        scale(
            "nerves",
            [0.0, 4.0],
            0.0,
            "risks more when behind",
            "\nnerves",
        ),
        scale(
            "nerves_after_big_turn",
            [0.0, 4.0],
            0.0,
            "and more after a big turn",
            "at big\nturns",
        ),
        scale(
            "calculation",
            [0.0, 1.0],
            1.0,
            "judges exactly",
            "calcu-\nlation",
        ),
        scale(
            "intuition",
            [0.0, 1.0],
            1.0,
            "foresees challenges",
            "intu-\nition",
        ),
        scale(
            "eagerness",
            [-1.0, 1.0],
            0.0,
            "challenges soon",
            "eager-\nness",
        ),
        scale(
            "thinking_seconds",
            [0.0, 600.0],
            0.0,
            "takes its time, on average",
            "think-\ning s",
        ),
    ];

    /// The figures, one for each of [`Traits::SCALES`].
    #[must_use]
    pub fn figures(&self) -> [f64; 8] {
        let Self {
            risk_aversion,
            accept_aversion,
            nerves,
            nerves_after_big_turn,
            calculation,
            intuition,
            eagerness,
            thinking: Thinking { mean_seconds },
        } = *self;
        [
            risk_aversion,
            accept_aversion,
            nerves,
            nerves_after_big_turn,
            calculation,
            intuition,
            eagerness,
            mean_seconds,
        ]
    }

    /// The traits with these figures, one for each of [`Traits::SCALES`].
    #[must_use]
    pub fn from_figures(figures: [f64; 8]) -> Self {
        let [
            risk_aversion,
            accept_aversion,
            nerves,
            nerves_after_big_turn,
            calculation,
            intuition,
            eagerness,
            mean_seconds,
        ] = figures;
        Self {
            risk_aversion,
            accept_aversion,
            nerves,
            nerves_after_big_turn,
            calculation,
            intuition,
            eagerness,
            thinking: Thinking { mean_seconds },
        }
    }

    /// Whether the traits decide as the optimal policy does; how long they think does
    /// not matter.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        let thinking = Thinking::default();
        Self { thinking, ..*self } == Self::default()
    }
}

impl Default for Traits {
    fn default() -> Self {
        Self::from_figures(Self::SCALES.map(|scale| scale.neutral))
    }
}

impl Values {
    /// The values in the order of [`Values::figures`].
    pub const SCALES: [Scale; 5] = [
        scale("winning", [0.0, 1.0], 1.0, "winning the game", "win-\nning"),
        scale(
            "own_points",
            [0.0, 1.0],
            0.0,
            "points of its own",
            "own\npoints",
        ),
        scale("harm", [0.0, 1.0], 0.0, "the opponent's loss", "\nharm"),
        scale("closeness", [0.0, 1.0], 0.0, "a close game", "close-\nness"),
        scale(
            "variety",
            [0.0, 1.0],
            0.0,
            "dragons of many kinds",
            "var-\niety",
        ),
    ];

    /// The weights, one for each of [`Values::SCALES`].
    #[must_use]
    pub fn figures(&self) -> [f64; 5] {
        let Self {
            winning,
            own_points,
            harm,
            closeness,
            variety,
        } = *self;
        [winning, own_points, harm, closeness, variety]
    }

    /// The values with these weights, one for each of [`Values::SCALES`].
    #[must_use]
    pub fn from_figures(figures: [f64; 5]) -> Self {
        let [winning, own_points, harm, closeness, variety] = figures;
        Self {
            winning,
            own_points,
            harm,
            closeness,
            variety,
        }
    }

    /// Whether winning is the only value.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        let [winning, others @ ..] = self.figures();
        winning > 0.0 && others.iter().all(|&weight| weight == 0.0)
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::from_figures(Self::SCALES.map(|scale| scale.neutral))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_come_back_in_the_order_of_the_scales() {
        let figures = [1.0, 2.0, 3.0, 4.0, 0.5, 0.6, 0.7, 80.0];
        let traits = Traits::from_figures(figures);
        assert_eq!(traits.figures(), figures);
        assert_eq!(Traits::SCALES[4].key, "calculation");
        assert_eq!(
            (traits.calculation, traits.thinking.mean_seconds),
            (0.5, 80.0)
        );
        let weights = [0.1, 0.2, 0.3, 0.4, 0.5];
        let values = Values::from_figures(weights);
        assert_eq!(values.figures(), weights);
        assert_eq!(Values::SCALES[3].key, "closeness");
        assert_eq!(values.closeness, 0.4);
    }

    #[test]
    fn every_scale_contains_its_neutral_point() {
        for scale in Traits::SCALES.iter().chain(&Values::SCALES) {
            assert!(scale.low < scale.high, "{scale:?}");
            assert!(
                (scale.low..=scale.high).contains(&scale.neutral),
                "{scale:?}"
            );
        }
    }

    #[test]
    fn one_step_from_neutral_is_not_neutral() {
        assert!(Traits::default().is_neutral() && Values::default().is_neutral());
        for (i, scale) in Traits::SCALES.iter().enumerate() {
            let mut figures = Traits::default().figures();
            figures[i] = if scale.neutral < scale.high {
                scale.high
            } else {
                scale.low
            };
            let neutral = Traits::from_figures(figures).is_neutral();
            assert_eq!(neutral, scale.key == "thinking_seconds", "{}", scale.key);
        }
        for i in 1..5 {
            let mut weights = Values::default().figures();
            weights[i] = 0.1;
            assert!(!Values::from_figures(weights).is_neutral());
        }
        // With a smaller weight, winning is still the only value.
        assert!(Values::from_figures([0.5, 0.0, 0.0, 0.0, 0.0]).is_neutral());
    }
}
