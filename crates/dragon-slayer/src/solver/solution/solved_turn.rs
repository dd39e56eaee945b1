//! The optimal decisions in a turn.

use std::borrow::Borrow;
use std::cell::OnceCell;

use super::{Play, Solution};
use crate::solver::position::Position;
use crate::solver::turn::{ActionValue, TIE, Workspace};
use crate::{Action, DragonSet, Phase, Turn, horizon, slain_points};

/// A turn that begins in a position, under optimal play by both seats. Values that one
/// decision computes are reused by the next; the memory comes from the solution's pool.
pub struct SolvedTurn<S: Borrow<Solution>> {
    solution: S,
    position: Position,
    workspace: OnceCell<Workspace>,
}

impl<S: Borrow<Solution>> SolvedTurn<S> {
    /// A turn that begins in `position`.
    ///
    /// # Panics
    /// If the solution is not of optimal play by both seats, or the rules have no such
    /// position, as for [`Solution::value`].
    #[must_use]
    pub fn new(solution: S, position: &Position) -> Self {
        solution.borrow().assert_best();
        solution.borrow().assert_has(position);
        Self { solution, position: *position, workspace: OnceCell::new() }
    }

    /// Every action in a state of the turn, in the order of the rules, with the mover's win
    /// probability under optimal play from there on. At the cap or beyond, where the mover
    /// may stop, only the stop is evaluated.
    ///
    /// # Panics
    /// If there is or may be a challenge, and the other seat had no token.
    #[must_use]
    pub fn actions(&self, turn: &Turn) -> Vec<ActionValue> {
        let (solution, position) = (self.solution.borrow(), &self.position);
        let challenge = turn.challenger.is_some() || matches!(turn.phase, Phase::Asked(_));
        let may_be = position.may_be_challenged();
        assert!(!challenge || may_be, "a challenge without a token");
        let workspace = (self.workspace).get_or_init(|| solution.workspace(&solution.workspaces));
        let pass = solution.pass(position, [Play::Optimal; 2], None, 0.0, workspace);
        pass.actions(turn)
    }

    /// The best action in a state of the turn. Of actions whose values differ by at most
    /// [`TIE`], it is to stop, to challenge, to accept, or to fight the last dragon.
    ///
    /// # Panics
    /// If the state has no decision, and as [`Self::actions`].
    #[must_use]
    pub fn decide(&self, turn: &Turn) -> Action {
        let actions = self.actions(turn);
        // The other seat decides about a challenge, and minimises the mover's value.
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

    /// The points at stake at which the optimal policy stops, with these dragons alive, this
    /// number of dice left, and no challenge accepted. Only points below the [`horizon`]
    /// that slain dragons can give are considered.
    #[must_use]
    pub fn stops(&self, alive: DragonSet, dice: u8) -> StopPoints {
        let rules = self.solution.borrow().rules();
        let stops = |at_stake: &u32| {
            let turn =
                Turn { at_stake: *at_stake, alive, dice, challenger: None, phase: Phase::MayStop };
            self.decide(&turn) == Action::Stop
        };
        let (mut from, mut also) = (None, Vec::new());
        let reached = slain_points(rules, alive).into_iter().rev();
        let mut always = true;
        for points in reached.filter(|&points| points < horizon(rules)) {
            match (stops(&points), always) {
                (true, true) => from = Some(points),
                (true, false) => also.insert(0, points),
                (false, _) => always = false,
            }
        }
        StopPoints { from, also }
    }
}

impl<S: Borrow<Solution>> Drop for SolvedTurn<S> {
    fn drop(&mut self) {
        if let Some(workspace) = self.workspace.take() {
            let solution = self.solution.borrow();
            solution.give_back(&solution.workspaces, workspace, false);
        }
    }
}

/// The points at stake at which the optimal policy stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopPoints {
    /// The fewest points from which on it always stops; `None` if it fights on at the last
    /// points below the [`horizon`].
    pub from: Option<u32>,
    /// Fewer points at which it also stops, in ascending order; it fights on in between.
    pub also: Vec<u32>,
}
