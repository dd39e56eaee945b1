//! Agents, which decide for a seat.
//!
//! An agent gets a view and never a state, so that it cannot use what its seat does not know.

use std::sync::Arc;

use rand::Rng;
use thiserror::Error;

use super::game::Game;
use super::seat::Seat;
use super::watch::Watch;

/// A decision that an agent is asked to make.
pub struct Decision<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The seat that decides.
    pub seat: Seat,
    /// What the seat knows.
    pub view: &'a G::View,
    /// The legal actions in canonical order; never empty.
    pub actions: &'a [G::Action],
}

/// Decides for one seat in one game. Each game begins with a fresh agent, so that nothing
/// is carried from one game to the next.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions. All randomness comes from `rng`.
    ///
    /// # Errors
    /// [`Forfeit`], if the agent gives up the game.
    fn decide(&mut self, at: &Decision<'_, G>, rng: &mut dyn Rng) -> Result<G::Action, Forfeit>;

    /// Gives the agent a watch, which long searches look at.
    fn watched_by(&mut self, watch: &Arc<Watch>) {
        let _ = watch;
    }

    /// What the agent found in the search for its last decision; none for agents that do
    /// not search.
    fn thought(&self) -> Option<Thought<G::Action>> {
        None
    }

    /// The number of states that the agent has visited in all its searches; none for agents
    /// that do not search.
    fn nodes(&self) -> Option<u64> {
        None
    }
}

/// The results of a search for a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought<Action> {
    /// The value of the position for the deciding seat.
    pub value: Option<f64>,
    /// The number of states that the search visited.
    pub nodes: Option<u64>,
    /// The number of moves that it looked ahead.
    pub depth: Option<u32>,
    /// The values of the legal actions that have one.
    pub actions: Vec<(Action, f64)>,
}

/// An agent gives up the game, and the other seats win it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the agent gives up: {reason}")]
pub struct Forfeit {
    /// The reason, as the end of a sentence.
    pub reason: String,
}

/// An agent made of a function, which remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F>(pub F);

impl<G, F> Agent<G> for Rule<F>
where
    G: Game,
    F: FnMut(&Decision<'_, G>, &mut dyn Rng) -> G::Action + Send,
{
    fn decide(&mut self, at: &Decision<'_, G>, rng: &mut dyn Rng) -> Result<G::Action, Forfeit> {
        Ok((self.0)(at, rng))
    }
}

/// An agent that draws one of the legal actions, all with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct AnyAction;

impl<G: Game> Agent<G> for AnyAction {
    fn decide(&mut self, at: &Decision<'_, G>, rng: &mut dyn Rng) -> Result<G::Action, Forfeit> {
        Ok(at.actions[draw(rng, at.actions.len())])
    }
}

/// A random number below `count`. The probabilities of all numbers are equal to within
/// 2^-32.
#[inline]
pub fn draw(rng: &mut (impl Rng + ?Sized), count: usize) -> usize {
    (((rng.next_u64() >> 32) * count as u64) >> 32) as usize
}
