//! Plays the same game as OpenSpiel, to measure how fast the tournament engine plays Pig to
//! 100: `cargo run --release --example pig_tournament -- GAMES THREADS`.
//!
//! `hold-20` meets `hold-25`; GAMES counts the games of both seatings together. The program
//! prints one line of JSON, with the exact win probability of the first seat beside the
//! games it won. `scripts/compare_tournament.py` compares both with those of OpenSpiel.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rivals::games::pig::hold_contest;
use rivals::games::pig::solver::{PigPlay, PigSolution};
use rivals::tournament::{Ledger, Plan, Settings, play};

const HOLD_AT: [u32; 2] = [20, 25];

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> =
        (std::env::args().skip(1)).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let [games, threads] = numbers[..] else {
        return Err("expected GAMES and THREADS".into());
    };
    let contest = hold_contest(&HOLD_AT);
    let settings = Settings {
        seats: 2,
        seed: 2018,
        games: games / 2,
        until_ci: None,
        until_pairs: false,
        shard: None,
    };
    let plan = Plan::new(&contest, settings)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.try_into()?).build()?;
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
