//! Plays chunks: consecutive groups of paired games of one pairing.

#![expect(clippy::cast_possible_truncation, reason = "chunks and seatings are few")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::header::JournalEntry;
use super::plan::Plan;
use super::seating::Seating;
use super::sums::Sums;
use super::tally::Tally;
use crate::error::Error;
use rivals_core::contest::{Contest, GameRecord};
use rivals_core::play::outside::Counts;
use rivals_core::play::{Dice, Watch};

/// The approximate duration of a chunk: long compared with the cost of handing it over
/// and writing it to the journal, short compared with a user's patience.
const DURATION: Duration = Duration::from_millis(10);

/// The largest number of groups that are played without checking whether to stop, where
/// they have the same seatings: large enough that a contest gains by playing them
/// together, small enough that their records stay in the cache of one core.
pub(super) const BATCH: usize = 256;

/// A range of groups of one pairing that one thread plays as a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The index of the pairing in the plan.
    pub pairing: usize,
    /// The number of the first group.
    pub first: u64,
    /// The number of groups, at most [`Tally::MAX_CHUNK`].
    pub groups: u64,
}

impl Chunk {
    /// The number of groups that a chunk of this contest should have. Results do not
    /// depend on it.
    #[must_use]
    pub fn size(contest: &dyn Contest, seats: usize) -> u64 {
        let group = contest.game_time().as_nanos().max(1) * seats as u128;
        let groups = (DURATION.as_nanos() / group).clamp(1, u128::from(Tally::MAX_CHUNK));
        groups as u64
    }
}

/// Plays the chunks of a plan. It reuses its memory, so that nothing is allocated from
/// group to group.
pub struct ChunkPlayer<'a> {
    contest: &'a dyn Contest,
    plan: &'a Plan,
    line_up: Vec<usize>,
    /// The dice, by group of a batch.
    dice: Vec<Dice>,
    /// The records, by game of a group, then group of a batch.
    records: Vec<Vec<GameRecord>>,
    sums: Sums,
}

impl<'a> ChunkPlayer<'a> {
    /// A player of the chunks of this contest and plan.
    #[must_use]
    pub fn new(contest: &'a dyn Contest, plan: &'a Plan) -> Self {
        let seats = plan.settings.seats;
        // With more than one seating, the next group has a different one. Groups with shared
        // openings are counted apart.
        let one_seating = (0..plan.pairings.len()).all(|at| plan.seatings(at).len() == 1);
        let outside = !contest.outsiders().is_empty();
        let one_by_one = !one_seating || contest.shares_openings() || outside;
        let batch = if one_by_one { 1 } else { BATCH };
        let games = || vec![GameRecord::new(seats, plan.metrics); batch];
        Self {
            contest,
            plan,
            line_up: vec![0; seats],
            dice: Vec::with_capacity(batch),
            records: (0..seats * plan.most_games_per_seat() as usize).map(|_| games()).collect(),
            sums: Sums::new(seats, plan.metrics, plan.share_unit, 1),
        }
    }

    /// Plays a chunk. When `stop` is set, it returns the groups that are finished by
    /// then, or `None` if no group is.
    ///
    /// # Errors
    /// If the metrics of a group are too large to be added up exactly. No group of the chunk is
    /// then counted.
    pub fn play(&mut self, chunk: Chunk, stop: &AtomicBool) -> Result<Option<JournalEntry>, Error> {
        let pairing = &self.plan.pairings[chunk.pairing];
        let seatings = self.plan.seatings(chunk.pairing);
        let games_per_seat = seatings[0].games_per_seat();
        if self.sums.games_per_seat() != games_per_seat {
            let (seats, metrics) = (self.line_up.len(), self.plan.metrics);
            self.sums = Sums::new(seats, metrics, self.plan.share_unit, games_per_seat);
        }
        let batch = self.records[0].len() as u64;
        let mut of_openings: Option<Tally> = None;
        let end = chunk.first + chunk.groups;
        let mut first = chunk.first;
        let mut outside: BTreeMap<usize, Counts> = BTreeMap::new();
        let closed = || self.contest.watch().is_some_and(Watch::closed);
        while first < end && !stop.load(Ordering::Relaxed) && !closed() {
            let groups = first..end.min(first + batch);
            let seating = &seatings[(first % seatings.len() as u64) as usize];
            let opening = first;
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
            if self.contest.watch().is_some_and(Watch::stopped) {
                break;
            }
            let records = &self.records[..seating.line_ups.len()];
            let added = (self.sums).add(&seating.seats, records, self.dice.len());
            added.map_err(|sum| {
                let id = |&player: &usize| self.contest.roster()[player].id.as_str();
                let ids: Vec<_> = pairing.players.iter().map(id).collect();
                let message = format!(
                    "a metric sum of one group of paired games of {} is {sum}; the limit for exact \
                     addition is {}",
                    ids.join(", "),
                    Tally::MOST
                );
                let help = "leave out one of these players, or change the rules so that their games \
                            are shorter";
                Error::refused(message, help)
            })?;
            add_outside(&mut outside, seating, records);
            if self.contest.shares_openings() {
                let tally = self.sums.take().of_opening(opening);
                match &mut of_openings {
                    Some(sums) => sums.merge(&tally),
                    None => of_openings = Some(tally),
                }
            }
        }
        let tally = of_openings.or_else(|| (self.sums.groups() > 0).then(|| self.sums.take()));
        let tally = tally.map(|tally| Tally { outside, ..tally });
        Ok(tally.map(|tally| JournalEntry { pairing: chunk.pairing, first: chunk.first, tally }))
    }
}

/// Adds what was counted of programs, by player of the pairing, in these games of a group.
fn add_outside(to: &mut BTreeMap<usize, Counts>, seating: &Seating, records: &[Vec<GameRecord>]) {
    for (line_up, records) in seating.line_ups.iter().zip(records) {
        for (seat, counts) in records.iter().flat_map(|record| &record.outside) {
            to.entry(line_up[usize::from(*seat)]).or_default().add(counts);
        }
    }
}
