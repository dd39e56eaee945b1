//! Fights and states in the form that playing games needs: the thresholds of one draw per
//! fight, what the fight adds to the metrics, and the state that it leads to, in half a
//! cache line.

#![expect(clippy::cast_possible_truncation, reason = "draws, risks and states have 31 bits")]

use std::ops::{AddAssign, SubAssign};

use rand::Rng;

use super::metrics::RISK_SCALE;
use crate::policy_tables::{BEYOND, DEFEAT, NEAR, PLACES};
use crate::solver::{Place, TurnGraph};
use crate::{MAX_DICE, MAX_DRAGONS};
use rivals_core::play::draw;

/// Bits of a fight's draw.
const DRAW_BITS: u32 = 31;

/// Draws the move of a player that chooses at random among the living dragons and, unless it
/// `must` fight, to stop; numbered as in policy tables.
#[inline]
pub(super) fn random_move(graph: &TurnGraph, place: &Place, must: bool, dice: &mut impl Rng) -> u8 {
    let fights = if must || graph.may_fight(place.at_stake) { place.alive.len() } else { 0 };
    let chosen = draw(dice, fights + usize::from(!must));
    if chosen < fights { place.alive.nth(chosen) as u8 + 1 } else { 0 }
}

/// The chance of a defeat in units of 1 / [`RISK_SCALE`], by the distribution of the dice left.
pub(super) fn risk(dice_left: &[f64]) -> i32 {
    (dice_left[0] * f64::from(RISK_SCALE)).round() as i32
}

/// A fight against one dragon, begun in one state.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct SampledFight {
    /// The number of dice left is the number of these thresholds that the draw exceeds.
    /// Draws have 31 bits, so that -1 is below all of them and the largest number is not
    /// exceeded by any. This rounds the distribution of dice left by at most 2^-32.
    below: [i32; MAX_DICE as usize],
    /// The chance of a defeat in units of 1 / [`RISK_SCALE`].
    pub risk: i32,
    /// The number of the state after slaying the dragon is this plus the dice left.
    before_slain: u32,
}

impl SampledFight {
    /// The warrior dice left after a draw of 64 bits; 0 is a defeat.
    #[inline]
    pub(super) fn dice_left(&self, draw: u64) -> u32 {
        let draw = short(draw);
        // The sign of the difference, which never overflows.
        let left = |below: i32| below.wrapping_sub(draw).cast_unsigned() >> 31;
        self.below.map(left).iter().sum()
    }

    /// The state after slaying the dragon with this many dice left, at least one.
    ///
    /// # Panics
    /// In debug builds, if there is no such fight. In release builds the number returned is
    /// then not that of a state.
    #[inline]
    pub(super) fn slain(&self, dice_left: u32) -> usize {
        debug_assert!(self.before_slain != NOWHERE, "no such fight");
        (self.before_slain + dice_left) as usize
    }
}

/// [`SampledFight::before_slain`] of a fight that cannot be begun, as its dragon is not alive or
/// the turn is at the cap. No table has this many states.
const NOWHERE: u32 = u32::MAX / 2;

/// The bits of a draw that decide a fight.
#[inline]
fn short(draw: u64) -> i32 {
    (draw >> (u64::BITS - DRAW_BITS)) as i32
}

/// The fights of some turns, counted and their risks added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FightSums {
    /// The numbers of fights against each dragon, in 16 bits each. Their sum is at most
    /// [`FightSums::MOST`]: see [`Fights::countable_rounds`].
    counts: u64,
    risk: u64,
}

impl FightSums {
    /// The largest number of fights that can be counted.
    const MOST: u32 = u16::MAX as u32;

    /// One fight against this dragon.
    #[inline]
    pub(super) fn one(dragon: usize, risk: i32) -> Self {
        Self { counts: 1 << (16 * dragon), risk: risk.cast_unsigned().into() }
    }

