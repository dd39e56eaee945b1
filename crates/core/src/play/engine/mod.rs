//! Answers questions about positions of any game, one JSON object per line, as described in
//! `docs/protocol.md`.
//!
//! An engine keeps no positions: every question carries its own. An error in a question is
//! answered with the name of the field, and never ends the engine. A game takes part by
//! implementing [`Positions`], which checks its states and knows its agents.

mod answers;
mod line;
pub mod perft;

use crate::play::Hidden;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Agent, Dice, Game, GameInfo, Outcome, Seat, Sitting};
use crate::json::{one_of, read};
use crate::values::Invalid;

pub use answers::{Clock, EngineOf, agents, dice, ended};

/// Answers questions about one game.
pub trait Engine {
    /// Gives the engine a clock for the times in its answers, which are 0 without one.
    fn timed_by(&mut self, clock: Clock);

    /// The answer to a line, as one line without its end.
    fn answer(&mut self, line: &[u8]) -> String;
}

/// The state of a game whose positions are read and written.
pub type StateOf<P> = <<P as Positions>::Game as Game>::State;

/// Ends games that would not end by themselves: returns the outcome of a game at a state, if it
/// is adjudicated there.
pub type Adjudicator<State> = Box<dyn FnMut(&State) -> Option<Outcome>>;

/// The positions and agents of a game, as an engine needs them.
pub trait Positions: Sync {
    /// The rules.
    type Game: Hidden;

    /// The facts about the game.
    const INFO: &'static GameInfo;

    /// Whether answers about finished games name the losers beside the winners.
    const TELLS_LOSERS: bool = false;

    /// The rules.
    fn game(&self) -> &Arc<Self::Game>;

    /// All parameters of the rules as text; equal rules have equal texts.
    fn rules_text(&self) -> String;

    /// The names of the positions that a game may start from; the first is the usual
    /// one.
    fn setups(&self) -> Vec<String> {
        vec!["start".to_owned()]
    }

    /// The position with this name, for a number of seats that the game may have.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such position for this number of seats.
    fn set_up(&self, setup: &str, seats: usize) -> Result<StateOf<Self>, Invalid> {
        let names = self.setups();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.contains(&setup) {
            Ok(self.game().start(seats))
        } else {
            Err(one_of(setup, &names))
        }
    }

    /// A state that was read, with what follows from it by these rules.
    ///
    /// # Errors
    /// [`Invalid`] of a state that cannot occur in a game.
    fn validate(&self, state: StateOf<Self>) -> Result<StateOf<Self>, Invalid> {
        Ok(state)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`Invalid`] of one that cannot occur in a game.
    fn read(&self, position: &Value) -> Result<StateOf<Self>, Invalid> {
        self.validate(read(position)?)
    }

    /// The number of seats of a state.
    fn seats_of(&self, _state: &StateOf<Self>) -> usize {
        *self.game().seats().start()
    }

    /// The agents, each as an object with `name`, `about` and `parameters`.
    fn agents(&self) -> Vec<Value> {
        Self::INFO.agents.iter().map(|kind| json!(kind)).collect()
    }

    /// A fresh agent with this spelling, for one game.
    ///
    /// # Errors
    /// [`Invalid`].
    fn agent(&self, spec: &str) -> Result<Box<dyn Agent<Self::Game>>, Invalid>;

    /// Checks the spelling of an agent. Unlike [`Self::agent`], it solves nothing.
    ///
    /// # Errors
    /// [`Invalid`].
    fn check_agent(&self, spec: &str) -> Result<(), Invalid> {
        self.agent(spec).map(drop)
    }

    /// The mean time in seconds that a person would see this agent think.
    fn thinking_seconds(&self, _spec: &str) -> f64 {
        0.0
    }

    /// Work that later calls would otherwise wait for, such as solving the game, for another
    /// thread.
    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        None
    }

    /// The spelling of the agent whose decisions are shown as hints where the game is not
    /// solved, if it can be made.
    fn adviser(&self) -> Option<&'static str> {
        Some(Self::INFO.adviser)
    }

    /// The exact win probabilities of the legal actions for the seat that decides, in
    /// canonical order; none where the game is not solved.
    ///
    /// # Errors
    /// [`Invalid`] of a position whose value is unknown.
    fn solved(&self, _state: &StateOf<Self>) -> Result<Option<Vec<f64>>, Invalid> {
        Ok(None)
    }

    /// Estimates of the win probabilities of the legal actions for the seat that decides, in games
    /// of more seats than are solved: as in a game of two against its strongest rival.
    fn estimated(&self, _state: &StateOf<Self>, _seat: Seat) -> Option<Vec<f64>> {
        None
    }

    /// A judge of one game that agents play with these dice: it is shown all its states in their
    /// order, and ends a game that would not end by itself.
    fn adjudicator(&self, dice: Dice) -> Adjudicator<StateOf<Self>> {
        let _ = dice;
        Box::new(|_| None)
    }

    /// Of a game that [`Self::adjudicator`] ended at this state: whether it was decided by lot, and
    /// a sentence that says so and why.
    fn adjudication(&self, _state: &StateOf<Self>) -> (bool, String) {
        (false, String::new())
    }

    /// The log of a game, as the game tells what happened; none if it has no log of its own.
    fn events(&self, sitting: &Sitting<Self::Game>) -> Option<Vec<Value>> {
        let _ = sitting;
        None
    }

    /// The questions that only this game answers.
    fn own_asks(&self) -> &'static [&'static str] {
        &[]
    }

    /// The answer to one of [`Self::own_asks`], from its fields beside `id` and `ask`.
    ///
    /// # Errors
    /// [`Invalid`] of the field that is wrong.
    fn answer_own(&self, ask: &str, _fields: &Value) -> Result<Value, Invalid> {
        unreachable!("{ask} is not a question of this game")
    }

    /// The share of the win that a seat has in a state with the best play of all, if a search of
    /// well below a second proves it; the game may be over. Only games that hide nothing have such
    /// a search.
    fn proven(&self, _state: &StateOf<Self>, _seat: Seat) -> Option<f64> {
        None
    }

    /// The players of the games that are sampled for actions of unknown value.
    fn sampler(&self) -> Sampler;
}

/// The players of sampled games: the strongest ones for the time that a person waits.
pub struct Sampler {
    /// The spelling of the agent that decides for all seats.
    pub agent: &'static str,
    /// The number of games for each action.
    pub games: u64,
    /// The most games for all actions together, so that the answer does not take longer where
    /// there are many.
    pub most: u64,
    /// One of this number of decisions is drawn from the legal actions instead, so that games
    /// differ where neither chance nor hidden cards make them differ; 0 for none.
    pub slips: usize,
}

impl Sampler {
    /// An agent of a game with chance or hidden cards that decides at once.
    pub const fn fast(agent: &'static str) -> Self {
        Self { agent, games: 1_000, most: u64::MAX, slips: 0 }
    }
}
