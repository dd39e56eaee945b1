//! Agents that decide by a search. No decision depends on an earlier one: the same view and the
//! same dice give the same action.

use std::sync::Arc;

use rand::Rng;

use super::deepening::{Deepening, Limits};
use super::evaluation::Evaluation;
use super::fixed_depth::{FixedDepth, Found, Order};
use super::searchable::Searchable;
use super::transpositions::Transpositions;
use super::tree_search::{TreeSearch, tree_bytes};
use crate::play::{Agent, Decision, Forfeit, Game, Thought, Watch};

/// How an agent searches.
pub enum Method<G: Game> {
    /// Minimax to this depth.
    Minimax(u32, Order<G>),
    /// Alpha-beta to this depth.
    AlphaBeta(u32, Order<G>),
    /// Iterative deepening with this number of states.
    Deepening(u64),
    /// Monte Carlo tree search with this number of playouts.
    TreeSearch(u64),
}

impl<G: Game> Method<G> {
    /// The approximate memory of a search, in bytes.
    pub fn bytes(&self) -> u64 {
        match *self {
            Self::Minimax(..) | Self::AlphaBeta(..) => 0,
            Self::Deepening(nodes) => Transpositions::bytes(Transpositions::bits_for(nodes)),
            Self::TreeSearch(playouts) => tree_bytes::<G>(playouts),
        }
    }
}

/// An agent that searches with an evaluation. It searches one state that its view allows, which
/// is the state itself where nothing is hidden.
pub struct SearchAgent<G: Game, E> {
    method: Method<G>,
    evaluation: E,
    table: Option<Transpositions>,
    found: Option<Found<G::Action>>,
    nodes: u64,
    watch: Option<Arc<Watch>>,
}

impl<G: Game, E> SearchAgent<G, E> {
    /// A fresh agent.
    pub fn new(method: Method<G>, evaluation: E) -> Self {
        Self { method, evaluation, table: None, found: None, nodes: 0, watch: None }
    }
}

impl<G: Searchable, E: Evaluation<G>> Agent<G> for SearchAgent<G, E> {
    fn decide(&mut self, at: &Decision<'_, G>, rng: &mut dyn Rng) -> Result<G::Action, Forfeit> {
        let (game, seat, evaluation) = (at.game, at.seat, &self.evaluation);
        let state = game.determinise(at.view, rng);
        let watch = self.watch.as_deref();
        let fixed = |order| FixedDepth::new(game, evaluation, order, seat).watched(watch);
        let found = match self.method {
            Method::Minimax(depth, order) => fixed(order).minimax(&state, depth),
            Method::AlphaBeta(depth, order) => fixed(order).alpha_beta(&state, depth),
            Method::Deepening(nodes) => {
                let limits = Limits {
                    nodes,
                    // A single action needs no choice.
                    depth: if at.actions.len() > 1 { G::MAX_DEPTH } else { 1 },
                    quiescence: true,
                };
                let table = self
                    .table
                    .get_or_insert_with(|| Transpositions::new(Transpositions::bits_for(nodes)));
                Deepening::new(game, evaluation, seat, limits, table).watched(watch).search(&state)
            }
            Method::TreeSearch(playouts) => {
                let search = TreeSearch::new(game, evaluation, seat).watched(watch);
                search.search(&state, playouts, rng)
            }
        };
        if watch.is_some_and(Watch::stopped) {
            let reason = "the program was asked to stop".to_owned();
            return Err(Forfeit { reason });
        }
        self.nodes += found.nodes;
        let best = found.best;
        self.found = Some(found);
        Ok(best)
    }

    fn watched_by(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }

    fn thought(&self) -> Option<Thought<G::Action>> {
        let found = self.found.as_ref()?;
        Some(Thought {
            value: Some(found.value),
            nodes: Some(found.nodes),
            depth: Some(found.depth),
            actions: found.actions.clone(),
        })
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}
