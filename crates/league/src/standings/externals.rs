//! The time that programs of others took, and how they failed. These figures are the only ones of a
//! tournament that depend on the machine.

use serde::{Deserialize, Serialize};

use crate::tournament::Finished;
use rivals_core::contest::Player;
use rivals_core::play::outside::Counts;

csv_rows! {
    /// A row of `externals.csv`: what a program of others took and how it failed; the fields are the
    /// columns.
    struct ExternalRow;
    /// The programs, in the roster's order.
    fn rows(finished: &Finished),
        for (of_player, of) in (finished.outside().into_iter())
            .map(|(player, counts)| (&finished.roster[player], counts))
            .collect::<Vec<(&Player, Counts)>>().into_iter() =>
    {
        let [start, timeout, crash, illegal, malformed] = of.failures;
        let said = |key| declared(of_player.program.as_deref().unwrap_or_default(), key);
        let mean = (of.decisions > 0).then(|| of.micros as f64 / of.decisions as f64 / 1000.0);
    }
    /// The id of the player.
    id: String = of_player.id.clone();
    /// The number of games.
    games: u64 = of.games;
    /// The games that it lost by failing.
    failures: u64 = of.failed();
    /// Those in which it did not begin.
    start: u64 = start;
    /// Those in which its time ran out.
    timeout: u64 = timeout;
    /// Those in which its output ended.
    crash: u64 = crash;
    /// Those in which it chose an action that is not legal.
    illegal: u64 = illegal;
    /// Those in which a line was no answer.
    malformed: u64 = malformed;
    /// The games that it resigned.
    resigned: u64 = of.resigned;
    /// The number of decisions.
    decisions: u64 = of.decisions;
    /// The mean time of a decision in milliseconds.
    mean_ms: Option<f64> = mean;
    /// The decisions that took more than half of the time that there was.
    above_half: u64 = of.slow;
    /// The processor time of its processes in milliseconds, on Linux.
    cpu_ms: u64 = of.cpu_ms;
    /// The games that were played again with fresh processes.
    repeated: u64 = of.repeated;
    /// Those in which it decided differently.
    different: u64 = of.different;
    /// The time that it had: for each decision, or for a game and what each decision added.
    time: String = said("time").unwrap_or_default().trim_matches('"').replace("\\u0020", " ");
    /// How much longer a decision may have taken, in milliseconds.
    margin_ms: u64 = said("margin_ms").and_then(|ms| ms.parse().ok()).unwrap_or_default();
}

/// The value of a key in everything that decides how a program plays.
fn declared<'a>(program: &'a str, key: &str) -> Option<&'a str> {
    program.split(' ').find_map(|part| part.strip_prefix(key)?.strip_prefix('='))
}
