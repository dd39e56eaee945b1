//! Alpha-beta with iterative deepening, a transposition table, move ordering and quiescence.
//!
//! Each iteration looks one move further, until the budget of visited states is spent or a win
//! or loss is found. Actions are tried in this order: the best one of the table, killers (those
//! that cut off a state of the same ply last), then by [`Searchable::promise`] and by history
//! (how often an action cut off states). States that are not quiet are never evaluated, but
//! searched further. Of two wins the quicker is preferred, of two
//! losses the slower.
//!
//! Without quiescence, the value of an iteration is that of
//! [`FixedDepth::minimax`](super::FixedDepth::minimax) with the same depth, but for that
//! preference: entries of the table are used only at the depth of their search. The tests of
//! each game compare both.

#![expect(clippy::cast_possible_truncation, reason = "below 2^16 slots, below 2^8 plies")]

use super::chance;
use super::evaluation::{Evaluation, NEARLY_WIN, decided, sooner};
use super::fixed_depth::{Found, worst};
use super::searchable::Searchable;
use super::transpositions::{Known, Transpositions};
use crate::play::{Bound, Chances, Meter, Seat, Step, Turn, Valued};
use crate::sort;

/// The number of moves behind the last depth that quiescence may add.
const MOST_QUIESCENCE: u32 = 12;

/// No slot of an action.
const NO_SLOT: u16 = u16::MAX;

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of states that may be visited.
    pub nodes: u64,
    /// The number of moves of the last iteration, at most [`Searchable::MAX_DEPTH`].
    pub depth: u32,
    /// Whether states that are not quiet are searched further.
    pub quiescence: bool,
}

/// A search with a memory.
pub struct Deepening<'a, G: Searchable, E> {
    game: &'a G,
    evaluation: &'a E,
    seat: Seat,
    limits: Limits,
    table: &'a mut Transpositions,
    meter: Meter<'a>,
    explained: bool,
    /// Whether all actions of the first state are searched with a full window.
    all_values: bool,
    stopped: bool,
    /// The actions of all states from the first to the current one, and their ranks.
    actions: Vec<G::Action>,
    ranks: Vec<i32>,
    /// By ply, the slots of the last two actions that cut off.
    killers: Vec<[u16; 2]>,
    /// By slot, how often and how deep an action cut off.
    history: Vec<u32>,
}

impl<'a, G: Searchable, E: Evaluation<G>> Deepening<'a, G, E> {
    /// A search for a seat.
    pub fn new(
        game: &'a G,
        evaluation: &'a E,
        seat: Seat,
        limits: Limits,
        table: &'a mut Transpositions,
    ) -> Self {
        table.begin();
        Self {
            game,
            evaluation,
            seat,
            limits,
            table,
            meter: Meter::new(None),
            explained: false,
            all_values: false,
            stopped: false,
            actions: Vec::new(),
            ranks: Vec::new(),
            killers: vec![[NO_SLOT; 2]; (limits.depth + MOST_QUIESCENCE + 1) as usize],
            history: vec![0; G::SLOTS],
        }
    }

    /// The same search, counted by this meter.
    pub fn metered(mut self, meter: Meter<'a>) -> Self {
        self.meter = meter;
        self
    }

    /// The same search, which finds the values of all actions and the expected moves too if
    /// they are wanted. Its decision and its count of states stay.
    pub fn explained(mut self, explained: bool) -> Self {
        self.explained = explained;
        self
    }

    /// A search that finds the exact values of all actions, those of the last iteration that was
    /// finished. It takes more states for the same depth.
    pub fn with_all_values(mut self) -> Self {
        self.all_values = true;
        self
    }

