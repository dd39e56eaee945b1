//! The equity loss of a player in games against optimal play, decision by decision.
//!
//! The equity loss of a decision is the win probability that the optimal decision would
//! have kept, if both seats played optimally from there on. The expected sum
//! over a game is exactly the difference between the win probability of optimal play in the
//! player's seat and that of the player, as the optimal opponent loses nothing.

use super::turn_forward::TurnEvents;
use crate::games::dragon_slayer::policies::turn_table;
use crate::games::dragon_slayer::policy_tables::PolicyTables;
use crate::games::dragon_slayer::solver::{Outlook, Position, TIE};

/// The decisions of one player and its equity loss: means per game, over games in the
/// first and the second seat alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EquityLoss {
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
    pub(crate) fn total(&self) -> f64 {
        self.fights + self.challenges + self.answers
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.optimal += other.optimal;
        self.fights += other.fights;
        self.challenges += other.challenges;
        self.answers += other.answers;
    }
}

/// A turn with the decisions that occur in it, and its solution.
pub(super) struct TurnReview<'a> {
    pub tables: &'a PolicyTables,
    pub outlook: &'a Outlook,
    pub events: &'a TurnEvents,
}

impl TurnReview<'_> {
    /// The equity loss of `player`, as the mover or as the other seat, in this turn, which
    /// occurs `weight` times per game.
    pub(super) fn equity_loss(
        &self,
        player: usize,
        is_mover: bool,
        position: &Position,
        weight: f64,
    ) -> EquityLoss {
        let mut equity_loss = EquityLoss::default();
        let mut note =
            |lost: f64, share: f64, chance: f64, kind: fn(&mut EquityLoss) -> &mut f64| {
                // The loss of an option that is never taken may be infinite.
                if share == 0.0 {
                    return;
                }
                equity_loss.decisions += share * chance * weight;
                if lost <= TIE {
                    equity_loss.optimal += share * chance * weight;
                } else {
                    *kind(&mut equity_loss) += lost * share * chance * weight;
                }
            };
        let horizon = self.outlook.horizon.seen[0];
        if is_mover {
            for &(accepted, must, state, chance) in &self.events.moves {
                let options = self.options(accepted, must, state);
                let best = options
                    .iter()
                    .map(|&(_, wins)| wins)
                    .fold(f64::NEG_INFINITY, f64::max);
                let chosen = self.tables.chosen(player, position, accepted, must, state);
                let draws = self.tables.draws(player);
                let share = if draws {
                    1.0 / options.len() as f64
                } else {
                    1.0
                };
                for (option, wins) in options {
                    if draws || option == chosen {
                        note(best - wins, share, chance, |equity_loss| {
                            &mut equity_loss.fights
                        });
                    }
                }
            }
            let events = self
                .events
                .challenged
                .iter()
                .filter(|(state, _)| *state < horizon);
            for &(state, chance) in events {
                let accept = self.outlook.best.accept(&self.tables.game().graph, state);
                let decline = self.outlook.ends.declined[state];
                let best = accept.max(decline);
                let accepts = self.share(player, position, state, turn_table::accepts);
                note(best - accept, accepts, chance, |equity_loss| {
                    &mut equity_loss.answers
                });
                note(best - decline, 1.0 - accepts, chance, |equity_loss| {
                    &mut equity_loss.answers
                });
            }
        } else {
            let events = self
                .events
                .asked
                .iter()
                .filter(|(state, _)| *state < horizon);
            for &(state, chance) in events {
                let stands = self.outlook.ends.stands[0][state];
                let challenged = (self.outlook.best).challenged(
                    &self.tables.game().graph,
                    &self.outlook.ends,
                    state,
                );
                let least = stands.min(challenged);
                let challenges = self.share(player, position, state, turn_table::challenges);
                note(challenged - least, challenges, chance, |equity_loss| {
                    &mut equity_loss.challenges
                });
                note(stands - least, 1.0 - challenges, chance, |equity_loss| {
                    &mut equity_loss.challenges
                });
            }
        }
        equity_loss
    }

    /// The probability that the player says yes in this state.
    fn share(&self, player: usize, position: &Position, state: usize, says: fn(u8) -> bool) -> f64 {
        match self.tables.draws(player) {
            true => 0.5,
            false => f64::from(u8::from(says(self.tables.plain(player, position, state)))),
        }
    }

    /// The mover's options, a dragon to fight or none to stop, with its win probability
    /// after each.
    fn options(&self, accepted: bool, must: bool, state: usize) -> Vec<(Option<usize>, f64)> {
        let graph = &self.tables.game().graph;
        // The first fight after accepting a challenge is chosen in the state before it.
        let at = match accepted && must {
            true => graph.on_accepting(state),
            false => state,
        };
        // Beyond the horizon only players that choose at random have not stopped.
        if at >= self.outlook.horizon.seen[usize::from(accepted)] {
            return vec![(None, 0.0)];
        }
        let fights = graph.places(accepted)[at].alive.iter();
        let open = at < self.outlook.horizon.open[usize::from(accepted)]
            && (must || graph.may_fight(graph.places(accepted)[at].at_stake));
        let fights = fights.filter(|_| open);
        let mut options: Vec<_> = fights
            .map(|dragon| (Some(dragon), self.outlook.best.fight(accepted, at, dragon)))
            .collect();
        if !must || !open {
            let stop = match accepted {
                true => self.outlook.ends.stands[1]
                    .get(at)
                    .copied()
                    .unwrap_or_default(),
                false => self.outlook.best.stop(at),
            };
            options.push((None, stop));
        }
        options
    }
}
