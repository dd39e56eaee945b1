//! The policy of a player, and how its decisions in a turn are written to a table.

use std::sync::Arc;

use crate::policies::turn_table::TurnTable;
use crate::policies::{PersonalityPolicy, Scratch};
use crate::solver::{Choice, Decision, Outlook, Policy, SolvedGame, TurnPolicy};
use crate::{Action, Phase, Turn};

/// The policy of one player of the policy tables.
#[derive(Clone)]
pub enum PlayerPolicy {
    /// A personality.
    Personality(Box<PersonalityPolicy>),
    /// A policy that always takes the same action in the same position.
    Policy(Arc<dyn Policy>),
    /// Chooses among the actions that the rules allow at random; it has no table.
    Random,
}

impl From<PersonalityPolicy> for PlayerPolicy {
    fn from(policy: PersonalityPolicy) -> Self {
        Self::Personality(Box::new(policy))
    }
}

impl PlayerPolicy {
    pub fn depends_on_big_turns(&self) -> bool {
        match self {
            Self::Personality(policy) => policy.depends_on_big_turns(),
            Self::Policy(policy) => policy.depends_on_big_turns(),
            Self::Random => false,
        }
    }

    pub(super) fn write(
        &self,
        game: &SolvedGame,
        outlook: &Outlook,
        scratch: &mut Scratch,
        table: &mut TurnTable<'_>,
    ) {
        match self {
            Self::Personality(policy) => policy.write(outlook, scratch, table),
            Self::Policy(policy) => {
                write_policy(game, outlook, &*policy.turn(&outlook.position), table);
            }
            Self::Random => {}
        }
    }
}

/// Writes the decisions of a policy that never chooses at random, asking it about every
/// state.
fn write_policy(
    game: &SolvedGame,
    outlook: &Outlook,
    policy: &dyn TurnPolicy,
    table: &mut TurnTable<'_>,
) {
    let challenger = outlook.position.other();
    let decide = |decision, turn: &Turn| match policy.decide(decision, turn) {
        Choice::Take(action) => action,
        Choice::Uniform => panic!("a policy in a tournament chooses at random always or never"),
    };
    for accepted in [false, true] {
        for state in 0..table.states(accepted) {
            let place = game.graph().places(accepted)[state];
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
            let action = if game.graph().may_fight(place.at_stake) {
                decide(Decision::Move, &turn(phase, accepted))
            } else {
                Action::Stop
            };
            table.set_move(accepted, state, action);
            if !accepted && outlook.may_be_challenged && place.at_stake > 0 {
                let obliged = decide(Decision::Move, &turn(Phase::MustFight, true));
                table.set_obliged(state, obliged);
                let answer = decide(Decision::Answer, &turn(Phase::Challenged, true));
                table.set_accepts(state, answer == Action::Accept);
                let asked = decide(Decision::Challenge, &turn(Phase::Asked(challenger), false));
                table.set_challenges(state, asked == Action::Challenge);
            }
        }
    }
}
