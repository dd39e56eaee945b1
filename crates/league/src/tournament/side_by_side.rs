//! Plays two tournaments with the same schedule side by side, on the same dice, and counts their
//! difference by batches of groups: what both have in common, such as luck, is in no difference.
//!
//! A batch has the same groups of all pairings of both sides, so that batches are independent even
//! where all pairings have the same openings. The counts are integers and batches have an order, so
//! that the number of threads changes nothing.

use std::sync::atomic::AtomicBool;

use super::chunk::{Chunk, ChunkPlayer};
use super::finished::Finished;
use super::header::JournalEntry;
use super::ledger::Ledger;
use super::plan::Plan;
use super::schedule::Pairing;
use super::tally::Tally;
use crate::error::Error;
use rivals_core::contest::Contest;
use rivals_statistics::parallel;

/// The number of batches, where there are as many groups.
const BATCHES: u64 = 200;

/// Two tournaments that were played side by side.
#[derive(Debug)]
pub struct SideBySide {
    /// The results of both.
    pub finished: [Finished; 2],
    /// By batch, then measure: numerator and denominator of the first side, then of the second one.
    /// The measures are the wins of each player, in the roster's order, the wins of each seat, draws,
    /// and the length of a game.
    pub batches: Vec<Vec<[i128; 4]>>,
    /// By measure: the number of groups in which it was counted, over all pairings.
    pub groups: Vec<u64>,
}

/// Whether two plans play the same pairings with the same dice.
#[must_use]
pub fn are_paired(plans: [&Plan; 2]) -> bool {
    let [a, b] = plans.map(|plan| &plan.settings);
    plans[0].pairings == plans[1].pairings
        && (a.seats, a.seed, a.games, a.until_ci) == (b.seats, b.seed, b.games, None)
        && plans[0].share_unit == plans[1].share_unit
}

/// Plays both sides, whose plans [are paired](are_paired), on the current rayon pool. `length` is the
/// metric that is the length of a game. `progress` is told, from any thread, how many games have just
/// been played.
///
/// # Errors
/// If a game is so long that its sums cannot be added up.
///
/// # Panics
/// If a contest panics.
pub fn play_side_by_side(
    sides: [(&dyn Contest, &Plan); 2],
    length: Option<usize>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SideBySide, Error> {
    for (contest, _) in sides {
        contest.prepare(None, rivals_core::contest::QUIETLY);
    }
    let plan = sides[0].1;
    let (games, seats) = (plan.settings.games, plan.settings.seats);
    let count = games.min(BATCHES).max(games.div_ceil(Tally::MAX_CHUNK));
    let players = sides[0].0.roster().len();
    let measures = players + seats + 2;
    let mut batches = vec![vec![[0; 4]; measures]; usize::try_from(count).unwrap_or(0)];
    let mut groups = vec![0; measures];
    let mut ledgers = sides.map(|(_, plan)| Ledger::new(plan));
    let stop = AtomicBool::new(false);
    // As in standings, pairings with copies of a player count where there are no others, and then for
    // the player that sits there once.
    let only_copies = plan.pairings.iter().all(Pairing::has_copies);
    for (pairing, of) in plan.pairings.iter().enumerate() {
        let members = if only_copies { 1 } else { seats };
        let whom = if of.has_copies() == only_copies { &of.players[..members] } else { &[] };
        let own = whom.iter().copied().enumerate();
        let shared = (0..seats + 2).map(|at| (seats + at, players + at));
        let places: Vec<_> = own.chain(shared.filter(|_| !whom.is_empty())).collect();
        places.iter().for_each(|(_, measure)| groups[*measure] += games);
        let memory = || sides.map(|(contest, plan)| ChunkPlayer::new(contest, plan));
        let play = |both: &mut [ChunkPlayer<'_>; 2], at: usize| {
            let [first, end] = [at as u64, at as u64 + 1].map(|at| at * games / count);
            let chunk = Chunk { pairing, first, groups: end - first };
            let mut one = |side: usize| -> Result<JournalEntry, Error> {
                let entry = both[side].play(chunk, &stop)?.expect("nothing stops it");
                progress(entry.tally.games());
                Ok(entry)
            };
            Ok::<_, Error>([one(0)?, one(1)?])
        };
        let played = parallel::map_with(batches.len(), memory, play);
        for (batch, played) in batches.iter_mut().zip(played) {
            for (side, entry) in played?.iter().enumerate() {
                let counted = counted(&entry.tally, length, sides[side].0.metrics().len());
                for &(place, measure) in &places {
                    for (sum, more) in batch[measure][2 * side..].iter_mut().zip(counted[place]) {
                        *sum += more;
                    }
                }
                ledgers[side].add(entry).expect("each group is played once");
            }
        }
    }
    let [a, b] = ledgers;
    let finished = [a.finished(sides[0].0), b.finished(sides[1].0)];
    Ok(SideBySide { finished, batches, groups })
}

/// Numerators and denominators: the wins of each member of a pairing and of each seat, draws, and
/// the length of a game.
fn counted(tally: &Tally, length: Option<usize>, metrics: usize) -> Vec<[i128; 2]> {
    let seats = tally.wins.len().isqrt();
    let games = i128::from(tally.games());
    let units = games * i128::from(tally.share_unit());
    let won = |of: &mut dyn Iterator<Item = &u64>| [of.map(|wins| i128::from(*wins)).sum(), units];
    let members = tally.wins.chunks(seats).map(|by_seat| won(&mut by_seat.iter()));
    let by_seat = (0..seats).map(|seat| won(&mut tally.wins.iter().skip(seat).step_by(seats)));
    let drawn = if tally.draws.is_empty() { 0 } else { tally.drawn_and_shared(0)[0] };
    let of_length = |at: usize| {
        let sums = (0..seats).map(|member| tally.metrics[member * metrics + at]);
        sums.fold([0; 2], |[x, n], [more, counted, ..]| [x + more, n + counted])
    };
    let draws = [i128::from(drawn), games];
    (members.chain(by_seat)).chain([draws, length.map_or([0; 2], of_length)]).collect()
}
