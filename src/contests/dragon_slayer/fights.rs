//! Fights and states as the hot loop wants them: thresholds for one draw per
//! fight, and where it leads, in a few cache lines.

use crate::games::dragon_slayer::{MAX_DICE, MAX_DRAGONS};
use crate::solver::TurnGraph;

use super::metrics::RISK_SCALE;

/// A state of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compact {
    pub at_stake: u16,
    pub dice: u8,
    /// A bit for every living dragon.
    pub alive: u8,
    /// By dragon: the state after slaying it with one die left.
    pub slain: [u16; MAX_DRAGONS],
}

/// The fights of some rules.
#[derive(Clone, Debug)]
pub(super) struct Fights {
    /// By dragon and dice from 1: a draw of 64 bits leaves as many dice as
    /// thresholds are not above it. The law is rounded by at most 2^-53.
    thresholds: [[[u64; MAX_DICE as usize]; MAX_DICE as usize]; MAX_DRAGONS],
    /// By the same: the chance of a defeat in units of 1 / [`RISK_SCALE`].
    risks: [[i32; MAX_DICE as usize]; MAX_DRAGONS],
    /// Before and after accepting a challenge.
    pub states: [Vec<Compact>; 2],
}

impl Fights {
    pub fn new(graph: &TurnGraph) -> Self {
        let rules = graph.rules();
        let mut thresholds = [[[u64::MAX; MAX_DICE as usize]; MAX_DICE as usize]; MAX_DRAGONS];
        let mut risks = [[0; MAX_DICE as usize]; MAX_DRAGONS];
        for dragon in 0..rules.dragons.len() {
            for dice in 1..=rules.warrior.dice {
                let law = graph.odds().law(dragon, dice);
                let place = usize::from(dice) - 1;
                let mut sum = 0.0;
                for left in 0..usize::from(dice) {
                    sum += law[left];
                    // 2^64 times a chance; of 1 it stays the largest.
                    thresholds[dragon][place][left] = (sum * 18_446_744_073_709_551_616.0) as u64;
                }
                risks[dragon][place] = (law[0] * f64::from(RISK_SCALE)).round() as i32;
            }
        }
        let states = [false, true].map(|accepted| {
            let places = graph.places(accepted).iter();
            let compact = places.map(|place| Compact {
                at_stake: place.at_stake as u16,
                dice: place.dice,
                alive: place.alive.index() as u8,
                slain: place.slain.map(|state| state.unwrap_or(0) as u16),
            });
            compact.collect()
        });
        Self {
            thresholds,
            risks,
            states,
        }
    }

    /// Warrior dice left after a fight; 0 is a defeat.
    #[inline]
    pub fn dice_left(&self, dragon: usize, dice: u8, draw: u64) -> usize {
        let thresholds = &self.thresholds[dragon][usize::from(dice) - 1];
        thresholds
            .iter()
            .map(|&threshold| usize::from(draw >= threshold))
            .sum()
    }

    /// The chance of a defeat.
    #[inline]
    pub fn risk(&self, dragon: usize, dice: u8) -> i32 {
        self.risks[dragon][usize::from(dice) - 1]
    }
}
