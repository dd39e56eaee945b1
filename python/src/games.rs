//! Games, their positions, and their engine.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rivals::{GameEntry, Loaded, Playable, catalogue};
use rivals_core::play::{Dice, Outcome, Seat, TurnDice};
use rivals_core::untyped::{Next, UntypedGame, UntypedPosition};
use rivals_core::values::Invalid;
use rivals_league::config::Source;
use rivals_league::player_files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::errors::{Raise, refused};
use crate::json::{from_py, to_py};
use crate::tables::Table;
use crate::tasks::{clock, long};

/// What is known of a game by some rules.
pub(crate) struct Inner {
    pub entry: &'static GameEntry,
    pub loaded: Loaded,
    pub untyped: Arc<dyn UntypedGame>,
}

/// A game by some rules.
#[pyclass(frozen, module = "rivals")]
#[derive(Clone)]
pub(crate) struct Game(pub Arc<Inner>);

/// The game with this name, or itself. `rules` are a dict, the text of a TOML file, or its path.
#[pyfunction]
#[pyo3(name = "game", signature = (game, rules=None))]
pub(crate) fn of(game: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
    if let Ok(game) = game.cast::<Game>() {
        if rules.is_some() {
            let help = "leave them out, or give the name of the game";
            return Err(refused("rules", "this game has its rules", help));
        }
        return Ok(game.get().clone());
    }
    let name: String = game.extract()?;
    let entry = catalogue().iter().find(|entry| entry.info().name == name);
    let Some(entry) = entry else {
        // The library knows the nearest name.
        return rivals::load(&name).raise().map(|_| unreachable!("it is in the catalogue"));
    };
    let rules = rules.map(source).transpose()?;
    let loaded = entry.load(rules.as_ref()).raise()?;
    let untyped = entry.untyped(rules.as_ref()).raise()?;
    Ok(Game(Arc::new(Inner { entry, loaded, untyped })))
}

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    catalogue().iter().map(|entry| entry.info().name).collect()
}

/// The text of rules, claims or the like: a dict, TOML, or the path of a file.
pub(crate) fn source(given: &Bound<'_, PyAny>) -> PyResult<Source> {
    if given.is_instance_of::<PyDict>() {
        let text = toml::to_string(&from_py(given)?);
        let text = text.map_err(|error| refused("rules", error, "write what TOML can express"))?;
        return Ok(Source::new("the dict", text));
    }
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_string();
        if text.contains(['=', '\n', '[']) || text.trim().is_empty() {
            return Ok(Source::new("the text", text));
        }
    }
    Source::read(&given.extract::<PathBuf>()?).raise()
}

impl Inner {
    /// Asks the engine, on another thread.
    pub(crate) fn ask(self: &Arc<Self>, py: Python<'_>, question: &Value) -> PyResult<Value> {
        let (inner, line) = (Arc::clone(self), question.to_string());
        // What is known of a game is written, and nothing computed.
        let threads = (question["ask"] == "game").then_some(1);
        let answer = long(py, threads, None, move |_, pool| {
            pool.install(|| {
                let mut engine = inner.loaded.engine();
                engine.timed_by(clock);
                let info = inner.entry.info();
                engine.with_files(Box::new(move |file| {
                    let member = player_files::member(info, file)?;
                    Some(member.map_err(|error| Invalid::new("", error.message, error.help)))
                }));
                engine.answer(line.as_bytes())
            })
        })?;
        let mut answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        match answer.get_mut("error").map(Value::take) {
            None => Ok(answer),
            Some(error) => {
                let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
                Err(refused(&text("field"), text("message"), &text("help")))
            }
        }
    }

    fn position(self: &Arc<Self>, at: Box<dyn UntypedPosition>) -> Position {
        Position { game: Arc::clone(self), at: at.into() }
    }
}

