//! Many games at once, on threads of their own, seen as arrays.
//!
//! The game in a place begins again when it is over. The games have the seeds from that of the reset
//! on: first one for each place, then the next one for each place, so that they depend neither on
//! threads nor on how long others last.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use rand::Rng;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rivals_core::play::{Dice, Seat, TurnDice, draw};
use rivals_core::untyped::{Beginning, InPlay};

use crate::errors::{Raise, refused};
use crate::games::Game;
use crate::in_play::{beginning, cells, rewards, write};

/// How many neighbours are played together: a step takes less time than a thread to begin.
const TOGETHER: usize = 64;

/// The game in a place.
struct Place {
    play: Box<dyn InPlay>,
    begin: Beginning,
}

/// Games in neighbouring places, and their numbers.
struct Part {
    places: Vec<Place>,
    observations: Vec<f32>,
    masks: Vec<i8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut_off: Vec<u8>,
}

impl Part {
    fn new(places: Vec<Place>, [length, actions, seats]: [usize; 3]) -> Self {
        let count = places.len();
        Self {
            places,
            observations: vec![0.0; count * length],
            masks: vec![0; count * actions],
            seats: vec![0; count],
            rewards: vec![0.0; count * seats],
            done: vec![0; count],
            cut_off: vec![0; count],
        }
    }

    /// The numbers of a place among those of all.
    fn of<T>(&self, numbers: &[T], at: usize) -> std::ops::Range<usize> {
        let length = numbers.len() / self.places.len();
        at * length..(at + 1) * length
    }

    /// Begins the game of this seed.
    fn reset(&mut self, at: usize, seed: u64) {
        let place = &mut self.places[at];
        place.begin.seed = seed;
        place.play.reset(&place.begin).expect("a game has begun like this before");
    }

    /// Plays an action, and begins the game that is `by` seeds later if this one is over.
    fn step(&mut self, at: usize, action: usize, by: u64) {
        let play = &mut self.places[at].play;
        play.act(action).expect("it is one of the mask");
        let over = play.outcome().is_some();
        (self.done[at], self.cut_off[at]) = (over.into(), play.is_cut_off().into());
        let of = self.of(&self.rewards, at);
        if over {
            self.rewards[of].copy_from_slice(&rewards(&*self.places[at].play));
            self.reset(at, self.places[at].begin.seed.wrapping_add(by));
        } else {
            self.rewards[of].fill(0.0);
        }
    }

    fn look(&mut self, at: usize) {
        let (observation, mask) = (self.of(&self.observations, at), self.of(&self.masks, at));
        let play = &self.places[at].play;
        let seat = play.decides();
        self.seats[at] = seat.map_or(0, |seat| seat.0.cast_signed() + 1);
        play.observe(seat.unwrap_or(Seat::FIRST), &mut self.observations[observation]);
        play.mask(&mut self.masks[mask]);
    }
}

/// Many games in play.
struct Games {
    parts: Vec<Part>,
    pool: Option<ThreadPool>,
    /// The numbers of games, numbers of an observation, actions and seats.
    sizes: [usize; 4],
    /// What actions are drawn from.
    dice: TurnDice,
}

impl Games {
    /// The legal actions of all places.
    fn masks(&self) -> impl Iterator<Item = &[i8]> {
        self.parts.iter().flat_map(|part| part.masks.chunks(self.sizes[2]))
    }

    /// Does something with each place, on all threads, and looks at it.
    fn each(&mut self, run: impl Fn(&mut Part, usize, usize) + Sync + Send) {
        let each = |(number, part): (usize, &mut Part)| {
            for at in 0..part.places.len() {
                run(part, at, number * TOGETHER + at);
                part.look(at);
            }
        };
        let parts = &mut self.parts;
        match &self.pool {
            None => parts.iter_mut().enumerate().for_each(each),
            Some(pool) => pool.install(|| parts.par_iter_mut().enumerate().for_each(each)),
        }
    }

    /// Writes the numbers of all places into an array.
    fn write<T: Element>(
        &self,
        py: Python<'_>,
        into: &PyBuffer<T>,
        of: impl Fn(&Part) -> &[T],
    ) -> PyResult<()> {
        let mut cells = cells(py, into, self.parts.iter().map(|part| of(part).len()).sum())?;
        for numbers in self.parts.iter().map(of) {
            let (these, others) = cells.split_at(numbers.len());
            write(these, numbers);
            cells = others;
        }
        Ok(())
    }
}

/// The arrays that are written: observations, masks, seats, rewards, done, cut off.
type Arrays =
    (PyBuffer<f32>, PyBuffer<i8>, PyBuffer<i8>, PyBuffer<f32>, PyBuffer<u8>, PyBuffer<u8>);

