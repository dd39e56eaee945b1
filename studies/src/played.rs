//! Small tournaments, kept in memory.

use std::sync::atomic::AtomicBool;

use miette::{IntoDiagnostic, Result};
use rivals_core::contest::Contest;
use rivals_league::standings::claims::Claims;
use rivals_league::tournament::{Finished, Ledger, Plan, QUIETLY, Settings, play};

/// The results of a round-robin tournament with this number of paired games for each pairing, on all
/// cores.
pub(crate) fn played(
    contest: &dyn Contest,
    seats: usize,
    games: u64,
    seed: u64,
) -> Result<Finished> {
    played_on(0, contest, seats, games, seed)
}

/// As [`played`], on this number of threads; 0 stands for one for each core.
pub(crate) fn played_on(
    threads: usize,
    contest: &dyn Contest,
    seats: usize,
    games: u64,
    seed: u64,
) -> Result<Finished> {
    let settings = Settings { seats, seed, games, until_ci: None, until_pairs: false, shard: None };
    let plan = Plan::new(contest, settings).into_diagnostic()?;
    let mut ledger = Ledger::new(&plan);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().into_diagnostic()?;
    pool.install(|| contest.prepare(None, QUIETLY));
    play(contest, &mut ledger, None, &pool, &AtomicBool::new(false), &mut |_| {})?;
    Ok(ledger.finished(contest))
}

/// Claims for a tournament without any.
pub(crate) fn no_claims() -> Claims {
    Claims {
        game: String::new(),
        config_hash: None,
        seats: None,
        tuning_seed: None,
        claims: Vec::new(),
    }
}
