//! Monte Carlo tree search in games with hidden information: one tree for all states that a view
//! allows.
//!
//! Each playout draws a state that agrees with the view, and follows the tree with the actions that
//! are legal in it. A branch stands for a sequence of actions, so that the deciding seat cannot
//! choose differently in states that it does not tell apart. A branch is chosen by its upper
//! confidence bound among the playouts in which it was legal (its availability), and each seat
//! looks at its own reward. The search is single observer: actions are public, and what the other
//! seats know of their own cards does not separate their branches. Events of chance are drawn, and
//! do not separate branches either.
//!
//! Source: Cowling, Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search".

#![expect(clippy::cast_possible_truncation, reason = "at most 1,000,000 playouts add one each")]

use crate::play::{BySeat, Game, Hidden, MAX_SEATS, Meter, Seat, Step, Turn, TurnDice, draw};
use crate::sort;

/// The weight of the confidence bound against the mean, for rewards of 0 to 1.
const EXPLORATION: f64 = 0.7;

/// Values the states at which playouts leave the tree.
pub trait Playouts<G: Hidden> {
    /// The rewards of all seats, 0 to 1, from one game that goes on from a state or has ended
    /// in it. Counts the states that it visits.
    fn rewards(
        &self,
        game: &G,
        state: &G::State,
        rng: &mut TurnDice,
        meter: &mut Meter<'_>,
    ) -> BySeat<f64>;
}

/// A sequence of actions from the view.
struct Branch<A> {
    /// The last action; `None` for the root.
    action: Option<A>,
    first_child: Option<u32>,
    next_sibling: Option<u32>,
    visits: u32,
    /// The playouts in which the action was legal.
    available: u32,
    /// By seat, the sum of the rewards.
    rewards: [f64; MAX_SEATS],
}

impl<A> Branch<A> {
    fn new(action: Option<A>, next_sibling: Option<u32>) -> Self {
        Self {
            action,
            first_child: None,
            next_sibling,
            visits: 0,
            available: 0,
            rewards: [0.0; MAX_SEATS],
        }
    }

    fn mean(&self, seat: Seat) -> f64 {
        self.rewards[usize::from(seat.0)] / f64::from(self.visits.max(1))
    }
}

/// A search by a number of playouts.
pub struct InformationSets<'a, 'm, 'w, G: Hidden, P> {
    game: &'a G,
    playouts: &'a P,
    branches: Vec<Branch<G::Action>>,
    /// The branches of the current playout.
    path: Vec<usize>,
    actions: Vec<G::Action>,
    meter: &'m mut Meter<'w>,
}

/// An action of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried<A> {
    /// The action.
    pub action: A,
    /// The playouts that began with it.
    pub visits: u32,
    /// The mean reward of the deciding seat.
    pub mean: f64,
}

/// The approximate memory of a tree of this number of playouts, in bytes: each adds at most one
/// branch, and a list that grows is copied to one of twice its size.
pub fn information_sets_bytes<G: Game>(playouts: u64) -> u64 {
    3 * playouts * size_of::<Branch<G::Action>>() as u64
}

impl<'a, 'm, 'w, G: Hidden, P: Playouts<G>> InformationSets<'a, 'm, 'w, G, P> {
    /// A search in a game.
    pub fn new(game: &'a G, playouts: &'a P, meter: &'m mut Meter<'w>) -> Self {
        Self {
            game,
            playouts,
            branches: vec![Branch::new(None, None)],
            path: Vec::new(),
            actions: Vec::new(),
            meter,
        }
    }

    /// Searches by a number of playouts, at least one, for the seat that decides with this view.
    /// The actions that were tried are in the order of the most visits, and of equal visits in
    /// that of the highest mean.
    pub fn search(
        mut self,
        view: &G::View,
        seat: Seat,
        playouts: u64,
        rng: &mut TurnDice,
    ) -> Vec<Tried<G::Action>> {
        for _ in 0..playouts {
            let state = self.game.sample_state(view, rng);
            self.playout(state, rng);
            if self.meter.has_ended() {
                break;
            }
        }
        let mut tried: Vec<_> = (self.children(0))
            .filter_map(|child| {
                let branch = &self.branches[child];
                Some(Tried {
                    action: branch.action?,
                    visits: branch.visits,
                    mean: branch.mean(seat),
                })
            })
            .collect();
        sort::by(&mut tried, |one, other| {
            let visits = other.visits.cmp(&one.visits);
            visits.then(other.mean.total_cmp(&one.mean))
        });
        tried
    }

    /// The places of a branch's children.
    fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let mut next = self.branches[at].first_child;
        std::iter::from_fn(move || {
            let child = next? as usize;
            next = self.branches[child].next_sibling;
            Some(child)
        })
    }

    /// Goes once through the tree, adds a branch, and plays on from there.
    fn playout(&mut self, mut state: G::State, rng: &mut TurnDice) {
        let mut at = 0;
        self.path.clear();
        self.path.push(at);
        while !self.meter.visit() {
            match self.game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(chances) => {
                    let event = chances.sample(rng);
                    self.game.play(&mut state, Step::Event(event));
                }
                Turn::Decide(seat) => {
                    let (child, is_new) = self.choose(at, &state, seat, rng);
                    let action = self.branches[child].action.expect("it is not the root");
                    self.game.play(&mut state, Step::Act(action));
                    self.path.push(child);
                    if is_new {
                        break;
                    }
                    at = child;
                }
            }
        }
        let rewards = (self.playouts).rewards(self.game, &state, rng, self.meter);
        for &at in &self.path {
            let branch = &mut self.branches[at];
            branch.visits += 1;
            for (seat, reward) in rewards.iter() {
                branch.rewards[usize::from(seat.0)] += reward;
            }
        }
    }

    /// The branch of one of the legal actions, and whether it was added: any of those that have
    /// none, or else the one with the highest confidence bound for the seat.
    fn choose(
        &mut self,
        at: usize,
        state: &G::State,
        seat: Seat,
        rng: &mut TurnDice,
    ) -> (usize, bool) {
        self.actions.clear();
        self.game.legal(state, &mut self.actions);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        let mut next = self.branches[at].first_child;
        while let Some(child) = next {
            let branch = &mut self.branches[child as usize];
            next = branch.next_sibling;
            let own = branch.action;
            let Some(place) = self.actions.iter().position(|action| Some(*action) == own) else {
                continue;
            };
            self.actions.swap_remove(place);
            branch.available += 1;
            let log = libm::log(f64::from(branch.available));
            let bound =
                branch.mean(seat) + EXPLORATION * libm::sqrt(log / f64::from(branch.visits));
            if bound > highest {
                (best, highest) = (child as usize, bound);
            }
        }
        if self.actions.is_empty() {
            return (best, false);
        }
        let action = self.actions[draw(rng, self.actions.len())];
        let added = self.branches.len();
        let mut branch = Branch::new(Some(action), self.branches[at].first_child);
        branch.available = 1;
        self.branches.push(branch);
        self.branches[at].first_child = Some(added as u32);
        (added, true)
    }
}
