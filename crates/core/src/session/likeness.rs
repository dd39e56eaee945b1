//! How likely other players would have decided as a seat did.

use rand::{Rng, SeedableRng};

use super::{Session, SessionOf};
use crate::conduct::Conducted;
use crate::contest::Present;
use crate::play::record::Entry;
use crate::play::{Agent, Decision, Seat, Stream, TurnDice};

/// How often an agent without known probabilities is asked the same decision.
const SAMPLES: u32 = 16;

/// The decisions of its reference that one of a personality may take.
const OF_REFERENCE: f64 = 4.0;

/// The most seconds that asking may take, by the agents' own figures.
const MOST_SECONDS: f64 = 5.0;

/// A decision of a seat, and how likely each candidate would have made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// The number of the decision in the game, from 1.
    pub decision: usize,
    /// The action in words.
    pub action: String,
    /// By candidate, the probability of that action.
    pub likelihoods: Vec<f64>,
    /// Whether some of them were estimated by asking several times.
    pub sampled: bool,
}

impl<G: Present> SessionOf<G> {
    /// As [`Session::likeness`].
    pub(super) fn likened(
        &mut self,
        entries: &[Entry],
        seat: Seat,
        candidates: &[&str],
    ) -> Vec<Likeness> {
        let mut agents: Vec<Box<dyn Agent<G>>> =
            candidates.iter().map(|spec| self.agent(spec)).collect();
        let acts = entries.iter().filter(|entry| is_choice(entry, seat)).count();
        let (mut asked, mut weighed) = (0.0, 0.0_f64);
        for agent in &agents {
            let seconds = agent.cost().time.as_secs_f64();
            // All personalities weigh the same prospects; a neutral one asks its reference.
            match agent.downcast::<Conducted<G>>() {
                Some(_) => weighed = weighed.max(seconds),
                None => asked += seconds,
            }
        }
        let samples = f64::from(SAMPLES);
        let each = asked * samples + weighed * (1.0 + samples / OF_REFERENCE);
        // Where asking takes long, decisions are left out evenly.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1..=acts")]
        let every = (each * acts as f64 / MOST_SECONDS).ceil().min(acts as f64).max(1.0) as usize;
        let (mut likeness, mut decision, mut own) = (Vec::new(), 0, 0);
        for (place, entry) in entries.iter().enumerate() {
            decision += usize::from(matches!(entry, Entry::Act { .. }));
            if let (Entry::Act { act, .. }, true) = (entry, is_choice(entry, seat)) {
                own += 1;
                let taken = self.find(&act.to_lowercase());
                if let Some(taken) = taken.filter(|_| own % every == 0) {
                    likeness.push(self.likened_once(decision, taken, seat, &mut agents));
                }
            }
            if self.replay_at(entries, place).is_err() {
                break;
            }
        }
        likeness
    }

    /// How likely the agents make the decision that is next.
    fn likened_once(
        &self,
        number: usize,
        taken: usize,
        seat: Seat,
        agents: &mut [Box<dyn Agent<G>>],
    ) -> Likeness {
        let view = self.view(seat);
        let decision = self.playthrough.decision(seat, &view);
        let (mut sampled, mut prospects) = (false, None);
        let likelihoods = agents.iter_mut().map(|agent| {
            if let Some(personality) = agent.downcast_mut::<Conducted<G>>() {
                let found = || personality.prospects(&decision).ok();
                let prospects = prospects.get_or_insert_with(found).as_ref();
                let likely =
                    prospects.and_then(|found| personality.likelihood(&decision, found, taken));
                if let Some(likely) = likely {
                    return likely;
                }
            }
            agent.chances(&decision).map_or_else(
                || {
                    sampled = true;
                    self.frequency(&decision, taken, &mut **agent)
                },
                |chances| chances[taken],
            )
        });
        let likelihoods = likelihoods.collect();
        let action = self.choices()[taken].clone();
        Likeness { decision: number, action, likelihoods, sampled }
    }

    /// How often an agent takes an action: never quite 0 or 1, as few samples show neither.
    fn frequency(&self, decision: &Decision<'_, G>, taken: usize, agent: &mut dyn Agent<G>) -> f64 {
        let mut seeds = self.playthrough.stream(Stream::Advised);
        let hits = (0..SAMPLES).filter(|_| {
            let mut dice = TurnDice::from_seed(seeds.next_u64().to_le_bytes());
            let thought = agent.decide(decision, &mut dice);
            thought.is_ok_and(|thought| thought.action == decision.actions[taken])
        });
        let hits = hits.count() as f64;
        (hits + 0.5) / (f64::from(SAMPLES) + 0.5 * decision.actions.len() as f64)
    }
}

/// Whether a seat had a choice there.
fn is_choice(entry: &Entry, seat: Seat) -> bool {
    matches!(entry, Entry::Act { seat: by, options: 2.., .. } if *by == seat.0 + 1)
}
