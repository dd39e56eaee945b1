//! The inner loop of the simulation: 64 fights side by side.
//!
//! A batch has 32 generators and 64 lanes: the lower half of a draw of generator i is for
//! lane i, the upper half for lane 32 + i. The lanes are independent of each other, so any
//! number of them can be advanced together: wide vector registers take 32 generators at
//! once, narrow ones two, and the counts are the same. The number of fights of each lane
//! is fixed beforehand.

#![expect(clippy::cast_possible_truncation, reason = "below `ENTRIES`, and few dice")]

use super::FightTally;
use super::alias::{AliasTable, COLUMN_BITS, COUNTER_BITS, ENTRIES, ENTRY_MASK, SHIFT_PLACE};
use rivals_core::random::{Key, Streams};

/// The number of lanes of a batch.
const LANES: usize = 64;
const STREAMS: usize = LANES / 2;

/// The most steps before the counters are emptied. A step ends at most one fight of a
/// lane, so no counter can overflow.
const MAX_STEPS: u64 = (1 << COUNTER_BITS) - 1;

/// A function that simulates a number of fights of one batch.
pub(super) type Batch = fn(&AliasTable, Key, u64) -> FightTally;

/// The functions that this processor can run, slowest first. They are compiled for different
/// instruction sets, and all give the same counts.
fn available() -> Vec<Batch> {
    let narrow: Batch = batch::<2, 4>;
    std::iter::once(narrow).chain(wide()).collect()
}

/// Those for wide registers.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calls functions compiled for other instructions")]
fn wide() -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    // 256-bit registers (x86-64 since 2013).
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        batches.push(|table, key, fights| unsafe { batch_avx2(table, key, fights) });
    }
    // 512-bit registers with gathered loads.
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
        // SAFETY: as above.
        batches.push(|table, key, fights| unsafe { batch_avx512(table, key, fights) });
    }
    batches
}

/// Those for wide registers.
#[cfg(not(target_arch = "x86_64"))]
fn wide() -> [Batch; 0] {
    []
}

