//! A sweep of rules: the same players by several sets of rules, on common random numbers.
//!
//! A [`RuleSweep`] is a contest that wraps one contest for each set of rules. Its roster has the
//! players once for each, and only players of the same rules meet
//! ([`Plan::repeated`](super::Plan::repeated)). Every game is played again by the unchanged rules, on
//! the same dice. Metrics of the differences follow those of the game, so that their intervals are
//! paired. What was played is [split](RuleSweep::split) into one finished tournament for each set of
//! rules, without these metrics.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use super::finished::{Finished, FinishedPairing};
use super::header::config_hash;
use super::plan::check_seats;
use crate::error::Error;
use rivals_core::contest::{
    Contest, DIFFERENCE, GameRecord, Keep, MemoryPart, Metric, OnProgress, Player,
};
use rivals_core::play::{Dice, Seat, Watch};

/// The metrics that are the length of a game, by name.
const LENGTHS: [&str; 3] = ["turns_per_game", "turns", "moves"];

/// A contest of the same players by several sets of rules.
pub struct RuleSweep {
    /// The contests with the ids of their rules, at least one.
    inner: Vec<(String, Box<dyn Contest>)>,
    /// The place of the unchanged rules.
    unchanged: usize,
    /// The number of seats of every game.
    seats: usize,
    /// The players by the first rules, then those by the second, and so on.
    roster: Vec<Player>,
    /// The metrics of the game, then those of the differences.
    metrics: Vec<Metric>,
    /// What the metrics after those of the game count.
    changes: Vec<Change>,
    /// The metric of the game that is its length.
    length: Option<usize>,
    /// Stops the searches of all contests, if they may have some.
    watch: Option<Arc<Watch>>,
}

/// What differs between a game and the same game by the unchanged rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The player's share of the win.
    Share,
    /// The share of the win of this seat, counted from 0, whoever sits there.
    OfSeat(usize),
    /// Whether all players win together.
    Draws,
    /// The length of the game for the player.
    Length,
}

/// The metric that is the length of a game.
#[must_use]
pub fn length(contest: &dyn Contest) -> Option<usize> {
    LENGTHS.iter().find_map(|name| contest.metrics().iter().position(|of| of.name == *name))
}

impl RuleSweep {
    /// A sweep of these contests, which have the same players by rules with these ids, at this number
    /// of seats. `unchanged` is the place of the rules that the others are compared with.
    ///
    /// # Errors
    /// If the games of two of them are not counted in the same way, or one of them is not played
    /// with this number of seats.
    ///
    /// # Panics
    /// If there is no contest at `unchanged`.
    pub fn new(
        mut inner: Vec<(String, Box<dyn Contest>)>,
        unchanged: usize,
        seats: usize,
    ) -> Result<Self, Error> {
        let counted = |contest: &dyn Contest| {
            let names: Vec<_> = contest.metrics().iter().map(|of| of.name.clone()).collect();
            (names, contest.share_unit(), contest.every_seating(), contest.shares_openings())
        };
        let first = counted(&*inner[unchanged].1);
        for (id, contest) in &inner {
            check_seats(contest.name(), contest.seats(), seats)?;
            if counted(&**contest) != first {
                let other = &inner[unchanged].0;
                let message = format!("by {id}, other things are measured than by {other}");
                let help = "vary a rule that leaves the metrics of the game as they are";
                return Err(Error::refused(message, help));
            }
        }
        let by = |(id, contest): &(String, Box<dyn Contest>)| {
            let named =
                |player: &Player| Player { id: format!("{}@{id}", player.id), ..player.clone() };
            contest.roster().iter().map(named).collect::<Vec<_>>()
        };
        let roster = inner.iter().flat_map(by).collect();
        let own = &*inner[unchanged].1;
        let length = length(own);
        let mut changes = vec![Change::Share];
        changes.extend((0..seats).map(Change::OfSeat));
        changes.extend((own.share_unit() > 1).then_some(Change::Draws));
        changes.extend(length.map(|_| Change::Length));
        let mut metrics = own.metrics().to_vec();
        let metric = |change: &Change| {
            let (what, scale) = match change {
                Change::Share => ("share of the win".to_owned(), own.share_unit()),
                Change::OfSeat(at) => (format!("share of seat {}", at + 1), own.share_unit()),
                Change::Draws => ("share of draws".to_owned(), 1),
                Change::Length => ("length of a game".to_owned(), 1),
            };
            let of_length = length.filter(|_| *change == Change::Length).map(|at| &metrics[at]);
            Metric {
                name: format!("difference of {what}").replace(' ', "_"),
                unit: of_length.map_or(DIFFERENCE, |metric| metric.unit),
                scale: of_length.map_or(scale, |metric| metric.scale),
                about: format!("{what}, less that by the unchanged rules on the same dice"),
                behaviour: false,
            }
        };
        let more: Vec<Metric> = changes.iter().map(metric).collect();
        metrics.extend(more);
        let watch = inner[0].1.watch().map(|_| Arc::default());
        for ((_, contest), watch) in inner.iter_mut().zip(watch.iter().cycle()) {
            contest.watched_by(watch);
        }
        Ok(Self { inner, unchanged, seats, roster, metrics, changes, length, watch })
    }

    /// The contest of each set of rules, with the id of the rules.
    pub fn contests(&self) -> impl Iterator<Item = (&str, &dyn Contest)> {
        self.inner.iter().map(|(id, contest)| (&**id, &**contest))
    }

    /// The place of the unchanged rules.
    #[must_use]
    pub fn unchanged(&self) -> usize {
        self.unchanged
    }