/// Many games at once.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Batch(Mutex<Games>);

impl Batch {
    fn games(&self) -> MutexGuard<'_, Games> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(
        &self,
        py: Python<'_>,
        into: &Arrays,
        run: impl Fn(&mut Part, usize, usize) + Sync + Send,
    ) -> PyResult<()> {
        let mut games = self.games();
        let all = &mut *games;
        py.detach(|| all.each(run));
        all.write(py, &into.0, |part| &part.observations)?;
        all.write(py, &into.1, |part| &part.masks)?;
        all.write(py, &into.2, |part| &part.seats)?;
        all.write(py, &into.3, |part| &part.rewards)?;
        all.write(py, &into.4, |part| &part.done)?;
        all.write(py, &into.5, |part| &part.cut_off)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, seed=0, seats=None, setup=None, threads=1))]
    fn new(
        game: &Game,
        count: usize,
        seed: u64,
        seats: Option<usize>,
        setup: Option<String>,
        threads: usize,
    ) -> PyResult<Self> {
        if count == 0 {
            return Err(refused("count", "there is no game", "write a number from 1"));
        }
        let begin = beginning(seed, seats, setup, None)?;
        let place = |number: usize| {
            let begin = Beginning { seed: seed.wrapping_add(number as u64), ..begin.clone() };
            Ok(Place { play: game.0.untyped.play(&begin).raise()?, begin })
        };
        let places = (0..count).map(place).collect::<PyResult<Vec<_>>>()?;
        let play = &*places[0].play;
        let length = play.fields().iter().map(|field| field.length).sum();
        let sizes = [length, play.actions_count(), play.seats()];
        let (mut parts, mut places) = (Vec::new(), places.into_iter());
        while places.len() > 0 {
            parts.push(Part::new(places.by_ref().take(TOGETHER).collect(), sizes));
        }
        let pool = (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().expect("the system starts threads");
        let (sizes, dice) = ([count, length, sizes[1], sizes[2]], Dice::new(seed, 0, 0).turn(0, 0));
        Ok(Self(Mutex::new(Games { parts, pool, sizes, dice })))
    }

    /// The numbers of games, numbers of an observation, actions and seats.
    #[getter]
    fn sizes(&self) -> [usize; 4] {
        self.games().sizes
    }

    /// Begins a game in each place, and writes the arrays.
    fn reset(&self, py: Python<'_>, seed: u64, into: Arrays) -> PyResult<()> {
        self.games().dice = Dice::new(seed, 0, 0).turn(0, 0);
        self.run(py, &into, |part, at, number| {
            let rewards = part.of(&part.rewards, at);
            part.rewards[rewards].fill(0.0);
            (part.done[at], part.cut_off[at]) = (0, 0);
            part.reset(at, seed.wrapping_add(number as u64));
        })
    }

    /// Plays an action in each place, an array of int64, and writes the arrays.
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>, into: Arrays) -> PyResult<()> {
        let actions = actions.to_vec(py)?.into_iter();
        let actions: Vec<usize> =
            actions.map(|action| usize::try_from(action).unwrap_or(usize::MAX)).collect();
        let count = {
            let games = self.games();
            let count = games.sizes[0];
            if actions.len() != count {
                let message = format!("{} actions for {count} games", actions.len());
                return Err(refused("actions", message, "give one action for each game"));
            }
            let mut chosen = games.masks().zip(&actions);
            if let Some(at) = chosen.position(|(mask, action)| mask.get(*action) != Some(&1)) {
                let message = format!("the action of game {at} is not legal: {}", actions[at]);
                return Err(refused("actions", message, "take one whose mask is 1"));
            }
            count as u64
        };
        self.run(py, &into, |part, at, number| part.step(at, actions[number], count))
    }

    /// Draws a legal action for each place, all with the same probability, into an array of int64.
    fn sample(&self, py: Python<'_>, into: PyBuffer<i64>) -> PyResult<()> {
        let mut games = self.games();
        let mut dice = games.dice.clone();
        let drawn = cells(py, &into, games.sizes[0])?.iter().zip(games.masks());
        drawn.for_each(|(cell, mask)| cell.set(one_of(mask, &mut dice)));
        games.dice = dice;
        Ok(())
    }
}

/// The number of one of the legal actions.
#[expect(clippy::cast_possible_wrap, reason = "there are few actions")]
fn one_of(mask: &[i8], dice: &mut impl Rng) -> i64 {
    let legal = || mask.iter().enumerate().filter(|(_, is)| **is == 1).map(|(at, _)| at);
    let place = draw(dice, legal().count().max(1));
    legal().nth(place).unwrap_or_default() as i64
}
