//! Traits and values: the figures on scales that make a personality differ from optimal
//! play.
//!
//! A scale gives a figure its name, its range and the point at which it changes
//! nothing; files, lists and drawings all use it. The fields say what each number does; the
//! games compute it. Some have words of Dragon Slayer, the game that they were made for, as files
//! have these keys and texts. [`Traits::default`] and [`Values::default`] are neutral.

use serde::{Deserialize, Deserializer, Serialize};

use crate::values::{number, table};

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

/// A figure of a file, within its scale.
#[derive(Deserialize)]
struct Figure<const LOW: i64, const HIGH: i64>(
    #[serde(deserialize_with = "number::<_, _, LOW, HIGH>")] f64,
);

/// Defines a struct of figures. Each figure has a doc comment, then its key, the ends of its
/// scale, its neutral point, what a higher figure means, and its header.
macro_rules! figures {
    (
        $(#[$struct_doc:meta])*
        $name:ident [$count:literal]
        $($(#[$doc:meta])* $key:ident: $low:literal to $high:literal, $neutral:literal, $about:literal, $header:literal;)*
    ) => {
        $(#[$struct_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
        pub struct $name {
            $($(#[$doc])* pub $key: f64,)*
        }

        impl $name {
            /// The scales, in the order of the fields.
            pub const SCALES: [Scale; $count] = [$(Scale {
                key: stringify!($key),
                low: $low as f64,
                high: $high as f64,
                neutral: $neutral as f64,
                about: $about,
                header: $header,
            }),*];

            /// The figures, in the order of the scales.
            #[must_use]
            pub fn figures(&self) -> [f64; $count] {
                [$(self.$key),*]
            }

            /// The struct with these figures, in the order of the scales.
            #[must_use]
            pub fn from_figures([$($key),*]: [f64; $count]) -> Self {
                Self { $($key),* }
            }
        }

        /// Reads a table; a figure that is left out is neutral.
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct File {
                    $($key: Option<Figure<$low, $high>>),*
                }
                let file: File = table(from)?;
                let neutral = Self::default();
                Ok(Self { $($key: file.$key.map_or(neutral.$key, |figure| figure.0)),* })
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: f64::from($neutral)),* }
            }
        }
    };
}

figures! {
    /// How a personality decides; by default as the optimal policy.
    Traits [8]
    /// How much less a further gain in the turn is worth than the one before: the rho
    /// of u(x) = (1 - exp(-rho x)) / rho, where x is measured in what 12 points are
    /// worth to the deciding player. -4..=4; 0 is neutral, above 0 averse to risk,
    /// below 0 seeking it. It applies to the choice of dragons and to stopping.
    risk_aversion: -4 to 4, 0, "stops early, to be safe", "risk\naverse";
    /// The same aversion for accepting a challenge. -4..=4; 0 is neutral.
    accept_aversion: -4 to 4, 0, "declines challenges", "accept\naverse";
    /// How much both aversions fall for every 12 points by which the opponent leads, in
    /// units of rho. 0..=4; 0 is neutral.
    nerves: 0 to 4, 0, "risks more when behind", "\nnerves";
    /// How much further they fall after an opponent's turn that brought it 8 points or
    /// more, in units of rho. 0..=4; 0 is neutral.
    nerves_after_big_turn: 0 to 4, 0, "and more after a big turn", "at big\nturns";
    /// How exactly options are valued: judgement errors, which are fixed for each
    /// position, have the size 1 - `calculation`. 0..=1; 1 is neutral.
    calculation: 0 to 1, 1, "judges exactly", "calcu-\nlation";
    /// The weight, when stopping, of the challenge that an optimal opponent would make.
    /// 0..=1; 1 is neutral, 0 foresees no challenge.
    intuition: 0 to 1, 1, "foresees challenges", "intu-\nition";
    /// What is added to the gain of a challenge before it is compared with keeping the
    /// token, in win probability of the challenger. -1..=1; 0 is neutral, 1 challenges
    /// at every opportunity, -1 at none.
    eagerness: -1 to 1, 0, "challenges soon", "eager-\nness";
    /// Analysis paralysis: the mean time of a decision in seconds, 0..=600, with an
    /// exponential distribution; at 0 it decides at once. It changes no decision.
    thinking_seconds: 0 to 600, 0, "takes its time, on average", "\nseconds";
}

figures! {
    /// What the end of a turn is worth to a personality: weights, of which only the
    /// proportions matter; by default winning alone.
    ///
    /// Each weight is in 0..=1, and not all are 0. All values are seen from the
    /// personality's seat.
    Values [5]
    /// The probability of winning the game.
    winning: 0 to 1, 1, "winning the game", "win-\nning";
    /// The personality's own points, whatever the opponent has.
    own_points: 0 to 1, 0, "points of its own", "own\npoints";
    /// The opponent's loss, in units of 12 points: every point of the personality's own
    /// turn, by which the opponent falls behind, less the bonus that a challenge brings
    /// the opponent. When the personality may challenge a stop, every point at stake
    /// adds 0.005 to the gain of challenging, in win probability.
    harm: 0 to 1, 0, "the opponent's loss", "\nharm";
    /// A small difference between the scores.
    closeness: 0 to 1, 0, "a close game", "close-\nness";
    /// Slaying many kinds of dragons.
    variety: 0 to 1, 0, "dragons of many kinds", "var-\niety";
}

figures! {
    /// Habits, which the optional table `[habits]` of a file sets; by default those of optimal play.
    /// Dragon Slayer does not use them.
    Habits [6]
    /// The part of the options that it looks at; one that catches the eye is seen sooner.
    /// 0..=1; 1 is neutral.
    attention: 0 to 1, 1, "sees every option", "atten-\ntion";
    /// The weight of what an action leads to, against the standing right after it. 0..=1; 1 is
    /// neutral.
    foresight: 0 to 1, 1, "looks ahead", "fore-\nsight";
    /// The probability that it judges a position as it has judged it before. 0..=1; 1 is neutral.
    steadiness: 0 to 1, 1, "decides alike each time", "steadi-\nness";
    /// The weight of the progress of its strongest rival. 0..=1; 0 is neutral.
    generosity: 0 to 1, 0, "is glad when others gain", "gener-\nosity";
    /// What is added to the worth of the kind of move that it made last. 0..=1; 0 is neutral.
    persistence: 0 to 1, 0, "repeats its last kind of move", "persis-\ntence";
    /// The weight of what an action keeps hidden from others. -1..=1; 0 is neutral, below 0 it
    /// shows more.
    deceit: -1 to 1, 0, "hides what it has", "\ndeceit";
}

impl Habits {
    /// Whether they are those of optimal play.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        *self == Self::default()
    }
}

impl Traits {
    /// Whether the traits decide as the optimal policy does; how long they think does
    /// not matter.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        let neutral = Self::default();
        let thinking_seconds = neutral.thinking_seconds;
        Self { thinking_seconds, ..*self } == neutral
    }
}

