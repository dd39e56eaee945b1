//! A player of the policy tables as a policy of the solver.

use std::sync::Arc;

use super::playbook::Playbooks;
use crate::games::dragon_slayer::Turn;
use crate::games::dragon_slayer::policies::book;
use crate::games::dragon_slayer::solver::{Choice, Decision, Policy, Position, TurnPolicy};

/// The policy that looks its decisions up in a player's tables.
pub(super) struct Recorded {
    pub books: Arc<Playbooks>,
    pub player: usize,
}

/// The policy within one turn.
struct RecordedTurn {
    books: Arc<Playbooks>,
    player: usize,
    position: Position,
    index: usize,
}

impl Policy for Recorded {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let solution = &self.books.game.solution;
        let position = solution.clamped(position);
        Arc::new(RecordedTurn {
            books: Arc::clone(&self.books),
            player: self.player,
            index: (solution.index(&position)).expect("the solution numbers clamped positions"),
            position,
        })
    }

    fn minds_big_turns(&self) -> bool {
        self.books.deciders()[self.player].minds_big_turns()
    }
}

impl TurnPolicy for RecordedTurn {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        if self.books.draws(self.player) {
            return Choice::AnyAlike;
        }
        let books = &self.books;
        let byte = match book::state(&books.game, decision, turn) {
            Some((state, true)) => books.accepted(self.player, &self.position, state),
            Some((state, false)) => {
                let line = books.line(self.player, self.index, self.position.after_big_turn);
                line.byte(state)
            }
            None => 0,
        };
        book::action(byte, decision, turn).into()
    }
}