    /// Searches deeper and deeper from a state in which the seat decides. The first iteration
    /// is finished even if it exceeds the budget of states.
    pub fn search(mut self, state: &G::State) -> Found<G::Action> {
        let (mut actions, mut promises) = (Vec::new(), Vec::new());
        self.game.list(state, &mut actions, &mut promises);
        let mut ranked: Vec<_> = promises.into_iter().zip(actions).collect();
        sort::by_key(&mut ranked, |&(promise, _)| -promise);
        let mut actions: Vec<_> = ranked.into_iter().map(|(_, action)| action).collect();
        let mut found = Found {
            value: 0.0,
            best: actions[0],
            nodes: 0,
            depth: 0,
            actions: Vec::new(),
            variation: Vec::new(),
        };
        for depth in 1..=self.limits.depth {
            let finished = self.iteration(state, &mut actions, depth, &mut found);
            let decided = found.value.abs() > NEARLY_WIN;
            if !finished || decided || self.meter.nodes >= self.limits.nodes {
                break;
            }
        }
        found.nodes = self.meter.nodes;
        if self.explained {
            found.variation = self.variation(state, found.best);
        }
        found
    }

    /// The moves that the search expects, from an action on, as far as the table has them.
    fn variation(&self, state: &G::State, action: G::Action) -> Vec<G::Action> {
        let mut state = self.game.after(state, Step::Act(action));
        let mut moves = vec![action];
        let (mut actions, mut promises) = (Vec::new(), Vec::new());
        while (moves.len() as u32) < self.limits.depth
            && let Turn::Decide(_) = self.game.turn(&state)
            && let Some(known) = self.table.find(self.game.key(&state))
            && known.bound == Bound::Exact
        {
            actions.clear();
            promises.clear();
            self.game.list(&state, &mut actions, &mut promises);
            let is_best =
                |&&action: &&G::Action| self.game.slot(&state, action) as u16 == known.best;
            let Some(&action) = actions.iter().find(is_best) else {
                break;
            };
            moves.push(action);
            state = self.game.after(&state, Step::Act(action));
        }
        moves
    }

    /// Searches to a depth, and puts the best action in front; returns false if the budget was
    /// spent before the end. The best action is kept then if it was searched.
    fn iteration(
        &mut self,
        state: &G::State,
        actions: &mut [G::Action],
        depth: u32,
        found: &mut Found<G::Action>,
    ) -> bool {
        self.meter.nodes += 1;
        let mut best = f64::NEG_INFINITY;
        let mut all = Vec::new();
        for place in 0..actions.len() {
            let after = self.game.after(state, Step::Act(actions[place]));
            let alpha = if self.all_values { f64::NEG_INFINITY } else { best };
            let value = self.visit(&after, depth - 1, 1, alpha, f64::INFINITY);
            if self.stopped && depth > 1 {
                return false;
            }
            if self.all_values {
                all.push(Valued { action: actions[place], value, bound: Bound::Exact });
            } else if self.explained {
                let bound = if value > best { Bound::Exact } else { Bound::Upper };
                found.keep(Valued { action: actions[place], value, bound });
            }
            if value > best {
                best = value;
                found.best = actions[place];
                actions[..=place].rotate_right(1);
                // Until all actions are searched, this is only a bound.
                if place == 0 {
                    found.value = value;
                }
            }
        }
        if self.all_values {
            found.actions = all;
        }
        found.value = best;
        found.depth = depth;
        true
    }

