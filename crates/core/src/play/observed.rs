//! Observations and actions as numbers, for programs that learn: the trait [`Observed`].
//!
//! An observation is a function of what one seat knows, and never of a state. Two views of a seat
//! that differ have observations that differ.

use super::game::Hidden;
use super::seat::Seat;

/// A part of an observation: numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// What the numbers say.
    pub name: &'static str,
    /// How many there are.
    pub length: usize,
    /// The least number.
    pub least: f32,
    /// The greatest number.
    pub most: f32,
}

impl Field {
    /// Numbers from 0 to `most`.
    #[must_use]
    pub const fn up_to(most: f32, name: &'static str, length: usize) -> Self {
        Self { name, length, least: 0.0, most }
    }

    /// Numbers that are 0 or 1.
    #[must_use]
    pub const fn flags(name: &'static str, length: usize) -> Self {
        Self::up_to(1.0, name, length)
    }
}

/// A game whose actions have numbers, and whose views are lists of numbers. Both have the same
/// length in all views of games that begin alike.
pub trait Observed: Hidden {
    /// The parts of an observation, in their order.
    fn fields(&self, view: &Self::View) -> Vec<Field>;

    /// The number of actions: an action has a number below it.
    fn actions_count(&self, view: &Self::View) -> usize;

    /// The number of an action. No two legal actions of a view have the same one.
    fn index(&self, view: &Self::View, action: Self::Action) -> usize;

    /// Writes the view of a seat, turned so that this seat comes first.
    fn observe(&self, view: &Self::View, seat: Seat, into: &mut Numbers<'_>);
}

/// The place where an observation is written, number by number.
#[derive(Debug)]
pub struct Numbers<'a>(&'a mut [f32]);

impl<'a> Numbers<'a> {
    /// Writes the view of a seat into `into`, which is as long as the fields together.
    ///
    /// # Panics
    /// If the game writes more numbers, or fewer.
    pub fn write<G: Observed>(game: &G, view: &G::View, seat: Seat, into: &'a mut [f32]) {
        into.fill(0.0);
        let mut numbers = Self(into);
        game.observe(view, seat, &mut numbers);
        assert!(numbers.0.is_empty(), "{} numbers are missing", numbers.0.len());
    }

    /// The next `count` numbers, which are 0.
    pub fn next(&mut self, count: usize) -> &'a mut [f32] {
        let (next, left) = std::mem::take(&mut self.0).split_at_mut(count);
        self.0 = left;
        next
    }

    /// Writes a number.
    #[expect(clippy::cast_possible_truncation, reason = "observations have less precision")]
    pub fn put(&mut self, number: impl Into<f64>) {
        self.next(1)[0] = number.into() as f32;
    }

    /// Writes 1 where something holds, or 0.
    pub fn flag(&mut self, holds: bool) {
        self.put(u8::from(holds));
    }

    /// Writes 1 at one of `count` places and 0 at the others; with `None` at all of them.
    pub fn one_of(&mut self, place: Option<usize>, count: usize) {
        let places = self.next(count);
        if let Some(place) = place {
            places[place] = 1.0;
        }
    }

    /// Writes the first `count` bits of a set.
    pub fn bits(&mut self, set: impl Into<u128>, count: usize) {
        let set = set.into();
        for (bit, number) in self.next(count).iter_mut().enumerate() {
            *number = f32::from(u8::from(set >> bit & 1 != 0));
        }
    }
}

impl Seat {
    /// The seats of a game in the order of play, from this one.
    pub fn onwards(self, seats: usize) -> impl Iterator<Item = Self> {
        (0..seats).map(move |by| Self::at((usize::from(self.0) + by) % seats))
    }

    /// How many seats this one comes after `first` in the order of play.
    #[must_use]
    pub fn after(self, first: Self, seats: usize) -> usize {
        (usize::from(self.0) + seats - usize::from(first.0)) % seats
    }
}

/// Checks the numbers of a game in decisions of games between random players, of these setups: the
/// actions have different ones; views that differ have different observations, within the bounds
/// of their fields; and what a seat does not know does not change what it observes.
///
/// # Panics
/// If one of these checks fails.
#[cfg(feature = "conformance")]
pub fn observes<G: Observed>(game: &G, setups: &[(&str, usize)], decisions: usize) {
    use super::{Dice, Playthrough, RandomAgent, Stream, Turn};
    use std::collections::HashMap;
    use std::sync::Arc;

    let shared = Arc::new(game.clone());
    for &(setup, seats) in setups {
        let mut seen: HashMap<Vec<u32>, (Seat, G::View)> = HashMap::new();
        let (mut lengths, mut count, mut number) = (None, 0, 0);
        while count < decisions {
            let dice = Dice::new(33, 0, number);
            number += 1;
            let start =
                game.set_up(setup, seats, &mut dice.opening()).expect("a setup of the game");
            let seats = game.seats_of(&start);
            let mut played = Playthrough::from_state(Arc::clone(&shared), start, seats, dice);
            for step in 0..100_000 {
                let (state, decides) = (
                    played.state(),
                    match played.turn() {
                        Turn::Over(_) => None,
                        Turn::Chance(_) => {
                            played.roll().expect("chance is next");
                            continue;
                        }
                        Turn::Decide(seat) => Some(seat),
                    },
                );
                count += 1;
                for seat in Seat::FIRST.onwards(seats) {
                    let view = game.view(state, seat);
                    let (fields, actions) = (game.fields(&view), game.actions_count(&view));
                    let length: usize = fields.iter().map(|field| field.length).sum();
                    assert_eq!(*lengths.get_or_insert((length, actions)), (length, actions));
                    let written = |view: &G::View| {
                        let mut numbers = vec![0.0; length];
                        Numbers::write(game, view, seat, &mut numbers);
                        numbers
                    };
                    let numbers = written(&view);
                    let mut left = &*numbers;
                    for field in &fields {
                        let part = left.split_off(..field.length).expect("as long as the fields");
                        let range = field.least..=field.most;
                        assert!(part.iter().all(|of| range.contains(of)), "{field:?}: {part:?}");
                    }
                    let mut redrawn = dice.stream(Stream::Hidden, step);
                    let redrawn = game.sample_state(&view, &mut redrawn);
                    assert_eq!(written(&game.view(&redrawn, seat)), numbers, "{view:?}");
                    let key = numbers.iter().map(|number| number.to_bits());
                    let key = key.chain([u32::from(seat.0)]).collect();
                    let known =
                        seen.entry(key).or_insert_with(|| (seat, view.clone().into_owned()));
                    assert_eq!(known.1, *view, "two views of {seat} have the same observation");
                    if decides == Some(seat) {
                        let mut taken = vec![false; actions];
                        for action in played.actions() {
                            let at = game.index(&view, *action);
                            assert!(!std::mem::replace(&mut taken[at], true), "{action} at {at}");
                        }
                    }
                }
                if decides.is_none() {
                    break;
                }
                played.ask(&mut RandomAgent).expect("a seat decides");
            }
        }
    }
}
