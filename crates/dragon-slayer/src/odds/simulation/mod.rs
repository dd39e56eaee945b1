//! Simulated odds: fights are simulated in parallel, roll by roll, and counted.
//!
//! One random draw stands for all dice of a roll, since their joint distribution is known
//! ([`AliasTable`]). The work is divided into batches of [`BATCH`] fights. A batch has its
//! own generators, keyed by (seed, cell, batch), and 64 lanes: series of fights, one after
//! the other, that are simulated side by side. The number of fights of a lane is fixed
//! beforehand: stopping after a number of *rolls* would favour short fights. Counts are
//! integers, so the sum over batches is the same in any order, on any number of threads.
//!
//! `src/tests/odds/simulation.rs` compares the counts with a die-by-die reference
//! implementation, with the exact distribution, and with counts written down earlier, which
//! the same seed must always give. `tests/cli/odds.rs` compares the files of 1, 2 and 8
//! threads.

mod alias;
mod lanes;

use crate::odds::Cell;
use crate::{MAX_DICE, Rules};
use rivals_core::random::{Key, Purpose};

pub use alias::AliasTable;
pub use lanes::fastest;
use rivals_statistics::parallel;

/// The number of fights of a batch; the last batch of a cell may have fewer.
pub const BATCH: u64 = 1 << 17;

/// The most fights per cell. The standard error of a proportion is then at most 0.0005 %,
/// which is still far more than the rounding error of [`AliasTable`].
pub const MAX_TRIALS: u64 = 10_000_000_000;

/// Counts of finished fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightTally {
    /// `dice_left[n]` fights ended with n warrior dice left, where 0 is a defeat.
    pub dice_left: [u64; MAX_DICE as usize + 1],
    /// The number of rolls in all these fights.
    pub rolls: u64,
}

impl FightTally {
    /// The number of finished fights.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.dice_left.iter().sum()
    }
}

/// Simulates `trials` fights in every cell of [`Cell::all`] on the current rayon pool, and
/// returns the tallies in the same order.
///
/// It calls `progress`, from any thread, with the number of fights that have just
/// finished.
#[must_use]
pub fn simulate(
    rules: &Rules,
    trials: u64,
    seed: u64,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<FightTally> {
    let cells = Cell::all(rules);
    let tables: Vec<_> = (cells.iter()).map(|cell| AliasTable::new(cell.fight(rules))).collect();
    let batch = fastest();
    #[expect(clippy::cast_possible_truncation, reason = "at most `MAX_TRIALS` / `BATCH`")]
    let batches = trials.div_ceil(BATCH) as usize;
    let units = parallel::map(cells.len() * batches, |unit| {
        let (index, number) = (unit / batches, (unit % batches) as u64);
        let fights = BATCH.min(trials - number * BATCH);
        let cell = cells[index];
        let unit = [cell.dragon as u64, u64::from(cell.warrior_dice), number];
        let key = Key::new(seed, Purpose::OddsSimulation, &unit);
        let tally = batch(&tables[index], key, fights);
        progress(fights);
        tally
    });
    let of_cell = |units: &[FightTally]| {
        units.iter().fold(FightTally::default(), |mut sum, tally| {
            for (sum, count) in sum.dice_left.iter_mut().zip(tally.dice_left) {
                *sum += count;
            }
            sum.rolls += tally.rolls;
            sum
        })
    };
    units.chunks(batches).map(of_cell).collect()
}
