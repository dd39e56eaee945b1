//! The agent of a player made of sentences.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::expression::{Node, Table};
use super::{Decide, Effect, FactRow, Sentences, Ties};
use crate::play::{Agent, Cost, Decision, Forfeit, Hidden, Thought, draw};

/// The sentence that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its name.
    pub name: Arc<str>,
}

impl fmt::Display for Decided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sentence {} decided: {}", self.number, self.name)
    }
}

/// Decides by the sentences of a player.
pub struct SentenceAgent<G: Hidden> {
    player: Arc<Sentences>,
    /// The facts of its game.
    facts: &'static [FactRow<G>],
    /// A sentence that is left out, by its place.
    without: Option<usize>,
    /// The values of facts; kept to be allocated once.
    known: Vec<f64>,
    /// The actions that no sentence forbids, by place.
    allowed: Vec<usize>,
    best: Best,
    /// How often each sentence has decided, and the number of decisions.
    counts: (Vec<u64>, u64),
}

/// The actions with the most points so far.
#[derive(Clone, Debug, Default)]
struct Best {
    points: f64,
    /// The place of each, and that of the sentence that is for it.
    actions: Vec<(usize, Option<usize>)>,
}

impl Best {
    /// Looks at an action. Points that are no number, as of 0 / 0, are none.
    fn take(&mut self, action: usize, points: f64, sentence: Option<usize>) {
        if self.actions.is_empty() || points > self.points {
            self.actions.clear();
            self.points = points;
        }
        if points == self.points {
            self.actions.push((action, sentence));
        }
    }
}

impl<G: Hidden> SentenceAgent<G> {
    /// The agent of a player, in a game with these facts.
    #[must_use]
    pub fn new(player: Arc<Sentences>, facts: &'static [FactRow<G>]) -> Self {
        let counts = (vec![0; player.sentences.len()], 0);
        let (known, allowed, best) = (Vec::new(), Vec::new(), Best::default());
        Self { player, facts, without: None, known, allowed, best, counts }
    }

    /// The agent that leaves out the sentence with this place in the file, from 0.
    #[must_use]
    pub fn without(self, sentence: usize) -> Self {
        Self { without: Some(sentence), ..self }
    }

    /// How often each sentence has decided so far, by its place, and the number of decisions.
    #[must_use]
    pub fn counts(&self) -> (&[u64], u64) {
        (&self.counts.0, self.counts.1)
    }
}

impl<G: Hidden> Agent<G> for SentenceAgent<G> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        let Self { player, facts, without, known, allowed, best, counts } = self;
        best.actions.clear();
        allowed.clear();
        allowed.extend(0..at.actions.len());
        let mut values = Table::new(at, facts, &player.slots, known);
        let holds = |condition: &Node, action: usize, values: &mut _| {
            condition.value(action, values) == 1.0
        };
        let all = player.sentences.iter().enumerate();
        let all = all.filter(|(place, _)| Some(*place) != *without);
        for (_, sentence) in all.clone() {
            // A sentence that would forbid all actions that are left forbids none.
            if let Effect::Forbid = sentence.effect
                && allowed.iter().any(|&action| !holds(&sentence.condition, action, &mut values))
            {
                allowed.retain(|&action| !holds(&sentence.condition, action, &mut values));
            }
        }
        let scoring = all.filter_map(|(place, sentence)| match &sentence.effect {
            Effect::Points(points) => Some((place, &sentence.condition, points)),
            Effect::Forbid => None,
        });
        if player.decide == Decide::First {
            for (place, condition, points) in scoring {
                for &action in allowed.iter() {
                    if holds(condition, action, &mut values) {
                        best.take(action, points.value(action, &mut values), Some(place));
                    }
                }
                if !best.actions.is_empty() {
                    break;
                }
            }
        } else {
            for &action in allowed.iter() {
                // The points of the action, and those of the sentence that gives it the most.
                let (mut sum, mut most) = (0.0, None);
                for (place, condition, points) in scoring.clone() {
                    if holds(condition, action, &mut values) {
                        let points = points.value(action, &mut values);
                        sum += points;
                        if most.is_none_or(|(best, _)| points > best) {
                            most = Some((points, place));
                        }
                    }
                }
                let sentence = most.map(|(_, place)| place);
                match (player.decide, most) {
                    (Decide::Greatest, None) => {}
                    (Decide::Greatest, Some((points, _))) => best.take(action, points, sentence),
                    _ => best.take(action, sum, sentence),
                }
            }
        }
        if best.actions.is_empty() {
            // No sentence speaks for any action.
            best.actions.extend(allowed.iter().map(|&action| (action, None)));
        }
        let (action, sentence) = match (player.ties, best.actions.len()) {
            (Ties::First, _) | (_, 1) => best.actions[0],
            (Ties::Random, count) => best.actions[draw(rng, count)],
        };
        counts.1 += 1;
        if let Some(place) = sentence {
            counts.0[place] += 1;
        }
        let sentence = sentence.map(|place| Decided {
            number: place + 1,
            name: Arc::clone(&player.sentences[place].name),
        });
        Ok(Thought { sentence, ..at.actions[action].into() })
    }

    fn cost(&self) -> Cost {
        Cost { time: Duration::from_micros(2), bytes: 0 }
    }
}