/// A row of [`Game::advise`].
#[derive(Default, Serialize, Deserialize)]
struct Advice {
    action: String,
    wins: f64,
    low: Option<f64>,
    high: Option<f64>,
    how: String,
}

#[pymethods]
impl Game {
    /// The name in files and flags.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.entry.info().name
    }

    /// The name for readers.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.entry.title()
    }

    /// The game in one sentence.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.entry.info().about
    }

    /// The rules as canonical TOML.
    #[getter]
    fn rules(&self) -> String {
        self.0.loaded.rules_text()
    }

    /// The numbers of seats that a game may have.
    #[getter]
    fn seats(&self) -> Vec<usize> {
        self.0.untyped.seat_counts().collect()
    }

    /// The names of the positions that a game may start from, the usual one first.
    #[getter]
    fn setups(&self) -> Vec<String> {
        self.0.untyped.setups()
    }

    /// The agents and personalities, each with `name`, `about` and `parameters`.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.0.ask(py, &json!({ "ask": "game" }))?["agents"])
    }

    /// The position in which a game of this seed begins.
    #[pyo3(signature = (seats=None, seed=0, setup=None))]
    fn start(&self, seats: Option<usize>, seed: u64, setup: Option<&str>) -> PyResult<Position> {
        Ok(self.0.position(self.0.untyped.start(setup, seats, seed).raise()?))
    }

    /// The position that is written as a dict or as JSON.
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<Position> {
        let value = match position.extract::<String>() {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                refused("position", error, "write a JSON object as `rivals engine` does")
            })?,
            Err(_) => from_py(position)?,
        };
        Ok(self.0.position(self.0.untyped.position(&value).raise()?))
    }

    /// What the actions of a position are worth: the share of the win of each, exact where the game
    /// is solved, else sampled with an interval.
    fn advise(&self, py: Python<'_>, position: &Position) -> PyResult<Table> {
        let asked = json!({ "ask": "advise", "position": position.at.json() });
        let answer = self.0.ask(py, &asked)?["actions"].take();
        let rows: Vec<Advice> = serde_json::from_value(answer).expect("the engine writes them");
        Ok(Table::of(&rows))
    }

    /// What an agent, a personality, or an `Agent` of yours decides.
    #[pyo3(signature = (position, agent, seed=0))]
    fn decide(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        agent: &Bound<'_, PyAny>,
        seed: u64,
    ) -> PyResult<Decision> {
        let Ok(spelling) = agent.extract::<String>() else {
            let decide = py.import("rivals.agent")?.getattr("_decide")?;
            return Decision::of(py, &from_py(&decide.call1((agent, position, seed))?)?);
        };
        let position = position.get();
        let asked = json!({
            "ask": "decide", "position": position.at.json(), "agent": spelling, "seed": seed,
        });
        Decision::of(py, &self.0.ask(py, &asked)?)
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.name(), self.rules()) == (other.name(), other.rules())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.name(), self.rules()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<rivals.Game {}>", self.name())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        // Rules without keys have an empty text.
        Ok((py.import("rivals")?.getattr("game")?, (self.name(), format!("{}\n", self.rules()))))
    }
}

/// What an agent decided: the action, and what its search knows, of agents that search.
#[pyclass(frozen, get_all, module = "rivals")]
pub(crate) struct Decision {
    /// The action; None of an agent that resigns.
    action: Option<String>,
    /// The value of the position for the seat that decides.
    value: Option<f64>,
    /// The states that were searched.
    nodes: Option<u64>,
    /// The moves that were looked ahead.
    depth: Option<u64>,
    /// The whole answer, as the engine gives it.
    answer: Py<PyAny>,
}

impl Decision {
    fn of(py: Python<'_>, answer: &Value) -> PyResult<Self> {
        Ok(Self {
            action: answer["action"].as_str().map(str::to_owned),
            value: answer["value"].as_f64(),
            nodes: answer["nodes"].as_u64(),
            depth: answer["depth"].as_u64(),
            answer: to_py(py, answer)?.unbind(),
        })
    }
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        format!("<rivals.Decision {}>", self.action.as_deref().unwrap_or("to resign"))
    }
}

