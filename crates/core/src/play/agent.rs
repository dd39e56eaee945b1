//! Agents, which decide for a seat.
//!
//! An agent gets a view and never a state, so that it cannot use what its seat does not know.

use std::any::Any;
use std::time::Duration;

use rand::Rng;
use serde::Serialize;
use thiserror::Error;

use super::game::Hidden;
use super::playthrough::Past;
use super::seat::Seat;
use super::watch::Watch;
use crate::sentences::Decided;

/// A decision that an agent is asked to make.
pub struct Decision<'a, G: Hidden> {
    /// The rules.
    pub game: &'a G,
    /// The seat that decides.
    pub seat: Seat,
    /// What the seat knows.
    pub view: &'a G::View,
    /// The legal actions in canonical order; never empty.
    pub actions: &'a [G::Action],
    /// The steps before.
    pub past: Past<'a, G>,
    /// The seed of the dice that the agent gets.
    pub seed: u64,
    /// A watch, which long searches look at.
    pub watch: Option<&'a Watch>,
    /// Whether the agent says what it thinks of the actions, and which moves it expects: see
    /// [`Thought::actions`] and [`Thought::variation`]. What it decides is the same.
    pub explained: bool,
    /// Whether a review asks, which compares values of several searches: see
    /// [`Agent::keeps_to_actions`] and [`Evaluation::drawn`](crate::search::Evaluation::drawn).
    pub reviewed: bool,
}

impl<'a, G: Hidden> Decision<'a, G> {
    /// A decision without a watch, which is not explained.
    pub fn new(game: &'a G, seat: Seat, view: &'a G::View, actions: &'a [G::Action]) -> Self {
        Self {
            game,
            seat,
            view,
            actions,
            past: Past::NONE,
            seed: 0,
            watch: None,
            explained: false,
            reviewed: false,
        }
    }

    /// The place of an action among the legal ones; none if it is not legal.
    pub fn place(&self, action: G::Action) -> Option<usize> {
        self.actions.iter().position(|&one| one == action)
    }
}

/// Decides for one seat in one game. Each game begins with a fresh agent, so that nothing
/// is carried from one game to the next.
pub trait Agent<G: Hidden>: Any + Send {
    /// Chooses one of the legal actions. All randomness comes from `rng`.
    ///
    /// # Errors
    /// [`Forfeit`], if the agent gives up the game.
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit>;

    /// The probability of each legal action, if the agent knows them without searching; `None` if
    /// only [`Self::decide`] tells what it does.
    fn chances(&mut self, _at: &Decision<'_, G>) -> Option<Vec<f64>> {
        None
    }

    /// What a decision takes.
    fn cost(&self) -> Cost {
        Cost::default()
    }

    /// Whether the value of a decision of a review is that of its actions alone, where others are
    /// legal as well.
    fn keeps_to_actions(&self) -> bool {
        false
    }
}

impl<G: Hidden> dyn Agent<G> {
    /// The agent by its own type; `None` if it is of another one.
    pub fn downcast<A: Agent<G>>(&self) -> Option<&A> {
        (self as &dyn Any).downcast_ref()
    }

    /// The agent by its own type, to be changed; `None` if it is of another one.
    pub fn downcast_mut<A: Agent<G>>(&mut self) -> Option<&mut A> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// The approximate cost of an agent's decision on one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The time.
    pub time: Duration,
    /// The memory, in bytes.
    pub bytes: u64,
}

/// The cost of an agent that does not search.
impl Default for Cost {
    fn default() -> Self {
        Self { time: Duration::from_nanos(100), bytes: 0 }
    }
}

/// The action that an agent chose, and the results of its search, if it searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<Action> {
    /// The action.
    pub action: Action,
    /// The value of the position for the deciding seat.
    pub value: Option<f64>,
    /// The number of states that the search visited.
    pub nodes: Option<u64>,
    /// The number of states that were visited before that search.
    pub before: u64,
    /// The number of moves that it looked ahead.
    pub depth: Option<u32>,
    /// The values of the legal actions that have one, if the decision is explained: of each
    /// that of its deepest search, in canonical order.
    pub actions: Vec<Valued<Action>>,
    /// The moves that the agent expects, the chosen one first, if the decision is explained.
    /// It ends where chance is next.
    pub variation: Vec<Action>,
    /// The sentence that decided, of a player made of sentences.
    pub sentence: Option<Decided>,
}

/// An action, and what a search knows of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued<Action> {
    /// The action.
    pub action: Action,
    /// The value for the deciding seat.
    pub value: f64,
    /// Whether the true value of the search may be another one.
    pub bound: Bound,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is a mean of few samples, which nothing bounds.
    Rough,
}

/// An action without a search.
impl<Action> From<Action> for Thought<Action> {
    fn from(action: Action) -> Self {
        Self {
            action,
            value: None,
            nodes: None,
            before: 0,
            depth: None,
            actions: Vec::new(),
            variation: Vec::new(),
            sentence: None,
        }
    }
}

/// An agent gives up the game, and the other seats win it.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the agent gives up: {0}")]
pub struct Forfeit(
    /// The reason, as the end of a sentence.
    pub &'static str,
);

impl Forfeit {
    /// A search that was stopped.
    pub const STOPPED: Self = Self("the program was asked to stop");

    /// A search of limited time whose watch has no clock.
    pub const NO_CLOCK: Self = Self("its time is limited, and there is no clock");
}

/// An agent made of a function, which remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct FnAgent<F>(pub F);

impl<G, F> Agent<G> for FnAgent<F>
where
    G: Hidden,
    F: FnMut(&Decision<'_, G>, &mut dyn Rng) -> G::Action + Send + 'static,
{
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        Ok((self.0)(at, rng).into())
    }
}

/// An agent that draws one of the legal actions, all with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct RandomAgent;

impl<G: Hidden> Agent<G> for RandomAgent {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        Ok(at.actions[draw(rng, at.actions.len())].into())
    }

    fn chances(&mut self, at: &Decision<'_, G>) -> Option<Vec<f64>> {
        Some(vec![1.0 / at.actions.len() as f64; at.actions.len()])
    }
}

impl<G: Hidden> Decision<'_, G> {
    /// The probabilities of a player who takes this action.
    pub fn certain(&self, action: G::Action) -> Vec<f64> {
        self.actions.iter().map(|&one| f64::from(u8::from(one == action))).collect()
    }
}

/// A random number below `count`. The probabilities of all numbers are equal to within
/// 2^-32.
#[inline]
pub fn draw(rng: &mut (impl Rng + ?Sized), count: usize) -> usize {
    (((rng.next_u64() >> 32) * count as u64) >> 32) as usize
}
