//! `greedy`: maximises the expected points of its own turn and ignores the score. It
//! does not foresee challenges. When challenged, it gives the answer with more expected
//! points. It challenges as soon as it may, as a challenge can only bring points.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::best_fight::best_fight;
use super::decision_table::DecisionTable;
use crate::solver::{Choice, Decision, FightOdds, Policy, Position, TurnPolicy};
use crate::{Action, Phase, Rules, Turn};

/// The greedy policy, with the expected points that it has computed so far.
pub struct Greedy(Arc<Expectations>);

struct Expectations {
    rules: Rules,
    odds: FightOdds,
    /// At this many points at stake or more, the expected points are those of stopping,
    /// so that the recursion ends. A decision there looks one fight ahead.
    cap: u32,
    known: Mutex<HashMap<Turn, f64>>,
    decisions: DecisionTable,
}

impl Greedy {
    /// The policy under these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let most: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
        Self(Arc::new(Expectations {
            rules: rules.clone(),
            odds: FightOdds::new(rules),
            cap: 20 * most * rules.challenge.accepted_factor,
            known: Mutex::default(),
            decisions: DecisionTable::new(rules),
        }))
    }
}

impl Policy for Greedy {
    fn turn(&self, _: &Position) -> Arc<dyn TurnPolicy> {
        Arc::clone(&self.0) as Arc<dyn TurnPolicy>
    }
}

impl Expectations {
    /// The expected points of a turn from a state where stopping is allowed.
    fn expected(&self, turn: &Turn, known: &mut HashMap<Turn, f64>) -> f64 {
        if turn.at_stake >= self.cap {
            return turn.at_stake.into();
        }
        if let Some(&expected) = known.get(turn) {
            return expected;
        }
        let (_, fight) = self.best_fight(turn, known);
        let expected = fight.max(turn.at_stake.into());
        known.insert(*turn, expected);
        expected
    }

    /// The fight with the most expected points, and those points; among equals the first.
    fn best_fight(&self, turn: &Turn, known: &mut HashMap<Turn, f64>) -> (usize, f64) {
        best_fight(turn, &self.rules, &self.odds, 0.0, |slain| self.expected(slain, known))
    }

    fn work_out(&self, decision: Decision, turn: &Turn) -> Action {
        if decision == Decision::Challenge {
            return Action::Challenge;
        }
        let mut known = self.known.lock().expect("no panic with the table in hand");
        let (dragon, expected) = self.best_fight(turn, &mut known);
        let share = self.rules.challenge.declined_share;
        match decision {
            Decision::Answer if expected > share.of(turn.at_stake).into() => Action::Accept,
            Decision::Answer => Action::Decline,
            _ if turn.phase == Phase::MayStop && expected <= turn.at_stake.into() => Action::Stop,
            _ => Action::fight(dragon),
        }
    }
}

impl TurnPolicy for Expectations {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let action = (self.decisions).get(decision, turn, || self.work_out(decision, turn));
        action.into()
    }
}
