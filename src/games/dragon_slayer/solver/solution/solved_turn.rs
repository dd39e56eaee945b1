//! A turn of the solution, decision by decision.

use std::borrow::Borrow;
use std::cell::OnceCell;
use std::fmt;

use super::{Play, Solution};
use crate::games::dragon_slayer::solver::position::Position;
use crate::games::dragon_slayer::solver::turn::{ActionValue, TIE, Workspace};
use crate::games::dragon_slayer::{Action, Phase, Turn};

/// A turn that begins in some position, under best play by both. What one
/// decision works out helps the next; its memory is lent by the solution.
pub struct SolvedTurn<S: Borrow<Solution>> {
    solution: S,
    position: Position,
    workspace: OnceCell<Workspace>,
}

impl<S: Borrow<Solution>> SolvedTurn<S> {
    /// A turn that begins in `position`.
    ///
    /// # Panics
    /// If the solution is not of best play by both, or the rules have no such
    /// position: scores below the target, tokens that a seat can hold.
    #[must_use]
    pub fn new(solution: S, position: &Position) -> Self {
        solution.borrow().assert_best();
        solution.borrow().assert_has(position);
        Self {
            solution,
            position: *position,
            workspace: OnceCell::new(),
        }
    }

    /// Every action in a state of the turn, in the rules' order, with the mover's
    /// chance of winning under best play from there on. Where the mover may stop at
    /// the cap or beyond, that is all that is looked at.
    ///
    /// # Panics
    /// If the other seat is asked, or has challenged, and had no token.
    #[must_use]
    pub fn actions(&self, turn: &Turn) -> Vec<ActionValue> {
        let (solution, position) = (self.solution.borrow(), &self.position);
        let challenge = turn.challenger.is_some() || matches!(turn.phase, Phase::Asked(_));
        let may_be = position.may_be_challenged();
        assert!(!challenge || may_be, "a challenge without a token");
        let workspace = self.workspace.get_or_init(|| solution.workspace());
        let tree = solution.tree(position, [Play::Best; 2], None, 0.0, workspace);
        tree.actions(turn)
    }

    /// The best action in a state of the turn; of those that are equal but for
    /// [`TIE`], to stop, to challenge, to accept, or the last dragon.
    ///
    /// # Panics
    /// If nobody is to decide, and as [`Self::actions`].
    #[must_use]
    pub fn decide(&self, turn: &Turn) -> Action {
        let actions = self.actions(turn);
        // The other seat decides about a challenge, for the mover's worst.
        let sign = match turn.phase {
            Phase::Asked(_) => -1.0,
            _ => 1.0,
        };
        let worth = |action: &ActionValue| sign * action.mover_wins;
        let most = actions.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |action: &&ActionValue| worth(action) >= most - TIE;
        let best = match turn.phase {
            Phase::Asked(_) | Phase::Challenged => actions.iter().find(is_best),
            _ => actions.iter().rfind(is_best),
        };
        best.expect("a decision").action
    }
}

impl<S: Borrow<Solution>> fmt::Debug for SolvedTurn<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SolvedTurn({:?})", self.position)
    }
}

impl<S: Borrow<Solution>> Drop for SolvedTurn<S> {
    fn drop(&mut self) {
        if let Some(workspace) = self.workspace.take() {
            self.solution.borrow().give_back(workspace);
        }
    }
}
