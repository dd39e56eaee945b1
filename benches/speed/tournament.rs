//! What a tournament costs per game apart from the game itself; what Dragon Slayer costs, alone
//! and in a tournament; and what is computed before the first game and after the last.

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::built_in_roster;
use rivals::dragon_slayer::Rules;
use rivals::dragon_slayer::contest::DragonSlayerContest;
use rivals::games::pig::hold_contest;
use rivals::play::{Dice, MAX_SEATS, Seat, Seats};
use rivals::tournament::{
    Contest, GameRecord, Ledger, Metric, Plan, Player, QUIETLY, Settings, Solved, play,
};

/// The number of metrics of a player, about as many as Dragon Slayer has.
const METRICS: usize = 40;

/// The number of paired games of a tournament; there are twice as many games.
const PAIRED_GAMES: u64 = 4_096;

/// A game that takes no time.
struct Still {
    /// Whether each game copies a record, as a game that measures has to write one, or
    /// writes nothing.
    copies: bool,
    roster: Vec<Player>,
    metrics: Vec<Metric>,
    record: GameRecord,
}

impl Still {
    fn new(copies: bool) -> Self {
        let metric = |number| Metric {
            name: format!("metric_{number}"),
            unit: "points",
            scale: 1,
            behaviour: true,
            about: String::new(),
        };
        let values = |factor| (0..).take(2 * METRICS).map(|at| at * factor % 100).collect();
        Self {
            copies,
            roster: ["a", "b"].map(|id| Player::policy(id, id, "")).to_vec(),
            metrics: (0..METRICS).map(metric).collect(),
            record: GameRecord {
                winners: Seats::one(Seat::SECOND),
                scores: [0; MAX_SEATS],
                numerators: values(7),
                denominators: values(3),
                wide: None,
                outside: Vec::new(),
            },
        }
    }
}

impl Contest for Still {
    fn name(&self) -> &str {
        "still"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn identity(&self) -> String {
        String::new()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        black_box((line_up, dice));
        record.winners = self.record.winners;
        if self.copies {
            record.numerators.copy_from_slice(&self.record.numerators);
            (record.denominators).copy_from_slice(&self.record.denominators);
        }
    }
}

/// Measures a tournament of two players on one core.
fn tournament<C: Contest>(bench: Bencher, contest: &C) {
    let settings = Settings {
        seats: 2,
        seed: 2018,
        games: PAIRED_GAMES,
        until_ci: None,
        until_pairs: false,
        shard: None,
    };
    let plan = Plan::new(contest, settings).expect("two players fill a table");
    let (pool, stop) = (super::one_core(), AtomicBool::new(false));
    let counter = ItemsCount::new(2 * PAIRED_GAMES);
    bench.counter(counter).with_inputs(|| Ledger::new(&plan)).bench_local_values(|mut ledger| {
        play(contest, &mut ledger, None, &pool, &stop, &mut |_| {}).expect("it is played");
        ledger
    });
}

#[divan::bench(sample_count = 20)]
fn games_that_write_nothing_40_metrics(bench: Bencher) {
    tournament(bench, &Still::new(false));
}

#[divan::bench(sample_count = 20)]
fn games_that_copy_a_record_40_metrics(bench: Bencher) {
    tournament(bench, &Still::new(true));
}

#[divan::bench(sample_count = 20)]
fn games_of_pig(bench: Bencher) {
    tournament(bench, &hold_contest(&[20, 25]));
}

/// The contest of the players that are named, or of all built-in ones.
fn dragon_slayer(names: &str) -> DragonSlayerContest {
    let (rules, roster) = (Rules::built_in(), built_in_roster());
    let ids: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    let roster =
        if ids.is_empty() { roster } else { roster.select(&ids).expect("they are players") };
    DragonSlayerContest::new(&rules, &roster).expect("the built-in rules are solved")
}

/// As [`dragon_slayer`], with all decisions made.
fn prepared(names: &str) -> DragonSlayerContest {
    let contest = dragon_slayer(names);
    contest.prepare(None, QUIETLY);
    contest
}

const PAIRS: [&str; 3] = ["hold-6 hold-12", "abel carla", "random tree-2"];

#[divan::bench(sample_count = 20, args = PAIRS)]
fn games_of_dragon_slayer(bench: Bencher, names: &str) {
    tournament(bench, &prepared(names));
}

/// The same games without adding them up.
#[divan::bench(sample_count = 20, args = PAIRS)]
fn games_of_dragon_slayer_alone(bench: Bencher, names: &str) {
    let contest = prepared(names);
    let ids = contest.roster().iter().map(|player| player.id.as_str());
    let pairing = Dice::pairing(ids);
    let mut record = GameRecord::new(2, contest.metrics().len());
    let counter = ItemsCount::new(2 * PAIRED_GAMES);
    bench.counter(counter).bench_local(|| {
        for number in 0..PAIRED_GAMES {
            let dice = Dice::new(2018, pairing, number);
            for line_up in [[0, 1], [1, 0]] {
                contest.play(&line_up, &dice, &mut record);
                black_box(&record);
            }
        }
    });
}

/// The game solved, odds included, for the default players.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn before_the_first_game_solution() -> DragonSlayerContest {
    dragon_slayer("")
}

/// The policy tables of the default players, which have decided nothing yet.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn before_the_first_game_policy_tables(bench: Bencher) {
    bench.with_inputs(|| dragon_slayer("")).bench_local_values(|contest| {
        contest.prepare(None, QUIETLY);
        contest
    });
}

/// The exact results of all ordered pairs: the first request computes all.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn after_the_last_game_exact_results(bench: Bencher) {
    bench.with_inputs(|| prepared("")).bench_local_values(|contest| (contest.exact(0, 1), contest));
}
