//! Who decides: a policy answers every decision of a two-seat game.
//!
//! A policy sees positions, not scores beyond the target, and a decision
//! depends on nothing else: the same position always gets the same answer, or
//! the same draw of answers. So its chance of winning can be evaluated without
//! dice.

use std::sync::Arc;

use super::position::Position;
use crate::games::dragon_slayer::{Action, Phase, Turn};

/// A way to play Dragon Slayer for two, from either seat.
pub trait Policy: Send + Sync {
    /// Gets ready for a turn that begins in this position, be it its own or the
    /// other seat's.
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy>;

    /// Whether it looks at [`Position::after_big_turn`]; nobody else pays for it.
    fn depends_on_big_turns(&self) -> bool {
        false
    }
}

/// A policy within one turn.
pub trait TurnPolicy: Send + Sync {
    /// The choice of the seat whose decision it is: an action that the rules
    /// allow. [`Decision::Move`] with nothing at stake, or after a challenge
    /// nothing slain since, must fight.
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice;
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The mover fights, or stops where that is allowed.
    Move,
    /// The other seat challenges or lets the stop stand.
    Challenge,
    /// The mover accepts or declines.
    Answer,
}

/// What a policy does with a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Takes this action, always.
    Take(Action),
    /// Draws one of the actions that the rules allow, each as likely as another.
    AnyAlike,
}

/// The choice, which the rules allow in this state of a turn.
///
/// # Panics
/// If they do not.
#[must_use]
pub(super) fn legal(choice: Choice, turn: &Turn) -> Choice {
    let allowed = match (turn.phase, choice) {
        (_, Choice::AnyAlike) => true,
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
    assert!(
        allowed,
        "a policy chose {choice:?}, which the rules do not allow in {turn:?}"
    );
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
    use crate::games::dragon_slayer::DragonSlayer;
    use crate::games::dragon_slayer::Rules;
    use crate::play::{Game, Seat};

    const ACTIONS: [Action; 7] = [
        Action::Fight(0),
        Action::Fight(2),
        Action::Stop,
        Action::Challenge,
        Action::LetStop,
        Action::Accept,
        Action::Decline,
    ];

    /// What the rule book allows is legal, and nothing else.
    #[test]
    fn legal_is_what_the_rule_book_says() {
        let game = DragonSlayer::new(Rules::built_in());
        for phase in [
            Phase::MustFight,
            Phase::MayStop,
            Phase::Asked(Seat::SECOND),
            Phase::Challenged,
        ] {
            let mut state = game.start(2);
            state.turn.alive = state.turn.alive.after_slaying(2, 3);
            state.turn.phase = phase;
            for action in ACTIONS {
                let allowed = game.legal(&state).contains(&action);
                let checked = std::panic::catch_unwind(|| legal(action.into(), &state.turn));
                assert_eq!(checked.is_ok(), allowed, "{action} in {phase:?}");
            }
            assert_eq!(legal(Choice::AnyAlike, &state.turn), Choice::AnyAlike);
        }
    }
}
