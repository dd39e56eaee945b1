//! Alias tables: the joint distribution of all dice of a roll, sampled with one draw.
//!
//! The alias method (Walker 1977, Vose 1991) divides the distribution of a state's next
//! roll into [`COLUMNS`] columns of equal weight, each shared by at most two results. Of
//! 32 random bits the upper 5 choose the column; all 32 bits, compared with the column's
//! threshold, choose between its two results. Weights are the integer counts of
//! [`Fight::roll`]. Only the threshold within a column is rounded, to one part in
//! 2^27, so no probability is off by more than 2^-28.
//!
//! When a fight ends, the next one begins in the same step: the entry that ends it leads
//! back to the first state and names the counter to increase. So the inner loop has no
//! branch that depends on the dice.

#![expect(clippy::cast_possible_truncation, reason = "10 bits of entry, 6 of shift, 32 of draw")]

use crate::{AfterRoll, Fight, MAX_DICE};
use rivals_core::play::Chances;

/// The number of columns per state: a power of two above the 25 results that a roll of
/// 4 + 4 dice can have.
const COLUMNS: usize = 32;
/// The number of bits that choose the column.
pub(super) const COLUMN_BITS: u32 = COLUMNS.trailing_zeros();
/// The number of bits of a draw.
const DRAW_BITS: u32 = 32;
/// The weight of a column in the units of its threshold.
const COLUMN_WEIGHT: u64 = 1 << (DRAW_BITS - COLUMN_BITS);
/// The number of entries, rounded up to a power of two so that an index can be masked.
pub(super) const ENTRIES: usize = 1024;

/// The number of states of a fight. One more state is for lanes that wait after their last
/// fight.
const STATES: usize = (MAX_DICE as usize + 1) * MAX_DICE as usize;
const _: () = assert!((STATES + 1) * COLUMNS <= ENTRIES);

/// The result of a roll in 16 bits: the lower ten are the next state's first entry; the
/// upper six are a shift, and `1 << shift` is added to the lane's counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u16);

/// The width of a counter; there is one for each number of dice left.
pub(super) const COUNTER_BITS: u32 = 12;
/// The shift of a step that counts nothing: it lies beyond the last counter.
const NO_COUNTER: u32 = COUNTER_BITS * (MAX_DICE as u32 + 1);
const _: () = assert!(NO_COUNTER < u64::BITS);

/// The bits of a [`Step`] that are the next entry.
pub(super) const ENTRY_MASK: u64 = ENTRIES as u64 - 1;
/// The position of the shift in a [`Step`].
pub(super) const SHIFT_PLACE: u32 = ENTRIES.trailing_zeros();

impl Step {
    fn new(entry: usize, shift: u32) -> Self {
        Self((entry as u16) | (shift as u16) << SHIFT_PLACE)
    }
}

/// The alias tables of one fight, for all of its states.
#[derive(Clone, Debug)]
pub struct AliasTable {
    /// Each entry has a threshold in its lower 32 bits; above it the step for draws at or
    /// above the threshold, then the step for draws below it.
    pub(super) entries: Box<[u64; ENTRIES]>,
    /// The first entry of the fight's first state.
    pub(super) start: u64,
    /// The first entry of the waiting state, which counts nothing and leads to itself.
    pub(super) waiting: u64,
}

impl AliasTable {
    /// The alias tables of a fight.
    ///
    /// # Panics
    /// If a side has more than [`MAX_DICE`] dice.
    #[must_use]
    pub fn new(fight: Fight) -> Self {
        assert!(fight.dragon_dice.max(fight.warrior_dice) <= MAX_DICE, "too many dice: {fight:?}");
        let first_entry = |state| COLUMNS * fight.index(state);
        let start = first_entry(fight.start());
        let waiting = COLUMNS * STATES;
        let ended = |dice_left: u8| Step::new(start, COUNTER_BITS * u32::from(dice_left));

        let mut entries = Box::new([0; ENTRIES]);
        for state in fight.states() {
            let columns = columns(&fight.roll(state), |after| match after {
                AfterRoll::Rolling(next) => Step::new(first_entry(next), NO_COUNTER),
                AfterRoll::Slain { dice_left } => ended(dice_left),
                AfterRoll::Defeat => ended(0),
            });
            let first = first_entry(state);
            entries[first..first + COLUMNS].copy_from_slice(&columns);
        }
        let wait = Step::new(waiting, NO_COUNTER);
        entries[waiting..waiting + COLUMNS].fill(entry(0, wait, wait));
        Self { entries, start: start as u64, waiting: waiting as u64 }
    }
}

