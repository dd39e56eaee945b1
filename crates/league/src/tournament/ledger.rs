//! The ledger of a tournament: the groups of paired games that were played, and those that are
//! still to be played.

use std::ops::Range;

use super::finished::{Finished, FinishedPairing};
use super::header::{Header, JournalEntry};
use super::plan::{Plan, Settings};
use super::ranges::Ranges;
use super::shard::Shard;
use super::stopping::{is_narrow, pair_is_narrow, round_after, round_of};
use super::tally::Tally;
use rivals_core::contest::Contest;
use rivals_core::play::outside::Counts;

/// The groups of a plan that are done, with their sums. The size does not grow with the
/// number of groups.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    plan: &'a Plan,
    /// The state of each pairing.
    pairings: Vec<PairingProgress>,
    /// The number of games that are done.
    done: u64,
    /// The number of games that are to be played, as far as it is known.
    due: u64,
}

/// The state of one pairing.
#[derive(Clone, Debug)]
struct PairingProgress {
    done: Ranges,
    /// The groups to play, as far as they are known: with `--until-ci` each round may
    /// add some.
    due: Range<u64>,
    totals: Tally,
}

impl PairingProgress {
    /// Whether the intervals that [`Settings`] name are narrower than `width`.
    fn is_narrow(&self, settings: &Settings, width: f64) -> bool {
        if settings.until_pairs {
            pair_is_narrow(&self.totals, width)
        } else {
            is_narrow(&self.totals, settings.seats, width)
        }
    }
}

impl<'a> Ledger<'a> {
    /// A ledger in which no group is done.
    #[must_use]
    pub fn new(plan: &'a Plan) -> Self {
        let settings = &plan.settings;
        let shard = settings.shard.unwrap_or(Shard::WHOLE);
        let progress = |pairing| PairingProgress {
            done: Ranges::default(),
            due: match (limit(plan, shard, pairing), settings.until_ci) {
                (limit, Some(_)) => 0..round_after(0, limit.end),
                (limit, None) => limit,
            },
            totals: Tally::new(
                plan.settings.seats,
                plan.metrics,
                plan.share_unit,
                plan.games_per_seat(pairing),
            ),
        };
        let pairings: Vec<PairingProgress> = (0..plan.pairings.len()).map(progress).collect();
        Self {
            plan,
            done: 0,
            due: (pairings.iter().enumerate())
                .map(|(pairing, progress)| length(&progress.due) * plan.group(pairing))
                .sum(),
            pairings,
        }
    }

    /// The plan of this ledger.
    #[must_use]
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Checks whether an entry can belong to the plan, and returns its groups.
    ///
    /// # Errors
    /// A message that says what is wrong with it: the pairing or the groups do not
    /// exist, or the sums are impossible.
    pub fn check(&self, entry: &JournalEntry) -> Result<Range<u64>, String> {
        self.check_in(entry, self.plan.settings.shard.unwrap_or(Shard::WHOLE))
    }

    /// As [`Ledger::check`], for an entry of this shard.
    pub(super) fn check_in(
        &self,
        entry: &JournalEntry,
        shard: Shard,
    ) -> Result<Range<u64>, String> {
        let JournalEntry { pairing, first, tally } = entry;
        if *pairing >= self.pairings.len() {
            return Err(format!("there is no pairing {pairing}"));
        }
        let games_per_seat = self.plan.games_per_seat(*pairing);
        if tally.games_per_seat != games_per_seat {
            let found = tally.games_per_seat;
            return Err(format!(
                "the chunk has {found} games from each seat in a group; this pairing has {games_per_seat}"
            ));
        }
        tally.check(self.plan.settings.seats, self.plan.metrics, self.plan.share_unit)?;
        let limit = limit(self.plan, shard, *pairing);
        let groups = first.checked_add(tally.groups).map(|end| *first..end);
        groups.filter(|groups| limit.start <= groups.start && groups.end <= limit.end).ok_or_else(
            || {
                let last = first.saturating_add(tally.groups.saturating_sub(1));
                format!("pairing {pairing} does not contain the paired games {first} to {last}")
            },
        )
    }

    /// Whether an entry belongs to the plan, and its groups are now to be played and not done.
    #[cfg(feature = "files")]
    #[must_use]
    pub(super) fn lacks(&self, entry: &JournalEntry) -> bool {
        let Ok(groups) = self.check(entry) else {
            return false;
        };
        let mut missing = self.missing(entry.pairing).into_iter();
        missing.any(|range| range.start <= groups.start && groups.end <= range.end)
    }

    /// Adds groups that were just played or read from a journal. [`Ledger::settle`]
    /// then tells what follows from them.
    ///
    /// # Errors
    /// As [`Ledger::check`], and for groups that are done already. The ledger then
    /// stays as it was.
    pub fn add(&mut self, entry: &JournalEntry) -> Result<(), String> {
        let groups = self.check(entry)?;
        let progress = &mut self.pairings[entry.pairing];
        progress.done.insert(groups).map_err(|twice| {
            let (first, last) = (twice.start, twice.end - 1);
            let pairing = entry.pairing;
            format!("paired games {first} to {last} of pairing {pairing} occur twice")
        })?;
        progress.totals.merge(&entry.tally);
        self.done += entry.tally.groups * self.plan.group(entry.pairing);
        Ok(())
    }

