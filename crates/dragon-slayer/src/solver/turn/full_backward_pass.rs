//! The backward pass through every state of a turn, for given values of its ends.
//! [`super::BackwardPass`] visits fewer states: only those that optimal play needs.
//!
//! The values may be win probabilities or a personality's utilities. The mover maximises
//! them; the caller states how the other seat answers a stop.

use super::graph::{Horizon, TurnGraph};
use crate::MAX_DRAGONS;

/// Two values count as equal if they differ by less than this, which rounding can cause.
pub const TIE: f64 = 1e-12;

/// The values of the ends of a turn for the mover, by the numbers of their states in a
/// [`TurnGraph`].
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// A defeat, before and after accepting a challenge.
    pub lost: [f64; 2],
    /// A stop that is not challenged, before and after accepting a challenge.
    pub stands: [Vec<f64>; 2],
    /// A challenge that is declined.
    pub declined: Vec<f64>,
}

/// The answer that the mover expects from the other seat to a stop.
#[derive(Clone, Copy, Debug)]
pub enum Foresight<'a> {
    /// No challenge, as the other seat has no token.
    NoToken,
    /// A challenge wherever that lowers the value of the stop.
    Worst,
    /// A challenge with this probability, in 0..=1, in the states where the list has `true`.
    Known(&'a [bool], f64),
    /// A challenge with the probability, in 0..=1, that the list has for the state.
    Expected(&'a [f64]),
}

/// The value of every state of a turn.
#[derive(Clone, Debug, Default)]
pub struct FullBackwardPass {
    /// The value of a stop before a challenge, the other seat's answer included.
    stop: Vec<f64>,
    /// The value of every fight, by dragon, before and after accepting a challenge; minus
    /// infinity if the fight is impossible.
    fights: [Vec<[f64; MAX_DRAGONS]>; 2],
    /// The largest value of stop and fights, before and after accepting a challenge.
    best: [Vec<f64>; 2],
}

impl FullBackwardPass {
    /// Evaluates every state within the horizon; memory is reused.
    pub fn run(
        &mut self,
        graph: &TurnGraph,
        horizon: Horizon,
        ends: &Ends,
        foresight: Foresight<'_>,
    ) {
        if !matches!(foresight, Foresight::NoToken) {
            self.backwards(graph, horizon, true, ends.lost[1], |_, state| ends.stands[1][state]);
        }
        let mut stop = std::mem::take(&mut self.stop);
        stop.clear();
        stop.extend((0..horizon.seen[0]).map(|state| {
            let stands = ends.stands[0][state];
            match foresight {
                Foresight::NoToken => stands,
                Foresight::Worst => stands.min(self.challenged(graph, ends, state)),
                Foresight::Known(challenges, weight) if challenges[state] => {
                    (1.0 - weight) * stands + weight * self.challenged(graph, ends, state)
                }
                Foresight::Known(..) => stands,
                Foresight::Expected(chances) => {
                    let challenged = self.challenged(graph, ends, state);
                    (1.0 - chances[state]) * stands + chances[state] * challenged
                }
            }
        }));
        self.stop = stop;
        self.backwards(graph, horizon, false, ends.lost[0], |pass, state| pass.stop[state]);
    }

    /// Evaluates all states before a challenge, or all after accepting one.
    fn backwards(
        &mut self,
        graph: &TurnGraph,
        horizon: Horizon,
        accepted: bool,
        lost: f64,
        stop: impl Fn(&Self, usize) -> f64,
    ) {
        let kind = usize::from(accepted);
        let (open, seen) = (horizon.open[kind], horizon.seen[kind]);
        let places = &graph.places(accepted)[..open];
        self.best[kind].resize(seen, 0.0);
        self.fights[kind].resize(seen, [f64::NEG_INFINITY; MAX_DRAGONS]);
        for state in open..seen {
            self.best[kind][state] = stop(self, state);
            self.fights[kind][state] = [f64::NEG_INFINITY; MAX_DRAGONS];
        }
        for (state, place) in places.iter().enumerate().rev() {
            let mut best = stop(self, state);
            for dragon in 0..graph.rules().dragons.len() {
                let worth = match place.slain(dragon) {
                    None => f64::NEG_INFINITY,
                    Some(slain) => {
                        let left = graph.odds().dice_left(dragon, place.dice);
                        let after = &self.best[kind][slain..];
                        (left[1..].iter().zip(after))
                            .fold(left[0] * lost, |sum, (chance, worth)| sum + chance * worth)
                    }
                };
                self.fights[kind][state][dragon] = worth;
                if graph.may_fight(place.at_stake) {
                    best = best.max(worth);
                }
            }
            self.best[kind][state] = best;
        }
    }

    /// The value of a stop before a challenge.
    #[must_use]
    pub fn stop(&self, state: usize) -> f64 {
        self.stop[state]
    }

    /// The value of a stop that is challenged.
    #[must_use]
    pub fn challenged(&self, graph: &TurnGraph, ends: &Ends, state: usize) -> f64 {
        self.accept(graph, state).max(ends.declined[state])
    }

    /// The value of accepting a challenge, by the state before it; minus infinity beyond the
    /// horizon.
    #[must_use]
    pub fn accept(&self, graph: &TurnGraph, state: usize) -> f64 {
        let fights = self.fights[1].get(graph.on_accepting(state));
        fights.into_iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// The value of fighting this dragon; minus infinity if that is impossible.
    #[must_use]
    pub fn fight(&self, accepted: bool, state: usize, dragon: usize) -> f64 {
        self.fights[usize::from(accepted)][state][dragon]
    }
}
