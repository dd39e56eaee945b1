//! Policies with random decisions, to find errors of the evaluation.

use std::sync::Arc;

use crate::solver::{BIG_TURN, Choice, Decision, Policy, Position, Stage, TurnPolicy};
use crate::{Action, Phase, Turn};
use rand::RngExt;
use rivals_core::random::{Key, Purpose};

/// Makes random decisions, but always the same one in the same state of a turn.
pub(super) struct Erratic(pub u64);

impl TurnPolicy for Erratic {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let points = u64::from(turn.at_stake);
        let state = [points, turn.alive.index() as u64, u64::from(turn.dice)];
        let after = [u64::from(turn.challenger.is_some()), decision as u64, self.0];
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
            any if any == actions.len() => Choice::Uniform,
            taken => Choice::Take(actions[taken]),
        }
    }
}

/// Makes random decisions, but always the same one in the same position and state of a
/// turn.
pub(super) struct Anything {
    pub number: u64,
    /// Whether the decisions depend on a big turn before.
    pub depends_on_big_turns: bool,
}

impl Policy for Anything {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let stage = match position.stage {
            Stage::Running { scores, mover } => {
                [0, scores[0].into(), scores[1].into(), u64::from(mover.0)]
            }
            // Leads may be negative.
            Stage::Chase { lead } => [1, i64::from(lead) as u64, 0, 0],
            Stage::Overtime => [2, 0, 0, 0],
        };
        let big = self.depends_on_big_turns && position.after_big_turn;
        let tokens = position.tokens.map(u64::from);
        let unit = [&stage[..], &tokens, &[self.number, big.into()]].concat();
        let mut rng = Key::new(5, Purpose::Playing, &unit).generator();
        Arc::new(Erratic(rng.random()))
    }

    fn depends_on_big_turns(&self) -> bool {
        self.depends_on_big_turns
    }
}

/// Whether a turn that changed its player's score from `before` to `after`, and led to
/// `next`, counts as big.
pub(super) fn unsettles(before: u32, after: u32, next: &Position) -> bool {
    after - before >= BIG_TURN && next.stage != Stage::Overtime
}
