//! The effect of the cap on turns, and the error bound that covers it.

use crate::Error;
use std::time::Instant;

use crate::policies::{Hold, OptimalPolicy};
use crate::solver::{Bound, Play, Position, Solution, Stage};
use crate::{Fraction, Phase, Rules, Turn, WarriorDie};
use rivals_core::play::Seat;

use super::{best, small};

#[test]
fn a_larger_cap_changes_no_value() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let doubled = Solution::with_cap(&rules, [Play::Optimal; 2], 4 * 45).unwrap();
    assert!(solution.error() < 0.5e-9);
    let mut moved: f64 = 0.0;
    for first in 0..40 {
        for second in 0..40 {
            for tokens in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                for mover in [Seat::FIRST, Seat::SECOND] {
                    let scores = [first, second];
                    let stage = Stage::Running { scores, mover };
                    let position = Position::new(stage, tokens);
                    moved = moved.max((solution.value(&position) - doubled.value(&position)).abs());
                }
            }
        }
    }
    assert!(moved < 1e-14, "{moved:e}");
}

/// Values of leads are within the bound unless they are reported as capped.
#[test]
fn capped_leads_are_reported() {
    let rules = small();
    let with_cap = |cap| Solution::with_cap(&rules, [Play::Optimal; 2], cap).unwrap();
    let (solution, larger) = (with_cap(18), with_cap(150));
    let chase = |lead| Position::new(Stage::Chase { lead }, [1, 1]);
    let moved = |lead| (solution.value(&chase(lead)) - larger.value(&chase(lead))).abs();
    let mut most: f64 = 0.0;
    for lead in -2..4 * solution.cap() as i32 {
        if solution.is_capped(&chase(lead)) {
            most = most.max(moved(lead));
        } else {
            assert!(moved(lead) <= solution.error() + larger.error(), "{lead}");
        }
    }
    assert!(!solution.is_capped(&chase(3)));
    assert!(most > 1e-6, "{most:e}");
}

/// Rules in which a player who declines keeps nothing, so a challenge is worth a fight with
/// any points at stake.
fn nothing_kept() -> Rules {
    let mut rules = small();
    rules.challenge.declined_share = Fraction { numerator: 0, denominator: 1 };
    rules
}

#[test]
fn the_bound_covers_a_cap_that_turns_always_reach() {
    let proven = best(&small());
    assert_eq!(proven.bound(), Bound::Proven(proven.error()));
    let solution = best(&nothing_kept());
    assert!(matches!(solution.bound(), Bound::Proven(error) if error < 1e-9));
    let larger =
        Solution::with_cap(&nothing_kept(), [Play::Optimal; 2], 3 * solution.cap()).unwrap();
    for lead in -2..=7 {
        let position = Position::new(Stage::Chase { lead }, [1, 1]);
        assert!(!solution.is_capped(&position), "{lead}");
        let moved = solution.value(&position) - larger.value(&position);
        // The larger cap stops turns as well.
        let most = solution.error() + larger.error() + 1e-9;
        assert!(moved.abs() <= most, "{lead}: {moved:e}");
    }
    let moved = (solution.first_wins() - larger.first_wins()).abs();
    assert!(moved <= solution.error() + larger.error() + 1e-9, "{moved:e}");
}

/// With little risk and a policy that never stops, turns have no practical end.
#[test]
fn a_policy_that_never_stops_is_endless() {
    let mut rules = small();
    rules.target = 1;
    rules.dragons.truncate(1);
    rules.dragons[0].points = 1;
    rules.dragons[0].dice = 1;
    rules.warrior.dice = 4;
    rules.warrior.die = WarriorDie::new(3, 2, 1).unwrap();
    rules.challenge.tokens = 0;
    let never = Hold::new(&rules, 1_000_000);
    let refused = Solution::solve(&rules, [Play::As(&never); 2]).unwrap_err();
    assert!(matches!(refused, Error::Endless { .. }), "{refused}");
}

