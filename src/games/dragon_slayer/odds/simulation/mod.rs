//! Simulated odds: fights rolled to their end, in parallel, and counted.
//!
//! A fight is rolled as it is played, roll after roll; one random draw stands
//! for all dice of a roll, since their joint law is known ([`AliasTable`]).
//! Work is cut into batches of [`BATCH`] fights. A batch has its own
//! generators, keyed by (seed, cell, batch), and 64 lanes, each of which
//! fights a number of fights fixed beforehand to their end: stopping after a
//! number of *rolls* would favour short fights. Counts are integers, so the
//! sum over batches is the same in any order, on any number of threads.
//!
//! Proven by `tests/library/odds/simulation.rs` (a die-by-die twin, the exact law,
//! value stability) and `tests/cli/odds.rs` (same bytes on 1, 2 and 8 threads).

mod alias;
mod lanes;

use std::ops::AddAssign;

use rayon::prelude::*;

use crate::games::dragon_slayer::odds::Cell;
use crate::games::dragon_slayer::{MAX_DICE, Rules};
use crate::random::{Key, Purpose};

pub use alias::AliasTable;
pub use lanes::{Kernel, LANES, fight};

/// Fights of a batch; the last of a cell may have fewer.
pub const BATCH: u64 = 1 << 17;

/// The most fights per cell: their standard error is at most 0.0005 %, and the
/// exact odds say the rest. What [`AliasTable`] rounds is far below it.
pub const MAX_TRIALS: u64 = 10_000_000_000;

/// Counts of finished fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightTally {
    /// How many ended with 0 (defeat) to [`MAX_DICE`] warrior dice left.
    pub dice_left: [u64; MAX_DICE as usize + 1],
    /// Rolls of all these fights together.
    pub rolls: u64,
}

impl FightTally {
    /// Finished fights.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.dice_left.iter().sum()
    }
}

impl AddAssign for FightTally {
    fn add_assign(&mut self, other: Self) {
        for (sum, count) in self.dice_left.iter_mut().zip(other.dice_left) {
            *sum += count;
        }
        self.rolls += other.rolls;
    }
}

/// Fights `trials` fights in every cell of [`Cell::all`] on the current rayon
/// pool, and returns the tallies in its order.
///
/// `progress` is told, from any thread, how many fights have just finished.
#[must_use]
pub fn simulate(
    rules: &Rules,
    trials: u64,
    seed: u64,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<FightTally> {
    let cells = Cell::all(rules);
    let tables: Vec<_> = (cells.iter())
        .map(|cell| AliasTable::new(cell.fight(rules)))
        .collect();
    let kernel = Kernel::best();
    let batches = trials.div_ceil(BATCH);
    let none = || vec![FightTally::default(); cells.len()];
    (0..cells.len() as u64 * batches)
        .into_par_iter()
        .fold(none, |mut tallies, unit| {
            let (index, batch) = ((unit / batches) as usize, unit % batches);
            let fights = BATCH.min(trials - batch * BATCH);
            let cell = cells[index];
            let unit = [cell.dragon as u64, u64::from(cell.warrior_dice), batch];
            let key = Key::new(seed, Purpose::OddsSimulation, &unit);
            tallies[index] += fight(&tables[index], key, fights, kernel);
            progress(fights);
            tallies
        })
        .reduce(none, |mut left, right| {
            for (sum, tally) in left.iter_mut().zip(right) {
                *sum += tally;
            }
            left
        })
}
