//! The solved game as JSON.

use std::time::Duration;

use serde::Serialize;

use crate::games::dragon_slayer::Rules;
use crate::report::solve::check::Check;
use crate::report::solve::text::action_name;
use crate::solver::{ActionValue, Solution};

#[derive(Serialize)]
struct SolutionObject<'a> {
    /// The first seat's chance at the start.
    first_wins: f64,
    /// The true value lies between these.
    lower: f64,
    upper: f64,
    /// Positions solved.
    states: usize,
    seconds: f64,
    /// Known answers, where they were asked for.
    #[serde(skip_serializing_if = "<[Check]>::is_empty")]
    checks: &'a [Check],
}

/// The value of the game with its bound.
#[must_use]
pub fn solution_json(solution: &Solution, time: Duration, checks: &[Check]) -> String {
    let first_wins = solution.first_wins();
    crate::report::json(&SolutionObject {
        first_wins,
        lower: first_wins - solution.error(),
        upper: first_wins + solution.error(),
        states: solution.positions(),
        seconds: time.as_secs_f64(),
        checks,
    })
}

#[derive(Serialize)]
struct MatchObject<'a> {
    first: &'a str,
    second: &'a str,
    first_wins: f64,
    lower: f64,
    upper: f64,
}

/// The chance of one policy against another.
#[must_use]
pub fn match_json(names: [&str; 2], solution: &Solution) -> String {
    let first_wins = solution.first_wins();
    crate::report::json(&MatchObject {
        first: names[0],
        second: names[1],
        first_wins,
        lower: first_wins - solution.error(),
        upper: first_wins + solution.error(),
    })
}

#[derive(Serialize)]
struct RespondObject<'a> {
    policy: &'a str,
    /// The best response's chance from the first seat, and from the second.
    first_wins: f64,
    second_wins: f64,
}

/// What a best response wins against a policy from each seat.
#[must_use]
pub fn respond_json(policy: &str, wins: [f64; 2]) -> String {
    crate::report::json(&RespondObject {
        policy,
        first_wins: wins[0],
        second_wins: wins[1],
    })
}

#[derive(Serialize)]
struct AdviceObject {
    action: String,
    /// Of whoever decides.
    wins: f64,
    /// What is given away against the best action.
    cost: f64,
}

/// Every action, best first, with the decider's chance of winning.
#[must_use]
pub fn advice_json(rules: &Rules, actions: &[ActionValue]) -> String {
    let best = actions.first().map_or(0.0, |best| best.mover_wins);
    let rows: Vec<_> = (actions.iter())
        .map(|value| AdviceObject {
            action: action_name(rules, value.action),
            wins: value.mover_wins,
            cost: best - value.mover_wins,
        })
        .collect();
    crate::report::json(&rows)
}
