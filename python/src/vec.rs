//! Many games at once, on threads of their own, seen as arrays.
//!
//! The game in a place begins again when it is over. The games have the seeds from that of the reset
//! on: first one for each place, then the next one for each place, so that they depend neither on
//! threads nor on how long others last.

use std::sync::{Mutex, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use rand::Rng;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rivals_core::play::untyped::{Beginning, InPlay};
use rivals_core::play::{Dice, Seat, TurnDice, draw};

use crate::errors::{Raise, refused};
use crate::games::Game;
use crate::in_play::{beginning, copy, rewards};

/// The game in a place.
struct Place {
    play: Box<dyn InPlay>,
    begin: Beginning,
}

/// The numbers of a place, in the arrays of all.
struct Written<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    seat: &'a mut i8,
    rewards: &'a mut [f32],
    done: &'a mut u8,
    cut_off: &'a mut u8,
}

/// What is known of all places, as arrays.
#[derive(Default)]
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<i8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut_off: Vec<u8>,
}

/// Many games in play.
struct Games {
    places: Vec<Place>,
    arrays: Arrays,
    pool: Option<ThreadPool>,
    /// What actions are drawn from.
    dice: TurnDice,
}

/// Many games at once.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Batch {
    games: Mutex<Games>,
    /// The numbers of games, numbers of an observation, actions and seats.
    sizes: [usize; 4],
}

impl Place {
    /// Begins the next game of the place.
    fn next(&mut self, by: u64) {
        self.begin.seed = self.begin.seed.wrapping_add(by);
        self.play.reset(&self.begin).expect("the game has begun like this before");
    }

    /// Plays an action, and begins the next game if this one is over.
    fn step(&mut self, action: usize, by: u64, into: &mut Written<'_>) {
        self.play.act(action).expect("it is one of the mask");
        into.rewards.copy_from_slice(&rewards(&*self.play));
        let over = self.play.outcome().is_some();
        *into.done = over.into();
        *into.cut_off = self.play.is_cut_off().into();
        if over {
            self.next(by);
        }
        self.write(into);
    }

    fn write(&self, into: &mut Written<'_>) {
        let seat = self.play.decides();
        *into.seat = seat.map_or(0, |seat| seat.0.cast_signed() + 1);
        self.play.observe(seat.unwrap_or(Seat::FIRST), into.observation);
        self.play.mask(into.mask);
    }
}

