//! Fights and states as the hot loop wants them: thresholds for one draw per
//! fight, and where it leads, in a few cache lines.

use crate::games::dragon_slayer::{MAX_DICE, MAX_DRAGONS};
use crate::solver::{Place, TurnGraph};

use super::metrics::RISK_SCALE;

/// What is needed of a state where the mover stops, or draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compact {
    pub at_stake: u32,
    /// A bit for every living dragon.
    pub alive: u8,
}

/// A fight that is begun in some state against some dragon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight {
    /// A draw of 64 bits leaves as many dice as thresholds are not above it. The
    /// law is rounded by at most 2^-53.
    thresholds: [u64; MAX_DICE as usize],
    /// The chance of a defeat in units of 1 / [`RISK_SCALE`].
    pub risk: i32,
    /// The state after slaying the dragon with one die left.
    pub slain: u32,
}

impl Fight {
    /// Warrior dice left; 0 is a defeat.
    #[inline]
    pub fn dice_left(&self, draw: u64) -> usize {
        let left = |threshold: &u64| usize::from(draw >= *threshold);
        self.thresholds.iter().map(left).sum()
    }
}

/// The fights of some rules, before and after accepting a challenge.
#[derive(Clone, Debug)]
pub(super) struct Fights {
    /// By state, then dragon.
    fights: [Vec<Fight>; 2],
    /// By state.
    pub states: [Vec<Compact>; 2],
}

impl Fights {
    pub fn new(graph: &TurnGraph) -> Self {
        let fight = |place: &Place, dragon: usize| {
            let mut fight = Fight {
                thresholds: [u64::MAX; MAX_DICE as usize],
                risk: 0,
                slain: place.slain[dragon].unwrap_or_default() as u32,
            };
            if dragon < graph.rules().dragons.len() {
                let law = graph.odds().law(dragon, place.dice);
                let mut sum = 0.0;
                for (threshold, chance) in fight.thresholds.iter_mut().zip(&law[..law.len() - 1]) {
                    sum += chance;
                    // 2^64 times a chance; of 1 it stays the largest.
                    *threshold = (sum * 18_446_744_073_709_551_616.0) as u64;
                }
                fight.risk = (law[0] * f64::from(RISK_SCALE)).round() as i32;
            }
            fight
        };
        let compact = |place: &Place| Compact {
            at_stake: place.at_stake,
            alive: place.alive.index() as u8,
        };
        let both = [false, true].map(|accepted| graph.places(accepted));
        Self {
            fights: both.map(|places| {
                let fights = |place| (0..MAX_DRAGONS).map(move |dragon| fight(place, dragon));
                places.iter().flat_map(fights).collect()
            }),
            states: both.map(|places| places.iter().map(compact).collect()),
        }
    }

    #[inline]
    pub fn fight(&self, accepted: bool, state: usize, dragon: usize) -> &Fight {
        &self.fights[usize::from(accepted)][state * MAX_DRAGONS + dragon]
    }
}
