//! A table in which a policy remembers its decisions from turn to turn, for policies whose
//! decisions depend only on the state of the turn and on whether a challenge is possible.

use std::sync::OnceLock;

use crate::solver::Decision;
use crate::{Action, Phase, Rules, Turn};

/// The most points at stake for which decisions are remembered; above, they are computed
/// each time.
const MOST_POINTS: u32 = 400;

/// The number of kinds of decisions: must fight and may stop, each before and after
/// accepting a challenge; whether to challenge; the answer to a challenge.
const KINDS: usize = 6;

/// A cache of one action per decision within a turn, computed when first asked for.
pub(super) struct DecisionTable {
    dice: usize,
    sets: usize,
    actions: Vec<OnceLock<Action>>,
}

impl DecisionTable {
    /// An empty table.
    #[must_use]
    pub(super) fn new(rules: &Rules) -> Self {
        let (dice, sets) = (usize::from(rules.warrior.dice), 1 << rules.dragons.len());
        let entries = KINDS * (MOST_POINTS as usize + 1) * sets * dice;
        Self { dice, sets, actions: (0..entries).map(|_| OnceLock::new()).collect() }
    }

    /// The remembered action, or the one that `work_out` returns.
    pub(super) fn get(
        &self,
        decision: Decision,
        turn: &Turn,
        work_out: impl FnOnce() -> Action,
    ) -> Action {
        match self.entry(decision, turn) {
            Some(entry) => *entry.get_or_init(work_out),
            None => work_out(),
        }
    }

    fn entry(&self, decision: Decision, turn: &Turn) -> Option<&OnceLock<Action>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asked_once() {
        let table = DecisionTable::new(&Rules::built_in());
        let turn = Turn::new(3, 3);
        assert_eq!(table.get(Decision::Move, &turn, || Action::Fight(2)), Action::Fight(2));
        assert_eq!(table.get(Decision::Move, &turn, || unreachable!()), Action::Fight(2));
        let other = Turn { dice: 2, ..turn };
        assert_eq!(table.get(Decision::Move, &other, || Action::Fight(1)), Action::Fight(1));
    }
}
