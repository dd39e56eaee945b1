//! Many games at once, on threads of their own, seen as arrays.
//!
//! The game in a place begins again when it is over. The games have the seeds from that of the reset
//! on: first one for each place, then the next one for each place, so that they depend neither on
//! threads nor on how long others last.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use rand::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;
use rivals_core::play::{Dice, Seat, TurnDice, draw};
use rivals_core::untyped::{Beginning, InPlay};

use crate::errors::{Raise, refused};
use crate::games::Game;
use crate::in_play::{beginning, copy, rewards};
use crate::tasks;

/// How many places a thread plays at least: a step takes less time than a thread to begin.
const TOGETHER: usize = 64;

/// The game in a place.
struct Place {
    play: Box<dyn InPlay>,
    begin: Beginning,
}

/// A place, and its part of each array.
struct Part<'a> {
    place: &'a mut Place,
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    seat: &'a mut i8,
    rewards: &'a mut [f32],
    done: &'a mut u8,
    cut_off: &'a mut u8,
}

impl Part<'_> {
    /// Begins the game of this seed.
    fn reset(&mut self, seed: u64) {
        let Place { play, begin } = &mut *self.place;
        begin.seed = seed;
        play.reset(begin).expect("a game has begun like this before");
    }

    /// Plays a legal action, and begins the game that is `by` seeds later if this one is over.
    fn step(&mut self, action: usize, by: u64) {
        let play = &mut *self.place.play;
        play.act(action).expect("it is one of the mask");
        let over = play.outcome().is_some();
        (*self.done, *self.cut_off) = (over.into(), play.is_cut_off().into());
        if over {
            self.rewards.copy_from_slice(&rewards(play));
            self.reset(self.place.begin.seed.wrapping_add(by));
        } else {
            self.rewards.fill(0.0);
        }
    }

    fn look(&mut self) {
        let play = &*self.place.play;
        let seat = play.decides();
        *self.seat = seat.map_or(0, |seat| seat.0.cast_signed() + 1);
        play.observe(seat.unwrap_or(Seat::FIRST), self.observation);
        play.mask(self.mask);
    }
}

/// Many games in play.
struct Games {
    places: Vec<Place>,
    observations: Vec<f32>,
    masks: Vec<i8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut_off: Vec<u8>,
    threads: usize,
    /// The threads, if there are several, and the process that has them: a forked child has none.
    pool: Option<(u32, ThreadPool)>,
    /// The numbers of games, numbers of an observation, actions and seats.
    sizes: [usize; 4],
    /// What actions are drawn from.
    dice: TurnDice,
}

impl Games {
    /// The legal actions of all places.
    fn masks(&self) -> impl Iterator<Item = &[i8]> {
        self.masks.chunks(self.sizes[2])
    }