    fn visit(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> f64 {
        // The first iteration visits the states after all actions.
        let spent = self.meter.nodes >= self.limits.nodes && (ply > 1 || depth > 0);
        if spent || self.meter.visit() {
            self.stopped = true;
            return self.evaluation.value(self.game, state, self.seat);
        }
        let decider = match self.game.turn(state) {
            Turn::Over(outcome) => {
                let bound = self.evaluation.bound();
                return decided(&outcome, self.seat, ply).clamp(-bound, bound);
            }
            Turn::Chance(_) if depth == 0 && self.evaluation.bound().is_finite() => {
                return self.evaluation.value(self.game, state, self.seat);
            }
            Turn::Chance(chances) => {
                return self.mean(state, &chances, depth, ply, [alpha, beta]);
            }
            Turn::Decide(seat) => seat,
        };
        if depth == 0 {
            let most = self.limits.depth + MOST_QUIESCENCE;
            if !self.limits.quiescence || ply >= most || self.game.is_quiet(state) {
                return self.evaluation.value(self.game, state, self.seat);
            }
        }
        let key = self.game.key(state);
        let known = self.table.find(key);
        if let Some(known) = known
            && u32::from(known.depth) == depth
        {
            let value = sooner(known.value, ply.into());
            match known.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        let (low, high) = (alpha, beta);
        let is_max = decider == self.seat;
        let listed = self.list(state, ply, known.map_or(NO_SLOT, |known| known.best));
        let mut best = worst(is_max);
        let mut best_slot = NO_SLOT;
        for at in listed..self.actions.len() {
            let action = self.actions[at];
            let after = self.game.after(state, Step::Act(action));
            let value = self.visit(&after, depth.saturating_sub(1), ply + 1, alpha, beta);
            if self.stopped {
                break;
            }
            if (is_max && value > best) || (!is_max && value < best) {
                best = value;
                best_slot = self.game.slot(state, action) as u16;
                if is_max {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    self.cut_off(best_slot, depth, ply);
                    break;
                }
            }
        }
        self.actions.truncate(listed);
        self.ranks.truncate(listed);
        if self.stopped && best.is_infinite() {
            return self.evaluation.value(self.game, state, self.seat);
        }
        if !self.stopped {
            self.table.keep(
                key,
                Known {
                    value: sooner(best, -i64::from(ply)),
                    best: best_slot,
                    depth: depth as u8,
                    bound: match best {
                        best if best >= high => Bound::Lower,
                        best if best <= low => Bound::Upper,
                        _ => Bound::Exact,
                    },
                },
            );
        }
        best
    }

    /// The mean over the events of a chance node.
    fn mean(
        &mut self,
        state: &G::State,
        chances: &Chances<G::Event>,
        depth: u32,
        ply: u32,
        window: [f64; 2],
    ) -> f64 {
        let bound = self.evaluation.bound();
        chance::mean(chances, bound, window, |event, [alpha, beta]| {
            let after = self.game.after(state, Step::Event(event));
            self.visit(&after, depth, ply, alpha, beta)
        })
    }

    /// Remembers an action that cut off.
    fn cut_off(&mut self, slot: u16, depth: u32, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let history = &mut self.history[usize::from(slot)];
        *history = history.saturating_add((depth + 1) * (depth + 1));
    }

    /// Appends the actions of a state, the most promising first; returns the place of the
    /// first.
    fn list(&mut self, state: &G::State, ply: u32, best: u16) -> usize {
        let listed = self.actions.len();
        self.game.list(state, &mut self.actions, &mut self.ranks);
        let killers = self.killers[ply as usize];
        for at in listed..self.actions.len() {
            let action = self.actions[at];
            let slot = self.game.slot(state, action) as u16;
            let rank = match slot {
                slot if slot == best => i32::MAX,
                slot if killers.contains(&slot) => 1 << 29,
                slot => {
                    let history = self.history[usize::from(slot)].min(0xffff);
                    (self.ranks[at] << 16).wrapping_add_unsigned(history)
                }
            };
            // An insertion sort: the lists are short, and equal ranks stay in order.
            let mut to = at;
            while to > listed && self.ranks[to - 1] < rank {
                self.ranks[to] = self.ranks[to - 1];
                self.actions[to] = self.actions[to - 1];
                to -= 1;
            }
            self.ranks[to] = rank;
            self.actions[to] = action;
        }
        listed
    }
}

/// Whether a seat wins (true) or loses (false) from a state whatever the others do; `None` if a
/// search of this number of states sees neither. There must be no chance.
pub fn proven<G: Searchable>(game: &G, state: &G::State, seat: Seat, nodes: u64) -> Option<bool> {
    let limits = Limits { nodes, depth: G::MAX_DEPTH, quiescence: false };
    let mut table = Transpositions::new(Transpositions::bits_for(nodes));
    let mut search = Deepening::new(game, &(), seat, limits, &mut table);
    for depth in 0..=limits.depth {
        let value = search.visit(state, depth, 0, f64::NEG_INFINITY, f64::INFINITY);
        // The values of a search that was cut short prove nothing.
        if search.stopped {
            return None;
        }
        if value.abs() > NEARLY_WIN {
            return Some(value > 0.0);
        }
    }
    None
}
