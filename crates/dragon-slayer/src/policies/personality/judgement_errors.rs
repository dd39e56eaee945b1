//! The judgement errors of personalities whose trait calculation is below 1. A judgement
//! error is added to the utility of an option. It is computed from a hash of the personality,
//! the position and the state, so that a personality always misjudges the same option by the
//! same amount.
//!
//! A personality of calculation c misjudges an option by up to (1 - c) * [`MOST`] units
//! of a turn of 12 points, and never takes an option whose true utility is more than
//! (1 - c) * [`BOUND`] below that of the best.

use crate::Action;
use crate::solver::TIE;
use rivals_core::random::{Key, Purpose};

/// The largest judgement error of an option, in units of a turn of 12 points.
pub(crate) const MOST: f64 = 0.5;

/// The largest loss of utility that a judgement error may cause, in the same units.
pub(crate) const BOUND: f64 = 0.25;

/// The gain of a challenge is misjudged by up to (1 - c) times this win probability.
const MOST_OF_GAIN: f64 = 0.1;

/// The judgement errors of a personality.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgementErrors {
    key: u64,
    /// 1 - calculation.
    size: f64,
}

/// The judgement errors of one decision.
pub(super) struct DecisionErrors {
    bits: u64,
    size: f64,
}

impl JudgementErrors {
    /// The errors of the personality of this id. `calculation` is in 0..=1; with 1 there
    /// are no errors.
    pub(super) fn new(id: &str, calculation: f64) -> Self {
        Self { key: Key::of_texts(Purpose::JudgementErrors, [id]).word(), size: 1.0 - calculation }
    }

    /// The errors of a decision: by the number of the position in which the turn began, the
    /// kind of the decision (below 8), and the number of the state.
    pub(super) fn at(&self, position: usize, kind: usize, state: usize) -> DecisionErrors {
        let bits = if self.size == 0.0 {
            0
        } else {
            let decision = (position as u64) << 32 | (state as u64) << 3 | kind as u64;
            Key::after(self.key, decision)
        };
        DecisionErrors { bits, size: self.size }
    }
}

impl DecisionErrors {
    /// The option that seems best, given the true utility of each; among equals the last.
    pub(super) fn choose(&self, options: &[(Action, f64)]) -> Action {
        let utilities = options.iter().map(|&(_, utility)| utility);
        let best = utilities.fold(f64::NEG_INFINITY, f64::max);
        let bound = best - self.size * BOUND;
        let mut chosen = (Action::Stop, f64::NEG_INFINITY);
        for (number, &(action, utility)) in options.iter().enumerate() {
            if utility < bound - TIE {
                continue;
            }
            let seems = utility + self.of_option(number);
            if seems >= chosen.1 - TIE {
                chosen = (action, seems.max(chosen.1));
            }
        }
        chosen.0
    }

    /// The error of an option by its number, in units of utility.
    pub(super) fn of_option(&self, number: usize) -> f64 {
        self.size * MOST * self.part(number)
    }

    /// The error of the gain of a challenge, a win probability.
    pub(super) fn of_gain(&self) -> f64 {
        self.size * MOST_OF_GAIN * self.part(0)
    }

    /// The error of an option by its number, 0 to 4, as a share in -1..1 of the largest.
    fn part(&self, number: usize) -> f64 {
        const BITS: usize = 12;
        let part = self.bits >> (BITS * number) & ((1 << BITS) - 1);
        if self.bits == 0 {
            return 0.0;
        }
        (part as f64 + 0.5) / f64::from(1 << (BITS - 1)) - 1.0
    }
}
