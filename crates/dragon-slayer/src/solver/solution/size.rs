//! The limits on the size of rules, checked before anything is solved: positions take
//! memory, states of a turn take memory in every thread, and their product takes time.

use crate::Error;
use crate::Rules;
use crate::solver::turn::Turns;

/// The most positions, of about 10 bytes each.
pub(crate) const MAX_POSITIONS: u64 = 1_000_000;

/// The most states of a turn, of about 150 bytes each.
pub(crate) const MAX_STATES: u64 = 1_000_000;

/// The largest product of positions and states for which turns of little risk get a larger
/// cap. [`MAX_FIGHTS`] refuses rules that still take too long.
const MAX_LONGER_WORK: u64 = 1_000_000_000;

/// The most fights that are evaluated to solve rules with more than one token for each
/// seat; for all rules, the most past the target and by bounds. That is about 15 s of one
/// core, at 70 ns each. With at most one token, [`MAX_WORK`] limits all other fights.
pub(crate) const MAX_FIGHTS: u64 = 200_000_000;

/// The most fights in a row of a turn, as the evaluation recurses once per fight.
const MAX_DEPTH: u32 = 2_500;

/// The largest product of positions and states, at the largest cap: half a minute on two
/// cores for the built-in dragons, and several times that for dragons of one point.
pub(crate) const MAX_WORK: u64 = 40_000_000_000;

/// The largest cap, a number of doublings above `first`, with which the turns and positions
/// of these rules are within the limits; `first` if there is none.
pub(super) fn largest_cap(turns: &Turns, first: u32) -> u32 {
    let deepest = deepest_cap(&turns.rules);
    let fits = |&doublings: &u32| {
        let cap = first << doublings;
        let states = turns.states(cap) as u64;
        cap <= deepest && positions(turns, cap) * states <= MAX_LONGER_WORK && states <= MAX_STATES
    };
    let doublings = (0..10).take_while(fits).last();
    first << doublings.unwrap_or(0)
}

/// The largest cap under which no turn has more than [`MAX_DEPTH`] fights.
pub(super) fn deepest_cap(rules: &Rules) -> u32 {
    let least = rules.dragons.iter().map(|dragon| dragon.points).min();
    MAX_DEPTH * least.unwrap_or(1)
}

/// The number of positions if turns are stopped at this cap.
fn positions(turns: &Turns, cap: u32) -> u64 {
    let rules = &turns.rules;
    let (target, tokens) = (u64::from(rules.target), u64::from(rules.challenge.tokens));
    let leads = u64::from(rules.challenge.bonus) + u64::from(turns.most_points(cap)) + 1;
    // Below the target by scores and mover; the chases; overtime.
    (tokens + 1).pow(2) * (2 * target.pow(2) + leads + 1)
}

/// Refuses rules with too many positions, or too many states of a turn.
pub(super) fn check(turns: &Turns, cap: u32) -> Result<(), Error> {
    let (rules, positions, states) =
        (&turns.rules, positions(turns, cap), turns.states(cap) as u64);
    if positions > MAX_POSITIONS || states > MAX_STATES || positions * states > MAX_WORK {
        return Err(Error::TooLarge {
            target: rules.target,
            tokens: rules.challenge.tokens,
            positions,
            states,
        });
    }
    Ok(())
}
