//! Alpha-beta as Orts 2022 prints it, as evidence: the test for MAX nodes is inverted, so that each
//! node takes the value that is worst for the one who decides in it.

use rand::Rng;

use super::rules::Parchis;
use super::state::{ParchisMove, ParchisState};
use rivals_core::play::{Agent, Cost, Decision, Forfeit, Game, Meter, Seat, Step, Thought, Turn};
use rivals_core::search::{Evaluation, Method, Order, ended};

/// The agent `orts-printed`.
pub struct Printed<E> {
    depth: u32,
    order: Order<Parchis>,
    evaluation: E,
}

impl<E: Evaluation<Parchis>> Printed<E> {
    /// A fresh agent.
    pub fn new(depth: u32, order: Order<Parchis>, evaluation: E) -> Self {
        Self { depth, order, evaluation }
    }

    /// The value of a state for the searching seat, with the best of the moves from it. A search
    /// without a move left has none.
    fn search(
        &self,
        at: (&Parchis, &ParchisState, Seat),
        depth: u32,
        [mut alpha, mut beta]: [f64; 2],
        meter: &mut Meter<'_>,
    ) -> (f64, Option<ParchisMove>) {
        let (game, state, seat) = at;
        if meter.visit() {
            return (0.0, None);
        }
        let decider = match game.turn(state) {
            Turn::Over(outcome) => return (ended(&outcome, seat), None),
            Turn::Decide(decider) if depth > 0 => decider,
            _ => return (self.evaluation.value(game, state, seat), None),
        };
        // As printed: `if(getCurrentPlayerId()!=jugador) // nodo max`.
        let is_max = decider != seat;
        let mut best = (if is_max { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        let mut moves = game.actions(state);
        (self.order)(game, state, &mut moves);
        for action in moves {
            let after = game.after(state, Step::Act(action));
            let (value, _) = self.search((game, &after, seat), depth - 1, [alpha, beta], meter);
            if is_max && value > best.0 {
                best = (value, Some(action));
                alpha = alpha.max(value);
            } else if !is_max && value < best.0 {
                best = (value, Some(action));
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl<E: Evaluation<Parchis>> Agent<Parchis> for Printed<E> {
    fn decide(
        &mut self,
        at: &Decision<'_, Parchis>,
        _: &mut dyn Rng,
    ) -> Result<Thought<ParchisMove>, Forfeit> {
        let mut meter = Meter::new(at.watch);
        let window = [f64::NEG_INFINITY, f64::INFINITY];
        let root = (at.game, at.view, at.seat);
        let (value, best) = self.search(root, self.depth, window, &mut meter);
        let action = best.filter(|_| !meter.has_ended()).ok_or(Forfeit::STOPPED)?;
        let (value, nodes, depth) = (Some(value), Some(meter.nodes), Some(self.depth));
        Ok(Thought { value, nodes, depth, ..action.into() })
    }

    fn cost(&self) -> Cost {
        Method::AlphaBeta(self.depth, self.order).cost()
    }
}