    /// The metric that counts this change, if the game has it.
    #[must_use]
    pub fn metric(&self, change: Change) -> Option<usize> {
        let at = self.changes.iter().position(|of| *of == change)?;
        Some(self.first().metrics().len() + at)
    }

    /// The places in the roster of the players by the rules at this place.
    #[must_use]
    pub fn players(&self, rules: usize) -> Range<usize> {
        let players = self.first().roster().len();
        rules * players..(rules + 1) * players
    }

    /// One finished tournament for each set of rules.
    #[must_use]
    pub fn split(&self, finished: &Finished) -> Vec<Finished> {
        let (players, own) = (self.first().roster().len(), self.first().metrics().len());
        let part = |(_, contest): &(String, Box<dyn Contest>)| Finished {
            config_hash: config_hash(&**contest),
            roster: contest.roster().to_vec(),
            pairings: Vec::new(),
            version: finished.version.clone(),
            design: None,
            exact: None,
            ..*finished
        };
        let mut parts: Vec<Finished> = self.inner.iter().map(part).collect();
        for pairing in &finished.pairings {
            parts[pairing.players[0] / players].pairings.push(FinishedPairing {
                players: pairing.players.iter().map(|player| player % players).collect(),
                dice: pairing.dice,
                totals: pairing.totals.of_first_metrics(own),
            });
        }
        parts
    }

    /// What a game and the same game by the unchanged rules differ by, for each seat.
    fn differences(&self, game: &GameRecord, unchanged: &GameRecord, seat: usize) -> Vec<[i64; 2]> {
        let first = self.first();
        let (own, unit) = (first.metrics().len(), i64::from(first.share_unit()));
        #[expect(clippy::cast_possible_wrap, reason = "at most MAX_SEATS seats win")]
        let share = |of: &GameRecord, seat: usize| {
            i64::from(of.winners.contains(Seat::at(seat))) * unit / (of.winners.len().max(1) as i64)
        };
        let drawn = |of: &GameRecord| i64::from(of.winners.len() == self.seats);
        let of_seat = |seat: usize| [share(game, seat) - share(unchanged, seat), 1];
        let difference = |change: &Change| match *change {
            Change::Share => of_seat(seat),
            Change::OfSeat(seat) => of_seat(seat),
            Change::Draws => [drawn(game) - drawn(unchanged), 1],
            Change::Length => self.length.map_or([0, 0], |at| {
                let [after, count] = game.sums(seat * own + at);
                let [before, _] = unchanged.sums(seat * own + at);
                [after - before, count]
            }),
        };
        self.changes.iter().map(difference).collect()
    }

    fn first(&self) -> &dyn Contest {
        &*self.inner[0].1
    }

    /// A text of every set of rules.
    fn texts(&self, text: impl Fn(&dyn Contest) -> String) -> String {
        self.contests().map(|(id, contest)| format!("# {id}\n{}", text(contest))).collect()
    }
}

impl Contest for RuleSweep {
    fn name(&self) -> &str {
        self.first().name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.seats..=self.seats
    }

    fn every_seating(&self) -> bool {
        self.first().every_seating()
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn shares_openings(&self) -> bool {
        self.first().shares_openings()
    }

    fn share_unit(&self) -> u32 {
        self.first().share_unit()
    }

    fn identity(&self) -> String {
        self.texts(|contest| contest.identity())
    }

    fn rules(&self) -> String {
        self.texts(|contest| contest.rules())
    }

    fn common(&self) -> String {
        self.texts(|contest| contest.common())
    }

    fn prepare(&self, _kept: Option<&dyn Keep>, progress: OnProgress<'_>) {
        for (_, contest) in self.contests() {
            contest.prepare(None, progress);
        }
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        let mut parts: Vec<MemoryPart> = Vec::new();
        for part in self.contests().flat_map(|(_, contest)| contest.memory(seats, threads)) {
            match parts.iter_mut().find(|other| other.what == part.what) {
                Some(sum) => sum.bytes += part.bytes,
                None => parts.push(part),
            }
        }
        parts
    }

    fn watch(&self) -> Option<&Watch> {
        self.watch.as_deref()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        self.play_many(line_up, std::slice::from_ref(dice), std::slice::from_mut(record));
    }

    fn play_many(&self, line_up: &[usize], dice: &[Dice], records: &mut [GameRecord]) {
        let (players, own) = (self.first().roster().len(), self.first().metrics().len());
        let rules = line_up[0] / players;
        let seated: Vec<usize> = line_up.iter().map(|player| player % players).collect();
        let mut games = vec![GameRecord::new(line_up.len(), own); records.len()];
        self.inner[rules].1.play_many(&seated, dice, &mut games);
        let mut unchanged = games.clone();
        if rules != self.unchanged {
            self.inner[self.unchanged].1.play_many(&seated, dice, &mut unchanged);
        }
        for ((record, game), unchanged) in records.iter_mut().zip(&games).zip(&unchanged) {
            let sums: Vec<[i64; 2]> = (0..line_up.len())
                .flat_map(|seat| {
                    let of_game = (0..own).map(move |metric| game.sums(seat * own + metric));
                    of_game.chain(self.differences(game, unchanged, seat))
                })
                .collect();
            (record.winners, record.scores) = (game.winners, game.scores);
            record.set_sums(sums.into_iter());
        }
    }

    fn game_time(&self) -> Duration {
        2 * self.contests().map(|(_, contest)| contest.game_time()).max().unwrap_or_default()
    }
}
