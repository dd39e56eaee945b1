//! Fights and states as the hot loops want them: thresholds for one draw per
//! fight, what it adds to the sums, and where it leads, in half a cache line.

use crate::games::dragon_slayer::{DragonSet, MAX_DICE, MAX_DRAGONS};
use crate::solver::{Place, TurnGraph};

use super::metrics::RISK_SCALE;

/// Bits of a fight's draw.
const DRAW_BITS: u32 = 31;

/// What is needed of a state where the mover stops, or draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compact {
    pub at_stake: u32,
    /// A bit for every living dragon.
    pub alive: u8,
}

impl Compact {
    /// Who may be fought.
    #[inline]
    pub fn alive(&self) -> DragonSet {
        DragonSet::from_index(self.alive.into())
    }
}

/// A fight that is begun in some state against some dragon.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Fight {
    /// A draw leaves as many dice as it is larger than these. Draws have 31 bits,
    /// so that -1 is below and the largest number above all of them. The law is
    /// rounded by at most 2^-32.
    below: [i32; MAX_DICE as usize],
    /// One fight, as [`FightCounts`] count them.
    pub count: FightCounts,
    /// The chance of a defeat in units of 1 / [`RISK_SCALE`].
    pub risk: i32,
    /// The state after slaying the dragon is this and the dice left.
    pub before_slain: u32,
}

impl Fight {
    /// Warrior dice left after a draw of 64 bits; 0 is a defeat.
    #[inline]
    pub fn dice_left(&self, draw: u64) -> u32 {
        let draw = (draw >> (u64::BITS - DRAW_BITS)) as i32;
        // The sign of the difference, which never overflows.
        let left = |below: i32| below.wrapping_sub(draw) as u32 >> 31;
        self.below.map(left).iter().sum()
    }
}

/// How many fights there were against each dragon, 16 bits for every one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FightCounts(u64);

impl FightCounts {
    fn one(dragon: usize) -> Self {
        Self(1 << (16 * dragon))
    }

    /// Counts more of them.
    #[inline]
    pub fn add(&mut self, more: Self) {
        self.0 += more.0;
    }

    /// By dragon.
    #[inline]
    pub fn of(self) -> [i32; MAX_DRAGONS] {
        std::array::from_fn(|dragon| (self.0 >> (16 * dragon) & 0xffff) as i32)
    }

    /// Against all of them.
    #[inline]
    pub fn all(self) -> i32 {
        // The highest 16 bits of this product are the sum of all four numbers.
        (self.0.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32
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
            let slain = place.slain[dragon].unwrap_or_default() as u32;
            let mut fight = Fight {
                below: [i32::MAX; MAX_DICE as usize],
                count: FightCounts::one(dragon),
                risk: 0,
                before_slain: slain.wrapping_sub(1),
            };
            if dragon < graph.rules().dragons.len() {
                let law = graph.odds().law(dragon, place.dice);
                let mut sum = 0.0;
                for (below, chance) in fight.below.iter_mut().zip(&law[..law.len() - 1]) {
                    sum += chance;
                    let draws = (sum * f64::from(1_u32 << DRAW_BITS)).round();
                    *below = (draws as i64 - 1) as i32;
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

    /// Before a challenge, by state, then dragon: [`MAX_DRAGONS`] of each state.
    #[inline]
    pub fn of_turns(&self) -> &[Fight] {
        &self.fights[0]
    }

    #[inline]
    pub fn fight(&self, accepted: bool, state: usize, dragon: usize) -> &Fight {
        &self.fights[usize::from(accepted)][state * MAX_DRAGONS + dragon]
    }
}
