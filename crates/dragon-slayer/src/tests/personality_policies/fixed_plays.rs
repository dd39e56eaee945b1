//! The thesis's three fixed plays take precedence over every trait, in every third position.

use std::sync::Arc;

use crate::policies::turn_table::{self, TurnTable};
use crate::policies::{PersonalityPolicy, Scratch};
use crate::solver::{Outlook, Stage};
use rayon::prelude::*;
use rivals_core::personalities::{Personality, Traits, Values};

use super::GAME;

/// Personalities with traits at the ends of their scales and each of the values.
fn extremes() -> Vec<Personality> {
    let who = |figures: [f64; 8], values: [f64; 5]| Personality {
        traits: Traits::from_figures(figures),
        values: Values::from_figures(values),
        ..Personality::neutral("extreme")
    };
    let winning = [1.0, 0.0, 0.0, 0.0, 0.0];
    vec![
        who([4.0, 4.0, 0.0, 0.0, 1.0, 1.0, -1.0, 0.0], winning),
        who([4.0, 4.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0], winning),
        who([-4.0, -4.0, 4.0, 4.0, 1.0, 1.0, 1.0, 0.0], winning),
        who([-4.0, 4.0, 4.0, 4.0, 0.0, 0.0, -1.0, 0.0], winning),
        who([4.0, -4.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0], winning),
        who([4.0, 4.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0]),
        who([4.0, 4.0, 4.0, 0.0, 0.0, 1.0, -1.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0]),
        who([-4.0, 4.0, 0.0, 4.0, 0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]),
        who([0.0, 0.0, 0.0, 0.0, 0.0, 0.5, -1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0]),
    ]
}

/// The number of states in which each play applied.
#[derive(Default, Debug)]
struct Met {
    behind: u64,
    wins: u64,
    loses: u64,
}

#[test]
fn fixed_plays_take_precedence_over_every_trait() {
    let game = Arc::clone(&GAME);
    let rules = game.rules();
    let policies: Vec<PersonalityPolicy> =
        extremes().into_iter().map(|who| PersonalityPolicy::new(who, Arc::clone(&game))).collect();
    let check = |index: usize| {
        let position = game.solution.position(index);
        let mut met = Met::default();
        // Larger leads cannot be made up before a turn reaches the solution's cap.
        let lead = match position.stage {
            Stage::Chase { lead } => lead,
            _ => 0,
        };
        if lead > game.solution.cap() as i32 - 38 {
            return met;
        }
        let (mut outlook, mut scratch) = (Outlook::default(), Scratch::default());
        outlook.look(&game, &position);
        let [mover, other] = [position.mover(), position.mover().next(2)];
        let mut plain = vec![0; game.graph().places(false).len()];
        let mut accepted = vec![0; game.graph().places(true).len()];
        for (who, policy) in policies.iter().enumerate() {
            policy.write(
                &outlook,
                &mut scratch,
                &mut TurnTable { plain: &mut plain, accepted: &mut accepted },
            );
            let who = || format!("personality {who} in {position:?}");
            for (after, bytes) in [(false, &plain), (true, &accepted)] {
                if after && !outlook.may_be_challenged {
                    continue;
                }
                let seen = outlook.horizon.seen[usize::from(after)];
                for (state, &byte) in bytes.iter().enumerate().take(seen) {
                    let place = game.graph().places(after)[state];
                    if i64::from(place.at_stake) < i64::from(lead) {
                        assert!(turn_table::fights(byte).is_some(), "{} {place:?}", who());
                        met.behind += 1;
                    }
                    if after || !outlook.may_be_challenged || place.at_stake == 0 {
                        continue;
                    }
                    let ends = |points, bonus| position.stage.after(points, bonus, rules.target);
                    if ends(place.at_stake, 0) == Err(mover) {
                        assert!(turn_table::challenges(byte), "{} {place:?}", who());
                        met.wins += 1;
                    }
                    let challenge = rules.challenge;
                    let kept = challenge.declined_share.of(place.at_stake);
                    let horizon = game.graph().on_accepting(state) < outlook.horizon.open[1];
                    if ends(kept, challenge.bonus) == Err(other) && horizon {
                        assert!(turn_table::accepts(byte), "{} {place:?}", who());
                        assert!(turn_table::obliged(byte).is_some(), "{} {place:?}", who());
                        met.loses += 1;
                    }
                }
            }
        }
        met
    };
    let positions = (0..game.solution.positions()).into_par_iter().step_by(3);
    let met = positions.map(check).reduce(Met::default, |a, b| Met {
        behind: a.behind + b.behind,
        wins: a.wins + b.wins,
        loses: a.loses + b.loses,
    });
    assert!(met.behind > 300_000, "{met:?}");
    assert!(met.wins > 30_000 && met.loses > 30_000, "{met:?}");
}
