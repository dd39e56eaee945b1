//! How large rules are, before anything is solved: positions take memory, states
//! of a turn take memory in every thread, and their product takes time.

use super::SolveError;
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::turn::Turns;

/// Most positions, of some 10 bytes each.
pub(super) const MAX_POSITIONS: u64 = 1_000_000;

/// Most states of a turn, of some 150 bytes each.
pub(super) const MAX_STATES: u64 = 1_000_000;

/// Most positions times states where turns of little risk ask for a larger cap; what
/// takes long in spite of it, [`MAX_FIGHTS`] refuses.
const MAX_LONGER_WORK: u64 = 1_000_000_000;

/// Most fights that are evaluated to solve rules with more than one token for each
/// seat, and most past the target and by bounds for all rules: some 15 s of one core,
/// at 70 ns each. With one token, or none, [`MAX_WORK`] is the limit of all others.
pub(super) const MAX_FIGHTS: u64 = 200_000_000;

/// Most fights in a turn that is followed fight by fight on a thread's stack.
const MAX_DEPTH: u32 = 2_500;

/// Most positions times states, at the largest cap: half a minute of two cores for
/// the built-in dragons, some times that where points come one by one.
pub(super) const MAX_WORK: u64 = 40_000_000_000;

/// The largest cap, some doublings above `first`, with which turns and positions of
/// these rules are not too large; `first` where none is.
pub(super) fn largest_cap(rules: &Rules, first: u32) -> u32 {
    let least = rules.dragons.iter().map(|dragon| dragon.points).min();
    let deepest = MAX_DEPTH * least.unwrap_or(1);
    let fits = |&doublings: &u32| {
        let cap = first << doublings;
        let turns = Turns::new(rules, cap);
        let work = positions(rules, &turns) * turns.nodes() as u64;
        cap <= deepest && work <= MAX_LONGER_WORK && turns.nodes() as u64 <= MAX_STATES
    };
    let doublings = (0..10).take_while(fits).last();
    first << doublings.unwrap_or(0)
}

fn positions(rules: &Rules, turns: &Turns) -> u64 {
    let (target, tokens) = (u64::from(rules.target), u64::from(rules.challenge.tokens));
    let leads = u64::from(rules.challenge.bonus) + u64::from(turns.most_points()) + 1;
    // Below the target by scores and mover; the chases; overtime.
    (tokens + 1).pow(2) * (2 * target.pow(2) + leads + 1)
}

/// Refuses rules whose turns, stopped at a cap, are too many or too large.
pub(super) fn check(rules: &Rules, turns: &Turns) -> Result<(), SolveError> {
    let positions = positions(rules, turns);
    let states = turns.nodes() as u64;
    if positions > MAX_POSITIONS || states > MAX_STATES || positions * states > MAX_WORK {
        return Err(SolveError::TooLarge {
            target: rules.target,
            tokens: rules.challenge.tokens,
            positions,
            states,
        });
    }
    Ok(())
}