/// The fastest function that this processor can run.
#[must_use]
pub fn fastest() -> Batch {
    available().pop().unwrap_or(batch::<2, 4>)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn batch_avx2(table: &AliasTable, key: Key, fights: u64) -> FightTally {
    batch::<16, 32>(table, key, fights)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn batch_avx512(table: &AliasTable, key: Key, fights: u64) -> FightTally {
    batch::<32, 64>(table, key, fights)
}

/// Simulates a batch, `S` generators and `L` = 2 `S` lanes at a time.
#[inline(always)]
fn batch<const S: usize, const L: usize>(table: &AliasTable, key: Key, fights: u64) -> FightTally {
    const { assert!(L == 2 * S && STREAMS.is_multiple_of(S)) };
    let mut tally = FightTally::default();
    for first in (0..STREAMS).step_by(S) {
        let mut streams = Streams::<S>::new(key, first as u64);
        let mut lanes = Lanes::<L>::new(table, |i| {
            // The first S lanes use the lower halves of the draws, the others the upper.
            let lane = if i < S { first + i } else { STREAMS + first + i - S };
            fights / LANES as u64 + u64::from((lane as u64) < fights % LANES as u64)
        });
        while let Some(steps) = lanes.steps_to_go() {
            for _ in 0..steps {
                let words = streams.draw();
                let mut drawn = [0; L];
                for i in 0..S {
                    drawn[i] = words[i] & u64::from(u32::MAX);
                    drawn[S + i] = words[i] >> 32;
                }
                lanes.roll(table, drawn);
            }
            lanes.settle(table, steps, &mut tally);
        }
    }
    tally
}

/// `N` fights side by side.
struct Lanes<const N: usize> {
    /// The last [`Step`](super::alias) of each lane: the first entry of the fight's state,
    /// and above it the counter that the step increased.
    at: [u64; N],
    /// Fights that ended since the counters were last emptied: one counter for each number
    /// of dice left.
    ended: [u64; N],
    /// Fights that are still to end; a lane without any waits.
    to_fight: [u64; N],
}

impl<const N: usize> Lanes<N> {
    /// Lanes with these numbers of fights.
    fn new(table: &AliasTable, to_fight: impl Fn(usize) -> u64) -> Self {
        let to_fight: [u64; N] = std::array::from_fn(to_fight);
        Self {
            at: to_fight.map(|fights| if fights > 0 { table.start } else { table.waiting }),
            ended: [0; N],
            to_fight,
        }
    }

    /// The number of steps in which no lane can end more fights than it has left; `None` if
    /// all lanes wait.
    #[inline(always)]
    fn steps_to_go(&self) -> Option<u64> {
        let fewest = self.to_fight.iter().copied().filter(|&fights| fights > 0).min();
        fewest.map(|fights| fights.min(MAX_STEPS))
    }

    /// Makes one roll in every lane, each with 32 random bits.
    #[inline(always)]
    fn roll(&mut self, table: &AliasTable, drawn: [u64; N]) {
        let mut entries = [0; N];
        for i in 0..N {
            let column = drawn[i] >> (u32::BITS - COLUMN_BITS);
            entries[i] = table.entries[((self.at[i] & ENTRY_MASK) + column) as usize % ENTRIES];
        }
        for i in 0..N {
            let below = drawn[i] < entries[i] & u64::from(u32::MAX);
            self.at[i] = if below { entries[i] >> 48 } else { entries[i] >> 32 & 0xffff };
        }
        for i in 0..N {
            self.ended[i] = self.ended[i].wrapping_add(1 << (self.at[i] >> SHIFT_PLACE & 63));
        }
    }

    /// Adds the counters to the tally and empties them, after `steps` rolls.
    #[inline(always)]
    fn settle(&mut self, table: &AliasTable, steps: u64, tally: &mut FightTally) {
        for i in 0..N {
            if self.to_fight[i] == 0 {
                continue;
            }
            for (dice_left, count) in tally.dice_left.iter_mut().enumerate() {
                let counter = self.ended[i] >> (COUNTER_BITS * dice_left as u32) & MAX_STEPS;
                *count += counter;
                self.to_fight[i] -= counter;
            }
            tally.rolls += steps;
            self.ended[i] = 0;
            if self.to_fight[i] == 0 {
                self.at[i] = table.waiting;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::{DragonDie, Fight, WarriorDie};
    use rivals_core::random::Purpose;

    /// The test oracle: the same batch lane by lane, fight by fight and roll by roll, with
    /// the generators of `rand_xoshiro`.
    fn batch_by_hand(table: &AliasTable, key: Key, fights: u64) -> FightTally {
        let mut tally = FightTally::default();
        for lane in 0..LANES as u64 {
            let mut rng = key.stream(lane % STREAMS as u64);
            for _ in 0..fights / 64 + u64::from(lane < fights % 64) {
                let mut at = table.start;
                loop {
                    let word = rng.next_u64();
                    let drawn = if lane < 32 { word & 0xffff_ffff } else { word >> 32 };
                    let entry = table.entries[((at & 1023) + (drawn >> 27)) as usize];
                    let below = drawn < (entry & 0xffff_ffff);
                    at = if below { entry >> 48 } else { entry >> 32 & 0xffff };
                    tally.rolls += 1;
                    if at >> 10 < 60 {
                        tally.dice_left[(at >> 10) as usize / 12] += 1;
                        break;
                    }
                }
            }
        }
        tally
    }

    #[test]
    fn every_instruction_set_agrees_with_a_simulation_lane_by_lane() {
        for (dragon_dice, warrior_dice) in [(1, 1), (3, 3), (4, 4)] {
            let table = AliasTable::new(Fight {
                dragon: DragonDie::new(3, 1, 2).unwrap(),
                dragon_dice,
                warrior: WarriorDie::new(3, 2, 1).unwrap(),
                warrior_dice,
            });
            for fights in [1, 31, 32, 63, 64, 65, 1_000, 99_999, 600_000] {
                let key = Key::new(3, Purpose::OddsSimulation, &[fights]);
                let by_hand = batch_by_hand(&table, key, fights);
                assert_eq!(by_hand.fights(), fights);
                for batch in available() {
                    assert_eq!(batch(&table, key, fights), by_hand);
                }
            }
        }
    }
}
