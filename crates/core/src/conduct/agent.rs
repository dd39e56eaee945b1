//! A personality as an agent of a game.

use std::sync::Arc;

use rand::Rng;

use super::choice::{Judge, Memory, single};
use super::memo::Decided;
use super::{Character, Conduct};
use crate::play::{Agent, Bound, Cost, Decision, Forfeit, Hidden, Thought, Valued};

/// Decides as a personality.
pub struct Conducted<G: Hidden> {
    conduct: &'static dyn Conduct<G>,
    reference: Box<dyn Agent<G>>,
    character: Arc<Character>,
    /// What it makes of its figures, by the number of seats with which it was made.
    judge: Option<(usize, Judge)>,
    memory: Memory,
}

impl<G: Hidden> Conducted<G> {
    /// A personality that has not decided yet; the reference is what neutral figures play.
    #[must_use]
    pub fn new(
        conduct: &'static dyn Conduct<G>,
        reference: Box<dyn Agent<G>>,
        character: Arc<Character>,
    ) -> Self {
        Self { conduct, reference, character, judge: None, memory: Memory::default() }
    }

    /// The same personality, judging like this whatever the units of its game.
    #[must_use]
    pub fn judging(self, judge: Judge, seats: usize) -> Self {
        Self { judge: Some((seats, judge)), ..self }
    }

    /// What it remembers.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
}

impl<G: Hidden> Agent<G> for Conducted<G> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
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
        let key = if remembers { self.conduct.position_key(at.game, at.view) } else { 0 };
        let memo = &character.memo;
        // Where the value is known, so is what the decision depends on.
        if remembers
            && let Some(known) = memo.find(key)
            && let Some(before) = memo.find(key ^ judge.context(known.value, &self.memory))
        {
            self.memory.keep(before.value, before.kind);
            return Ok(at.actions[usize::from(before.place)].into());
        }
        let prospects = self.conduct.prospects(at, &mut *self.reference)?;
        let fresh = judge.errs_anew(rng);
        let chosen = &prospects.options[judge.choose(&prospects, &self.memory, fresh)];
        let value = single(prospects.value());
        if remembers && let Ok(place) = u16::try_from(chosen.place) {
            let decided = Decided { place, kind: chosen.kind, value };
            memo.keep(key, decided);
            memo.keep(key ^ judge.context(value, &self.memory), decided);
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

    /// Prospects take up to four times what the reference takes.
    fn cost(&self) -> Cost {
        let Cost { time, bytes } = self.reference.cost();
        Cost { time: 4 * time, bytes }
    }
}