/// A position of a game. It never changes: what is played makes another one.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Position {
    pub game: Arc<Inner>,
    pub at: Arc<dyn UntypedPosition>,
}

impl Position {
    /// The seat that decides, from 1.
    pub(crate) fn decides(&self) -> Option<u8> {
        if let Next::Seat(seat) = self.at.next() { Some(seat.0 + 1) } else { None }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Next::Over(outcome) = self.at.next() { Some(outcome) } else { None }
    }
}

/// The seat with this number, from 1.
pub(crate) fn seat(number: u8) -> PyResult<Seat> {
    let seat = number.checked_sub(1).map(Seat);
    seat.ok_or_else(|| refused("seat", "there is no seat 0", "seats are numbered from 1"))
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.at.seats()
    }

    /// The seat that decides, from 1; None where chance is next, and at the end.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.decides()
    }

    /// The legal actions, in canonical order.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.at.actions()
    }

    /// The events of chance with their weights; empty where a seat decides, and at the end.
    #[getter]
    fn events(&self) -> Vec<(String, u64)> {
        self.at.events()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The seats that share the win; None before the end.
    #[getter]
    fn winners(&self) -> Option<Vec<u32>> {
        Some(self.outcome()?.winners().iter().map(|seat| u32::from(seat.0) + 1).collect())
    }

    /// The game's own points at the end, by seat; None before it.
    #[getter]
    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.outcome()?.scores.iter().map(|(_, score)| score).collect())
    }

    /// The position after an action, or after an event where chance is next.
    #[pyo3(name = "apply")]
    fn applied(&self, r#move: &str) -> PyResult<Self> {
        Ok(self.game.position(self.at.apply(r#move).raise()?))
    }

    /// The position after an event of chance that is drawn.
    fn roll(&self, rng: &Rng) -> PyResult<Self> {
        let mut dice = rng.dice.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.game.position(self.at.roll(&mut *dice).raise()?))
    }

    /// What a seat knows, as a dict.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let number = seat.or_else(|| self.seat()).unwrap_or(1);
        to_py(py, &self.at.view(self::seat(number)?).raise()?)
    }

    /// A position that agrees with what a seat knows, drawn with a seed.
    #[pyo3(signature = (seat, seed=0))]
    fn sample(&self, seat: u8, seed: u64) -> PyResult<Self> {
        Ok(self.game.position(self.at.sample(self::seat(seat)?, seed).raise()?))
    }

    /// The position as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.at.json())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.at.equals(&*other.get().at))
    }

    fn __hash__(&self) -> u64 {
        self.at.hash()
    }

    fn __repr__(&self) -> String {
        format!("<rivals.Position of {}: {}>", self.game.entry.info().name, self.at.json())
    }

    /// It is pickled as JSON.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String))> {
        let read = py.get_type::<Game>().getattr("position")?;
        Ok((read, (self.game(), self.at.json().to_string())))
    }
}

/// Dice, by a seed. The first ones are those of the first turn of a game with this seed.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Rng {
    seed: u64,
    dice: Mutex<TurnDice>,
}

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(seed: u64) -> Self {
        Self { seed, dice: Mutex::new(Dice::new(seed, 0, 0).turn(0, 0)) }
    }

    fn __repr__(&self) -> String {
        format!("<rivals.Rng of seed {}>", self.seed)
    }
}

/// The protocol of `rivals engine`: everything that has no method of its own.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Engine(Game);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, rules=None))]
    fn new(game: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self(of(game, rules)?))
    }

    /// The answer to a question, which is a dict with `ask`. A question that is refused raises
    /// `Refused`.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.0.0.ask(py, &from_py(question)?)?)
    }

    fn __repr__(&self) -> String {
        format!("<rivals.Engine of {}>", self.0.name())
    }
}
