//! The solved game as JSON.

use std::time::Duration;

use serde::Serialize;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::results::solve::text::action_name;
use crate::games::dragon_slayer::solver::{ActionValue, Bound, Solution};
use crate::search::Check;
use crate::text::by_rules;

#[derive(Serialize)]
struct SolutionObject<'a> {
    /// The win probability of the first seat at the start.
    first_wins: f64,
    /// The true value lies between these.
    lower: f64,
    upper: f64,
    /// `proven` or `estimated`.
    bound: &'static str,
    /// The number of positions solved.
    states: usize,
    seconds: f64,
    /// The checks, if `--check` asked for them.
    #[serde(skip_serializing_if = "<[Check]>::is_empty")]
    checks: &'a [Check],
}

/// The value of the game with its bound. Here and below, `rules` names rules that are not
/// the built-in ones.
#[must_use]
pub(crate) fn solution_json(
    solution: &Solution,
    time: Duration,
    checks: &[Check],
    rules: Option<&str>,
) -> String {
    let first_wins = solution.first_wins();
    let [lower, upper] = bounds(first_wins, solution);
    let object = SolutionObject {
        first_wins,
        lower,
        upper,
        bound: known(solution.bound()),
        states: solution.positions(),
        seconds: time.as_secs_f64(),
        checks,
    };
    crate::text::json(&by_rules(rules, object))
}

#[derive(Serialize)]
struct MatchObject<'a> {
    first: &'a str,
    second: &'a str,
    first_wins: f64,
    /// The true value lies between these.
    lower: f64,
    upper: f64,
    /// `proven` or `estimated`.
    bound: &'static str,
}

/// The win probability of one policy against another.
#[must_use]
pub(crate) fn match_json(names: [&str; 2], solution: &Solution, rules: Option<&str>) -> String {
    let first_wins = solution.first_wins();
    let [lower, upper] = bounds(first_wins, solution);
    let object = MatchObject {
        first: names[0],
        second: names[1],
        first_wins,
        lower,
        upper,
        bound: known(solution.bound()),
    };
    crate::text::json(&by_rules(rules, object))
}

#[derive(Serialize)]
struct RespondObject<'a> {
    policy: &'a str,
    /// The best response's win probability from the first seat, between its bounds.
    first_wins: f64,
    first_lower: f64,
    first_upper: f64,
    /// The same from the second seat.
    second_wins: f64,
    second_lower: f64,
    second_upper: f64,
    /// `proven`, or `estimated` if either is.
    bound: &'static str,
}

/// What a best response wins against a policy, where it has the first seat and
/// where it has the second.
#[must_use]
pub(crate) fn respond_json(policy: &str, responses: [&Solution; 2], rules: Option<&str>) -> String {
    let [first_wins, second_wins] = response_wins(responses);
    let [first_lower, first_upper] = bounds(first_wins, responses[0]);
    let [second_lower, second_upper] = bounds(second_wins, responses[1]);
    let object = RespondObject {
        policy,
        first_wins,
        first_lower,
        first_upper,
        second_wins,
        second_lower,
        second_upper,
        bound: known(responses[0].bound().and(responses[1].bound())),
    };
    crate::text::json(&by_rules(rules, object))
}

/// The best response's win probability from each seat.
pub(super) fn response_wins([first, second]: [&Solution; 2]) -> [f64; 2] {
    [first.first_wins(), 1.0 - second.first_wins()]
}

/// The lower and the upper bound of a win probability of this solution.
fn bounds(wins: f64, solution: &Solution) -> [f64; 2] {
    [wins - solution.error(), wins + solution.error()].map(|bound| bound.clamp(0.0, 1.0))
}

/// The word for a kind of bound: `proven` or `estimated`.
fn known(bound: Bound) -> &'static str {
    match bound {
        Bound::Proven(_) => "proven",
        Bound::Estimated(_) => "estimated",
    }
}

#[derive(Serialize)]
struct AdviceObject {
    action: String,
    /// The win probability of the player who decides.
    wins: f64,
    /// The win probability lost against the best action.
    cost: f64,
}

/// Every action, best first, with the win probability of the player who decides; `by` names
/// rules that are not the built-in ones.
#[must_use]
pub(crate) fn advice_json(rules: &Rules, actions: &[ActionValue], by: Option<&str>) -> String {
    let best = actions.first().map_or(0.0, |best| best.mover_wins);
    let rows: Vec<_> = (actions.iter())
        .map(|value| AdviceObject {
            action: action_name(rules, value.action),
            wins: value.mover_wins,
            cost: best - value.mover_wins,
        })
        .map(|object| by_rules(by, object))
        .collect();
    crate::text::json(&rows)
}
