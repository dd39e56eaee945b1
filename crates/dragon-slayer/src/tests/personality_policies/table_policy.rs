//! Lets the solver evaluate a player: a [`Policy`] that reads its decisions from the
//! player's policy table.

use std::sync::Arc;

use crate::Turn;
use crate::policies::turn_table;
use crate::policy_tables::PolicyTables;
use crate::solver::{Choice, Decision, Policy, Position, TurnPolicy};

/// The policy that looks its decisions up in a player's table.
pub(super) struct TablePolicy {
    pub tables: Arc<PolicyTables>,
    pub player: usize,
}

/// The policy within one turn.
struct TablePolicyTurn {
    tables: Arc<PolicyTables>,
    player: usize,
    position: Position,
    index: usize,
}

impl Policy for TablePolicy {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let solution = &self.tables.game().solution;
        let position = solution.clamped(position);
        Arc::new(TablePolicyTurn {
            tables: Arc::clone(&self.tables),
            player: self.player,
            index: (solution.index(&position)).expect("the solution numbers clamped positions"),
            position,
        })
    }

    fn depends_on_big_turns(&self) -> bool {
        self.tables.player_policies()[self.player].depends_on_big_turns()
    }
}

impl TurnPolicy for TablePolicyTurn {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        if self.tables.chooses_at_random(self.player) {
            return Choice::Uniform;
        }
        let tables = &self.tables;
        let byte = match turn_table::state(tables.game(), decision, turn) {
            Some((state, true)) => tables.accepted(self.player, &self.position, state),
            Some((state, false)) => {
                let row = tables.row(self.player, self.index, self.position.after_big_turn);
                row.byte(state)
            }
            None => 0,
        };
        turn_table::action(byte, decision, turn).into()
    }
}