    /// The numbers of fights by dragon.
    #[inline]
    pub(super) fn by_dragon(self) -> [i64; MAX_DRAGONS] {
        std::array::from_fn(|dragon| (self.counts >> (16 * dragon) & 0xffff).cast_signed())
    }

    /// The number of all fights.
    #[inline]
    pub(super) fn count(self) -> i64 {
        // The highest 16 bits of this product are the sum of the four numbers.
        (self.counts.wrapping_mul(0x0001_0001_0001_0001) >> 48).cast_signed()
    }

    /// The sum of the chances of a defeat, in units of 1 / [`RISK_SCALE`].
    #[inline]
    pub(super) fn risk(self) -> i64 {
        self.risk.cast_signed()
    }
}

impl AddAssign for FightSums {
    #[inline(always)]
    fn add_assign(&mut self, more: Self) {
        self.counts += more.counts;
        self.risk += more.risk;
    }
}

impl SubAssign for FightSums {
    #[inline(always)]
    fn sub_assign(&mut self, less: Self) {
        self.counts -= less.counts;
        self.risk -= less.risk;
    }
}

/// A fight in one of the first states, which most turns never leave, from place to place.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct NearFight {
    /// The number of dice lost is the number of these thresholds that exceed the draw. They
    /// are the thresholds of [`SampledFight`] plus 1, so that they need no sign.
    least: [u32; MAX_DICE as usize],
    /// The place that the fight leads to, by [`MAX_DICE`] less the dice left.
    next: [u8; 8],
    /// The sums that the fight adds.
    pub sums: FightSums,
}

impl NearFight {
    /// The place that a draw of 64 bits leads to.
    #[inline(always)]
    pub(super) fn next(&self, draw: u64) -> u8 {
        let draw = short(draw).cast_unsigned();
        let mut lost = 0;
        for least in self.least {
            lost += usize::from(draw < least);
        }
        self.next[lost % self.next.len()]
    }
}

/// The number of moves in a place, as numbered in policy tables: to stop, or a dragon.
const MOVES: usize = 8;

/// The number of a move in a place.
#[inline(always)]
pub(super) fn near_number(place: u8, code: u8) -> u32 {
    u32::from(place) * MOVES as u32 + u32::from(code)
}

/// The place of a move's number.
#[inline(always)]
pub(super) fn place(near_number: u32) -> u8 {
    (near_number / MOVES as u32) as u8
}

/// The place of a state.
#[inline]
pub(super) fn place_of(state: usize) -> u8 {
    state.min(BEYOND) as u8
}

/// All fights of a game, before and after accepting a challenge.
#[derive(Clone, Debug)]
pub(super) struct Fights {
    /// By state, then dragon.
    fights: [Vec<SampledFight>; 2],
    /// Before a challenge, by [`near_number`].
    near: Box<[NearFight; PLACES * MOVES]>,
    /// A number of fights that no turn exceeds.
    most_of_turn: u32,
}

impl Fights {
    pub(super) fn new(graph: &TurnGraph) -> Self {
        let fight = |place: &Place, dragon: usize| {
            let mut fight = SampledFight {
                below: [i32::MAX; MAX_DICE as usize],
                risk: 0,
                before_slain: NOWHERE,
            };
            if let Some(slain) = place.slain(dragon) {
                // No fight leads to the first state, which has no points at stake.
                fight.before_slain = slain as u32 - 1;
                let dice_left = graph.odds().dice_left(dragon, place.dice);
                let mut sum = 0.0;
                for (below, chance) in fight.below.iter_mut().zip(&dice_left[..dice_left.len() - 1])
                {
                    sum += chance;
                    let draws = (sum * f64::from(1_u32 << DRAW_BITS)).round();
                    *below = (draws as i64 - 1) as i32;
                }
                fight.risk = risk(dice_left);
            }
            fight
        };
        let fights = [false, true].map(|accepted| -> Vec<SampledFight> {
            let fights = |place| (0..MAX_DRAGONS).map(move |dragon| fight(place, dragon));
            graph.places(accepted).iter().flat_map(fights).collect()
        });
        Self { near: near(&fights[0]), fights, most_of_turn: most_of_turn(graph) }
    }

