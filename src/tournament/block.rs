//! Playing a block: some groups of one pairing, one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::contest::{Contest, GameRecord};
use super::header::JournalEntry;
use super::plan::Plan;
use super::sums::Sums;
use super::tally::{SumTooLarge, Tally};
use crate::play::Dice;

/// About how long a block lasts: long beside what it costs to hand it over and
/// write it down, short beside a user's patience.
const DURATION: Duration = Duration::from_millis(10);

/// Most groups that are played without looking whether to stop, where they have
/// the same seatings: enough that a contest gains by playing them together, few
/// enough that their records stay in a core's own cache.
const BATCH: u64 = 256;

/// Groups that one thread plays without looking up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// A place in the plan.
    pub pairing: usize,
    /// The first group.
    pub first: u64,
    /// How many, at most [`Tally::MAX_BLOCK`].
    pub groups: u64,
}

impl Block {
    /// How many groups of a game a block is to have. Results do not depend on
    /// it.
    #[must_use]
    pub fn size<C: Contest + ?Sized>(contest: &C, seats: usize) -> u64 {
        let group = contest.game_time().as_nanos().max(1) * seats as u128;
        let groups = (DURATION.as_nanos() / group).clamp(1, u128::from(Tally::MAX_BLOCK));
        groups as u64
    }
}

/// Plays blocks of a plan, with memory that it uses again: nothing is allocated
/// from group to group.
#[derive(Clone, Debug)]
pub struct BlockPlayer<'a, C: ?Sized> {
    contest: &'a C,
    plan: &'a Plan,
    line_up: Vec<usize>,
    /// By group of a batch.
    dice: Vec<Dice>,
    /// By game of a group, then group of a batch.
    records: Vec<Vec<GameRecord>>,
    sums: Sums,
}

impl<'a, C: Contest + ?Sized> BlockPlayer<'a, C> {
    /// A table to play at.
    #[must_use]
    pub fn new(contest: &'a C, plan: &'a Plan) -> Self {
        let seats = plan.settings.seats;
        // With more seatings the next group has another one.
        let batch = match plan.seatings.len() {
            1 => BATCH as usize,
            _ => 1,
        };
        let games = || vec![GameRecord::new(seats, plan.metrics); batch];
        Self {
            contest,
            plan,
            line_up: vec![0; seats],
            dice: Vec::with_capacity(batch),
            records: (0..seats).map(|_| games()).collect(),
            sums: Sums::new(seats, plan.metrics, plan.share_unit),
        }
    }

    /// Plays a block, or as many of its groups as are over when `stop` is set;
    /// none if that is none.
    ///
    /// # Errors
    /// [`SumTooLarge`]. Nothing of the block counts then.
    pub fn play(
        &mut self,
        block: Block,
        stop: &AtomicBool,
    ) -> Result<Option<JournalEntry>, SumTooLarge> {
        let pairing = &self.plan.pairings[block.pairing];
        let seatings = &self.plan.seatings;
        let batch = self.records[0].len() as u64;
        let end = block.first + block.groups;
        let mut first = block.first;
        while first < end && !stop.load(Ordering::Relaxed) {
            let groups = first..end.min(first + batch);
            let seating = &seatings[(first % seatings.len() as u64) as usize];
            first = groups.end;
            let of = |group| Dice::new(self.plan.settings.seed, pairing.key, group);
            self.dice.clear();
            self.dice.extend(groups.map(of));
            for (line_up, records) in seating.line_ups.iter().zip(&mut self.records) {
                for (seat, &player) in self.line_up.iter_mut().zip(line_up) {
                    *seat = pairing.players[player];
                }
                let records = &mut records[..self.dice.len()];
                self.contest.play_many(&self.line_up, &self.dice, records);
            }
            let added = (self.sums).add(&seating.seats, &self.records, self.dice.len());
            added.map_err(|sum| {
                let id = |&player: &usize| self.contest.roster()[player].id.as_str();
                let ids: Vec<_> = pairing.players.iter().map(id).collect();
                let players = ids.join(", ");
                SumTooLarge { sum, players }
            })?;
        }
        Ok((self.sums.groups() > 0).then(|| JournalEntry {
            pairing: block.pairing,
            first: block.first,
            tally: self.sums.take(),
        }))
    }
}
