//! `greedy`: for the most expected points of its own in this turn, blind to the
//! score. It foresees no challenge; challenged, it takes whichever answer
//! promises more points; asked, it challenges at once, as that can only bring
//! points.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::table::DecisionTable;
use crate::games::dragon_slayer::solver::{
    Choice, Decision, FightOdds, Policy, Position, TurnPolicy,
};
use crate::games::dragon_slayer::{Action, DragonSet, Phase, Rules, Turn};

/// (at stake, alive, dice, after accepting a challenge).
type Node = (u32, DragonSet, u8, bool);

/// The policy, with the expected points it has worked out so far.
pub struct Greedy {
    shared: Arc<Expectations>,
}

struct Expectations {
    rules: Rules,
    odds: FightOdds,
    /// From so many points at stake on, expectations take the turn to stop, so that
    /// they end; a decision there looks one fight ahead.
    cap: u32,
    known: Mutex<HashMap<Node, f64>>,
    decisions: DecisionTable,
}

impl Greedy {
    /// For some rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let most: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
        Self {
            shared: Arc::new(Expectations {
                rules: rules.clone(),
                odds: FightOdds::new(rules),
                cap: 20 * most * rules.challenge.accepted_factor,
                known: Mutex::default(),
                decisions: DecisionTable::new(rules),
            }),
        }
    }
}

impl Policy for Greedy {
    fn turn(&self, _: &Position) -> Arc<dyn TurnPolicy> {
        Arc::clone(&self.shared) as Arc<dyn TurnPolicy>
    }
}

impl Expectations {
    /// The points to expect where stopping is allowed.
    fn expected(&self, node: Node, known: &mut HashMap<Node, f64>) -> f64 {
        let (at_stake, ..) = node;
        if at_stake >= self.cap {
            return f64::from(at_stake);
        }
        if let Some(&expected) = known.get(&node) {
            return expected;
        }
        let (_, fight) = self.best_fight(node, known);
        let expected = fight.max(at_stake.into());
        known.insert(node, expected);
        expected
    }

    /// The fight with the most points to expect; of equals the first.
    fn best_fight(&self, node: Node, known: &mut HashMap<Node, f64>) -> (usize, f64) {
        let (at_stake, alive, dice, accepted) = node;
        let mut best = (0, f64::NEG_INFINITY);
        for dragon in alive.iter() {
            let (slain, left) = self.rules.slay(at_stake, alive, dragon, accepted);
            let law = self.odds.law(dragon, dice);
            let expected = (1..law.len())
                .map(|dice| law[dice] * self.expected((slain, left, dice as u8, accepted), known))
                .sum();
            if expected > best.1 {
                best = (dragon, expected);
            }
        }
        best
    }
}

impl TurnPolicy for Expectations {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        self.decisions
            .get(decision, turn, || self.work_out(decision, turn))
            .into()
    }
}

impl Expectations {
    fn work_out(&self, decision: Decision, turn: &Turn) -> Action {
        if decision == Decision::Challenge {
            return Action::Challenge;
        }
        let mut known = self.known.lock().expect("no panic with the table in hand");
        // Who answers weighs the fight after accepting.
        let accepted = turn.challenger.is_some() || decision == Decision::Answer;
        let node = (turn.at_stake, turn.alive, turn.dice, accepted);
        let (dragon, expected) = self.best_fight(node, &mut known);
        let share = self.rules.challenge.declined_share;
        match decision {
            Decision::Answer if expected > share.of(turn.at_stake).into() => Action::Accept,
            Decision::Answer => Action::Decline,
            _ if turn.phase == Phase::MayStop && expected <= turn.at_stake.into() => Action::Stop,
            _ => Action::Fight(dragon as u8),
        }
    }
}
