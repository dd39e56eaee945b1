//! What a player would do in a position, and the part of each of its traits and values in that.

use std::sync::Arc;

use crate::commands::dragon_slayer::results::solve::{Decided, FigurePart};
use crate::dragon_slayer::policies::PersonalityPolicy;
use crate::dragon_slayer::solver::{Choice, Decision, Policy, Position, SolvedGame};
use crate::dragon_slayer::{Action, Phase, Rules, Turn};
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
        Choice::Take(action) => Some(action),
        Choice::Uniform => None,
    };
    let mut decided = Decided {
        id: player.id().to_owned(),
        name: player.name().to_owned(),
        choice: None,
        weighed: None,
        figures: Vec::new(),
    };
    let Member::Personality(personality) = player else {
        let policies = policies(&[player], rules, quiet)?;
        decided.choice = decide(&*policies[0]);
        return Ok(decided);
    };
    let game = Arc::new(SolvedGame::new(rules)?);
    let policy = |of: Personality| PersonalityPolicy::new(of, Arc::clone(&game));
    let would = |of: Personality| -> Option<Action> { decide(&policy(of)) };
    let own = policy(personality.clone());
    decided.choice = decide(&own);
    decided.weighed = own.weigh(position, decision, turn);
    // How long a player thinks changes no decision.
    let figures = (personality.figures())
        .filter(|(scale, figure)| *figure != scale.neutral && scale.key != "thinking_seconds");
    decided.figures = figures
        .map(|(scale, figure)| FigurePart {
            scale,
            figure,
            without: would(personality.without(scale.key)),
            alone: would(personality.with_only(scale.key)),
        })
        .collect();
    Ok(decided)
}