    /// The groups of a pairing that are now to be played in addition to those that
    /// [`Ledger::missing`] named before, if there are any.
    pub fn settle(&mut self, pairing: usize) -> Option<Range<u64>> {
        let settings = &self.plan.settings;
        let width = settings.until_ci?;
        let progress = &mut self.pairings[pairing];
        if progress.due.is_empty() {
            return None;
        }
        let before = progress.due.end;
        // Groups of a later round are played only after all earlier rounds were
        // evaluated.
        progress.due.end = before.max(round_of(progress.done.end(), settings.games));
        let complete = progress.totals.groups == progress.due.end;
        if complete && !progress.is_narrow(settings, width) {
            progress.due.end = round_after(progress.due.end, settings.games);
        }
        self.due += (progress.due.end - before) * self.plan.group(pairing);
        (before < progress.due.end).then_some(before..progress.due.end)
    }

    /// Settles all pairings, after a journal was read.
    pub fn settle_all(&mut self) {
        for pairing in 0..self.pairings.len() {
            self.settle(pairing);
        }
    }

    /// The groups of a pairing that are to be played and not done, in order.
    #[must_use]
    pub fn missing(&self, pairing: usize) -> Vec<Range<u64>> {
        let progress = &self.pairings[pairing];
        progress.done.missing(progress.due.clone())
    }

    /// Whether all groups that are to be played are done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done == self.due
    }

    /// The number of games that are done.
    #[must_use]
    pub fn games_done(&self) -> u64 {
        self.done
    }

    /// The number of games in all. With `--until-ci` it is the number known so far,
    /// because each round may add another.
    #[must_use]
    pub fn games_due(&self) -> u64 {
        self.due
    }

    /// The number of pairings that reached the largest number of games before their
    /// intervals were narrow enough.
    #[must_use]
    pub fn capped(&self) -> usize {
        let settings = &self.plan.settings;
        let Some(width) = settings.until_ci else {
            return 0;
        };
        let capped = |progress: &&PairingProgress| {
            progress.totals.groups == settings.games && !progress.is_narrow(settings, width)
        };
        self.pairings.iter().filter(capped).count()
    }

    /// The number of groups of a shard that are not done.
    #[must_use]
    pub fn missing_of(&self, shard: Shard) -> u64 {
        let of_pairing = |(pairing, progress): (usize, &PairingProgress)| {
            let limit = limit(self.plan, shard, pairing);
            let due = limit.start.max(progress.due.start)..limit.end.min(progress.due.end);
            progress.done.missing(due).iter().map(length).sum::<u64>()
        };
        self.pairings.iter().enumerate().map(of_pairing).sum()
    }

    /// What was counted of a player that is a program of its own.
    #[must_use]
    pub fn outside(&self, player: usize) -> Counts {
        let mut sums = Counts::default();
        for (pairing, progress) in self.plan.pairings.iter().zip(&self.pairings) {
            let counts = progress.totals.outside.iter();
            let own = counts.filter(|(place, _)| pairing.players[**place] == player);
            own.for_each(|(_, counts)| sums.add(counts));
        }
        sums
    }

    /// The results of the finished tournament.
    #[must_use]
    pub fn finished(self, contest: &dyn Contest) -> Finished {
        let settings = &self.plan.settings;
        let header = Header::new(contest, settings);
        let pairings = self.plan.pairings.iter().zip(self.pairings);
        Finished {
            seats: settings.seats,
            seed: settings.seed,
            config_hash: header.config,
            version: header.version,
            games: settings.games,
            until_ci: settings.until_ci,
            until_pairs: settings.until_pairs,
            design: (!self.plan.design.is_all()).then(|| self.plan.design.to_string()),
            exact: None,
            share_unit: self.plan.share_unit,
            roster: contest.roster().to_vec(),
            pairings: pairings
                .map(|(pairing, progress)| FinishedPairing {
                    players: pairing.players.clone(),
                    dice: pairing.key,
                    totals: progress.totals,
                })
                .collect(),
        }
    }
}

fn length(range: &Range<u64>) -> u64 {
    range.end - range.start
}

/// The groups of a pairing that a shard may have to play.
fn limit(plan: &Plan, shard: Shard, pairing: usize) -> Range<u64> {
    let settings = &plan.settings;
    match settings.until_ci {
        // When to stop depends on all earlier groups, so a shard has whole pairings.
        Some(_) if shard.has_pairing(pairing) => 0..settings.games,
        Some(_) => 0..0,
        None => shard.groups(pairing, plan.pairings.len(), settings.games),
    }
}
