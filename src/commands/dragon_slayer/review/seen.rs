//! What was seen of a player's challenges: how often it challenged a stop, by what the challenge
//! would have gained.

use crate::dragon_slayer::policies::{ChallengeRates, GAINS};
use crate::dragon_slayer::{Action, Phase};
use crate::play::Seat;
use crate::report::person::Challenges;

use crate::dragon_slayer::review::{Asked, Kind, Review};

/// By the range of the gain: the decisions of a player whether to challenge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    rows: [Challenges; GAINS.len() + 1],
    /// The same counts, with older games weighing less.
    rates: ChallengeRates,
}

impl Seen {
    /// Adds the player's decisions in a game of two seats. Those for which `hints` says, by step,
    /// that a hint was shown do not count. Games are added in their order. Returns whether there
    /// were any.
    pub(crate) fn add(&mut self, review: &Review, hints: &[bool], seat: Seat) -> bool {
        if !review.is_exact() {
            return false;
        }
        let mut any = false;
        self.rates.next_game();
        for (step, moment) in review.moments.iter().enumerate() {
            let hint = hints.get(step).is_some_and(|hint| *hint);
            let (Kind::Decision(asked), false) = (&moment.kind, hint) else {
                continue;
            };
            let is_asked = moment.before.turn.phase == Phase::Asked(seat);
            let Some(gain) = gain(asked).filter(|_| is_asked) else {
                continue;
            };
            let challenged = asked.action == Some(Action::Challenge);
            self.rates.see(gain, challenged);
            let row = &mut self.rows[ChallengeRates::range(gain)];
            row.asked += 1;
            row.challenged += u64::from(challenged);
            row.lost += asked.cost;
            any = true;
        }
        any
    }

    /// The counts by range, with the ends of the ranges.
    pub(crate) fn rows(&self) -> Vec<Challenges> {
        let end = |place: usize| GAINS.get(place).copied();
        let rows = self.rows.iter().enumerate().map(|(place, row)| Challenges {
            low: place.checked_sub(1).and_then(end).unwrap_or(f64::NEG_INFINITY),
            high: end(place).unwrap_or(f64::INFINITY),
            ..*row
        });
        rows.collect()
    }

    /// The rates that an opponent learns from this.
    pub(crate) fn rates(&self) -> &ChallengeRates {
        &self.rates
    }
}

/// What a challenge would gain, in win probability.
fn gain(asked: &Asked) -> Option<f64> {
    let wins = |action| {
        let mut options = asked.options.iter();
        options.find(|option| option.0 == action).map(|option| option.1)
    };
    Some(wins(Action::Challenge)? - wins(Action::LetStop)?)
}
