//! The solver against a reference implementation: value iteration on the states of the
//! rules.

use std::collections::HashMap;

use crate::policies::Random;
use crate::solver::{Choice, Decision, Play, Policy, Position, Solution, Stage};
use crate::{Action, DragonSlayer, Phase, Rules, State};
use rivals_core::play::{Game, Seat, Step, Turn};

use super::erratic::{Anything, unsettles};
use super::small;

/// A state, and whether the turn before it was a big one that some policy depends on.
pub(super) type Extended = (State, bool);

/// How the values of the next states make the value of a state.
#[derive(Clone, Copy)]
enum Combine {
    /// The mean, weighted by probabilities.
    Mean,
    /// The largest value.
    Best,
    /// The smallest value.
    Worst,
}

/// The reference implementation: the first seat's win probability in every state of the
/// rules, roll by roll, improved until no value changes. It shares the rules with the
/// solver, but neither odds nor structure. A seat without a policy plays optimally.
pub(super) fn value_iteration(
    game: &DragonSlayer,
    cap: u32,
    policies: [Option<&dyn Policy>; 2],
) -> HashMap<Extended, f64> {
    let target = game.rules().target;
    let minds = policies.iter().flatten().any(|policy| policy.depends_on_big_turns());
    // Past the target only the lead matters; with the scores themselves there would be
    // infinitely many states. Big turns are kept where a policy depends on them.
    let canonical = |mut state: State| {
        state.after_big_turn = false;
        if let Some(position) = Position::of(&state, target)
            && !matches!(position.stage, Stage::Running { .. })
        {
            [state.scores[Seat::FIRST], state.scores[Seat::SECOND]] = position.scores(target);
        }
        state
    };
    let extend = |before: &Extended, next: State| -> Extended {
        let (state, big) = before;
        let ended = next.mover != state.mover;
        let big = match Position::of(&next, target) {
            None => false,
            Some(_) if !ended => *big,
            Some(position) => {
                let mover = state.mover;
                minds && unsettles(state.scores[mover], next.scores[mover], &position)
            }
        };
        (canonical(next), big)
    };
    let chosen = |(state, big): &Extended, seat: Seat| -> Option<Choice> {
        let mut position = Position::of(state, target).unwrap();
        position.after_big_turn = *big;
        let decision = match state.turn.phase {
            Phase::Asked(_) => Decision::Challenge,
            Phase::Challenged => Decision::Answer,
            _ => Decision::Move,
        };
        let policy = policies[usize::from(seat.0)]?;
        Some(policy.turn(&position).decide(decision, &state.turn))
    };
    let successors = |extended: &Extended| -> (Combine, Vec<(Extended, f64)>) {
        let state = &extended.0;
        match game.turn(state) {
            Turn::Over(_) => (Combine::Mean, Vec::new()),
            Turn::Decide(seat) => {
                let mut actions = game.actions(state);
                if state.turn.phase == Phase::MayStop && state.turn.at_stake >= cap {
                    actions = vec![Action::Stop];
                }
                let mut combine = match seat {
                    Seat::FIRST => Combine::Best,
                    _ => Combine::Worst,
                };
                if actions.len() > 1
                    && let Some(choice) = chosen(extended, seat)
                {
                    combine = Combine::Mean;
                    if let Choice::Take(action) = choice {
                        actions = vec![action];
                    }
                }
                let weight = 1.0 / actions.len() as f64;
                let next = actions
                    .into_iter()
                    .map(|action| (extend(extended, game.after(state, Step::Act(action))), weight));
                (combine, next.collect())
            }
            Turn::Chance(chances) => {
                let next = chances.weights.iter().map(|&(event, weight)| {
                    let next = extend(extended, game.after(state, Step::Event(event)));
                    (next, weight as f64 / chances.total as f64)
                });
                (Combine::Mean, next.collect())
            }
        }
    };
    let start = (game.start(2), false);
    let mut index = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut edges: Vec<(Combine, Vec<(usize, f64)>)> = Vec::new();
    while edges.len() < states.len() {
        let (combine, next) = successors(&states[edges.len()]);
        let list = next.into_iter().map(|(next, weight)| {
            let place = *index.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            (place, weight)
        });
        let list = list.collect();
        edges.push((combine, list));
    }
    let mut values: Vec<f64> = (states.iter())
        .map(|(state, _)| match state.turn.phase {
            Phase::Over { winner } if winner == Seat::FIRST => 1.0,
            Phase::Over { .. } => 0.0,
            _ => 0.5,
        })
        .collect();
    loop {
        let mut moved: f64 = 0.0;
        for (place, (combine, next)) in edges.iter().enumerate().rev() {
            if next.is_empty() {
                continue;
            }
            let after = next.iter().map(|&(next, _)| values[next]);
            let value = match combine {
                Combine::Mean => next.iter().map(|&(next, weight)| weight * values[next]).sum(),
                Combine::Best => after.fold(0.0, f64::max),
                Combine::Worst => after.fold(1.0, f64::min),
            };
            moved = moved.max((value - values[place]).abs());
            values[place] = value;
        }
        if moved < 1e-15 {
            return states.into_iter().zip(values).collect();
        }
    }
}

