//! What a player would do in a position, and the part of each of its traits and values in that.

use std::sync::Arc;

use crate::commands::dragon_slayer::results::solve::{Decided, TraitRow, action_name};
use crate::dragon_slayer::policies::PersonalityPolicy;
use crate::dragon_slayer::solver::{Choice, Decision, Policy, Position, SolvedGame};
use crate::dragon_slayer::{Phase, Rules, Turn};
use crate::personalities::{Member, Personality};

use super::super::players::policies;

/// The player's decision. Each trait and value that is not neutral is set to neutral alone, and
/// then all others are, to see what the player would do then.
pub(super) fn reasons(
    player: &Member,
    rules: &Rules,
    position: &Position,
    turn: &Turn,
    quiet: bool,
) -> miette::Result<Decided> {
    let decision = match turn.phase {
        Phase::Asked(_) => Decision::Challenge,
        Phase::Challenged => Decision::Answer,
        _ => Decision::Move,
    };
    let decide = |policy: &dyn Policy| match policy.turn(position).decide(decision, turn) {
        Choice::Take(action) => Some(action_name(rules, action)),
        Choice::Uniform => None,
    };
    let Member::Personality(personality) = player else {
        let policies = policies(&[player], rules, quiet)?;
        return Ok((decide(&*policies[0]), None, Vec::new()));
    };
    let game = Arc::new(SolvedGame::new(rules)?);
    let policy = |of: Personality| PersonalityPolicy::new(of, Arc::clone(&game));
    let own = policy(personality.clone());
    let choice = decide(&own);
    // How long a player thinks changes no decision.
    let figures = (personality.figures())
        .filter(|(scale, figure)| *figure != scale.neutral && scale.key != "thinking_seconds");
    let traits = figures.map(|(scale, value)| {
        let without = decide(&policy(personality.without(scale.key)));
        TraitRow {
            key: scale.key,
            value,
            neutral: scale.neutral,
            changes: without != choice,
            without,
            alone: decide(&policy(personality.with_only(scale.key))),
        }
    });
    let traits = traits.collect();
    Ok((choice, own.weigh(position, decision, turn), traits))
}
