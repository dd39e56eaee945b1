//! The same game as OpenSpiel's: how many games of Pig to 100 the tournament's engine plays,
//! `cargo run --release --example pig_tournament -- GAMES THREADS`.
//!
//! `hold-20` meets `hold-25`; GAMES are of both seatings together. Prints one line of JSON,
//! with the exact chance of the first seat beside the games it won. For
//! `scripts/compare_tournament.py`, which compares both with those of its peer.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rivals::games::pig::solver::{PigPlay, PigSolution};
use rivals::games::pig::{HoldAt, PigContest};
use rivals::tournament::{Ledger, Plan, Settings, play};

const HOLD_AT: [u32; 2] = [20, 25];

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = (std::env::args().skip(1))
        .map(|argument| argument.parse())
        .collect::<Result<_, _>>()?;
    let [games, threads] = numbers[..] else {
        return Err("expected GAMES and THREADS".into());
    };
    let contest = PigContest::new(&HOLD_AT.map(HoldAt::new));
    let settings = Settings {
        seats: 2,
        seed: 2018,
        games: games / 2,
        until_ci: None,
        shard: None,
    };
    let plan = Plan::new(&contest, settings)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build()?;
    let mut ledger = Ledger::new(&plan);
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    play(&contest, &mut ledger, None, &pool, &stop, &mut |_| {})?;
    let seconds = start.elapsed().as_secs_f64();

    let finished = ledger.finished(&contest);
    let totals = &finished.pairings[0].totals;
    let line = serde_json::json!({
        "games": 2 * totals.groups,
        "seconds": seconds,
        "first_games": totals.groups,
        "first_wins": totals.wins[0],
        "exact": PigSolution::solve(100, HOLD_AT.map(PigPlay::HoldAt))?.first_wins(),
    });
    println!("{line}");
    Ok(())
}
