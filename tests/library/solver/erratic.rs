//! Policies that decide anything, to find what is evaluated wrongly.

use std::sync::Arc;

use crate::games::dragon_slayer::solver::{
    BIG_TURN, Choice, Decision, Policy, Position, Stage, TurnPolicy,
};
use crate::games::dragon_slayer::{Action, Phase, Turn};
use crate::random::{Key, Purpose};
use rand::RngExt;

/// Decides anything, but always the same in the same state of a turn.
pub struct Erratic(pub u64);

impl TurnPolicy for Erratic {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let points = u64::from(turn.at_stake);
        let state = [points, turn.alive.index() as u64, u64::from(turn.dice)];
        let after = [
            u64::from(turn.challenger.is_some()),
            decision as u64,
            self.0,
        ];
        let mut rng = Key::new(3, Purpose::Playing, &[state, after].concat()).generator();
        let fights = turn.alive.iter().map(|dragon| Action::Fight(dragon as u8));
        let mut actions: Vec<_> = match decision {
            Decision::Move => fights.collect(),
            Decision::Challenge => vec![Action::Challenge, Action::LetStop],
            Decision::Answer => vec![Action::Accept, Action::Decline],
        };
        if turn.phase == Phase::MayStop {
            actions.push(Action::Stop);
        }
        match rng.random_range(0..=actions.len()) {
            any if any == actions.len() => Choice::AnyAlike,
            taken => Choice::Take(actions[taken]),
        }
    }
}

/// Decides anything, but always the same in the same position and state of a turn.
pub struct Anything {
    pub number: u64,
    /// Whether a big turn before makes it decide otherwise.
    pub minds_big_turns: bool,
}

impl Policy for Anything {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let stage = match position.stage {
            Stage::Running { scores, mover } => {
                [0, scores[0].into(), scores[1].into(), u64::from(mover.0)]
            }
            // Leads may be below zero.
            Stage::Chase { lead } => [1, i64::from(lead) as u64, 0, 0],
            Stage::Overtime => [2, 0, 0, 0],
        };
        let big = self.minds_big_turns && position.after_big_turn;
        let tokens = position.tokens.map(u64::from);
        let unit = [&stage[..], &tokens, &[self.number, big.into()]].concat();
        let mut rng = Key::new(5, Purpose::Playing, &unit).generator();
        Arc::new(Erratic(rng.random()))
    }

    fn minds_big_turns(&self) -> bool {
        self.minds_big_turns
    }
}

/// Whether a turn between these scores of its player, which led to `next`, is one
/// that rattles.
pub fn rattles(before: u32, after: u32, next: &Position) -> bool {
    after - before >= BIG_TURN && next.stage != Stage::Overtime
}
