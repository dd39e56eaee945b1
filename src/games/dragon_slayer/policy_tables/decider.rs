//! The policy of a player, and how its decisions in a turn are written to a table.

use std::sync::Arc;

use crate::games::dragon_slayer::policies::book::Book;
use crate::games::dragon_slayer::policies::{Mind, Thoughts};
use crate::games::dragon_slayer::solver::{
    Choice, Decision, Outlook, Policy, SolvedGame, TurnPolicy,
};
use crate::games::dragon_slayer::{Action, Phase, Turn};

/// The policy of one player of the policy tables.
#[derive(Clone)]
pub enum Decider {
    /// A personality.
    Mind(Mind),
    /// A policy that always takes the same action in the same position.
    Policy(Arc<dyn Policy>),
    /// Draws one of the actions that the rules allow; it has no table.
    Random,
}

impl Decider {
    pub(super) fn minds_big_turns(&self) -> bool {
        match self {
            Self::Mind(mind) => mind.minds_big_turns(),
            Self::Policy(policy) => policy.minds_big_turns(),
            Self::Random => false,
        }
    }

    pub(super) fn write(
        &self,
        game: &SolvedGame,
        outlook: &Outlook,
        thoughts: &mut Thoughts,
        book: &mut Book<'_>,
    ) {
        match self {
            Self::Mind(mind) => mind.write(outlook, thoughts, book),
            Self::Policy(policy) => {
                write_policy(game, outlook, &*policy.turn(&outlook.position), book);
            }
            Self::Random => {}
        }
    }
}

/// Writes the decisions of a policy that never draws, asking it about every state.
fn write_policy(
    game: &SolvedGame,
    outlook: &Outlook,
    policy: &dyn TurnPolicy,
    book: &mut Book<'_>,
) {
    let challenger = outlook.position.other();
    let decide = |decision, turn: &Turn| match policy.decide(decision, turn) {
        Choice::Take(action) => action,
        Choice::AnyAlike => unreachable!("only policies that never draw are written down"),
    };
    for accepted in [false, true] {
        for state in 0..book.states(accepted) {
            let place = &game.graph.places(accepted)[state];
            let turn = |phase, challenged: bool| Turn {
                at_stake: place.at_stake,
                alive: place.alive,
                dice: place.dice,
                challenger: challenged.then_some(challenger),
                phase,
            };
            let phase = match place.at_stake {
                0 => Phase::MustFight,
                _ => Phase::MayStop,
            };
            let action = match game.graph.may_fight(place.at_stake) {
                true => decide(Decision::Move, &turn(phase, accepted)),
                false => Action::Stop,
            };
            book.set_move(accepted, state, action);
            if !accepted && outlook.may_be_challenged && place.at_stake > 0 {
                let obliged = decide(Decision::Move, &turn(Phase::MustFight, true));
                book.set_obliged(state, obliged);
                let answer = decide(Decision::Answer, &turn(Phase::Challenged, true));
                book.set_accepts(state, answer == Action::Accept);
                let asked = decide(Decision::Challenge, &turn(Phase::Asked(challenger), false));
                book.set_challenges(state, asked == Action::Challenge);
            }
        }
    }
}
