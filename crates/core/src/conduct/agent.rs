//! A personality as an agent of a game.

use std::sync::Arc;

use rand::Rng;

use super::choice::{Judge, Memory, single};
use super::{Conduct, Prospects};
use crate::personalities::Character;
use crate::personalities::memo::Decided;
use crate::play::{Agent, Bound, Cost, Decision, Forfeit, Hidden, Thought, Valued};
use crate::random::Key;

/// Decides as a personality.
pub struct Conducted<G: Hidden> {
    conduct: &'static dyn Conduct<G>,
    reference: Box<dyn Agent<G>>,
    character: Arc<Character>,
    /// What it makes of its figures, by the number of seats with which it was made.
    judge: Option<(usize, Judge)>,
    memory: Memory,
    /// The prospects of its next decision, if they are known.
    foreseen: Option<Prospects>,
}

impl<G: Hidden> Conducted<G> {
    /// A personality that has not decided yet; the reference is what neutral figures play.
    #[must_use]
    pub fn new(
        conduct: &'static dyn Conduct<G>,
        reference: Box<dyn Agent<G>>,
        character: Arc<Character>,
    ) -> Self {
        let memory = Memory::default();
        Self { conduct, reference, character, judge: None, memory, foreseen: None }
    }

    /// The same personality, judging like this whatever the units of its game.
    #[must_use]
    pub fn judging(self, judge: Judge, seats: usize) -> Self {
        Self { judge: Some((seats, judge)), ..self }
    }

    /// Lets it remember this instead.
    pub fn remember(&mut self, memory: Memory) {
        self.memory = memory;
    }

    /// Lets it take these for the prospects of its next decision, which they are.
    pub(crate) fn foresee(&mut self, prospects: Prospects) {
        self.foreseen = Some(prospects);
    }

    /// What it remembers.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The prospects of a decision, which are the same for every personality.
    ///
    /// # Errors
    /// [`Forfeit`], if the search was stopped.
    pub fn prospects(&mut self, at: &Decision<'_, G>) -> Result<Prospects, Forfeit> {
        self.conduct.prospects(at, &mut *self.reference)
    }

    /// The probability that any player with its figures takes a legal action, by its place, and
    /// remembers that it was taken. `None` if it plays as its reference does, which alone tells.
    pub fn likelihood(
        &mut self,
        at: &Decision<'_, G>,
        prospects: &Prospects,
        taken: usize,
    ) -> Option<f64> {
        let judge = self.judged(at);
        if judge.is_neutral() {
            return None;
        }
        // What prospects leave out is never chosen.
        let Some(place) = prospects.options.iter().position(|option| option.place == taken) else {
            return Some(0.0);
        };
        let likely = judge.probabilities(prospects, &self.memory)[place];
        self.memory.keep(single(prospects.value()), prospects.options[place].kind);
        Some(likely)
    }

    /// What it makes of its figures, without changing what it is made for.
    fn judged(&self, at: &Decision<'_, G>) -> Judge {
        let seats = self.conduct.seats(at.game, at.view);
        match &self.judge {
            Some((of, judge)) if *of == seats => judge.clone(),
            _ => Judge::new(&self.character.personality, &self.character.units, seats),
        }
    }
}

impl<G: Hidden> Agent<G> for Conducted<G> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        let foreseen = self.foreseen.take();
        let seats = self.conduct.seats(at.game, at.view);
        let character = &self.character;
        let judge = match &mut self.judge {
            Some((of, judge)) if *of == seats => judge,
            judge => {
                let made = Judge::new(&character.personality, &character.units, seats);
                &mut judge.insert((seats, made)).1
            }
        };
        if judge.is_neutral() {
            return self.reference.decide(at, rng);
        }
        if let [only] = at.actions {
            // It says nothing of the position, and is no choice to be remembered.
            return Ok((*only).into());
        }
        let remembers = self.conduct.decides_at_once() && judge.is_steady() && !at.explained;
        let key = || Key::after(self.conduct.position_key(at.game, at.view), seats as u64);
        let key = if remembers { key() } else { 0 };
        let memo = &character.memo;
        // Where the value is known, so is what the decision depends on.
        let find = |known: Decided| {
            if judge.remembers_nothing() {
                return Some(known);
            }
            memo.find(key ^ judge.context(known.value, &self.memory))
        };
        if remembers && let Some(before) = memo.find(key).and_then(find) {
            self.memory.keep(before.value, before.kind);
            return Ok(at.actions[usize::from(before.place)].into());
        }
        let prospects = match foreseen {
            Some(prospects) => prospects,
            None => self.conduct.prospects(at, &mut *self.reference)?,
        };
        let fresh = judge.errs_anew(rng);
        let chosen = &prospects.options[judge.choose(&prospects, &self.memory, fresh)];
        let value = single(prospects.value());
        if remembers && let Ok(place) = u16::try_from(chosen.place) {
            let decided = Decided { place, kind: chosen.kind, value };
            memo.keep(key, decided);
            if !judge.remembers_nothing() {
                memo.keep(key ^ judge.context(value, &self.memory), decided);
            }
        }
        self.memory.keep(value, chosen.kind);
        if remembers {
            return Ok(at.actions[chosen.place].into());
        }
        let valued = |place: usize, value: f64| Valued {
            action: at.actions[place],
            value,
            bound: Bound::Rough,
        };
        let actions = prospects.options.iter().map(|option| valued(option.place, option.value));
        Ok(Thought {
            value: Some(chosen.value),
            actions: if at.explained { actions.collect() } else { Vec::new() },
            ..at.actions[chosen.place].into()
        })
    }

    /// Those of its reference, if it plays as that does.
    fn chances(&mut self, at: &Decision<'_, G>) -> Option<Vec<f64>> {
        if self.judged(at).is_neutral() { self.reference.chances(at) } else { None }
    }

    /// Prospects are taken to cost four times what the reference does.
    fn cost(&self) -> Cost {
        let Cost { time, bytes } = self.reference.cost();
        Cost { time: 4 * time, bytes }
    }
}
