//! A sweep of rules: the same players by several sets of rules, on common random numbers.
//!
//! A [`RuleSweep`] is a contest that wraps one contest for each set of rules. Its roster has the
//! players once for each, and only players of the same rules meet
//! ([`Plan::repeated`](super::Plan::repeated)). What was played is [split](RuleSweep::split) into one
//! finished tournament for each set of rules.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::finished::Finished;
use super::header::config_hash;
use crate::error::Error;
use rivals_core::contest::{Contest, GameRecord, Keep, MemoryPart, Metric, OnProgress, Player};
use rivals_core::play::{Dice, Watch};

/// A contest of the same players by several sets of rules.
pub struct RuleSweep {
    /// The contests with the ids of their rules, at least one.
    inner: Vec<(String, Box<dyn Contest>)>,
    /// The players by the first rules, then those by the second, and so on.
    roster: Vec<Player>,
    /// Stops the searches of all contests, if they may have some.
    watch: Option<Arc<Watch>>,
}

impl RuleSweep {
    /// A sweep of these contests, which have the same players by rules with these ids.
    ///
    /// # Errors
    /// If the games of two of them are not counted in the same way.
    ///
    /// # Panics
    /// If there is no contest.
    pub fn new(mut inner: Vec<(String, Box<dyn Contest>)>) -> Result<Self, Error> {
        let counted = |contest: &dyn Contest| {
            let names: Vec<_> = contest.metrics().iter().map(|of| of.name.clone()).collect();
            (names, contest.share_unit(), contest.every_seating(), contest.shares_openings())
        };
        let first = counted(&*inner[0].1);
        if let Some((id, _)) = inner.iter().find(|(_, contest)| counted(&**contest) != first) {
            let message = format!("by {id}, other things are measured than by {}", inner[0].0);
            let help = "vary a rule that leaves the metrics of the game as they are";
            return Err(Error::refused(message, help));
        }
        let by = |(id, contest): &(String, Box<dyn Contest>)| {
            let named =
                |player: &Player| Player { id: format!("{}@{id}", player.id), ..player.clone() };
            contest.roster().iter().map(named).collect::<Vec<_>>()
        };
        let roster = inner.iter().flat_map(by).collect();
        let watch = inner[0].1.watch().map(|_| Arc::default());
        for ((_, contest), watch) in inner.iter_mut().zip(watch.iter().cycle()) {
            contest.watched_by(watch);
        }
        Ok(Self { inner, roster, watch })
    }

    /// The contest of each set of rules, with the id of the rules.
    pub fn contests(&self) -> impl Iterator<Item = (&str, &dyn Contest)> {
        self.inner.iter().map(|(id, contest)| (&**id, &**contest))
    }

    /// One finished tournament for each set of rules.
    #[must_use]
    pub fn split(&self, finished: Finished) -> Vec<Finished> {
        let players = self.inner[0].1.roster().len();
        let part = |(_, contest): &(String, Box<dyn Contest>)| Finished {
            config_hash: config_hash(&**contest),
            roster: contest.roster().to_vec(),
            pairings: Vec::new(),
            version: finished.version.clone(),
            design: None,
            exact: None,
            ..finished
        };
        let mut parts: Vec<Finished> = self.inner.iter().map(part).collect();
        for mut pairing in finished.pairings {
            let rules = pairing.players[0] / players;
            pairing.players.iter_mut().for_each(|player| *player %= players);
            parts[rules].pairings.push(pairing);
        }
        parts
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
        let all = || self.contests().map(|(_, contest)| contest.seats());
        let least = all().map(|seats| *seats.start()).max();
        let most = all().map(|seats| *seats.end()).min();
        least.zip(most).map_or(1..=1, |(least, most)| least..=most)
    }

    fn every_seating(&self) -> bool {
        self.first().every_seating()
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        self.first().metrics()
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
        let players = self.first().roster().len();
        let own: Vec<usize> = line_up.iter().map(|player| player % players).collect();
        self.inner[line_up[0] / players].1.play_many(&own, dice, records);
    }

    fn game_time(&self) -> Duration {
        self.contests().map(|(_, contest)| contest.game_time()).max().unwrap_or_default()
    }
}
