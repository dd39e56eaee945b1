//! Fixed misjudgements: who calculates badly takes options for better or worse
//! than they are, always by the same amount in the same position. It is a hash
//! of personality and position, not a die.
//!
//! Somebody of calculation c misjudges an option by up to (1 - c) * [`MOST`]
//! units of a turn of 12 points, and never takes one that it would hold for more
//! than (1 - c) * [`BOUND`] worse than the best if it calculated rightly.

use crate::games::dragon_slayer::Action;
use crate::games::dragon_slayer::solver::TIE;
use crate::random::{Key, Purpose};

/// In units of 12 points.
pub(crate) const MOST: f64 = 0.5;

/// In units of 12 points.
pub(crate) const BOUND: f64 = 0.25;

/// The gain of a challenge is misjudged by up to (1 - c) times this chance of
/// winning.
const MOST_OF_GAIN: f64 = 0.1;

/// A personality's misjudgements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misjudgement {
    key: u64,
    /// 1 - calculation.
    size: f64,
}

/// Those of one decision.
pub(super) struct Misjudged {
    bits: u64,
    size: f64,
}

impl Misjudgement {
    /// `calculation` is in 0..=1; 1 judges rightly.
    pub fn new(id: &str, calculation: f64) -> Self {
        Self {
            key: Key::of_texts(Purpose::Misjudgement, [id]).word(),
            size: 1.0 - calculation,
        }
    }

    /// Of the decision of some kind, below 8, in a state of a turn that begins
    /// in a position, both by number.
    pub fn at(&self, position: usize, kind: usize, state: usize) -> Misjudged {
        let bits = if self.size == 0.0 {
            0
        } else {
            let decision = (position as u64) << 32 | (state as u64) << 3 | kind as u64;
            Key::after(self.key, decision)
        };
        Misjudged {
            bits,
            size: self.size,
        }
    }
}

impl Misjudged {
    /// The option that seems best; of equals the last.
    pub fn choose(&self, options: &[(Action, f64)]) -> Action {
        let worths = options.iter().map(|&(_, worth)| worth);
        let best = worths.fold(f64::NEG_INFINITY, f64::max);
        let bound = best - self.size * BOUND;
        let mut chosen = (Action::Stop, f64::NEG_INFINITY);
        for (number, &(action, worth)) in options.iter().enumerate() {
            if worth < bound - TIE {
                continue;
            }
            let seems = worth + self.size * MOST * self.part(number);
            if seems >= chosen.1 - TIE {
                chosen = (action, seems.max(chosen.1));
            }
        }
        chosen.0
    }

    /// What is added to the gain of a challenge.
    pub fn of_gain(&self) -> f64 {
        self.size * MOST_OF_GAIN * self.part(0)
    }

    /// One of five numbers in -1..1.
    fn part(&self, number: usize) -> f64 {
        const BITS: u32 = 12;
        let part = self.bits >> (BITS * number as u32) & ((1 << BITS) - 1);
        if self.bits == 0 {
            return 0.0;
        }
        (part as f64 + 0.5) / f64::from(1 << (BITS - 1)) - 1.0
    }
}
