//! How often one opponent challenges a stop, learned from its games.
//!
//! A personality that has seen an opponent expects its challenges at these rates in place of
//! those of an optimal opponent. A rate depends on what the challenge gains. Before anything was
//! seen it is that of optimal play: 1 for a gain, 0 for a loss. This counts as [`PRIOR`]
//! decisions, and a game that is [`HALF_LIFE`] games old counts half.

/// The ends of the ranges of gains, in win probability, in which a rate is the same.
pub(crate) const GAINS: [f64; 7] = [-0.05, -0.02, -0.005, 0.0, 0.005, 0.02, 0.05];

/// The number of decisions that the rate of optimal play counts as.
const PRIOR: f64 = 2.0;

/// After this number of games, what was seen in a game counts half.
const HALF_LIFE: f64 = 20.0;

/// The place in [`GAINS`] from which on gains are positive.
const GAIN: usize = 4;

/// The rates of one opponent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChallengeRates {
    /// By range of the gain: the weights of the decisions, and of those for a challenge.
    seen: [(f64, f64); GAINS.len() + 1],
}

impl ChallengeRates {
    /// Begins the next game, so that all that was seen counts less.
    pub(crate) fn next_game(&mut self) {
        let kept = libm::exp2(-1.0 / HALF_LIFE);
        for (asked, challenged) in &mut self.seen {
            *asked *= kept;
            *challenged *= kept;
        }
    }

    /// Adds a decision whether to challenge, by what the challenge would have gained.
    pub(crate) fn see(&mut self, gain: f64, challenged: bool) {
        let (asked, times) = &mut self.seen[Self::range(gain)];
        *asked += 1.0;
        *times += f64::from(u8::from(challenged));
    }

    /// The probability of a challenge that gains this much.
    #[must_use]
    pub(crate) fn rate(&self, gain: f64) -> f64 {
        let range = Self::range(gain);
        let (asked, challenged) = self.seen[range];
        let optimal = f64::from(u8::from(range >= GAIN));
        (PRIOR * optimal + challenged) / (PRIOR + asked)
    }

    /// The number of the range of a gain. An end belongs to the range above it.
    #[must_use]
    pub(crate) fn range(gain: f64) -> usize {
        GAINS.partition_point(|&end| end <= gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_begin_at_optimal_play_and_follow_what_is_seen() {
        let mut rates = ChallengeRates::default();
        assert_eq!(
            [-0.3, -0.001, 0.0, 0.3].map(|gain| rates.rate(gain)),
            [0.0, 0.0, 1.0, 1.0]
        );
        for _ in 0..2 {
            rates.see(0.01, false);
        }
        assert_eq!(
            [0.004, 0.005, 0.019, 0.02].map(|gain| rates.rate(gain)),
            [1.0, 0.5, 0.5, 1.0]
        );
        // After a half-life two decisions count as one.
        for _ in 0..20 {
            rates.next_game();
        }
        assert!((rates.rate(0.01) - 2.0 / 3.0).abs() < 1e-12);
    }
}