#[test]
fn values_agree_in_every_position() {
    for tokens in [0, 1] {
        let mut rules = small();
        rules.challenge.tokens = tokens;
        let cap = 12;
        let solution = Solution::with_cap(&rules, [Play::Optimal; 2], cap).unwrap();
        let game = DragonSlayer::by(rules.clone());
        let mut compared = 0;
        for ((state, _), value) in value_iteration(&game, cap, [None; 2]) {
            let Some(position) = Position::of(&state, rules.target) else {
                continue;
            };
            if state.turn == game.start(2).turn {
                let solved = solution.value(&position);
                assert!((solved - value).abs() < 1e-11, "{state:?}: {solved} {value}");
                compared += 1;
            }
            // Within the turn, the value of the best action is that of the state.
            let actions = solution.actions(&position, &state.turn);
            let first = |wins: f64| {
                if state.mover == Seat::FIRST { wins } else { 1.0 - wins }
            };
            let values = actions.iter().map(|action| first(action.mover_wins));
            if !actions.is_empty() && state.turn.at_stake < cap {
                let decider = match state.turn.phase {
                    Phase::Asked(seat) => seat,
                    _ => state.mover,
                };
                let best = match decider {
                    Seat::FIRST => values.fold(0.0, f64::max),
                    _ => values.fold(1.0, f64::min),
                };
                assert!((best - value).abs() < 1e-11, "{state:?}: {best} {value}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}

/// Compares every position's value under these plays with the reference implementation.
fn agree(rules: &Rules, policies: [Option<&dyn Policy>; 2]) {
    let cap = 12;
    let plays = policies.map(|policy| policy.map_or(Play::Optimal, Play::As));
    let solution = Solution::with_cap(rules, plays, cap).unwrap();
    let game = DragonSlayer::by(rules.clone());
    let (mut compared, mut big_turns) = (0, 0);
    for ((state, big), value) in value_iteration(&game, cap, policies) {
        if state.turn != game.start(2).turn {
            continue;
        }
        if let Some(mut position) = Position::of(&state, rules.target) {
            position.after_big_turn = big;
            let solved = solution.value(&position);
            assert!((solved - value).abs() < 1e-11, "{position:?}: {solved} {value}");
            compared += 1;
            big_turns += u32::from(big);
        }
    }
    assert!(compared > 50, "{compared}");
    let minds = policies.iter().flatten().any(|policy| policy.depends_on_big_turns());
    assert_eq!(big_turns > 0, minds);
}

/// Fixed policies, and best responses from either seat.
#[test]
fn values_agree_under_policies() {
    for (number, tokens) in [(1, 0), (2, 1), (3, 1)] {
        let mut rules = small();
        rules.challenge.tokens = tokens;
        let anything = |number| Anything { number, depends_on_big_turns: false };
        let (one, other) = (anything(number), anything(number + 100));
        agree(&rules, [None, Some(&one)]);
        agree(&rules, [Some(&one), None]);
        agree(&rules, [Some(&one), Some(&other)]);
        agree(&rules, [Some(&Random), Some(&other)]);
        agree(&rules, [None, Some(&Random)]);
    }
}

/// Policies that decide differently after a big turn, with a target that allows big turns
/// below it.
#[test]
fn values_agree_if_decisions_depend_on_big_turns() {
    let mut rules = small();
    rules.target = 10;
    let (nervous, calm) = (
        Anything { number: 7, depends_on_big_turns: true },
        Anything { number: 8, depends_on_big_turns: false },
    );
    agree(&rules, [Some(&nervous), Some(&nervous)]);
    agree(&rules, [Some(&calm), Some(&nervous)]);
    agree(&rules, [None, Some(&nervous)]);
    agree(&rules, [Some(&nervous), None]);
}
