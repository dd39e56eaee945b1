//! What is at stake in a decision, whoever decides: the prospects of its actions.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use serde::{Deserialize, Serialize};

/// What may have happened at the horizon, seen from the seat that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The expected share of the win, 0 to 1.
    pub value: f64,
    /// The change of the own progress.
    pub own: f64,
    /// The change of the strongest rival's progress.
    pub others: f64,
    /// The change of the distance between both, without its sign.
    pub gap: f64,
}

impl Outcome {
    /// What has changed between two standings, each the progress of the seat and that of its
    /// strongest rival.
    #[must_use]
    pub fn between(before: [f64; 2], after: [f64; 2], value: f64) -> Self {
        let apart = |[own, rival]: [f64; 2]| (own - rival).abs();
        Self {
            value,
            own: after[0] - before[0],
            others: after[1] - before[1],
            gap: apart(after) - apart(before),
        }
    }
}

/// Where the outcomes of a lottery come from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Spread {
    /// All of them, with their probabilities.
    Exact,
    /// Drawn worlds, in each of which the value is the mean of a few results. The number is the
    /// sampling variance of these means, which is not risk.
    Drawn(f64),
}

/// What an action promises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prospect {
    /// The place of the action among the legal ones.
    pub place: usize,
    /// The expected share of the win by the reference, 0 to 1.
    pub value: f64,
    /// What may have happened at the horizon, with weights that add up to 1.
    pub lottery: Vec<(f64, Outcome)>,
    /// Where the lottery comes from.
    pub spread: Spread,
    /// What sort of move it is, below 64.
    pub kind: u8,
    /// The share of a scarce stock that it spends, 0 to 1.
    pub spends: f64,
    /// How much it catches the eye, 0 to 1.
    pub salience: f64,
    /// What it tells of what the seat hides, in bits.
    pub information: f64,
}

/// The prospects of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prospects {
    /// The key of the position: see [`super::Conduct::position_key`].
    pub key: u64,
    /// The progress of the seat before the decision, and that of its strongest rival.
    pub progress: [f64; 2],
    /// The actions that can be chosen, in canonical order; never empty. Those that the game leaves
    /// out are no better than one of them.
    pub options: Vec<Prospect>,
    /// The option that the reference chooses, by its place in the list: none has a higher value.
    pub best: usize,
}

impl Prospect {
    /// The mean of the lottery.
    #[must_use]
    pub fn mean(&self) -> Outcome {
        let mut mean = Outcome::default();
        for (weight, outcome) in &self.lottery {
            mean.value += weight * outcome.value;
            mean.own += weight * outcome.own;
            mean.others += weight * outcome.others;
            mean.gap += weight * outcome.gap;
        }
        mean
    }

    /// The variance of a number over the lottery.
    pub fn variance(&self, of: impl Fn(&Outcome) -> f64) -> f64 {
        let moment = |power: i32| -> f64 {
            let term = |(weight, outcome): &(f64, Outcome)| {
                let x = of(outcome);
                weight * if power == 1 { x } else { x * x }
            };
            self.lottery.iter().map(term).sum()
        };
        let mean = moment(1);
        (moment(2) - mean * mean).max(0.0)
    }

    /// The variance of the share of the win at the horizon, without that of samples.
    #[must_use]
    pub fn value_variance(&self) -> f64 {
        let noise = match self.spread {
            Spread::Exact => 0.0,
            Spread::Drawn(noise) => noise,
        };
        (self.variance(|outcome| outcome.value) - noise).max(0.0)
    }
}

impl Prospects {
    /// The prospects of these options, of which the reference chooses the one with this place among
    /// the actions. As it takes no other for better, a higher value of another one is lowered to the
    /// value of its choice.
    ///
    /// # Panics
    /// If the options lack the reference's choice.
    #[must_use]
    pub fn new(key: u64, progress: [f64; 2], mut options: Vec<Prospect>, chosen: usize) -> Self {
        let best = options.iter().position(|option| option.place == chosen);
        let best = best.expect("the reference's choice is an option");
        let value = options[best].value;
        options.iter_mut().for_each(|option| option.value = option.value.min(value));
        Self { key, progress, options, best }
    }

    /// The value of the position.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.options[self.best].value
    }
}

/// The expected difference of two values of which the first is known to be no better, from an
/// estimate with a standard error: the mean of a normal distribution below 0. Where the error is 0,
/// the estimate itself, or 0 if it is above.
#[must_use]
pub fn no_better(estimate: f64, error: f64) -> f64 {
    if error == 0.0 {
        return estimate.min(0.0);
    }
    // Beyond, the mean differs from `-error / errors` by less than it is known.
    let errors = (estimate / error).min(30.0);
    let below = libm::erfc(errors * FRAC_1_SQRT_2) / 2.0;
    let density = libm::exp(-errors * errors / 2.0) / libm::sqrt(TAU);
    (error * (errors - density / below)).min(0.0)
}
