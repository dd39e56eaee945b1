//! Exact values, and the odds of fights.

use std::sync::Arc;

use pyo3::prelude::*;
use rivals::Playable;
use rivals_core::play::Seat;
use rivals_core::values::Invalid;
use rivals_dragon_slayer::Rules;
use rivals_dragon_slayer::odds::rows::rows;
use rivals_dragon_slayer::odds::simulation::{MAX_TRIALS, simulate};
use rivals_dragon_slayer::odds::{Cell, OddsTable, Published, exact};
use rivals_league::config::built;

use crate::errors::{Raise, refused};
use crate::games::{self, Inner, Position};
use crate::tables::Table;
use crate::tasks::long;

/// A game that is solved for two seats.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Solution {
    game: Arc<Inner>,
    /// The probability that the first seat wins, or its share of the win where games are drawn.
    #[pyo3(get)]
    first_wins: f64,
    /// A bound on the error of all values.
    #[pyo3(get)]
    error: f64,
}

fn unsolved(game: &Inner) -> PyErr {
    let message = format!("{} is not solved here", game.loaded.game_name());
    refused("game", message, "ask `Game.advise`, which samples games where nothing is known")
}

/// Solves a game with two seats, from the usual setup or another one.
#[pyfunction]
#[pyo3(signature = (game, rules=None, setup=None, threads=None))]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    setup: Option<String>,
    threads: Option<usize>,
) -> PyResult<Solution> {
    let inner = games::of(game, rules)?.0;
    let game = Arc::clone(&inner);
    let solved = long(py, threads, None, move |_, pool| {
        pool.install(|| {
            let start = inner.untyped.start(setup.as_deref(), None, 0)?;
            let two = start.seats() == 2;
            let wins = if two { start.value(Seat::FIRST)? } else { None };
            Ok::<_, Invalid>((wins, inner.untyped.error()))
        })
    })?;
    let (wins, error) = solved.raise()?;
    let first_wins = wins.ok_or_else(|| unsolved(&game))?;
    Ok(Solution { game, first_wins, error })
}

#[pymethods]
impl Solution {
    /// The share of the win that a seat has in a position under optimal play: of the seat that
    /// decides, or of the first one where none does.
    #[pyo3(signature = (position, seat=None))]
    fn value(&self, py: Python<'_>, position: &Position, seat: Option<u8>) -> PyResult<f64> {
        let seat = games::seat(seat.or_else(|| position.decides()).unwrap_or(1))?;
        // By the rules that are solved.
        let at = self.game.untyped.position(&position.at.json()).raise()?;
        let value = long(py, Some(1), None, move |_, pool| pool.install(|| at.value(seat)))?;
        value.raise()?.ok_or_else(|| unsolved(&self.game))
    }

    fn __repr__(&self) -> String {
        let name = self.game.loaded.game_name();
        format!("<rivals.Solution of {name}: {} ± {:e}>", self.first_wins, self.error)
    }
}

/// The odds of the fights of Dragon Slayer: the rows of `odds.csv`.
#[pyfunction]
#[pyo3(signature = (fights=1_000_000, seed=2018, rules=None, threads=None, progress=None))]
pub(crate) fn odds(
    py: Python<'_>,
    fights: u64,
    seed: u64,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    if !(1..=MAX_TRIALS).contains(&fights) {
        let help = format!("write a number from 1 to {MAX_TRIALS}");
        return Err(refused("fights", format!("{fights} fights are not simulated"), &help));
    }
    let source = rules.map(games::source).transpose()?;
    let rules = built(source.as_ref(), Rules::checked).raise()?;
    let table = long(py, threads, progress, move |task, pool| {
        let all = Cell::all(&rules).len() as u64 * fights;
        let tell = |more| task.add("fights", more, all);
        let tallies = pool.install(|| simulate(&rules, fights, seed, &tell));
        OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis())
    })?;
    Ok(Table::of(&rows(&table)))
}