impl Games {
    /// Does something with each place and its numbers, on all threads.
    fn each(
        &mut self,
        [_, length, actions, seats]: [usize; 4],
        run: impl Fn(usize, &mut Place, &mut Written<'_>) + Sync,
    ) {
        let Self { places, arrays, pool, .. } = self;
        // Neighbours are taken together, as a step takes less time than a thread takes to begin.
        let together =
            places.len().div_ceil(4 * pool.as_ref().map_or(1, |pool| pool.current_num_threads()));
        let chunks = (places.chunks_mut(together).enumerate())
            .zip(arrays.observations.chunks_mut(together * length))
            .zip(arrays.masks.chunks_mut(together * actions))
            .zip(arrays.seats.chunks_mut(together))
            .zip(arrays.rewards.chunks_mut(together * seats))
            .zip(arrays.done.chunks_mut(together))
            .zip(arrays.cut_off.chunks_mut(together));
        let chunks: Vec<_> = chunks.collect();
        let run = |((((((of, observations), masks), seat), rewards), done), cut_off): (
            (((((_, &mut [f32]), &mut [i8]), &mut [i8]), &mut [f32]), &mut [u8]),
            &mut [u8],
        )| {
            let (chunk, places): (usize, &mut [Place]) = of;
            for (at, place) in places.iter_mut().enumerate() {
                let mut written = Written {
                    observation: &mut observations[at * length..][..length],
                    mask: &mut masks[at * actions..][..actions],
                    seat: &mut seat[at],
                    rewards: &mut rewards[at * seats..][..seats],
                    done: &mut done[at],
                    cut_off: &mut cut_off[at],
                };
                run(chunk * together + at, place, &mut written);
            }
        };
        match pool {
            Some(pool) => pool.install(|| chunks.into_par_iter().for_each(run)),
            None => chunks.into_iter().for_each(run),
        }
    }
}

/// The arrays that are written: observations, masks, seats, rewards, done, cut off.
type Buffers =
    (PyBuffer<f32>, PyBuffer<i8>, PyBuffer<i8>, PyBuffer<f32>, PyBuffer<u8>, PyBuffer<u8>);

impl Batch {
    fn run(
        &self,
        py: Python<'_>,
        into: &Buffers,
        run: impl Fn(usize, &mut Place, &mut Written<'_>) + Sync + Send,
    ) -> PyResult<()> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        py.detach(|| games.each(self.sizes, run));
        let arrays = &games.arrays;
        copy(py, &into.0, &arrays.observations)?;
        copy(py, &into.1, &arrays.masks)?;
        copy(py, &into.2, &arrays.seats)?;
        copy(py, &into.3, &arrays.rewards)?;
        copy(py, &into.4, &arrays.done)?;
        copy(py, &into.5, &arrays.cut_off)
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
        let places: Vec<Place> = (0..count).map(place).collect::<PyResult<_>>()?;
        let first = &places[0].play;
        let length = first.fields().iter().map(|field| field.length).sum();
        let (actions, seats) = (first.actions_count(), first.seats());
        let pool = (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().expect("the system starts threads");
        let arrays = Arrays {
            observations: vec![0.0; count * length],
            masks: vec![0; count * actions],
            seats: vec![0; count],
            rewards: vec![0.0; count * seats],
            done: vec![0; count],
            cut_off: vec![0; count],
        };
        let dice = Dice::new(seed, 0, 0).turn(0, 0);
        let games = Mutex::new(Games { places, arrays, pool, dice });
        Ok(Self { games, sizes: [count, length, actions, seats] })
    }

    /// The numbers of games, numbers of an observation, actions and seats.
    #[getter]
    fn sizes(&self) -> [usize; 4] {
        self.sizes
    }

    /// Begins a game in each place, and writes the arrays.
    #[expect(clippy::needless_pass_by_value, reason = "arguments are extracted by value")]
    fn reset(&self, py: Python<'_>, seed: u64, into: Buffers) -> PyResult<()> {
        {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.dice = Dice::new(seed, 0, 0).turn(0, 0);
        }
        self.run(py, &into, |number, place, written| {
            place.begin.seed = seed.wrapping_add(number as u64);
            place.next(0);
            written.rewards.fill(0.0);
            (*written.done, *written.cut_off) = (0, 0);
            place.write(written);
        })
    }

    /// Plays an action in each place, an array of int64, and writes the arrays.
    #[expect(clippy::needless_pass_by_value, reason = "arguments are extracted by value")]
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>, into: Buffers) -> PyResult<()> {
        let [count, _, all, _] = self.sizes;
        let chosen = actions.to_vec(py)?;
        if chosen.len() != count {
            let message = format!("there are {} actions for {count} games", chosen.len());
            return Err(refused("actions", message, "give one action for each game"));
        }
        let chosen: Vec<usize> =
            chosen.into_iter().map(|action| usize::try_from(action).unwrap_or(all)).collect();
        {
            let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let masks = games.arrays.masks.chunks(all).zip(&chosen);
            let wrong = |(mask, action): (&[i8], &usize)| mask.get(*action) != Some(&1);
            if let Some(at) = masks.clone().position(wrong) {
                let message = format!("the action of game {at} is not legal: {}", chosen[at]);
                return Err(refused("actions", message, "take one whose mask is 1"));
            }
        }
        self.run(py, &into, |number, place, written| {
            place.step(chosen[number], count as u64, written);
        })
    }

    /// Draws a legal action for each place, all with the same probability, into an array of int64.
    #[expect(clippy::needless_pass_by_value, reason = "arguments are extracted by value")]
    fn sample(&self, py: Python<'_>, into: PyBuffer<i64>) -> PyResult<()> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let Games { arrays, dice, .. } = &mut *games;
        let drawn: Vec<i64> =
            arrays.masks.chunks(self.sizes[2]).map(|mask| one_of(mask, dice)).collect();
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
