//! A sweep: variants of one player against fixed opponents, on common random numbers.
//!
//! The other seats have different opponents or copies of one, as [`Plan::against`](super::Plan::against)
//! says. A [`Sweep`] is a contest that wraps another one. Its roster has the variants, then the opponents,
//! and only variants play against the opponents ([`Plan::against`](super::Plan::against)). Every game
//! of a variant is played twice on the same dice, the second time by the unchanged player in the
//! variant's seat. Two metrics follow those of the game: the difference of the two shares of the
//! win, whose interval is therefore paired, and the share of the unchanged player. All variants
//! play on the dice of the unchanged player's pairings.

use std::ops::RangeInclusive;
use std::slice;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::finished::ExactPairs;
use super::plan::check_seats;
use crate::error::Error;
use rivals_core::contest::MemoryPart;
use rivals_core::contest::Player;
use rivals_core::contest::{Contest, DIFFERENCE, GameRecord, Keep, Metric, OnProgress, Solved};
use rivals_core::play::{Dice, Seat, Watch};

/// What a sweep varies, in one spelling: from these words and the configuration, a merge makes
/// the same sweep again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepWords {
    /// The id of the player that is varied.
    pub player: String,
    /// The traits and values of the player that variants are compared with, as canonical text;
    /// the id of an agent.
    pub unchanged: String,
    /// The ranges, as `key=from..to:steps` or `key=value,value`.
    pub ranges: Vec<String>,
    /// The number of variants, which are the first players of the roster.
    pub variants: usize,
    /// The ids of the opponents, or of the players of a sweep of rules.
    pub against: Vec<String>,
    /// Whether each range is varied alone, and not with the others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// Whether rules are varied, for all players, and no player is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_rules: bool,
}

/// A contest of variants of one player against opponents.
pub struct Sweep {
    /// The variants, the opponents, and the unchanged player if it is none of the variants.
    inner: Box<dyn Contest>,
    /// The variants, then the opponents.
    roster: Vec<Player>,
    /// The number of seats of every game.
    seats: usize,
    variants: usize,
    /// The index of the unchanged player in `inner`.
    unchanged: usize,
    /// The metrics of the game, then the two of the sweep.
    metrics: Vec<Metric>,
    identity: String,
    exact: OnceLock<ExactPairs>,
}

impl Sweep {
    /// A sweep of the first players of a contest, each under another id and name, against those
    /// that follow. The unchanged player is the contest's last player, or its first one if
    /// `among_variants`.
    ///
    /// # Errors
    /// If the game is not played with this number of seats.
    pub fn new(
        inner: Box<dyn Contest>,
        seats: usize,
        variants: &[(String, String)],
        among_variants: bool,
    ) -> Result<Self, Error> {
        check_seats(inner.name(), inner.seats(), seats)?;
        let mut roster = inner.roster().to_vec();
        let unchanged = if among_variants { 0 } else { roster.len() - 1 };
        if !among_variants {
            roster.pop();
        }
        for (player, (id, name)) in roster.iter_mut().zip(variants) {
            (player.id, player.name) = (id.clone(), name.clone());
        }
        let of_share = |name: &str, unit, about: &str| Metric {
            name: name.to_owned(),
            unit,
            scale: inner.share_unit(),
            about: about.to_owned(),
            behaviour: false,
        };
        let mut metrics = inner.metrics().to_vec();
        metrics.push(of_share(
            "difference",
            DIFFERENCE,
            "share of the win, less that of the unchanged player on the same dice",
        ));
        metrics.push(of_share(
            "unchanged",
            "share",
            "share of the win of the unchanged player on the same dice",
        ));
        let least = *inner.seats().start();
        let at = if seats == least { String::new() } else { format!(" at {seats} seats") };
        Ok(Self {
            identity: format!("sweep of {} variants{at}\n{}", variants.len(), inner.identity()),
            roster,
            seats,
            variants: variants.len(),
            unchanged,
            metrics,
            exact: OnceLock::new(),
            inner,
        })
    }

    /// The number of variants.
    pub fn variants(&self) -> usize {
        self.variants
    }

    /// The player that variants are compared with, as [`SweepWords::unchanged`].
    pub fn unchanged(&self) -> String {
        let player = &self.inner.roster()[self.unchanged];
        if player.figures.is_empty() { player.id.clone() } else { player.canonical() }
    }

    /// The names of the game's own metrics.
    pub fn own_metrics(&self) -> &[Metric] {
        self.inner.metrics()
    }

