//! Decisions that a policy remembers from turn to turn, for policies that look
//! at the turn and little else.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::games::dragon_slayer::solver::Decision;
use crate::games::dragon_slayer::{Action, Phase, Rules, Turn};

/// Room for turns of so many points; larger ones are worked out each time.
const MOST_POINTS: u32 = 400;

/// Kinds of decisions: must fight and may stop, each before and after
/// accepting; challenge; answer.
const KINDS: usize = 6;

/// One action per decision within a turn, filled in by whoever first asks. Two
/// threads that ask at once work out the same action.
pub struct DecisionTable {
    dice: usize,
    sets: usize,
    actions: Vec<AtomicU8>,
}

impl DecisionTable {
    /// An empty table.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let dice = usize::from(rules.warrior.dice);
        let sets = 1 << rules.dragons.len();
        let entries = KINDS * (MOST_POINTS as usize + 1) * sets * dice;
        Self {
            dice,
            sets,
            actions: (0..entries).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// The remembered action, or what `work_out` says.
    pub fn get(
        &self,
        decision: Decision,
        turn: &Turn,
        work_out: impl FnOnce() -> Action,
    ) -> Action {
        let Some(entry) = self.entry(decision, turn) else {
            return work_out();
        };
        decode(entry.load(Ordering::Relaxed)).unwrap_or_else(|| {
            let action = work_out();
            entry.store(encode(action), Ordering::Relaxed);
            action
        })
    }

    fn entry(&self, decision: Decision, turn: &Turn) -> Option<&AtomicU8> {
        let accepted = usize::from(turn.challenger.is_some());
        let kind = match decision {
            Decision::Move if turn.phase == Phase::MustFight => accepted,
            Decision::Move => 2 + accepted,
            Decision::Challenge => 4,
            Decision::Answer => 5,
        };
        if turn.at_stake > MOST_POINTS {
            return None;
        }
        let points = kind * (MOST_POINTS as usize + 1) + turn.at_stake as usize;
        let index = (points * self.sets + turn.alive.index()) * self.dice;
        self.actions.get(index + usize::from(turn.dice) - 1)
    }
}

/// 0 is nothing yet.
fn encode(action: Action) -> u8 {
    match action {
        Action::Stop => 1,
        Action::Challenge => 2,
        Action::LetStop => 3,
        Action::Accept => 4,
        Action::Decline => 5,
        Action::Fight(dragon) => 6 + dragon,
    }
}

fn decode(code: u8) -> Option<Action> {
    match code {
        0 => None,
        1 => Some(Action::Stop),
        2 => Some(Action::Challenge),
        3 => Some(Action::LetStop),
        4 => Some(Action::Accept),
        5 => Some(Action::Decline),
        dragon => Some(Action::Fight(dragon - 6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        let actions = [
            Action::Stop,
            Action::Challenge,
            Action::LetStop,
            Action::Accept,
            Action::Decline,
            Action::Fight(0),
            Action::Fight(3),
        ];
        for action in actions {
            assert_eq!(decode(encode(action)), Some(action));
        }
    }

    #[test]
    fn asked_once() {
        let rules = Rules::built_in();
        let table = DecisionTable::new(&rules);
        let turn = Turn::new(3, 3);
        assert_eq!(
            table.get(Decision::Move, &turn, || Action::Fight(2)),
            Action::Fight(2)
        );
        assert_eq!(
            table.get(Decision::Move, &turn, || unreachable!()),
            Action::Fight(2)
        );
        let other = Turn { dice: 2, ..turn };
        assert_eq!(
            table.get(Decision::Move, &other, || Action::Fight(1)),
            Action::Fight(1)
        );
    }
}
