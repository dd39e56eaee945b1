//! Policies, which make the decisions of a game of two seats.
//!
//! A decision depends only on the position, in which scores beyond the target are reduced
//! to a lead, and on the state of the turn: the same state always gets the same action, or
//! the same distribution of actions. So a policy's win probability can be computed exactly.

use std::sync::Arc;

use super::position::Position;
use crate::{Action, Phase, Turn};

/// A policy for Dragon Slayer with two players, for either seat.
pub trait Policy: Send + Sync {
    /// The policy within the turn that begins in this position, which may be its own turn
    /// or the other seat's.
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy>;

    /// Whether the decisions depend on [`Position::after_big_turn`]; if not, the solver
    /// needs half as many positions.
    fn depends_on_big_turns(&self) -> bool {
        false
    }

    /// Whether every choice is [`Choice::Uniform`]. Tournaments have no policy table for such a
    /// policy; they need a policy that returns false here to choose [`Choice::Take`] always.
    fn chooses_at_random(&self) -> bool {
        false
    }
}

/// A policy within one turn.
pub trait TurnPolicy: Send + Sync {
    /// The choice of the seat that decides: an action that the rules allow. A
    /// [`Decision::Move`] with nothing at stake, or without a slain dragon since an accepted
    /// challenge, must be a fight.
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice;
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The mover fights, or stops where that is allowed.
    Move,
    /// The other seat challenges or lets the stop stand.
    Challenge,
    /// The mover accepts or declines.
    Answer,
}

/// The choice of a policy at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Always takes this action.
    Take(Action),
    /// Takes each of the actions that the rules allow with the same probability. The solver
    /// evaluates any policy that chooses so; in tournaments, a policy chooses so either always
    /// or never ([`Policy::chooses_at_random`]).
    Uniform,
}

/// The choice, after a check that the rules allow it in this state of a turn.
///
/// # Panics
/// If the rules do not allow it.
#[must_use]
pub(super) fn legal(choice: Choice, turn: &Turn) -> Choice {
    let allowed = match (turn.phase, choice) {
        (_, Choice::Uniform) => true,
        (Phase::MustFight | Phase::MayStop, Choice::Take(Action::Fight(dragon))) => {
            turn.alive.contains(dragon.into())
        }
        (Phase::MayStop, Choice::Take(action)) => action == Action::Stop,
        (Phase::Asked(_), Choice::Take(action)) => {
            matches!(action, Action::Challenge | Action::LetStop)
        }
        (Phase::Challenged, Choice::Take(action)) => {
            matches!(action, Action::Accept | Action::Decline)
        }
        _ => false,
    };
    assert!(allowed, "a policy chose {choice:?}, which the rules do not allow in {turn:?}");
    choice
}

impl From<Action> for Choice {
    fn from(action: Action) -> Self {
        Self::Take(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DragonSlayer;
    use crate::Rules;
    use rivals_core::play::{Game, Seat};

    const ACTIONS: [Action; 7] = [
        Action::Fight(0),
        Action::Fight(2),
        Action::Stop,
        Action::Challenge,
        Action::LetStop,
        Action::Accept,
        Action::Decline,
    ];

    /// Legal choices are exactly the actions that the rules allow.
    #[test]
    fn legal_choices_are_the_actions_of_the_rules() {
        let game = DragonSlayer::by(Rules::built_in());
        for phase in
            [Phase::MustFight, Phase::MayStop, Phase::Asked(Seat::SECOND), Phase::Challenged]
        {
            let mut state = game.start(2);
            state.turn.alive = state.turn.alive.after_slaying(2, 3);
            state.turn.phase = phase;
            for action in ACTIONS {
                let allowed = game.actions(&state).contains(&action);
                let checked = std::panic::catch_unwind(|| legal(action.into(), &state.turn));
                assert_eq!(checked.is_ok(), allowed, "{action} in {phase:?}");
            }
            assert_eq!(legal(Choice::Uniform, &state.turn), Choice::Uniform);
        }
    }
}