    /// Their memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let fights = self.fights.iter().map(Vec::len).sum::<usize>();
        (fights * size_of::<SampledFight>()) as u64
    }

    /// The number of rounds whose fights [`FightSums`] can count, whatever the decisions
    /// and the dice.
    pub(super) fn countable_rounds(&self) -> u32 {
        FightSums::MOST / self.most_of_turn
    }

    /// The fights in the first states before a challenge, by [`near_number`].
    #[inline]
    pub(super) fn near(&self) -> &[NearFight; PLACES * MOVES] {
        &self.near
    }

    #[inline]
    pub(super) fn fight(&self, accepted: bool, state: usize, dragon: usize) -> &SampledFight {
        &self.fights[usize::from(accepted)][state * MAX_DRAGONS + dragon]
    }
}

/// A number of fights that no turn exceeds: below the cap, every fight but the last slays a
/// dragon; at the cap, one more follows if a challenge is accepted.
fn most_of_turn(graph: &TurnGraph) -> u32 {
    let dragons = graph.rules().dragons.iter();
    let least = dragons.map(|dragon| dragon.points).min().unwrap_or(1);
    graph.cap().div_ceil(least) + 1
}

/// The fights in the first states, from the fights before a challenge by state and dragon.
fn near(fights: &[SampledFight]) -> Box<[NearFight; PLACES * MOVES]> {
    let none = NearFight {
        least: [0; MAX_DICE as usize],
        next: [DEFEAT as u8; 8],
        sums: FightSums::default(),
    };
    let mut near = Box::new([none; PLACES * MOVES]);
    for (state, fights) in fights.chunks(MAX_DRAGONS).take(NEAR).enumerate() {
        for (fight, code) in fights.iter().zip(1..) {
            let near = &mut near[near_number(state as u8, code) as usize];
            // No threshold is larger than 2^31.
            near.least = fight.below.map(|below| below.cast_unsigned().wrapping_add(1));
            near.sums = FightSums::one(usize::from(code - 1), fight.risk);
            for (lost, left) in (1..=u32::from(MAX_DICE)).rev().enumerate() {
                let state = fight.before_slain + left;
                near.next[lost] = match fight.before_slain {
                    NOWHERE => DEFEAT as u8,
                    _ => place_of(state as usize),
                };
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, STALLED_ROUNDS};
    use rivals_core::random::{Key, Purpose};

    #[test]
    fn fights_of_the_countable_rounds_can_be_counted() {
        let graph = TurnGraph::new(&Rules::built_in(), 40);
        let fights = Fights::new(&graph);
        // With a cap of 40 points, 20 blue dragons, and another one after a challenge.
        assert_eq!(fights.most_of_turn, 21);
        // Games that do not stall are shorter.
        assert!(fights.countable_rounds() >= STALLED_ROUNDS);
        let most = fights.countable_rounds() * fights.most_of_turn;
        let mut sums = FightSums::default();
        (0..most).for_each(|_| sums += FightSums::one(1, 0));
        assert_eq!(sums.count(), i64::from(most));
        assert_eq!(sums.by_dragon(), [0, i64::from(most), 0, 0]);
    }

    #[test]
    fn near_fights_lead_to_the_states_of_fights() {
        let fights = Fights::new(&TurnGraph::new(&Rules::built_in(), 40));
        let mut rng = Key::new(1, Purpose::Playing, &[]).generator();
        for state in 0..NEAR {
            for dragon in 0..MAX_DRAGONS {
                let fight = fights.fight(false, state, dragon);
                let near = &fights.near()[near_number(state as u8, dragon as u8 + 1) as usize];
                for _ in 0..1_000 {
                    let draw = rng.next_u64();
                    let place = match fight.dice_left(draw) {
                        0 => DEFEAT as u8,
                        left => place_of(fight.slain(left)),
                    };
                    assert_eq!(near.next(draw), place);
                }
            }
        }
    }
}
