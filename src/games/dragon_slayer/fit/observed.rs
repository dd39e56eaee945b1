//! What somebody was seen to do.

use std::collections::BTreeMap;

use crate::games::dragon_slayer::policies::book;
use crate::games::dragon_slayer::solver::SolvedGame;
use crate::games::dragon_slayer::solver::{Decision, Position, Stage};
use crate::games::dragon_slayer::{Action, Turn};

/// By state before a challenge: the action that was taken.
pub(super) type Seen = BTreeMap<usize, Action>;

/// The decisions of somebody, by position and state.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// By the position's number, and whether a big turn came before.
    positions: BTreeMap<(usize, bool), (Position, Seen)>,
}

impl Observed {
    /// Takes down a decision of its own turn that began in a position. What
    /// tells nothing about traits is passed over: everything but fights and stops,
    /// turns that may be challenged, and those past the target.
    pub fn see(&mut self, game: &SolvedGame, position: &Position, turn: &Turn, action: Action) {
        let challenger = position.other();
        let running = matches!(position.stage, Stage::Running { .. });
        let moves = matches!(action, Action::Fight(_) | Action::Stop);
        if !running || !moves || position.tokens[usize::from(challenger.0)] > 0 {
            return;
        }
        let Some((state, _)) = book::state(game, Decision::Move, turn) else {
            return;
        };
        let Some(index) = game.solution.index(position) else {
            return;
        };
        let place = (index, position.after_big_turn);
        let (_, seen) = (self.positions.entry(place)).or_insert((*position, Seen::new()));
        seen.insert(state, action);
    }

    /// Joins what was seen in other games.
    pub fn join(&mut self, other: Self) {
        for (place, (position, states)) in other.positions {
            let (_, seen) = (self.positions.entry(place)).or_insert((position, Seen::new()));
            seen.extend(states);
        }
    }

    /// Positions in which anything was seen.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The positions with the most decisions first, of equals the first.
    pub(super) fn most_telling(&self) -> Vec<(Position, Seen)> {
        let mut all: Vec<_> = self.positions.values().cloned().collect();
        all.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.len()));
        all
    }
}
