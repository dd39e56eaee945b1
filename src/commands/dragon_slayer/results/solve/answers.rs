//! The answers of `rivals solve match`, `rivals solve respond` and `rivals advise`, and the value
//! of the game: serialised they are the JSON, and tables for people show the same figures.

use std::time::Duration;

use serde::Serialize;

use super::text::{Opening, openings};
use super::{dragon_names, seat_name};
use crate::dragon_slayer::solver::{ActionValue, Bound, Solution};
use crate::dragon_slayer::{Action, DragonSet, Rules};
use crate::play::Seat;
use crate::search::Check;
use crate::text::number::{percent, signed};
use crate::text::table::{Column, note, table};

/// The win probability of the first seat at the beginning.
#[derive(Serialize)]
struct FirstWins {
    first_wins: f64,
    /// The true value lies between these.
    lower: f64,
    upper: f64,
    /// `proven` or `estimated`.
    bound: &'static str,
}

impl FirstWins {
    fn new(solution: &Solution) -> Self {
        let first_wins = solution.first_wins();
        let [lower, upper] = bounds(first_wins, solution);
        Self { first_wins, lower, upper, bound: bound_name(solution.bound()) }
    }
}

/// The answer of `rivals solve`: the value of the game.
#[derive(Serialize)]
pub(crate) struct GameAnswer<'a> {
    #[serde(flatten)]
    value: FirstWins,
    /// The same without challenge tokens; none beside checks, whose text does not have it either.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_challenges: Option<FirstWins>,
    /// How to begin a turn, by the gap between the scores.
    openings: Vec<Opening<'a>>,
    /// The number of positions solved.
    states: usize,
    seconds: f64,
    /// The checks, if `--check` asked for them.
    #[serde(skip_serializing_if = "<[Check]>::is_empty")]
    checks: &'a [Check],
}

impl<'a> GameAnswer<'a> {
    /// The value of a game that took this time to solve.
    #[must_use]
    pub(crate) fn new(
        solution: &'a Solution,
        without_challenges: Option<&Solution>,
        time: Duration,
        checks: &'a [Check],
    ) -> Self {
        Self {
            value: FirstWins::new(solution),
            without_challenges: without_challenges.map(FirstWins::new),
            openings: openings(solution),
            states: solution.positions(),
            seconds: time.as_secs_f64(),
            checks,
        }
    }
}

/// The answer of `rivals solve match`: the win probability of one policy against another.
#[derive(Serialize)]
pub(crate) struct MatchAnswer<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    value: FirstWins,
    #[serde(skip)]
    error: Bound,
}

impl<'a> MatchAnswer<'a> {
    /// The answer for the policies of the first and the second seat, from the solution of
    /// their game.
    #[must_use]
    pub(crate) fn new([first, second]: [&'a str; 2], solution: &Solution) -> Self {
        Self { first, second, value: FirstWins::new(solution), error: solution.bound() }
    }

    /// The win probability of each seat.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let columns = [Column::left("seat"), Column::left("policy"), Column::right("wins %")];
        let row =
            |seat: &str, policy: &str, wins| vec![seat.into(), policy.into(), percent(wins, 4)];
        let first = self.value.first_wins;
        let rows = [row("first", self.first, first), row("second", self.second, 1.0 - first)];
        table(&columns, &rows, 2) + "\n" + &exactness(self.error)
    }
}

/// The answer of `rivals solve respond`: what a best response wins against a policy.
#[derive(Serialize)]
pub(crate) struct ResponseAnswer<'a> {
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
    /// The win probability of optimal play against optimal play, from each seat.
    #[serde(skip)]
    fair: [f64; 2],
    /// The error bound of the exploitability.
    #[serde(skip)]
    error: Bound,
}

impl<'a> ResponseAnswer<'a> {
    /// The answer for a policy, from the solutions of its games against a best response in the
    /// first and in the second seat, and of the game under optimal play.
    #[must_use]
    pub(crate) fn new(policy: &'a str, responses: &[Solution; 2], optimum: &Solution) -> Self {
        let [first, second] = responses;
        let [first_wins, second_wins] = [first.first_wins(), 1.0 - second.first_wins()];
        let [first_lower, first_upper] = bounds(first_wins, first);
        let [second_lower, second_upper] = bounds(second_wins, second);
        let bound = first.bound().and(second.bound());
        Self {
            policy,
            first_wins,
            first_lower,
            first_upper,
            second_wins,
            second_lower,
            second_upper,
            bound: bound_name(bound),
            fair: [optimum.first_wins(), 1.0 - optimum.first_wins()],
            // The error of the mean of two differences is at most the sum of all errors.
            error: optimum.bound().and(bound),
        }
    }

