//! How long the games of a tournament take, measured in a sample of them on a core of their own.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::chunk::{Chunk, ChunkPlayer};
use super::plan::Plan;
use rivals_core::contest::Contest;

/// The time of a sampled chunk: long compared with the clock's resolution.
const CHUNK: Duration = Duration::from_millis(20);

/// The processor time of this thread, which hardly depends on what else the machine does.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().expect("no time is below 0")
}

/// The time on the clock, where the processor time of a thread is not known.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn clock() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

/// A sample of the games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The mean processor time of a game, where all pairings have equal weight.
    pub game: Duration,
    /// The number of games of the sample.
    pub games: u64,
}

/// Plays games of pairings all over the plan for about this processor time, on the current thread,
/// and forgets their results. Of each pairing, one group of paired games comes first, and then as many
/// as fit into a chunk, as games that are played together may take less time each.
pub fn sample(contest: &dyn Contest, plan: &Plan, budget: Duration) -> Sample {
    let pairings = plan.pairings.len();
    let most = Chunk::size(contest, plan.settings.seats).min(plan.settings.games);
    let stop = AtomicBool::new(false);
    let mut player = ChunkPlayer::new(contest, plan);
    let begun = clock();
    let (mut games, mut seconds, mut sampled) = (0, 0.0, 0_u32);
    for pairing in spread(pairings) {
        if sampled > 0 && clock() - begun >= budget {
            break;
        }
        let mut time = |size: u64| {
            let begun = clock();
            let first = 0;
            let chunk = Chunk { pairing, first, groups: size };
            // A game that is too long for exact sums is refused when the tournament plays it.
            let _ = player.play(chunk, &stop);
            let played = size * plan.group(pairing);
            games += played;
            (clock() - begun).as_secs_f64() / played as f64
        };
        let alone = time(1);
        let group = alone * plan.group(pairing) as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^25")]
        let fit = (CHUNK.as_secs_f64() / group.max(1e-9)) as u64;
        seconds += match fit.min(most) {
            0 | 1 => alone,
            size => time(size),
        };
        sampled += 1;
    }
    Sample { game: Duration::from_secs_f64(seconds / f64::from(sampled)), games }
}

/// All numbers below `count`, each once, in an order in which also the first few are spread over
/// all of them.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    // A step that shares no factor with the count reaches all numbers.
    let mut steps = count * 5 / 8..=count;
    let step = steps.find(|&step| gcd(step, count) == 1).expect("count - 1 shares none");
    (0..count).map(move |place| place * step % count)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_comes_once() {
        for count in 1..=40 {
            let mut visited: Vec<usize> = spread(count).collect();
            visited.sort_unstable();
            assert!(visited.into_iter().eq(0..count), "{count}");
        }
    }
}
