//! Monte Carlo tree search: UCT with an evaluation at the cut-off.
//!
//! A playout follows the tree by upper confidence bounds, adds the children of the state in
//! which it leaves the tree, and evaluates the first of them instead of playing on; the value
//! becomes a probability to win by [`Evaluation::scale`]. Events of chance are drawn. All
//! other seats are opponents: they minimise its probability to win.
//!
//! Source: Kocsis and Szepesvári 2006, "Bandit based Monte-Carlo planning".

#![expect(clippy::cast_possible_truncation, reason = "1,000,000 playouts of below 2^10")]

use rand::Rng;

use super::evaluation::{Evaluation, ended, win_probability};
use super::fixed_depth::Found;
use super::searchable::Searchable;
use crate::play::{Bound, Game, Meter, Seat, Step, Turn, Valued, Watch};

/// The weight of the confidence bound against the mean, for means that are probabilities. It is
/// small because an evaluation is less noisy than a game played at random.
const EXPLORATION: f64 = 0.4;

/// What leads to a state of the tree.
#[derive(Clone, Copy)]
enum Way<A, E> {
    Root,
    Act(A),
    Happen(E),
}

/// A state of the tree.
struct Branch<A, E> {
    way: Way<A, E>,
    /// The first of the children and their number; none until they are added.
    children: Option<(u32, u32)>,
    visits: u32,
    /// The sum of the searching seat's probabilities to win.
    wins: f64,
}

impl<A, E> Branch<A, E> {
    fn new(way: Way<A, E>) -> Self {
        Self { way, children: None, visits: 0, wins: 0.0 }
    }

    /// The mean probability to win.
    fn mean(&self) -> f64 {
        self.wins / f64::from(self.visits.max(1))
    }
}

/// A branch of a game.
type BranchOf<G> = Branch<<G as Game>::Action, <G as Game>::Event>;

/// The approximate memory of a tree of this number of playouts, in bytes. A playout adds one or two
/// states on the average, and a list that grows is copied to one of twice its size. A million
/// playouts of Parchis took 117 MB.
pub(super) fn tree_bytes<G: Game>(playouts: u64) -> u64 {
    4 * playouts * size_of::<BranchOf<G>>() as u64
}

/// Values of actions with fewer visits than this part of the most are rough.
const ROUGH: u32 = 4;

/// A search by a number of playouts.
pub struct TreeSearch<'a, G: Searchable, E> {
    game: &'a G,
    evaluation: &'a E,
    seat: Seat,
    branches: Vec<BranchOf<G>>,
    actions: Vec<G::Action>,
    promises: Vec<i32>,
    /// The branches of the current playout.
    path: Vec<usize>,
    meter: Meter<'a>,
    explained: bool,
    /// Whether each leaf has dice of its own, and the only action that is tried first, if any.
    drawn: bool,
    only: Option<G::Action>,
}

