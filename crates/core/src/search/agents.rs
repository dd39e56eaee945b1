//! Agents that decide by a search. No decision depends on an earlier one: the same view and the
//! same dice give the same action.

use std::time::Duration;

use rand::Rng;

use super::deepening::{Deepening, Limits};
use super::evaluation::Evaluation;
use super::fixed_depth::{FixedDepth, Found, Order, as_listed};
use super::searchable::Searchable;
use super::transpositions::Transpositions;
use super::tree_search::{TreeSearch, tree_bytes};
use crate::play::{Agent, Budget, Cost, Decision, Forfeit, Game, Hidden, Meter, Thought, Watch};
use crate::sort;

/// How an agent searches.
pub enum Method<G: Game> {
    /// Minimax to this depth.
    Minimax(u32, Order<G>),
    /// Alpha-beta to this depth.
    AlphaBeta(u32, Order<G>),
    /// Iterative deepening with this budget.
    Deepening(Budget),
    /// Monte Carlo tree search with this number of playouts.
    TreeSearch(u64),
}

impl<G: Searchable> Method<G> {
    /// What a search takes.
    pub fn cost(&self) -> Cost {
        let (states, bytes) = match *self {
            Self::Minimax(depth, _) => (G::WIDTH.saturating_pow(depth), 0),
            // About the power 2/3 of minimax.
            Self::AlphaBeta(depth, _) => (G::WIDTH.saturating_pow((2 * depth).div_ceil(3)), 0),
            Self::Deepening(budget) => {
                let bytes = Transpositions::bytes(Transpositions::bits_for(budget.most_states()));
                match budget {
                    Budget::States(nodes) => (3 * nodes, bytes),
                    Budget::Time(time) => return Cost { time, bytes },
                }
            }
            Self::TreeSearch(playouts) => (10 * playouts, tree_bytes::<G>(playouts)),
        };
        Cost { time: Duration::from_nanos(states.saturating_mul(G::NANOS)), bytes }
    }
}

/// An agent that searches with an evaluation. It searches one state that its view allows, which
/// is the state itself where nothing is hidden.
pub struct SearchAgent<G: Game, E> {
    method: Method<G>,
    evaluation: E,
    table: Option<Transpositions>,
}

impl<G: Game, E> SearchAgent<G, E> {
    /// A fresh agent.
    pub fn new(method: Method<G>, evaluation: E) -> Self {
        Self { method, evaluation, table: None }
    }
}

impl<G: Searchable + Hidden, E: Evaluation<G>> Agent<G> for SearchAgent<G, E> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        let (game, seat, watch, evaluation) = (at.game, at.seat, at.watch, &self.evaluation);
        let state = game.sample_state(at.view, rng);
        let fixed = |order| {
            FixedDepth::new(game, evaluation, order, seat).watched(watch).explained(at.explained)
        };
        let found = match self.method {
            Method::Minimax(depth, order) => fixed(order).minimax(&state, depth),
            Method::AlphaBeta(depth, order) => fixed(order).alpha_beta(&state, depth),
            Method::Deepening(budget) => {
                let nodes = budget.most_states();
                let meter = match budget {
                    Budget::States(_) => Some(Meter::new(watch)),
                    Budget::Time(time) => Meter::for_time(watch, time),
                };
                let limits = Limits {
                    nodes,
                    // A single action needs no choice.
                    depth: if at.actions.len() > 1 { G::MAX_DEPTH } else { 1 },
                    quiescence: true,
                };
                let table = self
                    .table
                    .get_or_insert_with(|| Transpositions::new(Transpositions::bits_for(nodes)));
                let search = Deepening::new(game, evaluation, seat, limits, table);
                let search = search.metered(meter.ok_or(Forfeit::NO_CLOCK)?);
                search.explained(at.explained).search(&state)
            }
            Method::TreeSearch(playouts) => {
                let search = TreeSearch::new(game, evaluation, seat).watched(watch);
                let search = if at.reviewed { search.reviewed(at.actions) } else { search };
                search.explained(at.explained).search(&state, playouts, rng)
            }
        };
        thought(found, at)
    }

    fn cost(&self) -> Cost {
        self.method.cost()
    }

    fn keeps_to_actions(&self) -> bool {
        matches!(self.method, Method::TreeSearch(_))
    }
}

/// An agent of any game that searches all sequences of this number of moves. It searches one state
/// that its view allows.
pub struct Minimax<E> {
    /// The number of moves, at least 1.
    pub depth: u32,
    /// The value of the states at the end of the sequences.
    pub evaluation: E,
}

impl<G: Hidden, E: Evaluation<G>> Agent<G> for Minimax<E> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        let state = at.game.sample_state(at.view, rng);
        let search = FixedDepth::new(at.game, &self.evaluation, as_listed, at.seat);
        let search = search.watched(at.watch).explained(at.explained);
        thought(search.minimax(&state, self.depth), at)
    }
}

/// What a search found, if it was not stopped.
fn thought<G: Hidden>(
    mut found: Found<G::Action>,
    at: &Decision<'_, G>,
) -> Result<Thought<G::Action>, Forfeit> {
    if at.watch.is_some_and(Watch::stopped) {
        return Err(Forfeit::STOPPED);
    }
    sort::by_key(&mut found.actions, |valued| at.place(valued.action));
    Ok(Thought {
        value: Some(found.value),
        nodes: Some(found.nodes),
        depth: Some(found.depth),
        actions: found.actions,
        variation: found.variation,
        ..found.best.into()
    })
}
