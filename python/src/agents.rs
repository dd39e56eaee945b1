//! Agents written in Python, as players that are programs of their own: they are asked the same
//! questions, by a call in place of a pipe.
//!
//! An exception of an agent, or an action that is not legal, ends what was called with it.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rivals_core::personalities::Member;
use rivals_core::play::outside::{
    Ask, ClockFace, Counts, Facts, Failure, Outside, Outsider, Unanswered, Wire, Word,
};
use rivals_core::play::{AgentSpec, Watch};
use serde_json::{Map, Value};

use crate::errors::refused;

/// How many games an agent with `decide_many` plays side by side.
pub(crate) const SIDE_BY_SIDE: usize = 256;

/// How long a question waits for those of other games.
const TOGETHER: Duration = Duration::from_micros(200);

/// The first exception of any agent of a call.
pub(crate) type Trouble = Arc<Mutex<Option<PyErr>>>;

/// Raises the exception of an agent, if there is one.
pub(crate) fn check(trouble: &Trouble) -> PyResult<()> {
    let raised = trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.map_or(Ok(()), Err)
}

/// The fields of an answer, or no more than that the game stops.
type Answer = Result<Map<String, Value>, Unanswered>;

/// Questions of several games that wait for one call.
type Waiting = Mutex<Vec<(String, Sender<Answer>)>>;

/// An agent written in Python.
struct Caller {
    agent: Py<PyAny>,
    game: &'static str,
    facts: Facts,
    trouble: Trouble,
    /// The questions that wait, of an agent with `decide_many`.
    waiting: Option<Waiting>,
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.facts.fmt(f)
    }
}

/// The answers of an agent to questions of `decide`, by `rivals.agent`.
fn answers(agent: &Bound<'_, PyAny>, game: &str, questions: &[String]) -> PyResult<Vec<String>> {
    let answer = agent.py().import("rivals.agent")?.getattr("_answers")?;
    answer.call1((agent, game, questions))?.extract()
}

/// The fields of an answer as a text.
fn fields(answer: &str) -> Map<String, Value> {
    match serde_json::from_str(answer) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Whether a player decides in many games at once.
pub(crate) fn decides_many(player: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(player.getattr_opt("decide_many")?.is_some_and(|many| !many.is_none()))
}

/// An agent as a player of a game. `trouble` gets its first exception.
pub(crate) fn player(
    game: &'static str,
    agent: &Bound<'_, PyAny>,
    trouble: &Trouble,
) -> PyResult<Member> {
    if !agent.hasattr("decide")? {
        let message = format!("{} is no player", agent.repr()?);
        let help = "give the name of an agent or personality, or a rivals.Agent";
        return Err(refused("players", message, help));
    }
    let text = |name: &str| -> PyResult<String> {
        let value = agent.getattr_opt(name)?;
        value.map_or_else(|| Ok(String::new()), |value| Ok(value.str()?.to_string()))
    };
    let (id, version) = (text("name")?, text("version")?);
    let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(is_id) {
        let help = "write lower-case letters, digits and - as the name of the agent";
        return Err(refused("players", format!("{id:?} is no name of a player"), help));
    }
    let deterministic = agent.getattr_opt("deterministic")?;
    let facts = Facts {
        name: id.clone(),
        about: text("about")?,
        identity: format!("python={id:?} version={version:?}"),
        deterministic: deterministic.map_or(Ok(false), |is| is.is_truthy())?,
        id,
    };
    let many = decides_many(agent)?;
    let caller = Caller {
        agent: agent.clone().unbind(),
        game,
        facts,
        trouble: Arc::clone(trouble),
        waiting: many.then(Waiting::default),
    };
    Ok(Member::Agent(AgentSpec::from(Outsider(Arc::new(Shared(Arc::new(caller)))))))
}

/// A caller that its wires share.
#[derive(Clone, Debug)]
struct Shared(Arc<Caller>);

impl Outside for Shared {
    fn facts(&self) -> &Facts {
        &self.0.facts
    }

    fn wire(&self, _fresh: bool) -> Box<dyn Wire> {
        Box::new(Call { caller: Arc::clone(&self.0), counts: Counts::default() })
    }
}

impl Caller {
    fn raise(&self, error: PyErr) -> Unanswered {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Unanswered::Stopped
    }

    /// Asks questions with one call.
    fn call(&self, questions: &[String]) -> Result<Vec<String>, PyErr> {
        let answered = Python::attach(|py| answers(self.agent.bind(py), self.game, questions))?;
        if answered.len() == questions.len() {
            return Ok(answered);
        }
        let message = format!("{} answers to {} questions", answered.len(), questions.len());
        Err(refused("decide_many", message, "return an action for each"))
    }

    /// Asks a question, with those of other games that come at about the same time.
    fn ask(&self, question: String) -> Answer {
        let Some(waiting) = &self.waiting else {
            let answered = self.call(&[question]).map_err(|error| self.raise(error))?;
            return Ok(fields(&answered[0]));
        };
        let waiting = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (sender, receiver) = channel();
        let place = {
            let mut waiting = waiting();
            waiting.push((question, sender));
            waiting.len()
        };
        // The first one asks for all.
        if place == 1 {
            let mut before = 0;
            loop {
                let now = waiting().len();
                if now == before || now >= SIDE_BY_SIDE {
                    break;
                }
                before = now;
                thread::sleep(TOGETHER);
            }
            let (questions, senders): (Vec<_>, Vec<_>) =
                std::mem::take(&mut *waiting()).into_iter().unzip();
            let answered = self.call(&questions).map_err(|error| self.raise(error));
            for (at, sender) in senders.into_iter().enumerate() {
                let answer = answered.as_ref().map(|answered| fields(&answered[at]));
                // A game that was stopped does not hear it.
                let _ = sender.send(answer.map_err(Clone::clone));
            }
        }
        receiver.recv().unwrap_or(Err(Unanswered::Stopped))
    }
}

/// An agent at one seat of one game.
struct Call {
    caller: Arc<Caller>,
    counts: Counts,
}

impl Wire for Call {
    fn clock(&self) -> ClockFace {
        ClockFace { move_ms: None, left_ms: None }
    }

    fn ask(&mut self, ask: Ask, question: &str, watch: Option<&Watch>) -> Answer {
        if ask == Ask::New {
            return Ok(fields(r#"{"ready":true}"#));
        }
        let begun = Instant::now();
        let answer = self.caller.ask(question.to_owned());
        self.counts.decisions += 1;
        self.counts.micros += u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        if let (Err(_), Some(watch)) = (&answer, watch) {
            watch.set_stopped(true);
            watch.close();
        }
        answer
    }

    fn fail(&mut self, failure: &Failure) -> bool {
        self.counts.failures[failure.word as usize] += 1;
        let help = match failure.word {
            Word::Illegal => "return one of `at.actions`",
            _ => "return an action as a str, or a dict with \"action\"",
        };
        let message = format!("the agent {}: {}", self.caller.facts.id, failure.what);
        self.caller.raise(refused("agent", message, help));
        true
    }

    fn over(&mut self, _line: &str, _hears: bool, _game: &dyn Fn() -> Value) {}

    fn counts(&self) -> Counts {
        self.counts.clone()
    }
}
