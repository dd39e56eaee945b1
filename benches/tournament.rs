//! Measures, with `cargo bench --bench tournament`, what the tournament engine costs per
//! game apart from the game itself; what Dragon Slayer costs, alone and in the engine; and
//! what is computed before the first game and after the last.

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use rivals::games::dragon_slayer::contest::DragonSlayerContest;
use rivals::games::dragon_slayer::{Rules, built_in_roster};
use rivals::games::pig::hold_contest;
use rivals::play::{Dice, Seat, Seats};
use rivals::tournament::{
    Block, BlockPlayer, Contest, GameRecord, Metric, Plan, Player, Settings, Solved,
};

/// The number of metrics of a player, about as many as Dragon Slayer has.
const METRICS: usize = 40;

/// The number of groups of a block; there are twice as many games.
const GROUPS: u64 = 4_096;

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
        let values = |factor| {
            (0..2 * METRICS as i32)
                .map(|at| at * factor % 100)
                .collect()
        };
        Self {
            copies,
            roster: ["a", "b"].map(player).to_vec(),
            metrics: (0..METRICS).map(metric).collect(),
            record: GameRecord {
                winners: Seats::one(Seat::SECOND),
                numerators: values(7),
                denominators: values(3),
                wide: None,
            },
        }
    }
}

fn player(id: &str) -> Player {
    Player::policy(id, id, "")
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

fn settings() -> Settings {
    Settings {
        seats: 2,
        seed: 2018,
        games: GROUPS,
        until_ci: None,
        shard: None,
    }
}

fn block<C: Contest + ?Sized>(criterion: &mut Criterion, name: &str, contest: &C) {
    let plan = Plan::new(contest, settings()).expect("two players fill a table");
    let mut table = BlockPlayer::new(contest, &plan);
    let stop = AtomicBool::new(false);
    let block = Block {
        pairing: 0,
        first: 0,
        groups: GROUPS,
    };
    let mut group = criterion.benchmark_group("one core, a block of games");
    group.throughput(Throughput::Elements(2 * GROUPS));
    group.bench_function(name, |bench| {
        bench.iter(|| black_box(table.play(block, &stop)));
    });
}

fn engine(criterion: &mut Criterion) {
    block(
        criterion,
        "that write nothing, 40 metrics",
        &Still::new(false),
    );
    block(
        criterion,
        "that copy a record, 40 metrics",
        &Still::new(true),
    );
    let still: &dyn Contest = &Still::new(true);
    block(criterion, "the same, through a pointer", still);
}

fn pig(criterion: &mut Criterion) {
    let pig = hold_contest(&[20, 25]);
    block(criterion, "of Pig, 4 metrics", &pig);
}

/// The contest of the built-in tournament's players, or of those that are named.
fn dragon_slayer_contest(ids: &[&str]) -> DragonSlayerContest {
    let (rules, roster) = (Rules::built_in(), built_in_roster());
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    let roster = match ids.is_empty() {
        true => roster,
        false => roster.select(&ids).expect("they are players"),
    };
    DragonSlayerContest::new(&rules, &roster).expect("the built-in rules are solved")
}

/// Measures the games of a block without adding them up.
fn games<C: Contest>(criterion: &mut Criterion, name: &str, contest: &C) {
    let ids = contest.roster().iter().map(|player| player.id.as_str());
    let pairing = Dice::pairing(ids);
    let mut record = GameRecord::new(2, contest.metrics().len());
    let mut group = criterion.benchmark_group("one core, games alone");
    group.throughput(Throughput::Elements(2 * GROUPS));
    group.bench_function(name, |bench| {
        bench.iter(|| {
            for number in 0..GROUPS {
                let dice = Dice::new(2018, pairing, number);
                for line_up in [[0, 1], [1, 0]] {
                    contest.play(&line_up, &dice, &mut record);
                    black_box(&record);
                }
            }
        });
    });
}

fn dragon_slayer(criterion: &mut Criterion) {
    for pair in [
        ["hold-6", "hold-12"],
        ["abel", "carla"],
        ["random", "tree-2"],
    ] {
        let contest = dragon_slayer_contest(&pair);
        contest.prepare();
        let name = format!("of Dragon Slayer, {} and {}", pair[0], pair[1]);
        games(criterion, &name, &contest);
        block(criterion, &name, &contest);
    }
}

/// Measures what the default tournament computes apart from its games, on all cores.
/// Every round begins with players that have decided nothing yet.
fn around(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all cores, the default 22 and the optimal policy");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.bench_function("the game solved, odds included", |bench| {
        bench.iter(|| dragon_slayer_contest(&[]));
    });
    group.bench_function("their policy tables", |bench| {
        let prepare = |contest: DragonSlayerContest| {
            contest.prepare();
            contest
        };
        bench.iter_batched(
            || dragon_slayer_contest(&[]),
            prepare,
            BatchSize::PerIteration,
        );
    });
    group.bench_function("the exact results of all ordered pairs", |bench| {
        let setup = || {
            let contest = dragon_slayer_contest(&[]);
            contest.prepare();
            contest
        };
        // The first request computes the results of all pairs.
        let league = |contest: DragonSlayerContest| (contest.exact(0, 1), contest);
        bench.iter_batched(setup, league, BatchSize::PerIteration);
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = engine, pig, dragon_slayer, around
}
criterion_main!(benches);
