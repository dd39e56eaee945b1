//! What players give away: in games against the optimum, decision by decision.
//!
//! A decision gives away the chance of winning that the best one would have kept,
//! both sides playing their best from there on. Over a game these losses add up to
//! exactly what the player wins less than the optimum would in its seat, as the
//! optimum gives nothing back.

use super::march::Seen;
use crate::games::dragon_slayer::policies::book;
use crate::games::dragon_slayer::policy_tables::Playbooks;
use crate::games::dragon_slayer::solver::Outlook;
use crate::games::dragon_slayer::solver::{Position, TIE};

/// Of one player, a game in either seat counting one half. All are means over
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// Decisions that it takes.
    pub decisions: f64,
    /// Those that are as good as the best.
    pub optimal: f64,
    /// Chance of winning lost in choosing fights and stops.
    pub fights: f64,
    /// The same in challenging, or not.
    pub challenges: f64,
    /// The same in accepting and declining.
    pub answers: f64,
}

impl Faults {
    /// Chance of winning lost in all.
    #[must_use]
    pub fn lost(&self) -> f64 {
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

/// A turn that was seen, and what the solved game says of it.
pub(super) struct Looking<'a> {
    pub books: &'a Playbooks,
    pub outlook: &'a Outlook,
    pub seen: &'a Seen,
}

impl Looking<'_> {
    /// The decisions of `player`, who is the mover or not, each with this weight
    /// beside its chance.
    pub fn faults(
        &self,
        player: usize,
        is_mover: bool,
        position: &Position,
        weight: f64,
    ) -> Faults {
        let mut faults = Faults::default();
        let mut note = |lost: f64, share: f64, chance: f64, kind: fn(&mut Faults) -> &mut f64| {
            // One who draws takes every option with some share; what is not taken
            // at all may be worth minus infinity.
            if share == 0.0 {
                return;
            }
            faults.decisions += share * chance * weight;
            if lost <= TIE {
                faults.optimal += share * chance * weight;
            } else {
                *kind(&mut faults) += lost * share * chance * weight;
            }
        };
        let horizon = self.outlook.horizon.seen[0];
        if is_mover {
            for &(accepted, must, state, chance) in &self.seen.moves {
                let options = self.options(accepted, must, state);
                let best = options
                    .iter()
                    .map(|&(_, worth)| worth)
                    .fold(f64::NEG_INFINITY, f64::max);
                let chosen = self.books.chosen(player, position, accepted, must, state);
                let draws = self.books.draws(player);
                let share = if draws {
                    1.0 / options.len() as f64
                } else {
                    1.0
                };
                for (option, worth) in options {
                    if draws || option == chosen {
                        note(best - worth, share, chance, |faults| &mut faults.fights);
                    }
                }
            }
            let seen = self
                .seen
                .challenged
                .iter()
                .filter(|(state, _)| *state < horizon);
            for &(state, chance) in seen {
                let accept = self.outlook.best.accept(&self.books.game().graph, state);
                let decline = self.outlook.ends.declined[state];
                let best = accept.max(decline);
                let accepts = self.share(player, position, state, book::accepts);
                note(best - accept, accepts, chance, |faults| &mut faults.answers);
                note(best - decline, 1.0 - accepts, chance, |faults| {
                    &mut faults.answers
                });
            }
        } else {
            let seen = self.seen.asked.iter().filter(|(state, _)| *state < horizon);
            for &(state, chance) in seen {
                let stands = self.outlook.ends.stands[0][state];
                let challenged = (self.outlook.best).challenged(
                    &self.books.game().graph,
                    &self.outlook.ends,
                    state,
                );
                let least = stands.min(challenged);
                let challenges = self.share(player, position, state, book::challenges);
                note(challenged - least, challenges, chance, |faults| {
                    &mut faults.challenges
                });
                note(stands - least, 1.0 - challenges, chance, |faults| {
                    &mut faults.challenges
                });
            }
        }
        faults
    }

    /// With what share the player says yes.
    fn share(&self, player: usize, position: &Position, state: usize, says: fn(u8) -> bool) -> f64 {
        match self.books.draws(player) {
            true => 0.5,
            false => f64::from(u8::from(says(self.books.plain(player, position, state)))),
        }
    }

    /// Every dragon to fight, or none to stop, with the mover's chance of winning.
    fn options(&self, accepted: bool, must: bool, state: usize) -> Vec<(Option<usize>, f64)> {
        let graph = &self.books.game().graph;
        // Upon accepting, the state is the one before the challenge.
        let at = match accepted && must {
            true => graph.on_accepting(state),
            false => state,
        };
        // Beyond the horizon all but who draws have stopped.
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
