//! Traits and values: what makes a personality differ from the optimum, as
//! figures on scales.
//!
//! A scale says what a figure is called, its range and the point at which it
//! changes nothing; files, lists and drawings all go by it. What the figures do
//! to a decision is not said here. [`Traits::default`] and [`Values::default`]
//! are the optimum's.

/// A figure of a personality: its key, its range, where it is neutral.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// As in files: lower-case words joined by `_`.
    pub key: &'static str,
    /// The least that is accepted.
    pub low: f64,
    /// The most that is accepted.
    pub high: f64,
    /// The optimum's figure, in `low..=high`.
    pub neutral: f64,
    /// What more of it means, in a few words.
    pub about: &'static str,
    /// The key over two lines, broken to be narrow.
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

/// How a personality decides; by default as the optimum does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// How much less a further gain in the turn is worth than the one before: the
    /// rho of u(x) = (1 - exp(-rho x)) / rho, with x in worths of 12 points to the
    /// decider. -4..=4; 0 neutral, above averse to risk, below seeking it. For
    /// choosing dragons, and stopping.
    pub risk_aversion: f64,
    /// The same for accepting a challenge. -4..=4; 0 neutral.
    pub accept_aversion: f64,
    /// How much both aversions fall for every 12 points by which the opponent
    /// leads, in units of rho. 0..=4; 0 neutral.
    pub nerves: f64,
    /// How much further they fall after an opponent's turn that brought it 8
    /// points or more, in units of rho. 0..=4; 0 neutral.
    pub nerves_after_big_turn: f64,
    /// How exactly options are valued: misjudgements, fixed for each position,
    /// are of size 1 - `calculation`. 0..=1; 1 neutral.
    pub calculation: f64,
    /// The weight, when stopping, of the challenge that an opponent who plays
    /// best would make. 0..=1; 1 neutral, 0 foresees none.
    pub intuition: f64,
    /// What is added to the gain of a challenge before it is compared with
    /// keeping the token, in win probability of the challenger. -1..=1; 0
    /// neutral, 1 challenges at every chance, -1 at none.
    pub eagerness: f64,
    /// How long a decision takes; does not change it.
    pub thinking: Thinking,
}

/// Analysis paralysis: the time of a decision follows the exponential law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thinking {
    /// Seconds per decision on average, 0..=600; 0 decides at once.
    pub mean_seconds: f64,
}

/// What the end of a turn is worth to a personality: weights, of which only the
/// proportions matter; by default winning alone.
///
/// Each is in 0..=1, and not all are 0. All are seen from the personality's seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// The chance of winning the game.
    pub winning: f64,
    /// Points of its own, whatever the opponent has.
    pub own_points: f64,
    /// The opponent's loss: every point of its own turn, by which the opponent
    /// falls behind, less the bonus that a challenge brings the opponent, in units
    /// of 12 points. When it may challenge a stop, every point at stake there adds
    /// 0.005 to what challenging gains it in win probability.
    pub harm: f64,
    /// Scores that lie close together.
    pub closeness: f64,
    /// Fighting dragons of many kinds.
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

    /// Whether they decide as the optimum does; how long they think does not matter.
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

    /// Whether nothing but winning counts.
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
    fn every_scale_holds_its_neutral_point() {
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
        // A smaller weight on winning alone is still winning alone.
        assert!(Values::from_figures([0.5, 0.0, 0.0, 0.0, 0.0]).is_neutral());
    }
}
