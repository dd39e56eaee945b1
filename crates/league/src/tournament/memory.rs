//! The memory of a tournament, computed before it is allocated.
//!
//! It is an estimate of the largest resident size of the process: `tests/memory.rs`
//! compares it with what is allocated.

use std::fmt;

use super::chunk::BATCH;
use super::plan::Plan;
use super::tally::{Tally, sizes};
use crate::error::Error;
use rivals_core::contest::{Contest, EXACT, GameRecord, MemoryPart, SEARCHES};

/// The memory of the program without a tournament, in bytes.
const PROGRAM: u64 = 16 << 20;

/// The unused part of allocations, in per cent.
const OVERHEAD: u64 = 5;

/// The bytes that a pairing takes in the results, for each seat: rows of results and
/// their text in files.
const RESULTS: usize = 1_050;

/// The names of the parts that do not depend on the contest.
const PAIRINGS: &str = "results of the pairings";
const GAMES: &str = "games being played";

/// The memory of a tournament, by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The parts, the largest first.
    pub parts: Vec<MemoryPart>,
}

impl Memory {
    /// The memory of a tournament on this number of threads. A shard only counts: it has neither
    /// rows of results nor exact results.
    #[must_use]
    pub fn new(contest: &dyn Contest, plan: &Plan, threads: usize) -> Self {
        let seats = plan.settings.seats;
        let numbers = seats * plan.metrics;
        let counts =
            sizes(seats, plan.share_unit, plan.most_games_per_seat()).into_iter().sum::<usize>()
                + seats * (3 * seats - 2);
        let counts = counts * size_of::<u64>();
        let results = match plan.settings.shard {
            Some(_) => 0,
            None => seats * RESULTS,
        };
        let tally = numbers * size_of::<[i128; 5]>() + counts;
        // A node of a map is half full, as batches come in order.
        #[expect(clippy::cast_possible_truncation, reason = "BATCHES is 40")]
        let batches = if contest.shares_openings() {
            Tally::BATCHES.min(plan.settings.games) as usize
        } else {
            0
        };
        let batches = batches * (tally + 2 * size_of::<Tally>());
        let pairing = tally + batches + results;
        let record = size_of::<GameRecord>() + 2 * numbers * size_of::<i32>();
        let mut parts = contest.memory(seats, threads);
        parts.retain(|part| plan.settings.shard.is_none() || part.what != EXACT);
        parts.push(MemoryPart { what: PAIRINGS, bytes: (plan.pairings.len() * pairing) as u64 });
        parts.push(MemoryPart {
            what: GAMES,
            bytes: PROGRAM
                + threads as u64 * plan.most_games_per_seat() * (seats * BATCH * record) as u64,
        });
        for part in &mut parts {
            part.bytes += part.bytes * OVERHEAD / 100;
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.bytes));
        Self { parts }
    }

    /// The total, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.bytes).sum()
    }

    /// The memory to ask a cluster for, in MiB: an eighth and 16 MiB more than the estimate.
    #[must_use]
    pub fn asked(&self) -> u64 {
        (self.bytes() * 9 / 8).div_ceil(1 << 20) + 16
    }

    /// Refuses a tournament that takes more than `limit` bytes.
    ///
    /// # Errors
    /// If it does.
    pub fn check(&self, limit: u64) -> Result<(), Error> {
        if self.bytes() <= limit {
            return Ok(());
        }
        let limit = Bytes(limit);
        let message = format!("this tournament needs about {self} of memory; the limit is {limit}");
        let help = format!("{}, or raise the limit with --memory", self.change());
        Err(Error::refused(message, help))
    }

    /// The advice that makes the largest part smaller.
    fn change(&self) -> &'static str {
        match self.parts.first().map(|part| part.what) {
            Some(PAIRINGS) => "name fewer players, or ask for fewer seats",
            Some(GAMES) => "use fewer threads",
            Some(SEARCHES) => "use fewer threads, or let the agents search less",
            _ => "name fewer players, or lower the target in the rules",
        }
    }
}

/// Writes the total, and the parts that are at least a twentieth of it.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.bytes();
        let large = self.parts.iter().filter(|part| 20 * part.bytes >= all);
        let list: Vec<String> =
            large.map(|part| format!("{} {}", part.what, Bytes(part.bytes))).collect();
        write!(f, "{} ({})", Bytes(all), list.join(", "))
    }
}

/// A number of bytes in a unit for people, rounded up.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..100_000 => write!(f, "{} kB", self.0.div_ceil(1_000)),
            100_000..10_000_000 => write!(f, "{:.1} MB", self.0.div_ceil(100_000) as f64 / 10.0),
            10_000_000..1_000_000_000 => write!(f, "{} MB", self.0.div_ceil(1_000_000)),
            _ => write!(f, "{:.1} GB", self.0.div_ceil(100_000_000) as f64 / 10.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_rounded_up() {
        let said = [500, 99_999, 3_645_195, 12_345_678, 12_345_678_901];
        let said = said.map(|bytes| Bytes(bytes).to_string());
        assert_eq!(said, ["1 kB", "100 kB", "3.7 MB", "13 MB", "12.4 GB"]);
    }
}