    /// Does something with each place, on all threads, and looks at it.
    fn each(&mut self, run: impl Fn(&mut Part<'_>, usize) + Sync + Send) {
        let each = |(number, mut part): (usize, Part<'_>)| {
            run(&mut part, number);
            part.look();
        };
        let [_, length, actions, seats] = self.sizes;
        let places = (self.places.iter_mut())
            .zip(self.observations.chunks_exact_mut(length))
            .zip(self.masks.chunks_exact_mut(actions))
            .zip(&mut self.seats)
            .zip(self.rewards.chunks_exact_mut(seats))
            .zip(self.done.iter_mut().zip(&mut self.cut_off));
        let parts =
            places.map(|(((((place, observation), mask), seat), rewards), (done, cut_off))| Part {
                place,
                observation,
                mask,
                seat,
                rewards,
                done,
                cut_off,
            });
        let is_own = |(process, _): &(u32, ThreadPool)| *process == std::process::id();
        if self.threads != 1 && !self.pool.as_ref().is_some_and(is_own) {
            let made = Some((std::process::id(), tasks::threads(self.threads)));
            // What a parent began cannot be ended here.
            std::mem::forget(std::mem::replace(&mut self.pool, made));
        }
        match &self.pool {
            None => parts.enumerate().for_each(each),
            Some((_, pool)) => {
                let parts: Vec<Part<'_>> = parts.collect();
                let parts = parts.into_par_iter().with_min_len(TOGETHER).enumerate();
                pool.install(|| parts.for_each(each));
            }
        }
    }
}

/// The arrays that are written: observations, masks, seats, rewards, done, cut off.
type Arrays =
    (PyBuffer<f32>, PyBuffer<i8>, PyBuffer<i8>, PyBuffer<f32>, PyBuffer<u8>, PyBuffer<u8>);

/// Many games at once.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Batch(Mutex<Games>);

impl Batch {
    /// The games, when no other thread of Python plays them.
    fn games(&self, py: Python<'_>) -> MutexGuard<'_, Games> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does something with each place, and writes the arrays.
fn run(
    py: Python<'_>,
    games: &mut Games,
    into: &Arrays,
    run: impl Fn(&mut Part<'_>, usize) + Sync + Send,
) -> PyResult<()> {
    py.detach(|| games.each(run));
    copy(py, &into.0, &games.observations)?;
    copy(py, &into.1, &games.masks)?;
    copy(py, &into.2, &games.seats)?;
    copy(py, &into.3, &games.rewards)?;
    copy(py, &into.4, &games.done)?;
    copy(py, &into.5, &games.cut_off)
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
        let (actions, seats) = (play.actions_count(), play.seats());
        Ok(Self(Mutex::new(Games {
            places,
            observations: vec![0.0; count * length],
            masks: vec![0; count * actions],
            seats: vec![0; count],
            rewards: vec![0.0; count * seats],
            done: vec![0; count],
            cut_off: vec![0; count],
            threads,
            pool: None,
            sizes: [count, length, actions, seats],
            dice: Dice::new(seed, 0, 0).turn(0, 0),
        })))
    }

    /// The numbers of games, numbers of an observation, actions and seats.
    #[getter]
    fn sizes(&self, py: Python<'_>) -> [usize; 4] {
        self.games(py).sizes
    }

    /// Begins a game in each place, and writes the arrays.
    fn reset(&self, py: Python<'_>, seed: u64, into: Arrays) -> PyResult<()> {
        let mut games = self.games(py);
        games.dice = Dice::new(seed, 0, 0).turn(0, 0);
        run(py, &mut games, &into, |part, number| {
            part.rewards.fill(0.0);
            (*part.done, *part.cut_off) = (0, 0);
            part.reset(seed.wrapping_add(number as u64));
        })
    }

    /// Plays an action in each place, an array of int64, and writes the arrays.
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>, into: Arrays) -> PyResult<()> {
        let actions = actions.to_vec(py)?.into_iter();
        let actions: Vec<usize> =
            actions.map(|action| usize::try_from(action).unwrap_or(usize::MAX)).collect();
        let mut games = self.games(py);
        let count = games.sizes[0];
        if actions.len() != count {
            let message = format!("{} actions for {count} games", actions.len());
            return Err(refused("actions", message, "give one action for each game"));
        }
        let wrong = |(mask, action): (&[i8], &usize)| mask.get(*action) != Some(&1);
        let wrong = games.masks().zip(&actions).position(wrong);
        if let Some(at) = wrong {
            let message = format!("the action of game {at} is not legal: {}", actions[at]);
            return Err(refused("actions", message, "take one whose mask is 1"));
        }
        let by = count as u64;
        run(py, &mut games, &into, |part, number| part.step(actions[number], by))
    }

    /// Draws a legal action for each place, all with the same probability, into an array of int64.
    fn sample(&self, py: Python<'_>, into: PyBuffer<i64>) -> PyResult<()> {
        let mut games = self.games(py);
        let mut dice = games.dice.clone();
        let drawn: Vec<i64> = games.masks().map(|mask| one_of(mask, &mut dice)).collect();
        games.dice = dice;
        copy(py, &into, &drawn)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<rivals.Batch of {} games>", self.sizes(py)[0])
    }
}

/// The number of one of the legal actions.
#[expect(clippy::cast_possible_wrap, reason = "there are few actions")]
fn one_of(mask: &[i8], dice: &mut impl Rng) -> i64 {
    let legal = || mask.iter().enumerate().filter(|(_, is)| **is == 1).map(|(at, _)| at);
    let place = draw(dice, legal().count().max(1));
    legal().nth(place).unwrap_or_default() as i64
}
