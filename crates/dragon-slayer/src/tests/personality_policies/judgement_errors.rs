//! Judgement errors are fixed, differ between personalities, and keep to their bound.

use std::sync::Arc;

use crate::policies::turn_table::{self, TurnTable};
use crate::policies::{PersonalityPolicy, Scratch};
use crate::solver::{Outlook, SolvedGame};
use rayon::prelude::*;
use rivals_core::personalities::Personality;

use super::GAME;

/// An option that is taken is worse than the best by at most this share of the win
/// probability that 12 points are worth, times 1 - calculation.
const BOUND: f64 = 0.25;

/// The gain of a challenge is misjudged by at most this, times 1 - calculation.
const MOST_OF_GAIN: f64 = 0.1;

fn careless(id: &str, calculation: f64) -> Personality {
    let mut who = Personality::neutral(id);
    who.traits.calculation = calculation;
    who
}

/// The turn table, before and after accepting a challenge.
fn write(policy: &PersonalityPolicy, game: &SolvedGame, outlook: &Outlook) -> [Vec<u8>; 2] {
    let mut bytes = [false, true].map(|accepted| vec![0; game.graph().places(accepted).len()]);
    let [plain, accepted] = &mut bytes;
    policy.write(outlook, &mut Scratch::default(), &mut TurnTable { plain, accepted });
    bytes
}

#[test]
fn answers_are_fixed_and_differ_between_personalities() {
    let game = Arc::clone(&GAME);
    let policies = ["one", "one", "other"]
        .map(|id| PersonalityPolicy::new(careless(id, 0.5), Arc::clone(&game)));
    let (mut differ, mut all) = (0, 0);
    // The positions are asked forwards and backwards.
    let positions: Vec<usize> = (0..game.solution.positions()).step_by(211).collect();
    let ask = |policy: &PersonalityPolicy, index: usize| {
        let mut outlook = Outlook::default();
        outlook.look(&game, &game.solution.position(index));
        write(policy, &game, &outlook)
    };
    let one: Vec<_> = positions.iter().map(|&at| ask(&policies[0], at)).collect();
    for (&at, one) in positions.iter().zip(&one).rev() {
        assert_eq!(&ask(&policies[1], at), one);
        let other = ask(&policies[2], at);
        let pairs = one[0].iter().zip(&other[0]);
        differ += pairs.filter(|(one, other)| one != other).count();
        all += one[0].iter().filter(|&&byte| byte != 0).count();
    }
    let share = differ as f64 / all as f64;
    assert!((0.05..0.9).contains(&share), "{share}");
}

#[test]
fn no_option_is_worse_than_the_bound() {
    let game = Arc::clone(&GAME);
    for calculation in [0.0, 0.5, 0.9] {
        let policy = PersonalityPolicy::new(careless("careless", calculation), Arc::clone(&game));
        let size = 1.0 - calculation;
        let check = |index: usize| {
            let position = game.solution.position(index);
            let mut outlook = Outlook::default();
            outlook.look(&game, &position);
            let lost = outlook.ends.lost[0];
            // The win probability that 12 points are worth, as the library defines it.
            let unit = (game.solution.after(&position, 12, 0, false) - lost).max(0.05);
            let bound = size * BOUND * unit + 1e-9;
            let [plain, accepted] = write(&policy, &game, &outlook);
            let mut worse = 0.0_f64;
            for (after, bytes) in [(false, &plain), (true, &accepted)] {
                if after && !outlook.may_be_challenged {
                    continue;
                }
                let best = &outlook.best;
                let open = outlook.horizon.open[usize::from(after)];
                for (state, &byte) in bytes.iter().enumerate().take(open) {
                    let place = game.graph().places(after)[state];
                    // At the cap there is nothing to choose.
                    if !game.graph().may_fight(place.at_stake) {
                        continue;
                    }
                    let stop = if after { outlook.ends.stands[1][state] } else { best.stop(state) };
                    let fights = place.alive.iter().map(|dragon| best.fight(after, state, dragon));
                    let most = fights.fold(f64::NEG_INFINITY, f64::max);
                    let taken = match turn_table::fights(byte) {
                        Some(dragon) => best.fight(after, state, dragon),
                        None => stop,
                    };
                    // With no points at stake, the mover may not stop.
                    let most = match place.at_stake {
                        0 => most,
                        _ => most.max(stop),
                    };
                    assert!(most - taken <= bound, "{position:?} {place:?}");
                    worse = worse.max((most - taken) / unit);
                    if after || !outlook.may_be_challenged || place.at_stake == 0 {
                        continue;
                    }
                    let decline = outlook.ends.declined[state];
                    let accept = best.accept(game.graph(), state);
                    if accept > f64::NEG_INFINITY {
                        let taken = if turn_table::accepts(byte) { accept } else { decline };
                        assert!(accept.max(decline) - taken <= bound, "{position:?} {place:?}");
                    }
                    let stands = outlook.ends.stands[0][state];
                    let gain = stands - best.challenged(game.graph(), &outlook.ends, state);
                    let bound = size * MOST_OF_GAIN + 1e-9;
                    let wins = 1.0 - stands < 1e-9;
                    let loss = if turn_table::challenges(byte) { -gain } else { gain };
                    assert!(wins || loss <= bound, "{position:?} {place:?} {gain}");
                }
            }
            worse
        };
        let positions = (0..game.solution.positions()).into_par_iter().step_by(13);
        let worst = positions.map(check).reduce(|| 0.0, f64::max);
        // The largest loss comes close to the bound.
        assert!(worst > 0.9 * size * BOUND, "{calculation}: {worst}");
    }
}
