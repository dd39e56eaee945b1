//! How large rules are, before anything is solved: positions take memory, states
//! of a turn take memory in every thread, and their product takes time.

use super::SolveError;
use crate::games::dragon_slayer::Rules;
use crate::solver::turn::Turns;

/// Most positions, of some 10 bytes each.
pub(super) const MAX_POSITIONS: u64 = 2_500_000;

/// Most states of a turn, of some 150 bytes each.
pub(super) const MAX_STATES: u64 = 1_000_000;

/// Most positions times states, at the largest cap: half a minute of two cores for
/// the built-in dragons, some times that where points come one by one.
pub(super) const MAX_WORK: u64 = 40_000_000_000;

/// Refuses rules whose turns, stopped at a cap, are too many or too large.
pub(super) fn check(rules: &Rules, turns: &Turns) -> Result<(), SolveError> {
    let (target, tokens) = (u64::from(rules.target), u64::from(rules.challenge.tokens));
    let leads = u64::from(rules.challenge.bonus) + u64::from(turns.most_points()) + 1;
    // Below the target by scores and mover; the chases; overtime.
    let positions = (tokens + 1).pow(2) * (2 * target.pow(2) + leads + 1);
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