fn entry(threshold: u32, below: Step, beyond: Step) -> u64 {
    u64::from(threshold) | u64::from(beyond.0) << 32 | u64::from(below.0) << 48
}

/// The columns of a distribution, by Vose's method with integer weights: columns that are
/// too light are filled up from one that is too heavy.
fn columns(roll: &Chances<AfterRoll>, step: impl Fn(AfterRoll) -> Step) -> [u64; COLUMNS] {
    // In units of 1 / (total * COLUMNS) a full column weighs `total`.
    let mut weights = [0; COLUMNS];
    let mut steps = [step(roll.weights[0].0); COLUMNS];
    for (i, &(after, weight)) in roll.weights.iter().enumerate() {
        weights[i] = weight * COLUMNS as u64;
        steps[i] = step(after);
    }
    let mut beyond = steps;
    let (mut light, mut heavy): (Vec<usize>, Vec<usize>) =
        (0..COLUMNS).partition(|&i| weights[i] < roll.total);
    while let (Some(&l), Some(&h)) = (light.last(), heavy.last()) {
        light.pop();
        beyond[l] = steps[h];
        weights[h] -= roll.total - weights[l];
        if weights[h] < roll.total {
            heavy.pop();
            light.push(h);
        }
    }
    // The weights are integers and add up, so the columns that remain are exactly full.
    debug_assert!(light.is_empty() && heavy.iter().all(|&i| weights[i] == roll.total));
    std::array::from_fn(|i| {
        let share = (weights[i] * COLUMN_WEIGHT + roll.total / 2) / roll.total;
        let (below, beyond) = match share {
            0 => (beyond[i], beyond[i]),
            COLUMN_WEIGHT => (steps[i], steps[i]),
            _ => (steps[i], beyond[i]),
        };
        // A full last column would need the threshold 2^32; its two steps are the same.
        let threshold = (i as u64 * COLUMN_WEIGHT + share).min(u64::from(u32::MAX));
        entry(threshold as u32, below, beyond)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{DragonDie, FightState, WarriorDie};

    /// The distribution that the entries of a state stand for.
    fn distribution(columns: &[u64]) -> BTreeMap<u16, f64> {
        let mut chances = BTreeMap::new();
        for (i, entry) in columns.iter().enumerate() {
            let below = (entry & 0xffff_ffff) - i as u64 * COLUMN_WEIGHT;
            let unit = 0.5_f64.powi(DRAW_BITS as i32);
            *chances.entry((entry >> 48) as u16).or_insert(0.0) += below as f64 * unit;
            *chances.entry((entry >> 32) as u16).or_insert(0.0) +=
                (COLUMN_WEIGHT - below) as f64 * unit;
        }
        chances
    }

    #[test]
    fn no_probability_is_off_by_more_than_two_to_the_minus_28() {
        for (dragon, warrior) in DragonDie::all().zip(WarriorDie::all()) {
            for (dragon_dice, warrior_dice) in [(0, 1), (1, 1), (3, 3), (4, 4)] {
                let fight = Fight { dragon, dragon_dice: 4, warrior, warrior_dice: 4 };
                let state = FightState { dragon_dice, warrior_dice };
                let roll = fight.roll(state);
                // Each result gets its own step: its place in the distribution.
                let place = |after| roll.weights.iter().position(|&(other, _)| other == after);
                let columns = columns(&roll, |after| Step(place(after).unwrap() as u16));
                let read = distribution(&columns);
                assert!(read.len() <= roll.weights.len());
                for (i, &(_, weight)) in roll.weights.iter().enumerate() {
                    let exact = weight as f64 / roll.total as f64;
                    let rounded = read.get(&(i as u16)).copied().unwrap_or(0.0);
                    assert!((exact - rounded).abs() <= 0.5_f64.powi(28), "{state:?} {i}");
                }
            }
        }
    }
}
