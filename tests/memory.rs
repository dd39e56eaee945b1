//! The memory that tournaments allocate, compared with what is computed beforehand.
//!
//! Live bytes of the heap are counted by the allocator, so the test has a binary of its
//! own, with a single test.

// The allocator is an unsafe trait.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rivals::dragon_slayer::Rules;
use rivals::dragon_slayer::contest::DragonSlayerContest;
use rivals::games::pig::hold_contest;
use rivals::play::Dice;
use rivals::standings::Analysis;
use rivals::standings_text;
use rivals::tournament::{
    Contest, GameRecord, Ledger, Memory, Metric, Plan, Player, Settings, play,
};
use rivals::{built_in_claims, built_in_roster};

/// The system's allocator, counting.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all requests are the system allocator's own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(live, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Threads that play.
const THREADS: usize = 2;

/// What a tournament allocates at most, beyond `before`, over what was estimated. The
/// program itself, and the buffers of games being played, are left out of both.
fn ratio<C: Contest>(before: usize, contest: &C, seats: usize) -> f64 {
    let settings =
        Settings { seats, seed: 1, games: 20, until_ci: None, until_pairs: false, shard: None };
    PEAK.store(LIVE.load(Ordering::Relaxed), Ordering::Relaxed);
    let plan = Plan::new(contest, settings).unwrap();
    let estimated = Memory::new(contest, &plan, THREADS);
    let parts = estimated.parts.iter();
    let parts = parts.filter(|part| part.what != "games being played");
    let estimated: u64 = parts.map(|part| part.bytes).sum();
    let pool = ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
    let mut ledger = Ledger::new(&plan);
    play(contest, &mut ledger, None, &pool, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let finished = ledger.finished(contest);
    let claims = built_in_claims();
    let results = pool.install(|| Analysis::new(contest, &finished, &claims));
    assert!(!standings_text(&results, None).is_empty());
    let peak = PEAK.load(Ordering::Relaxed) - before;
    peak as f64 / estimated as f64
}

/// Pig with openings that all pairings share, as games without chance have them.
struct Opened<C>(C);

impl<C: Contest> Contest for Opened<C> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.0.seats()
    }

    fn roster(&self) -> &[Player] {
        self.0.roster()
    }

    fn metrics(&self) -> &[Metric] {
        self.0.metrics()
    }

    fn shares_openings(&self) -> bool {
        true
    }

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        self.0.play(line_up, dice, record);
    }
}

#[test]
fn estimates_are_close() {
    let ratios = [
        (&["abel", "carla", "daniel", "hold-12"][..], 12, 2),
        (&["abel", "carla"], 24, 2),
        (&["abel", "carla", "greedy", "random"], 20, 3),
    ]
    .map(|(ids, target, seats)| {
        let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
        let roster = built_in_roster().select(&ids).unwrap();
        let rules = Rules { target, ..Rules::built_in() };
        let before = LIVE.load(Ordering::Relaxed);
        let contest = DragonSlayerContest::new(&rules, &roster).unwrap();
        ratio(before, &contest, seats)
    });
    // Its memory is that of the pairings alone.
    let before = LIVE.load(Ordering::Relaxed);
    let holds: Vec<u32> = (20..50).collect();
    let pig = ratio(before, &hold_contest(&holds), 3);
    let before = LIVE.load(Ordering::Relaxed);
    let opened = ratio(before, &Opened(hold_contest(&holds)), 2);
    let all = [ratios[0], ratios[1], ratios[2], pig, opened];
    println!("{all:.3?}");
    assert!(all.iter().all(|ratio| (0.6..1.1).contains(ratio)), "{all:.3?}");
}
