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
use crate::in_play::{beginning, copy, rewards};

/// How many neighbours are played together at least: a step takes less time than a thread to begin.
const TOGETHER: usize = 32;

/// The game in a place, and its numbers.
struct Place {
    play: Box<dyn InPlay>,
    begin: Beginning,
    observation: Vec<f32>,
    mask: Vec<i8>,
    seat: [i8; 1],
    rewards: Vec<f32>,
    done: [u8; 1],
    cut_off: [u8; 1],
}

impl Place {
    fn new(play: Box<dyn InPlay>, begin: Beginning) -> Self {
        let length = play.fields().iter().map(|field| field.length).sum();
        let (observation, mask) = (vec![0.0; length], vec![0; play.actions_count()]);
        let rewards = vec![0.0; play.seats()];
        Self { play, begin, observation, mask, seat: [0], rewards, done: [0], cut_off: [0] }
    }

    /// Begins the game of this seed.
    fn reset(&mut self, seed: u64) {
        self.begin.seed = seed;
        self.play.reset(&self.begin).expect("a game has begun like this before");
        self.look();
    }

    /// Plays an action, and begins the game that is `by` seeds later if this one is over.
    fn step(&mut self, action: usize, by: u64) {
        self.play.act(action).expect("it is one of the mask");
        let over = self.play.outcome().is_some();
        (self.done, self.cut_off) = ([over.into()], [self.play.is_cut_off().into()]);
        if over {
            self.rewards = rewards(&*self.play);
            self.reset(self.begin.seed.wrapping_add(by));
        } else {
            self.rewards.fill(0.0);
            self.look();
        }
    }

    fn look(&mut self) {
        let seat = self.play.decides();
        self.seat = [seat.map_or(0, |seat| seat.0.cast_signed() + 1)];
        self.play.observe(seat.unwrap_or(Seat::FIRST), &mut self.observation);
        self.play.mask(&mut self.mask);
    }
}

/// Many games in play.
struct Games {
    places: Vec<Place>,
    pool: Option<ThreadPool>,
    /// What actions are drawn from.
    dice: TurnDice,
}

impl Games {
    /// Does something with each place, on all threads.
    fn each(&mut self, run: impl Fn(usize, &mut Place) + Sync + Send) {
        let places = &mut self.places;
        match &self.pool {
            None => places.iter_mut().enumerate().for_each(|(at, place)| run(at, place)),
            Some(pool) => pool.install(|| {
                let places = places.par_iter_mut().with_min_len(TOGETHER).enumerate();
                places.for_each(|(at, place)| run(at, place));
            }),
        }
    }

    /// Writes the numbers of all places into an array.
    fn write<T: Element>(
        &self,
        py: Python<'_>,
        into: &PyBuffer<T>,
        of: impl Fn(&Place) -> &[T],
    ) -> PyResult<()> {
        let mut all = Vec::with_capacity(into.item_count());
        self.places.iter().for_each(|place| all.extend_from_slice(of(place)));
        copy(py, into, &all)
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
        run: impl Fn(usize, &mut Place) + Sync + Send,
    ) -> PyResult<()> {
        let mut games = self.games();
        let all = &mut *games;
        py.detach(|| all.each(run));
        all.write(py, &into.0, |place| &place.observation)?;
        all.write(py, &into.1, |place| &place.mask)?;
        all.write(py, &into.2, |place| &place.seat)?;
        all.write(py, &into.3, |place| &place.rewards)?;
        all.write(py, &into.4, |place| &place.done)?;
        all.write(py, &into.5, |place| &place.cut_off)
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
            Ok(Place::new(game.0.untyped.play(&begin).raise()?, begin))
        };
        let places = (0..count).map(place).collect::<PyResult<_>>()?;
        let pool = (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().expect("the system starts threads");
        Ok(Self(Mutex::new(Games { places, pool, dice: Dice::new(seed, 0, 0).turn(0, 0) })))
    }

    /// The numbers of games, numbers of an observation, actions and seats.
    #[getter]
    fn sizes(&self) -> [usize; 4] {
        let games = self.games();
        let first = &games.places[0];
        [games.places.len(), first.observation.len(), first.mask.len(), first.rewards.len()]
    }

    /// Begins a game in each place, and writes the arrays.
    fn reset(&self, py: Python<'_>, seed: u64, into: Arrays) -> PyResult<()> {
        self.games().dice = Dice::new(seed, 0, 0).turn(0, 0);
        self.run(py, &into, |number, place| {
            place.rewards.fill(0.0);
            (place.done, place.cut_off) = ([0], [0]);
            place.reset(seed.wrapping_add(number as u64));
        })
    }

    /// Plays an action in each place, an array of int64, and writes the arrays.
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>, into: Arrays) -> PyResult<()> {
        let actions = actions.to_vec(py)?.into_iter();
        let actions: Vec<usize> =
            actions.map(|action| usize::try_from(action).unwrap_or(usize::MAX)).collect();
        let count = {
            let places = &self.games().places;
            if actions.len() != places.len() {
                let message = format!("{} actions for {} games", actions.len(), places.len());
                return Err(refused("actions", message, "give one action for each game"));
            }
            let mut chosen = places.iter().zip(&actions);
            let wrong = |(place, action): (&Place, &usize)| place.mask.get(*action) != Some(&1);
            if let Some(at) = chosen.position(wrong) {
                let message = format!("the action of game {at} is not legal: {}", actions[at]);
                return Err(refused("actions", message, "take one whose mask is 1"));
            }
            places.len() as u64
        };
        self.run(py, &into, |number, place| place.step(actions[number], count))
    }

    /// Draws a legal action for each place, all with the same probability, into an array of int64.
    fn sample(&self, py: Python<'_>, into: PyBuffer<i64>) -> PyResult<()> {
        let mut games = self.games();
        let Games { places, dice, .. } = &mut *games;
        let drawn: Vec<i64> = places.iter().map(|place| one_of(&place.mask, dice)).collect();
        copy(py, &into, &drawn)
    }
}

/// The number of one of the legal actions.
#[expect(clippy::cast_possible_wrap, reason = "there are few actions")]
fn one_of(mask: &[i8], dice: &mut impl Rng) -> i64 {
    let legal = || mask.iter().enumerate().filter(|(_, is)| **is == 1).map(|(at, _)| at);
    let place = draw(dice, legal().count().max(1));
    legal().nth(place).unwrap_or_default() as i64
}