    /// The exact win rate of a variant, or of the unchanged player for none: the mean over the
    /// opponents and both seats.
    pub fn exact_win_rate(&self, variant: Option<usize>) -> Option<f64> {
        let player = variant.unwrap_or(self.unchanged);
        self.solved()?;
        let opponents = self.variants..self.roster.len();
        let count = opponents.len() as f64;
        let rates = opponents.map(|other| {
            let (first, _) = self.exact(player, other)?;
            let (second, _) = self.exact(other, player)?;
            Some(f64::midpoint(first, 1.0 - second))
        });
        Some(rates.sum::<Option<f64>>()? / count)
    }

    /// The exact results of variants and the unchanged player with the opponents.
    fn table(&self, progress: OnProgress<'_>) -> &ExactPairs {
        self.exact.get_or_init(|| {
            let Some(solved) = self.inner.solved() else {
                return ExactPairs::new();
            };
            let opponents = self.variants..self.roster.len();
            let other = (self.unchanged >= self.variants).then_some(self.unchanged);
            let pairs: Vec<_> = (0..self.variants)
                .chain(other)
                .flat_map(|subject| opponents.clone().map(move |other| (subject, other)))
                .flat_map(|(subject, other)| [(subject, other), (other, subject)])
                .collect();
            let exact = solved.exact_of_pairs(&pairs, progress);
            pairs.into_iter().zip(exact).filter_map(|(pair, exact)| Some((pair, exact?))).collect()
        })
    }
}

impl Contest for Sweep {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.seats..=self.seats
    }

    fn every_seating(&self) -> bool {
        self.inner.every_seating()
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn shares_openings(&self) -> bool {
        self.inner.shares_openings()
    }

    fn share_unit(&self) -> u32 {
        self.inner.share_unit()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn rules(&self) -> String {
        self.inner.rules()
    }

    fn common(&self) -> String {
        self.inner.common()
    }

    fn prepare(&self, kept: Option<&dyn Keep>, progress: OnProgress<'_>) {
        self.inner.prepare(kept, progress);
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        self.inner.memory(seats, threads)
    }

    fn watch(&self) -> Option<&Watch> {
        self.inner.watch()
    }

    fn watched_by(&mut self, watch: &Arc<Watch>) {
        self.inner.watched_by(watch);
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        self.play_many(line_up, slice::from_ref(dice), slice::from_mut(record));
    }

    fn play_many(&self, line_up: &[usize], dice: &[Dice], records: &mut [GameRecord]) {
        let own = self.inner.metrics().len();
        let mut varied = vec![GameRecord::new(line_up.len(), own); records.len()];
        let mut unchanged = varied.clone();
        let is_variant = |player: usize| player < self.variants;
        let replaced: Vec<usize> = (line_up.iter())
            .map(|&player| if is_variant(player) { self.unchanged } else { player })
            .collect();
        self.inner.play_many(line_up, dice, &mut varied);
        self.inner.play_many(&replaced, dice, &mut unchanged);
        let unit = i64::from(self.share_unit());
        #[expect(clippy::cast_possible_wrap, reason = "at most MAX_SEATS seats win")]
        let share = |record: &GameRecord, seat: usize| {
            let won = record.winners.contains(Seat::at(seat));
            i64::from(won) * unit / (record.winners.len().max(1) as i64)
        };
        for ((record, varied), unchanged) in records.iter_mut().zip(&varied).zip(&unchanged) {
            let sums: Vec<[i64; 2]> = (0..line_up.len())
                .flat_map(|seat| {
                    let before = share(unchanged, seat);
                    let two = [[share(varied, seat) - before, 1], [before, 1]];
                    let of_game = (0..own).map(move |metric| varied.sums(seat * own + metric));
                    of_game.chain(two)
                })
                .collect();
            record.winners = varied.winners;
            record.set_sums(sums.into_iter());
        }
    }

    fn game_time(&self) -> Duration {
        2 * self.inner.game_time()
    }

    fn solved(&self) -> Option<&dyn Solved> {
        self.inner.solved().filter(|_| self.seats == 2).map(|_| self as &dyn Solved)
    }
}

impl Solved for Sweep {
    fn prepare_exact(&self, progress: OnProgress<'_>) {
        self.table(progress);
    }

    /// The result of a variant or the unchanged player and an opponent, or the other
    /// way round; no other pair has one.
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        self.table(&|_, _, _| {}).get(&(first, second)).copied()
    }

    fn exact_draws(&self, first: usize, second: usize) -> Option<f64> {
        self.inner.solved()?.exact_draws(first, second)
    }
}
