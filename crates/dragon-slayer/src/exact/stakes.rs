//! The risks that players take and their stops, by the points at stake.

use super::turn_forward::TurnEvents;
use crate::solver::TurnGraph;

/// The fights and stops of a player with a given number of points at stake: means per
/// game, over games in the first and the second seat alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AtStake {
    /// Fights that the player begins.
    pub fights: f64,
    /// Defeats in those fights.
    pub defeats: f64,
    /// Stops, whether they are challenged or not, and those after accepting a challenge.
    pub stops: f64,
}

impl AtStake {
    /// The mean probability of a defeat in these fights; `None` if there are none.
    #[must_use]
    pub fn risk_per_fight(&self) -> Option<f64> {
        (self.fights > 0.0).then(|| self.defeats / self.fights)
    }

    fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.defeats += other.defeats;
        self.stops += other.stops;
    }
}

/// [`AtStake`] by points at stake, from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stakes(pub Vec<AtStake>);

impl Stakes {
    /// The most memory in bytes that they take for turns of this graph.
    pub(super) fn bytes(graph: &TurnGraph) -> usize {
        (graph.most_points() as usize + 1) * size_of::<AtStake>()
    }

    /// Adds a turn of the player, which occurs this often per game.
    pub(super) fn see(&mut self, events: &TurnEvents, weight: f64) {
        for &(at_stake, risk, chance) in &events.fights {
            let row = self.row(at_stake as usize);
            row.fights += chance * weight;
            row.defeats += risk * chance * weight;
        }
        for &(at_stake, chance) in &events.stops {
            self.row(at_stake as usize).stops += chance * weight;
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (at_stake, row) in other.0.iter().enumerate() {
            self.row(at_stake).add(row);
        }
    }

    fn row(&mut self, at_stake: usize) -> &mut AtStake {
        if self.0.len() <= at_stake {
            self.0.resize(at_stake + 1, AtStake::default());
        }
        &mut self.0[at_stake]
    }
}
