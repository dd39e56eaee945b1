//! A game in play, for the environments of PettingZoo and Gymnasium.

use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use rivals_core::play::Seat;
use rivals_core::untyped::{self, Beginning};

use crate::agents::{self, Trouble};
use crate::errors::{Raise, refused};
use crate::games::{Game, Inner, Position, seat};
use crate::json::from_py;
use crate::tournaments::members;

/// A game in play. Chance and seats with agents act at once; the other seats act by numbers.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct InPlay {
    game: Arc<Inner>,
    play: Mutex<Box<dyn untyped::InPlay>>,
    trouble: Trouble,
}

/// How a game begins, from what Python gives.
pub(crate) fn beginning(
    seed: u64,
    seats: Option<usize>,
    setup: Option<String>,
    position: Option<&Bound<'_, PyAny>>,
) -> PyResult<Beginning> {
    let position = match position {
        Some(position) => match position.cast::<Position>() {
            Ok(position) => Some(position.get().at.json()),
            Err(_) => Some(from_py(position)?),
        },
        None => None,
    };
    Ok(Beginning { seed, seats, setup, position })
}

/// The rewards at the end, by seat: 1 for the only winner, and 0 in sum.
#[expect(clippy::cast_possible_truncation, reason = "rewards have less precision")]
pub(crate) fn rewards(play: &dyn untyped::InPlay) -> Vec<f32> {
    let Some(outcome) = play.outcome() else {
        return vec![0.0; play.seats()];
    };
    let seats = play.seats() as f64;
    let reward = |share: f64| ((seats * share - 1.0) / (seats - 1.0)) as f32;
    outcome.returns.iter().map(|(_, share)| reward(share.value())).collect()
}

/// The cells of an array, of which there must be so many.
pub(crate) fn cells<'a, T: Element>(
    py: Python<'a>,
    array: &'a PyBuffer<T>,
    count: usize,
) -> PyResult<&'a [Cell<T>]> {
    let length = array.item_count();
    if length != count {
        let message = format!("the array has {length} numbers, not {count}");
        return Err(refused("array", message, "give an array of this length"));
    }
    let help = "give an array in C order that can be written";
    array.as_mut_slice(py).ok_or_else(|| refused("array", "it takes no numbers in a row", help))
}

/// Writes numbers into cells, of which there are as many.
pub(crate) fn write<T: Copy>(cells: &[Cell<T>], numbers: &[T]) {
    cells.iter().zip(numbers).for_each(|(cell, number)| cell.set(*number));
}

impl InPlay {
    fn play(&self) -> MutexGuard<'_, Box<dyn untyped::InPlay>> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what lets agents think, without the interpreter's lock, which agents in Python take.
    fn acted<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn untyped::InPlay) -> T + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| act(&mut **self.play()));
        agents::check(&self.trouble)?;
        Ok(done)
    }
}

#[pymethods]
impl InPlay {
    #[new]
    #[pyo3(signature = (game, seed=0, seats=None, setup=None, position=None))]
    fn new(
        game: &Game,
        seed: u64,
        seats: Option<usize>,
        setup: Option<String>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let begin = beginning(seed, seats, setup, position)?;
        let play = Mutex::new(game.0.untyped.play(&begin).raise()?);
        Ok(Self { game: Arc::clone(&game.0), play, trouble: Trouble::default() })
    }

    /// Begins another game, in which the same agents sit.
    #[pyo3(signature = (seed=0, seats=None, setup=None, position=None))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: u64,
        seats: Option<usize>,
        setup: Option<String>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let begin = beginning(seed, seats, setup, position)?;
        self.acted(py, |play| play.reset(&begin))?.raise()
    }

    /// Lets a player decide for a seat from the next `reset` on, or nobody for None.
    #[pyo3(signature = (number, player=None))]
    fn sit(&self, number: u8, player: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let player = match player {
            None => None,
            Some(player) => {
                members(&self.game, std::slice::from_ref(player), &self.trouble)?.members.pop()
            }
        };
        self.play().sit(seat(number)?, player.as_ref()).raise()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.play().seats()
    }

    /// The seat that decides, from 1; None if the game is over.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.play().decides().map(|seat| seat.0 + 1)
    }

    /// Whether the game was adjudicated, or cut off after too many moves.
    #[getter]
    fn cut_off(&self) -> bool {
        self.play().is_cut_off()
    }

    /// The rewards at the end by seat, 0 before it.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        rewards(&**self.play())
    }

    /// The parts of an observation: name, length, least and greatest number of each.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize, f32, f32)> {
        let fields = self.play().fields().into_iter();
        fields.map(|field| (field.name, field.length, field.least, field.most)).collect()
    }

    /// The number of actions.
    #[getter]
    fn actions_count(&self) -> usize {
        self.play().actions_count()
    }

    /// Writes what a seat observes into an array of float32.
    fn observe(&self, py: Python<'_>, number: u8, into: PyBuffer<f32>) -> PyResult<()> {
        let seat = seat(number)?;
        let play = self.play();
        seat.check("seat", play.seats()).raise()?;
        let mut numbers = vec![0.0; play.fields().iter().map(|field| field.length).sum()];
        play.observe(seat, &mut numbers);
        write(cells(py, &into, numbers.len())?, &numbers);
        Ok(())
    }

    /// Writes 1 at the legal actions of the seat that decides, and 0 elsewhere, into an array of int8.
    fn mask(&self, py: Python<'_>, into: PyBuffer<i8>) -> PyResult<()> {
        let play = self.play();
        let mut numbers = vec![0; play.actions_count()];
        play.mask(&mut numbers);
        write(cells(py, &into, numbers.len())?, &numbers);
        Ok(())
    }

    /// The legal actions with their numbers.
    fn legal(&self) -> Vec<(usize, String)> {
        self.play().legal()
    }

    /// Plays the action with this number, and what chance and agents do then.
    fn act(&self, py: Python<'_>, action: usize) -> PyResult<()> {
        self.acted(py, |play| play.act(action))?.raise()
    }

    /// What each legal action costs of the share of the win, with its number; None where the game is
    /// not solved.
    fn losses(&self, py: Python<'_>) -> PyResult<Option<Vec<(usize, f64)>>> {
        self.acted(py, |play| play.losses())?.raise()
    }

    /// The actions and events so far.
    fn steps(&self) -> Vec<String> {
        self.play().steps()
    }

    /// The position.
    fn position(&self) -> Position {
        let at = self.play().position().into();
        Position { game: Arc::clone(&self.game), at }
    }

    /// What a seat sees, as lines of at most 80 columns.
    #[pyo3(signature = (number=None))]
    fn text(&self, number: Option<u8>) -> PyResult<String> {
        let play = self.play();
        let shown = match number {
            Some(number) => seat(number)?,
            None => play.decides().unwrap_or(Seat::FIRST),
        };
        shown.check("seat", play.seats()).raise()?;
        Ok(play.text(shown))
    }
}