    /// The win probability from each seat, how much more that is than optimal play wins there
    /// against optimal play, and the exploitability.
    #[must_use]
    pub(crate) fn text(&self, width: Option<usize>) -> String {
        let titles = match width {
            Some(..70) => {
                ["\nbest response's seat", "\nwins %", "more than against\noptimal play, pp"]
            }
            _ => ["best response's seat", "wins %", "more than against optimal play, pp"],
        };
        let columns = [Column::left(titles[0]), Column::right(titles[1]), Column::right(titles[2])];
        let gains = [self.first_wins - self.fair[0], self.second_wins - self.fair[1]];
        let row = |seat: &str, wins, gain: f64| {
            vec![seat.to_owned(), percent(wins, 4), signed(100.0 * gain, 4)]
        };
        let rows =
            [row("first", self.first_wins, gains[0]), row("second", self.second_wins, gains[1])];
        let exploitability = format!(
            "The exploitability of {} is {} percentage points: the mean of the last column.",
            self.policy,
            percent(f64::midpoint(gains[0], gains[1]), 4)
        );
        table(&columns, &rows, 2)
            + "\n"
            + &note(&exploitability, width.map(|width| width.min(80)))
            + &exactness(self.error)
    }
}

/// A row of the answer of `rivals advise`: an action.
#[derive(Serialize)]
pub(crate) struct AdviceRow {
    pub(super) action: String,
    /// The win probability of the player who decides.
    pub(super) wins: f64,
    /// The win probability lost against the best action.
    pub(super) cost: f64,
}

/// The name of an action, with the names of dragons.
pub(crate) fn action_name(rules: &Rules, action: Action) -> String {
    match action {
        Action::Fight(dragon) => {
            let dragon = DragonSet::default().with(dragon.into());
            format!("fight {}", dragon_names(rules, dragon))
        }
        action => action.to_string(),
    }
}

/// All actions, the best first. The values are win probabilities of the mover; `asked` says that
/// the other player decides.
#[must_use]
pub(crate) fn advice(rules: &Rules, values: &[ActionValue], asked: bool) -> Vec<AdviceRow> {
    let row = |value: &ActionValue| AdviceRow {
        action: action_name(rules, value.action),
        wins: if asked { 1.0 - value.mover_wins } else { value.mover_wins },
        cost: 0.0,
    };
    let mut rows: Vec<AdviceRow> = values.iter().map(row).collect();
    rows.sort_by(|a, b| b.wins.total_cmp(&a.wins));
    let best = rows.first().map_or(0.0, |best| best.wins);
    for row in &mut rows {
        row.cost = best - row.wins;
    }
    rows
}

/// The table of these actions.
#[must_use]
pub(crate) fn advice_text(decider: Seat, rows: &[AdviceRow]) -> String {
    let columns = [
        Column::left("action"),
        Column::right(format!("{} wins %", seat_name(decider))),
        Column::right("cost, pp"),
    ];
    let cost = |cost| if cost > 0.0 { percent(cost, 3) } else { "-".to_owned() };
    let rows: Vec<_> = (rows.iter())
        .map(|row| vec![row.action.clone(), percent(row.wins, 3), cost(row.cost)])
        .collect();
    table(&columns, &rows, 2)
}

/// The sentence on the error of exact win probabilities.
fn exactness(bound: Bound) -> String {
    match bound {
        Bound::Proven(error) => format!("Exact, to within {error:.1e}: no dice were rolled.\n"),
        Bound::Estimated(error) => {
            format!("To within an estimated {error:.1e}: no dice were rolled.\n")
        }
    }
}

/// The lower and the upper bound of a win probability of this solution.
fn bounds(wins: f64, solution: &Solution) -> [f64; 2] {
    [wins - solution.error(), wins + solution.error()].map(|bound| bound.clamp(0.0, 1.0))
}

fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Proven(_) => "proven",
        Bound::Estimated(_) => "estimated",
    }
}
