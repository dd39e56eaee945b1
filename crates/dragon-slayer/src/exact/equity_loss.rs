//! The equity loss of a player in games against optimal play, decision by decision.
//!
//! The equity loss of a decision is the win probability that the optimal decision would
//! have kept, if both seats played optimally from there on. The expected sum
//! over a game is exactly the difference between the win probability of optimal play in the
//! player's seat and that of the player, as the optimal opponent loses nothing.

use super::against_optimal::TurnEvaluator;
use crate::policies::turn_table;
use crate::solver::{Position, TIE};

/// The decisions of one player and its equity loss: means per game, over games in the
/// first and the second seat alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EquityLoss {
    /// The number of decisions.
    pub decisions: f64,
    /// The number of decisions that are optimal.
    pub optimal: f64,
    /// The equity loss in choosing fights and stops.
    pub fights: f64,
    /// The equity loss in challenging or letting the stop stand.
    pub challenges: f64,
    /// The equity loss in accepting and declining challenges.
    pub answers: f64,
}

impl EquityLoss {
    /// The equity loss of all decisions.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.fights + self.challenges + self.answers
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.optimal += other.optimal;
        self.fights += other.fights;
        self.challenges += other.challenges;
        self.answers += other.answers;
    }

    /// Adds a decision of this kind. Of each option, `options` has the probability with which
    /// the player takes it, and the win probability after it.
    fn decide(
        &mut self,
        kind: fn(&mut Self) -> &mut f64,
        chance: f64,
        weight: f64,
        options: &[(f64, f64)],
    ) {
        let wins = options.iter().map(|&(_, wins)| wins);
        let best = wins.fold(f64::NEG_INFINITY, f64::max);
        // The loss of an option that is never taken may be infinite.
        for &(share, wins) in options.iter().filter(|&&(share, _)| share > 0.0) {
            let lost = best - wins;
            self.decisions += share * chance * weight;
            if lost <= TIE {
                self.optimal += share * chance * weight;
            } else {
                *kind(self) += lost * share * chance * weight;
            }
        }
    }
}

impl TurnEvaluator<'_> {
    /// The equity loss of `player`, as the mover or as the other seat, in this turn, which
    /// occurs `weight` times per game.
    pub(super) fn equity_loss(
        &self,
        player: usize,
        is_mover: bool,
        position: &Position,
        weight: f64,
    ) -> EquityLoss {
        let mut sum = EquityLoss::default();
        let (graph, outlook) = (self.tables.game().graph(), &self.outlook);
        let within = |&&(state, _): &&(usize, f64)| state < outlook.horizon.seen[0];
        let two = |state: usize, says: fn(u8) -> bool, yes: f64, no: f64| {
            let share = if self.tables.chooses_at_random(player) {
                0.5
            } else {
                f64::from(u8::from(says(self.tables.plain(player, position, state))))
            };
            [(share, yes), (1.0 - share, no)]
        };
        if !is_mover {
            for &(state, chance) in self.events.asked.iter().filter(within) {
                // The mover's win probabilities, which the other seat minimises.
                let challenged = outlook.best.challenged(graph, &outlook.ends, state);
                let stands = outlook.ends.stands[0][state];
                let options = two(state, turn_table::challenges, -challenged, -stands);
                sum.decide(|sum| &mut sum.challenges, chance, weight, &options);
            }
            return sum;
        }
        for &(accepted, must, state, chance) in &self.events.moves {
            let options = self.options(accepted, must, state);
            let chosen = self.tables.chosen(player, position, accepted, must, state);
            let each = 1.0 / options.len() as f64;
            let share = |option| {
                if self.tables.chooses_at_random(player) {
                    each
                } else {
                    f64::from(u8::from(option == chosen))
                }
            };
            let options = options.into_iter();
            let options: Vec<_> = options.map(|(option, wins)| (share(option), wins)).collect();
            sum.decide(|sum| &mut sum.fights, chance, weight, &options);
        }
        for &(state, chance) in self.events.challenged.iter().filter(within) {
            let accept = outlook.best.accept(graph, state);
            let decline = outlook.ends.declined[state];
            let options = two(state, turn_table::accepts, accept, decline);
            sum.decide(|sum| &mut sum.answers, chance, weight, &options);
        }
        sum
    }

    /// The mover's options, a dragon to fight or `None` to stop, with its win probability
    /// after each.
    fn options(&self, accepted: bool, must: bool, state: usize) -> Vec<(Option<usize>, f64)> {
        let (graph, outlook) = (self.tables.game().graph(), &self.outlook);
        // The first fight after accepting a challenge is chosen in the state before it.
        let at = if accepted && must { graph.on_accepting(state) } else { state };
        // Beyond the horizon only players that choose at random have not stopped.
        if at >= outlook.horizon.seen[usize::from(accepted)] {
            return vec![(None, 0.0)];
        }
        let place = &graph.places(accepted)[at];
        let open = at < outlook.horizon.open[usize::from(accepted)]
            && (must || graph.may_fight(place.at_stake));
        let fights = place.alive.iter().filter(|_| open);
        let fight = |dragon| (Some(dragon), outlook.best.fight(accepted, at, dragon));
        let stop = (!must || !open).then(|| {
            if accepted {
                outlook.ends.stands[1].get(at).copied().unwrap_or_default()
            } else {
                outlook.best.stop(at)
            }
        });
        fights.map(fight).chain(stop.map(|wins| (None, wins))).collect()
    }
}