impl<'a, G: Searchable, E: Evaluation<G>> TreeSearch<'a, G, E> {
    /// A search for a seat.
    pub fn new(game: &'a G, evaluation: &'a E, seat: Seat) -> Self {
        Self {
            game,
            evaluation,
            seat,
            branches: vec![Branch::new(Way::Root)],
            actions: Vec::new(),
            promises: Vec::new(),
            path: Vec::new(),
            meter: Meter::new(None),
            explained: false,
            drawn: false,
            only: None,
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

    /// The same search for a review: each leaf is evaluated with other dice, and of a single action
    /// nothing else is tried first.
    pub fn reviewed(mut self, actions: &[G::Action]) -> Self {
        self.drawn = true;
        self.only = if let [only] = actions { Some(*only) } else { None };
        self
    }

    /// Searches by `playouts` playouts, at least one, from a state in which the seat decides.
    /// The action with the most visits is the best; values are probabilities to win.
    pub fn search(
        mut self,
        state: &G::State,
        playouts: u64,
        rng: &mut dyn Rng,
    ) -> Found<G::Action> {
        let mut depth = 0;
        for _ in 0..playouts {
            depth = depth.max(self.playout(state, rng));
            if self.meter.has_ended() {
                break;
            }
        }
        let tried = self.branches[self.children(0)].iter();
        let tried = tried.filter(|branch| branch.visits > 0);
        let actions: Vec<_> = tried
            .filter_map(|branch| match branch.way {
                Way::Act(action) => Some((action, branch.visits, branch.mean())),
                _ => None,
            })
            .collect();
        let better = |best: usize, one: usize| {
            let (_, best_visits, best_mean) = actions[best];
            let (_, visits, mean) = actions[one];
            if visits > best_visits || visits == best_visits && mean > best_mean {
                one
            } else {
                best
            }
        };
        let (best, most, value) = actions[(1..actions.len()).fold(0, better)];
        let valued = |(action, visits, value)| {
            let bound = if visits >= most / ROUGH { Bound::Exact } else { Bound::Rough };
            Valued { action, value, bound }
        };
        let (actions, variation) = if self.explained {
            (actions.into_iter().map(valued).collect(), self.variation())
        } else {
            (Vec::new(), Vec::new())
        };
        Found { value, best, nodes: self.meter.nodes, depth, actions, variation }
    }

    /// The moves that were tried most often, one after the other.
    fn variation(&self) -> Vec<G::Action> {
        let mut moves = Vec::new();
        let mut at = 0;
        let more = |&one: &usize, &other: &usize| {
            let [one, other] = [one, other].map(|at| &self.branches[at]);
            one.visits.cmp(&other.visits).then(one.mean().total_cmp(&other.mean()))
        };
        // Of equals the first, as the decision.
        while let Some(child) = self.children(at).rev().max_by(more)
            && self.branches[child].visits > 0
            && let Way::Act(action) = self.branches[child].way
        {
            moves.push(action);
            at = child;
        }
        moves
    }

    /// Goes once through the tree to a state that is evaluated; returns the number of moves.
    fn playout(&mut self, root: &G::State, rng: &mut dyn Rng) -> u32 {
        let mut state = root.clone();
        let (mut at, mut depth) = (0, 0);
        self.path.clear();
        let wins = loop {
            self.path.push(at);
            if self.meter.visit() {
                break 0.5;
            }
            let is_new = self.branches[at].visits == 0;
            match self.game.turn(&state) {
                Turn::Over(outcome) => {
                    break win_probability(ended(&outcome, self.seat), self.evaluation.scale());
                }
                // The actions of the root are wanted, not its value.
                Turn::Decide(_) if is_new && at != 0 => {
                    let (game, seat) = (self.game, self.seat);
                    let value = if self.drawn {
                        self.evaluation.drawn(game, &state, seat, rng)
                    } else {
                        self.evaluation.value(game, &state, seat)
                    };
                    break win_probability(value, self.evaluation.scale());
                }
                Turn::Decide(decider) => {
                    self.grow(at, &state);
                    at = self.most_promising(at, decider == self.seat);
                    depth += 1;
                }
                Turn::Chance(chances) => {
                    let event = chances.sample(rng);
                    self.grow(at, &state);
                    let is_it = |&child: &usize| match self.branches[child].way {
                        Way::Happen(one) => one == event,
                        _ => false,
                    };
                    at = (self.children(at).find(is_it)).expect("all events are children");
                }
            }
            match self.branches[at].way {
                Way::Act(action) => self.game.play(&mut state, Step::Act(action)),
                Way::Happen(event) => self.game.play(&mut state, Step::Event(event)),
                Way::Root => unreachable!("the root is not a child"),
            }
        };
        for &at in &self.path {
            self.branches[at].visits += 1;
            self.branches[at].wins += wins;
        }
        depth
    }

    /// Adds the children of a branch if it has none.
    fn grow(&mut self, at: usize, state: &G::State) {
        if self.branches[at].children.is_some() {
            return;
        }
        let first = self.branches.len();
        if let Turn::Chance(chances) = self.game.turn(state) {
            let events = chances.weights.iter();
            (self.branches).extend(events.map(|&(event, _)| Branch::new(Way::Happen(event))));
        } else if let Some(only) = self.only.filter(|_| at == 0) {
            self.branches.push(Branch::new(Way::Act(only)));
        } else {
            self.actions.clear();
            self.promises.clear();
            self.game.list(state, &mut self.actions, &mut self.promises);
            let actions = self.actions.iter();
            (self.branches).extend(actions.map(|&action| Branch::new(Way::Act(action))));
        }
        let count = self.branches.len() - first;
        self.branches[at].children = Some((first as u32, count as u32));
    }

    /// The places of a branch's children.
    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let (first, count) = self.branches[at].children.unwrap_or((0, 0));
        first as usize..(first + count) as usize
    }

    /// The child with the highest confidence bound for the decider; untried ones come first.
    fn most_promising(&self, at: usize, is_max: bool) -> usize {
        let log = libm::log(f64::from(self.branches[at].visits.max(1)));
        let children = self.children(at);
        let (mut best, mut highest) = (children.start, f64::NEG_INFINITY);
        for child in children {
            let branch = &self.branches[child];
            if branch.visits == 0 {
                return child;
            }
            let mean = if is_max { branch.mean() } else { 1.0 - branch.mean() };
            let bound = mean + EXPLORATION * libm::sqrt(log / f64::from(branch.visits));
            if bound > highest {
                (best, highest) = (child, bound);
            }
        }
        best
    }
}
