//! Minimax and alpha-beta to a fixed number of moves.
//!
//! A state is a MAX node if the searching seat decides in it, and a MIN node if another seat
//! does, so that seats need not take turns. Moves of seats count as depth. Events of chance do
//! not: the value of a chance node is the mean of its events. Of children with equal values the
//! first is kept. Alpha-beta is fail-soft, searches children of chance nodes with a full window
//! unless the evaluation has a bound, and returns the value of minimax; the tests of each game
//! compare both.

use super::chance;
use super::evaluation::Evaluation;
use crate::play::{Bound, Chances, Game, Meter, Seat, Step, Turn, Valued, Watch};

/// Puts the legal actions of a state, listed in canonical order, into the order of a search.
pub type Order<G> = fn(&G, &<G as Game>::State, &mut [<G as Game>::Action]);

/// Leaves the actions in canonical order.
pub fn as_listed<G: Game>(_: &G, _: &G::State, _: &mut [G::Action]) {}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<Action> {
    /// The value of the state for the searching seat. If a budget ends within an iteration, that of
    /// the action which was best before.
    pub value: f64,
    /// The chosen action: of those that are equally good, the first.
    pub best: Action,
    /// The number of states that were visited, the first and the last ones included.
    pub nodes: u64,
    /// The number of moves that the search looked ahead.
    pub depth: u32,
    /// As [`Thought::actions`](crate::play::Thought::actions), in any order.
    pub actions: Vec<Valued<Action>>,
    /// As [`Thought::variation`](crate::play::Thought::variation).
    pub variation: Vec<Action>,
}

impl<Action: PartialEq> Found<Action> {
    /// Keeps a value in place of an earlier one of the same action.
    pub(super) fn keep(&mut self, valued: Valued<Action>) {
        match self.actions.iter_mut().find(|earlier| earlier.action == valued.action) {
            Some(earlier) => *earlier = valued,
            None => self.actions.push(valued),
        }
    }
}

/// A search to a fixed depth.
pub struct FixedDepth<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    order: Order<G>,
    seat: Seat,
    meter: Meter<'a>,
    explained: bool,
    depth: u32,
    /// Whether sequences that cannot change the result are left out.
    prunes: bool,
    /// The actions of all states from the first to the current one.
    actions: Vec<G::Action>,
}

impl<'a, G: Game, E: Evaluation<G>> FixedDepth<'a, G, E> {
    /// A search for a seat.
    pub fn new(game: &'a G, evaluation: &'a E, order: Order<G>, seat: Seat) -> Self {
        Self {
            game,
            evaluation,
            order,
            seat,
            meter: Meter::new(None),
            explained: false,
            depth: 0,
            prunes: false,
            actions: Vec::new(),
        }
    }

    /// The same search with a watch.
    pub fn watched(mut self, watch: Option<&'a Watch>) -> Self {
        self.meter = Meter::new(watch);
        self
    }

    /// The same search, which finds the values of all actions and the expected moves too if
    /// they are wanted. Its decision and its count of states stay.
    pub fn explained(mut self, explained: bool) -> Self {
        self.explained = explained;
        self
    }

    /// Searches all sequences of `depth` moves, at least one, from a state in which the seat
    /// decides.
    pub fn minimax(self, state: &G::State, depth: u32) -> Found<G::Action> {
        self.search(state, depth, false)
    }

    /// As [`Self::minimax`], without the sequences that cannot change the result.
    pub fn alpha_beta(self, state: &G::State, depth: u32) -> Found<G::Action> {
        self.search(state, depth, true)
    }

    fn search(mut self, state: &G::State, depth: u32, prunes: bool) -> Found<G::Action> {
        (self.depth, self.prunes) = (depth, prunes);
        self.meter.nodes += 1;
        let actions = self.values(state, depth, true);
        let best = best(&actions, true);
        let Valued { value, action: best, .. } = actions[best];
        let mut found =
            Found { value, best, nodes: self.meter.nodes, depth, actions, variation: Vec::new() };
        if self.explained {
            found.variation = self.variation(state, best);
        } else {
            found.actions.clear();
        }
        found
    }

