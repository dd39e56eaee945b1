//! `optimum`: the solution, decision for decision. Of equal actions it takes to
//! stop, to challenge, to accept, or the last dragon, so that it makes the
//! thesis's fixed plays also where they change nothing.
//!
//! What it has worked out once it remembers, position by position: decisions
//! come back in every game and in every pairing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::games::dragon_slayer::solver::{
    Choice, Decision, Policy, Position, Solution, SolvedTurn, TurnPolicy,
};
use crate::games::dragon_slayer::{Action, Phase, Turn};

/// The policy.
#[derive(Clone, Debug)]
pub struct Optimum {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    solution: Arc<Solution>,
    /// By [`Solution::index`].
    decided: Vec<Mutex<Decided>>,
}

/// Decisions of one position, sorted by [`key`].
#[derive(Debug, Default)]
struct Decided(Vec<(u32, Action)>);

impl Optimum {
    /// From a solution of best play by both.
    ///
    /// # Panics
    /// From any other.
    #[must_use]
    pub fn new(solution: Solution) -> Self {
        solution.assert_best();
        let decided = (0..solution.positions()).map(|_| Mutex::default());
        Self {
            shared: Arc::new(Shared {
                decided: decided.collect(),
                solution: Arc::new(solution),
            }),
        }
    }

    /// The solution that it plays by.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.shared.solution
    }
}

impl Policy for Optimum {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let turn = SolvedTurn::new(Arc::clone(&self.shared.solution), position);
        Arc::new(OptimalTurn {
            shared: Arc::clone(&self.shared),
            position: *position,
            turn: Mutex::new(turn),
        })
    }
}

/// The policy in a turn.
struct OptimalTurn {
    shared: Arc<Shared>,
    position: Position,
    turn: Mutex<SolvedTurn<Arc<Solution>>>,
}

impl OptimalTurn {
    fn work_out(&self, turn: &Turn) -> Action {
        let solved = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        solved.decide(turn)
    }
}

impl TurnPolicy for OptimalTurn {
    fn decide(&self, _: Decision, turn: &Turn) -> Choice {
        let Some(index) = self.shared.solution.index(&self.position) else {
            return self.work_out(turn).into();
        };
        let key = key(turn);
        let decided = || {
            let decided = &self.shared.decided[index];
            decided.lock().unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(action) = decided().get(key) {
            return action.into();
        }
        let action = self.work_out(turn);
        decided().insert(key, action);
        action.into()
    }
}

impl Decided {
    fn get(&self, key: u32) -> Option<Action> {
        let place = self.0.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(self.0[place].1)
    }

    fn insert(&mut self, key: u32, action: Action) {
        if let Err(place) = self.0.binary_search_by_key(&key, |&(key, _)| key) {
            self.0.insert(place, (key, action));
        }
    }
}

/// Tells the decisions of a turn apart: points at stake, up to four living
/// dragons, up to four dice, whether a challenge was made, and the phase.
fn key(turn: &Turn) -> u32 {
    let phase = match turn.phase {
        Phase::MustFight => 0,
        Phase::MayStop => 1,
        Phase::Asked(_) => 2,
        _ => 3,
    };
    let challenged = u32::from(turn.challenger.is_some());
    let alive = turn.alive.index() as u32;
    (((turn.at_stake << 4 | alive) << 3 | u32::from(turn.dice)) << 1 | challenged) << 2 | phase
}
