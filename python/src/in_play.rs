//! A game in play, for the environments of PettingZoo and Gymnasium.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use rivals_core::play::Seat;
use rivals_core::untyped::{self, Beginning};

use crate::agents::{self, Trouble};
use crate::errors::{Raise, refused};
use crate::games::{Game, Inner, Position, seat};
use crate::json::from_py;
use crate::tasks::threads;
use crate::tournaments::members;

/// A game in play. Chance and seats with agents act at once; the other seats act by numbers.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct InPlay {
    game: Arc<Inner>,
    play: Mutex<Box<dyn untyped::InPlay>>,
    trouble: Trouble,
    /// Whether losses were asked for before, for which a game is solved.
    solved: AtomicBool,
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

/// Copies numbers into an array of the same length.
pub(crate) fn copy<T: pyo3::buffer::Element>(
    py: Python<'_>,
    into: &PyBuffer<T>,
    from: &[T],
) -> PyResult<()> {
    if into.item_count() != from.len() {
        let message = format!("the array has {} numbers, not {}", into.item_count(), from.len());
        return Err(refused("array", message, "give an array of this length"));
    }
    into.copy_from_slice(py, from)
}

impl InPlay {
    /// The game in play, which nobody waits for: an agent that decides in it would wait for itself.
    fn play(&self) -> PyResult<MutexGuard<'_, Box<dyn untyped::InPlay>>> {
        match self.play.try_lock() {
            Ok(play) => Ok(play),
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let help =
                    "wait until `act` or `reset` returns; an agent learns its game from `at`";
                Err(refused("play", "this game is being played", help))
            }
        }
    }

    /// Does what lets agents think, without the interpreter's lock, which agents in Python take. What
    /// solves a game does so on a thread of its own, which no forked process can miss.
    fn acted<T: Send>(
        &self,
        py: Python<'_>,
        solves: bool,
        act: impl FnOnce(&mut dyn untyped::InPlay) -> T + Send,
    ) -> PyResult<T> {
        let mut play = self.play()?;
        let playing: &mut dyn untyped::InPlay = &mut **play;
        let act = || act(playing);
        let done = py.detach(|| if solves { threads(1).install(act) } else { act() });
        drop(play);
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
        let (trouble, solved) = (Trouble::default(), AtomicBool::new(false));
        Ok(Self { game: Arc::clone(&game.0), play, trouble, solved })
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
        self.acted(py, false, |play| play.reset(&begin))?.raise()
    }

    /// Lets a player decide for a seat from the next `reset` on. None leaves the seat to the caller.
    #[pyo3(signature = (seat, player=None))]
    fn sit(&self, py: Python<'_>, seat: u8, player: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seat = self::seat(seat)?;
        let player = match player {
            None => None,
            Some(player) => {
                members(&self.game, std::slice::from_ref(player), &self.trouble)?.members.pop()
            }
        };
        self.acted(py, player.is_some(), |play| play.sit(seat, player.as_ref()))?.raise()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> PyResult<usize> {
        Ok(self.play()?.seats())
    }

    /// The seat that decides, from 1; None if the game is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<u8>> {
        Ok(self.play()?.decides().map(|seat| seat.0 + 1))
    }

    /// Whether the game was adjudicated, or cut off after too many moves.
    #[getter]
    fn cut_off(&self) -> PyResult<bool> {
        Ok(self.play()?.is_cut_off())
    }

    /// The rewards at the end by seat, 0 before it.
    #[getter]
    fn rewards(&self) -> PyResult<Vec<f32>> {
        Ok(rewards(&**self.play()?))
    }

    /// The parts of an observation: name, length, least and greatest number of each.
    #[getter]
    fn fields(&self) -> PyResult<Vec<(&'static str, usize, f32, f32)>> {
        let fields = self.play()?.fields().into_iter();
        Ok(fields.map(|field| (field.name, field.length, field.least, field.most)).collect())
    }

    /// The number of actions.
    #[getter]
    fn actions_count(&self) -> PyResult<usize> {
        Ok(self.play()?.actions_count())
    }

    /// Writes what a seat observes into an array of float32.
    fn observe(&self, py: Python<'_>, seat: u8, into: PyBuffer<f32>) -> PyResult<()> {
        let (seat, play) = (self::seat(seat)?, self.play()?);
        seat.check("seat", play.seats()).raise()?;
        let mut numbers = vec![0.0; play.fields().iter().map(|field| field.length).sum()];
        play.observe(seat, &mut numbers);
        copy(py, &into, &numbers)
    }

    /// Writes 1 at the legal actions of the seat that decides, and 0 elsewhere, into an array of int8.
    fn mask(&self, py: Python<'_>, into: PyBuffer<i8>) -> PyResult<()> {
        let play = self.play()?;
        let mut numbers = vec![0; play.actions_count()];
        play.mask(&mut numbers);
        copy(py, &into, &numbers)
    }

    /// The legal actions with their numbers.
    fn legal(&self) -> PyResult<Vec<(usize, String)>> {
        Ok(self.play()?.legal())
    }

    /// Plays the action with this number, and what chance and agents do then.
    fn act(&self, py: Python<'_>, action: usize) -> PyResult<()> {
        self.acted(py, false, |play| play.act(action))?.raise()
    }

    /// What each legal action costs of the share of the win, with its number; None where the game is
    /// not solved.
    fn losses(&self, py: Python<'_>) -> PyResult<Option<Vec<(usize, f64)>>> {
        let solves = !self.solved.swap(true, Ordering::Relaxed);
        self.acted(py, solves, |play| play.losses())?.raise()
    }

    /// The actions and events so far.
    fn steps(&self) -> PyResult<Vec<String>> {
        Ok(self.play()?.steps())
    }

    /// The position.
    fn position(&self) -> PyResult<Position> {
        let at = self.play()?.position().into();
        Ok(Position { game: Arc::clone(&self.game), at })
    }

    /// What a seat sees, as lines of at most 80 columns.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<u8>) -> PyResult<String> {
        let play = self.play()?;
        let shown = match seat {
            Some(seat) => self::seat(seat)?,
            None => play.decides().unwrap_or(Seat::FIRST),
        };
        shown.check("seat", play.seats()).raise()?;
        Ok(play.text(shown))
    }

    fn __repr__(&self) -> String {
        let name = self.game.entry.info().name;
        let steps = self.play().map(|play| play.steps().len());
        let steps = steps.map_or_else(|_| "playing".to_owned(), |steps| format!("{steps} steps"));
        format!("<rivals.InPlay of {name}: {steps}>")
    }
}