impl Values {
    /// Whether winning is the only value.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        let [winning, others @ ..] = self.figures();
        winning > 0.0 && others.iter().all(|&weight| weight == 0.0)
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
        assert_eq!((traits.calculation, traits.thinking_seconds), (0.5, 80.0));
        let weights = [0.1, 0.2, 0.3, 0.4, 0.5];
        let values = Values::from_figures(weights);
        assert_eq!(values.figures(), weights);
        assert_eq!(Values::SCALES[3].key, "closeness");
        assert_eq!(values.closeness, 0.4);
    }

    #[test]
    fn every_scale_contains_its_neutral_point() {
        for scale in Traits::SCALES.iter().chain(&Values::SCALES).chain(&Habits::SCALES) {
            assert!(scale.low < scale.high, "{scale:?}");
            assert!((scale.low..=scale.high).contains(&scale.neutral), "{scale:?}");
        }
    }

    #[test]
    fn one_step_from_neutral_is_not_neutral() {
        assert!(Traits::default().is_neutral() && Values::default().is_neutral());
        for (i, scale) in Traits::SCALES.iter().enumerate() {
            let mut figures = Traits::default().figures();
            figures[i] = if scale.neutral < scale.high { scale.high } else { scale.low };
            let neutral = Traits::from_figures(figures).is_neutral();
            assert_eq!(neutral, scale.key == "thinking_seconds", "{}", scale.key);
        }
        for i in 1..5 {
            let mut weights = Values::default().figures();
            weights[i] = 0.1;
            assert!(!Values::from_figures(weights).is_neutral());
        }
        for (i, scale) in Habits::SCALES.iter().enumerate() {
            let mut figures = Habits::default().figures();
            figures[i] = if scale.neutral < scale.high { scale.high } else { scale.low };
            assert!(!Habits::from_figures(figures).is_neutral(), "{}", scale.key);
        }
        // With a smaller weight, winning is still the only value.
        assert!(Values::from_figures([0.5, 0.0, 0.0, 0.0, 0.0]).is_neutral());
    }
}