    /// The values of all actions of a state, where those after the best one may be bounds.
    fn values(&mut self, state: &G::State, depth: u32, is_max: bool) -> Vec<Valued<G::Action>> {
        let listed = self.list(state);
        let (mut alpha, mut beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut values = Vec::new();
        for at in listed..self.actions.len() {
            let action = self.actions[at];
            let after = self.game.after(state, Step::Act(action));
            let value = self.value(&after, depth - 1, alpha, beta);
            let bound = match value {
                value if !self.prunes || alpha < value && value < beta => Bound::Exact,
                _ if is_max => Bound::Upper,
                _ => Bound::Lower,
            };
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            values.push(Valued { action, value, bound });
        }
        self.actions.truncate(listed);
        values
    }

    /// The moves that the search expects, from an action on: each is searched again.
    fn variation(&mut self, state: &G::State, action: G::Action) -> Vec<G::Action> {
        let mut state = self.game.after(state, Step::Act(action));
        let mut moves = vec![action];
        for depth in (1..self.depth).rev() {
            let Turn::Decide(seat) = self.game.turn(&state) else {
                break;
            };
            let is_max = seat == self.seat;
            let values = self.values(&state, depth, is_max);
            let action = values[best(&values, is_max)].action;
            moves.push(action);
            state = self.game.after(&state, Step::Act(action));
        }
        moves
    }

    /// The value of a state. Where it prunes, only values between `alpha` and `beta` are exact.
    fn value(&mut self, state: &G::State, depth: u32, mut alpha: f64, mut beta: f64) -> f64 {
        if self.meter.visit() {
            return 0.0;
        }
        let decider = match self.game.turn(state) {
            Turn::Over(outcome) => {
                let ply = self.depth - depth;
                return self.evaluation.ended(&outcome, self.seat, ply);
            }
            Turn::Chance(chances) if depth > 0 || self.evaluation.bound().is_infinite() => {
                return self.mean(state, &chances, depth, [alpha, beta]);
            }
            Turn::Decide(_) | Turn::Chance(_) if depth == 0 => {
                return self.evaluation.value(self.game, state, self.seat);
            }
            Turn::Decide(seat) => seat,
            Turn::Chance(_) => unreachable!("chance is at the horizon"),
        };
        let is_max = decider == self.seat;
        let mut best = worst(is_max);
        let listed = self.list(state);
        for at in listed..self.actions.len() {
            let after = self.game.after(state, Step::Act(self.actions[at]));
            let value = self.value(&after, depth - 1, alpha, beta);
            if (is_max && value > best) || (!is_max && value < best) {
                best = value;
            }
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if self.prunes && alpha >= beta {
                break;
            }
        }
        self.actions.truncate(listed);
        best
    }

    /// The mean over the states after the events of a chance node.
    fn mean(
        &mut self,
        state: &G::State,
        chances: &Chances<G::Event>,
        depth: u32,
        window: [f64; 2],
    ) -> f64 {
        let bound = if self.prunes { self.evaluation.bound() } else { f64::INFINITY };
        chance::mean(chances, bound, window, |event, [alpha, beta]| {
            let after = self.game.after(state, Step::Event(event));
            self.value(&after, depth, alpha, beta)
        })
    }

    /// Appends the actions of a state in the order of the search; returns the place of the
    /// first.
    #[inline]
    fn list(&mut self, state: &G::State) -> usize {
        let listed = self.actions.len();
        self.game.legal(state, &mut self.actions);
        (self.order)(self.game, state, &mut self.actions[listed..]);
        listed
    }
}

/// The place of the first of the best values.
fn best<Action>(values: &[Valued<Action>], is_max: bool) -> usize {
    let better = |best: usize, one: usize| {
        let (best_value, value) = (values[best].value, values[one].value);
        if (is_max && value > best_value) || (!is_max && value < best_value) { one } else { best }
    };
    (1..values.len()).fold(0, better)
}

/// The value that every child improves on.
#[inline]
pub(super) fn worst(is_max: bool) -> f64 {
    if is_max { f64::NEG_INFINITY } else { f64::INFINITY }
}
