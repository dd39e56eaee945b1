//! The rules and their reference implementation agree over random games.

use super::random_states;
use super::reference;
use crate::parchis::rules::Parchis;
use rivals_core::play::{Game, Step};

#[test]
fn the_rules_agree_with_the_reference() {
    for rules in [Parchis::UGR22, Parchis::UGR22_FIXED] {
        let states = random_states(&rules, 100);
        assert!(states.len() > 20_000, "{}", states.len());
        for state in states.iter().filter(|state| rules.winners(state).is_none()) {
            let moves = rules.actions(state);
            assert_eq!(moves, reference::legal(rules == Parchis::UGR22_FIXED, state), "{state:?}");
            for action in moves {
                let after = rules.after(state, Step::Act(action));
                assert_eq!(after, reference::after(state, action), "{state:?} {action}");
            }
        }
    }
}
