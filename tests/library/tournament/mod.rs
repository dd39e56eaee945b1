//! Tests of tournaments through the library, most of them with Pig: the results depend
//! on nothing but the contest, the seed and the number of games.

mod agent_contest;
mod built_in;
mod compare;
mod conformance;
mod dice;
mod dragon_slayer;
mod places;
mod plans;
mod resume;
mod rule_sweeps;
mod shards;
mod shared;
mod stopping;
mod sweeps;
mod threads;
mod values;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::games::pig::hold_contest;
use crate::play::Dice;
use crate::tournament::sums::Sums;
use crate::tournament::{
    Contest, Finished, GameRecord, Header, JOURNAL, Ledger, Metric, Plan, Player, Settings, Tally,
    TournamentJournal, play,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Pig between players that hold at these numbers of points.
fn pig(points: &[u32]) -> impl Contest + use<> {
    hold_contest(points)
}

fn settings(seats: usize, games: u64) -> Settings {
    Settings { seats, seed: 7, games, until_ci: None, until_pairs: false, shard: None }
}

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().unwrap()
}

/// Plays a tournament to its end, without a journal.
fn finished(contest: &dyn Contest, settings: Settings, threads: usize) -> Finished {
    let plan = Plan::new(contest, settings).unwrap();
    let mut ledger = Ledger::new(&plan);
    let go = AtomicBool::new(false);
    play(contest, &mut ledger, None, &pool(threads), &go, &mut |_| {}).unwrap();
    assert!(ledger.is_complete());
    ledger.finished(contest)
}

/// All results as text, to compare.
fn text(finished: &Finished) -> String {
    format!("{finished:?}")
}

/// Begins a journal in a folder.
fn begin(folder: &Path, contest: &dyn Contest, plan: &Plan) -> TournamentJournal {
    let header = Header::new(contest, &plan.settings);
    TournamentJournal::create(&folder.join(JOURNAL), &header).unwrap()
}

/// A contest that reports another duration of its games.
struct Paced<P> {
    pig: P,
    game_time: Duration,
}

impl<P: Contest> Contest for Paced<P> {
    fn name(&self) -> &str {
        self.pig.name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.pig.seats()
    }

    fn roster(&self) -> &[Player] {
        self.pig.roster()
    }

    fn metrics(&self) -> &[Metric] {
        self.pig.metrics()
    }

    fn identity(&self) -> String {
        self.pig.identity()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        self.pig.play(line_up, dice, record);
    }

    fn game_time(&self) -> Duration {
        self.game_time
    }
}
