//! The observed decisions of a player, from which its traits are estimated.

use std::collections::BTreeMap;

use crate::policies::MoveState;
use crate::solver::{Position, SolvedGame, Stage};
use crate::{Action, Turn};

/// The observed actions in the turn of one position, by state.
pub(super) type ObservedActions = BTreeMap<MoveState, Action>;

/// The observed decisions of one player, by position and state.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// By the position's number and whether it comes after a big turn.
    positions: BTreeMap<(usize, bool), (Position, ObservedActions)>,
    /// Whether turns that can be challenged are kept as well.
    challenged_turns: bool,
}

impl Observed {
    /// The decisions of a player of whom little is known. Decisions in turns that can be
    /// challenged are kept as well: there, its other traits matter too, and are taken to be those
    /// of the known personality.
    #[must_use]
    pub fn of_person() -> Self {
        Self { challenged_turns: true, ..Self::default() }
    }

    /// Adds a decision of the player in its own turn, which began in this position. The
    /// decision is kept only if it is a fight or a stop, below the target, in a turn that
    /// cannot be challenged: nothing but the estimated traits matters there. Those of
    /// [`Self::of_person`] are kept in all turns.
    pub fn see(&mut self, game: &SolvedGame, position: &Position, turn: &Turn, action: Action) {
        let challenger = position.other();
        let running = matches!(position.stage, Stage::Running { .. });
        let moves = matches!(action, Action::Fight(_) | Action::Stop);
        let challenged = position.tokens[usize::from(challenger.0)] > 0;
        // A turn in which a challenge was accepted is one that could be challenged.
        let accepted = turn.challenger.is_some();
        if !running || !moves || accepted && !challenged || challenged && !self.challenged_turns {
            return;
        }
        let Some(state) = MoveState::of(game, turn) else {
            return;
        };
        let Some(index) = game.solution.index(position) else {
            return;
        };
        let place = (index, position.after_big_turn);
        let (_, seen) =
            (self.positions.entry(place)).or_insert((*position, ObservedActions::new()));
        seen.insert(state, action);
    }

    /// Adds the decisions observed in other games.
    pub fn join(&mut self, other: Self) {
        for (place, (position, states)) in other.positions {
            let (_, seen) =
                (self.positions.entry(place)).or_insert((position, ObservedActions::new()));
            seen.extend(states);
        }
    }

    /// The number of positions with an observed decision.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The observed decisions of each position within its horizon, beyond which no personality
    /// decides; the positions with the most decisions first, among equals in the order of their
    /// numbers.
    pub(super) fn most_telling(&self, game: &SolvedGame) -> Vec<(Position, ObservedActions)> {
        let mut all: Vec<_> = self.positions.values().cloned().collect();
        for (position, states) in &mut all {
            let enough = game.enough(position).min(game.graph().cap());
            let seen = game.graph().horizon(enough).seen;
            states.retain(|at, _| at.state < seen[usize::from(at.accepted)]);
        }
        all.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.len()));
        all
    }
}
