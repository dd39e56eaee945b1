//! How often one opponent challenges a stop, learned from its games.
//!
//! A personality that has seen an opponent expects its challenges at these rates instead of
//! those of an optimal opponent. A rate depends on what the challenge gains. Before anything was
//! seen it is that of optimal play: 1 for a gain, 0 for a loss. This counts as [`PRIOR`]
//! decisions, and a game that is [`HALF_LIFE`] games old counts half.
//!
//! A stop that invites a challenge at a loss is worth little if the challenge does not come, and
//! an opponent that has learned as well would let it stand, turn after turn. So in every game the
//! opponent is taken to challenge at a loss as it did with the probability [`BELIEF`], and to play
//! optimally otherwise. Each stop that it has let stand lowers this probability by Bayes' rule.
//! The points that the mover has kept while the opponent has its token say how many there were.

use rivals_core::text::number::{fixed, percent};

/// The ends of the ranges of gains, in win probability, in which a rate is the same.
pub const GAINS: [f64; 7] = [-0.05, -0.02, -0.005, 0.0, 0.005, 0.02, 0.05];

/// The number of decisions that the rate of optimal play counts as.
const PRIOR: f64 = 2.0;

/// After this number of games, what was seen in a game counts half.
const HALF_LIFE: f64 = 20.0;

/// The probability, at the start of a game, that the opponent challenges at a loss as it did.
/// Chosen by the study `learning`: after 10 games, 0.9 wins 2.5 points more against a player who always
/// challenges, and 7 less against optimal play.
const BELIEF: f64 = 0.6;

/// The points that a stop keeps, for the number of stops that were let stand. Half and double of
/// it give nearly the same results.
const STOP_POINTS: f64 = 5.0;

/// The place in [`GAINS`] from which on gains are positive.
const GAIN: usize = 4;

/// The rates of one opponent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChallengeRates {
    /// By range of the gain: the weights of the decisions, and of those for a challenge.
    seen: [(f64, f64); GAINS.len() + 1],
}

impl ChallengeRates {
    /// Begins the next game, so that all that was seen counts less.
    pub fn next_game(&mut self) {
        let kept = libm::exp2(-1.0 / HALF_LIFE);
        for (asked, challenged) in &mut self.seen {
            *asked *= kept;
            *challenged *= kept;
        }
    }

    /// Adds a decision whether to challenge, by what the challenge would have gained.
    pub fn see(&mut self, gain: f64, challenged: bool) {
        let (asked, times) = &mut self.seen[Self::range(gain)];
        *asked += 1.0;
        *times += f64::from(u8::from(challenged));
    }

    /// The probability of a challenge that gains this much, of a stop of a mover who has kept so
    /// many points in this game.
    #[must_use]
    pub fn rate(&self, gain: f64, kept: f64) -> f64 {
        let range = Self::range(gain);
        let (asked, challenged) = self.seen[range];
        if range >= GAIN {
            return (PRIOR + challenged) / (PRIOR + asked);
        }
        let rate = challenged / (PRIOR + asked);
        let stood = (kept / STOP_POINTS).ceil();
        let as_it_did = BELIEF * libm::pow(1.0 - rate, stood);
        rate * as_it_did / (as_it_did + 1.0 - BELIEF)
    }

    /// What is expected at the start of a game where it is not what optimal play would do, a
    /// sentence for each range of gains in which something was seen.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let points = |gain: f64| fixed(100.0 * gain.abs(), 1);
        let sentence = |range: usize| {
            let low = range.checked_sub(1).map(|end| GAINS[end]);
            let high = GAINS.get(range).copied();
            let (word, optimal) =
                if range >= GAIN { ("gains", "always") } else { ("loses", "never") };
            let amount = match (low, high) {
                (None, Some(end)) | (Some(end), None) => format!("more than {}", points(end)),
                (Some(low), Some(high)) => {
                    let (less, more) = if range >= GAIN { (low, high) } else { (high, low) };
                    format!("{} to {}", points(less), points(more))
                }
                (None, None) => return None,
            };
            let middle =
                low.or(high).unwrap_or_default().midpoint(high.or(low).unwrap_or_default());
            let middle = if range == 0 { GAINS[0] - 0.01 } else { middle };
            (self.seen[range].0 > 0.0).then(|| {
                format!(
                    "Where a challenge {word} {amount} percentage points, you are expected to \
                     challenge with {} %; optimal play {optimal} does.",
                    percent(self.rate(middle, 0.0), 0)
                )
            })
        };
        (0..self.seen.len()).filter_map(sentence).collect()
    }

    /// The number of the range of a gain. An end belongs to the range above it.
    #[must_use]
    pub fn range(gain: f64) -> usize {
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
            [-0.3, -0.001, 0.0, 0.3].map(|gain| rates.rate(gain, 7.0)),
            [0.0, 0.0, 1.0, 1.0]
        );
        for _ in 0..2 {
            rates.see(0.01, false);
        }
        assert_eq!(
            [0.004, 0.005, 0.019, 0.02].map(|gain| rates.rate(gain, 7.0)),
            [1.0, 0.5, 0.5, 1.0]
        );
        // After a half-life two decisions count as one.
        for _ in 0..20 {
            rates.next_game();
        }
        assert!((rates.rate(0.01, 0.0) - 2.0 / 3.0).abs() < 1e-12);
    }

    /// By hand: two challenges at a loss make the rate 1/2, in 6 of 10 cases at first; after one
    /// stop that stood in 3 of 7, after two in 3 of 11.
    #[test]
    fn stops_that_were_let_stand_speak_for_optimal_play() {
        let mut rates = ChallengeRates::default();
        rates.see(-0.1, true);
        rates.see(-0.1, true);
        for (kept, cases) in [
            (0.0, 0.6),
            (1.0, 3.0 / 7.0),
            (5.0, 3.0 / 7.0),
            (6.0, 3.0 / 11.0),
            (f64::INFINITY, 0.0),
        ] {
            assert!((rates.rate(-0.1, kept) - cases / 2.0).abs() < 1e-12, "{kept}");
        }
    }
}