#[test]
fn rules_that_are_too_large_are_refused_with_their_size() {
    let one = |target, tokens| {
        let mut rules = Rules::built_in();
        rules.target = target;
        rules.challenge.tokens = tokens;
        rules.dragons.truncate(1);
        rules.dragons[0].points = 1;
        rules
    };
    let start = Instant::now();
    for rules in [one(2_000, 0), one(1_000, 1), one(10_000, 100)] {
        let refused = Solution::supports(&rules).unwrap_err();
        let Error::TooLarge { positions, states, .. } = refused else {
            panic!("{refused}");
        };
        let text = refused.to_string();
        assert!(text.contains(&positions.to_string()) && text.contains(&states.to_string()));
        assert_eq!(Solution::solve(&rules, [Play::Optimal; 2]).err(), Some(refused));
    }
    assert!(start.elapsed().as_secs() < 5);
    assert!(Solution::supports(&Rules::built_in()).is_ok());
}

/// The optimal decisions are legal with any points at stake.
#[test]
fn decisions_beyond_the_cap_are_legal() {
    let rules = small();
    let solution = best(&rules);
    let positions = [
        Stage::Running { scores: [0, 0], mover: Seat::FIRST },
        Stage::Chase { lead: 3 },
        Stage::Chase { lead: 5_000 },
        Stage::Overtime,
    ];
    for position in positions.map(|stage| Position::new(stage, [1, 1])) {
        let turn = solution.turn(&position);
        let challenger = position.mover().next(2);
        for at_stake in [solution.cap() - 1, solution.cap(), 2 * solution.cap(), 4_999, 5_000] {
            for (phase, challenged, actions) in [
                (Phase::MustFight, true, &["fight dragon 1", "fight dragon 2"][..]),
                (Phase::MayStop, false, &["stop", "fight dragon 1", "fight dragon 2"]),
                (Phase::Asked(challenger), false, &["challenge", "let stop"]),
                (Phase::Challenged, true, &["accept", "decline"]),
            ] {
                let turn_state = Turn {
                    at_stake,
                    phase,
                    challenger: challenged.then_some(challenger),
                    ..Turn::new(2, 2)
                };
                let action = turn.decide(&turn_state).to_string();
                assert!(actions.contains(&action.as_str()), "{action} in {phase:?}");
            }
        }
    }
    // At a tie beyond the cap, a player who declines a challenge has lost.
    let tie = solution.turn(&Position::new(Stage::Chase { lead: 5_000 }, [1, 1]));
    let challenged = Turn {
        at_stake: 5_000,
        phase: Phase::Challenged,
        challenger: Some(Seat::FIRST),
        ..Turn::new(2, 2)
    };
    assert_eq!(tie.decide(&challenged).to_string(), "accept");
}

/// Questions to a solution of another kind, or about positions that the rules do not have,
/// are refused.
#[test]
fn invalid_questions_panic() {
    let rules = small();
    let start = Position::new(Stage::Running { scores: [0, 0], mover: Seat::FIRST }, [0, 0]);
    let hold = Hold::new(&rules, 3);
    let solve = |plays| Solution::with_cap(&rules, plays, 30).unwrap();
    let panics =
        |run: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err();
    let held = solve([Play::As(&hold); 2]);
    assert!(panics(&|| drop(held.turn(&start))));
    assert!(panics(&|| drop(OptimalPolicy::new(solve([Play::Optimal, Play::As(&hold)])))));
    let solution = solve([Play::Optimal; 2]);
    let tokens = Position { tokens: [2, 0], ..start };
    let scores = Position { stage: Stage::Running { scores: [7, 0], mover: Seat::FIRST }, ..start };
    for position in [tokens, scores] {
        assert!(panics(&|| _ = solution.value(&position)));
        assert!(panics(&|| _ = solution.index(&position)));
    }
    assert!(panics(&|| _ = solution.after(&start, 2, 2, true)));
    let asked = Turn { at_stake: 2, phase: Phase::Asked(Seat::SECOND), ..Turn::new(2, 2) };
    assert!(panics(&|| drop(solution.actions(&start, &asked))));
}
