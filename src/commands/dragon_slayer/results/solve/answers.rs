//! The answers of `rivals solve`, its subcommands and `rivals advise`: serialised they are the JSON,
//! and their documents show the same figures.

use std::time::Duration;

use serde::Serialize;

use super::openings::{Opening, opening, openings};
use super::{dragon_names, seat_name, values};
use crate::command::Answer;
use crate::command::answer::{checked, json_rows};
use crate::document::{Block, Cell, Column, Document};
use crate::dragon_slayer::solver::{ActionValue, Bound, Solution};
use crate::dragon_slayer::{Action, DragonSet, Rules};
use crate::play::Seat;
use crate::search::Check;
use crate::text::csv;
use crate::text::number::{counted, duration, percent, signed};

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

    /// The row of a game: the win probability of each seat, and which is favoured.
    fn row(&self, game: &str) -> Vec<Cell> {
        let wins = self.first_wins;
        let seat = if wins > 0.5 { "first" } else { "second" };
        let lead = percent((2.0 * wins - 1.0).abs(), 3);
        let [first, second] = [wins, 1.0 - wins].map(|wins| wins_cell(wins, 3));
        vec![Cell::words(game), first, second, Cell::words(format!("{seat}, by {lead} pp"))]
    }
}

fn wins_cell(wins: f64, decimals: usize) -> Cell {
    Cell::figure(wins, percent(wins, decimals))
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
    #[serde(skip)]
    solution: &'a Solution,
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
            solution,
        }
    }
}

impl Answer for GameAnswer<'_> {
    fn document(&self) -> Document {
        if !self.checks.is_empty() {
            return checked(self.checks);
        }
        let tokens = self.solution.rules().challenge.tokens;
        let with = (tokens > 0).then(|| self.value.row("with challenges"));
        let without = self.without_challenges.iter();
        let rows = with.into_iter().chain(without.map(|value| value.row("without challenges")));
        let columns = vec![
            Column::words("game"),
            Column::figures("first wins %"),
            Column::figures("second wins %"),
            Column::words("favoured"),
        ];
        let said = format!(
            "Under optimal play by both; pp are percentage points. {} in {}; {}.",
            counted(self.states as u64, "position", "positions"),
            duration(Duration::from_secs_f64(self.seconds)),
            match self.solution.bound() {
                Bound::Proven(error) =>
                    format!("no value below the target is off by more than {error:.1e}"),
                Bound::Estimated(error) => format!(
                    "values below the target are off by an estimated {error:.1e} at most, as turns \
                     may go on however far they are followed"
                ),
            },
        );
        let blocks = vec![Block::table("", "", columns, rows), Block::text(said)];
        Document::answer("The game solved", [blocks, opening(&self.openings, tokens)].concat())
    }

    fn csv(&self) -> Option<String> {
        Some(values(self.solution))
    }
}

/// The names of the policies of both seats.
#[derive(Serialize)]
struct Policies<'a> {
    first: &'a str,
    second: &'a str,
}

/// The answer of `rivals solve match`: the win probability of one policy against another.
#[derive(Serialize)]
pub(crate) struct MatchAnswer<'a> {
    #[serde(flatten)]
    policies: Policies<'a>,
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
        let policies = Policies { first, second };
        Self { policies, value: FirstWins::new(solution), error: solution.bound() }
    }
}

impl Answer for MatchAnswer<'_> {
    fn document(&self) -> Document {
        let columns =
            vec![Column::words("seat"), Column::words("policy"), Column::figures("wins %")];
        let Policies { first, second } = self.policies;
        let wins = self.value.first_wins;
        let rows = [("first", first, wins), ("second", second, 1.0 - wins)];
        let rows = rows.map(|(seat, policy, wins)| {
            vec![Cell::words(seat), Cell::words(policy), wins_cell(wins, 4)]
        });
        Document::answer(
            &format!("{first} against {second}"),
            vec![Block::table("", "", columns, rows), Block::text(exactness(self.error))],
        )
    }

    fn csv(&self) -> Option<String> {
        Some(csv([(&self.policies, &self.value)]))
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
}

impl Answer for ResponseAnswer<'_> {
    /// The win probability from each seat, how much more that is than optimal play wins there
    /// against optimal play, and the exploitability.
    fn document(&self) -> Document {
        let columns = vec![
            Column::words("best response"),
            Column::figures("wins %"),
            Column::figures("gain, pp"),
        ];
        let gains = [self.first_wins - self.fair[0], self.second_wins - self.fair[1]];
        let row = |seat: &str, wins, gain: f64| {
            vec![
                Cell::words(seat),
                wins_cell(wins, 4),
                Cell::figure(100.0 * gain, signed(100.0 * gain, 4)),
            ]
        };
        let rows = [
            row("first seat", self.first_wins, gains[0]),
            row("second seat", self.second_wins, gains[1]),
        ];
        let exploitability = format!(
            "The gain is over what optimal play wins from the same seat against optimal play. The \
             exploitability of {} is its mean, {} percentage points.",
            self.policy,
            percent(f64::midpoint(gains[0], gains[1]), 4)
        );
        Document::answer(
            &format!("Best responses to {}", self.policy),
            vec![
                Block::table("", "", columns, rows),
                Block::text(exploitability),
                Block::text(exactness(self.error)),
            ],
        )
    }

    fn csv(&self) -> Option<String> {
        Some(csv([self]))
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

/// The answer of `rivals advise`: all actions, the best first.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Advice {
    pub(super) rows: Vec<AdviceRow>,
    #[serde(skip)]
    pub(super) decider: Seat,
}

impl Advice {
    /// The actions of a player. The values are win probabilities of the mover; `asked` says that
    /// the other player decides.
    #[must_use]
    pub(crate) fn new(rules: &Rules, values: &[ActionValue], asked: bool, decider: Seat) -> Self {
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
        Self { rows, decider }
    }
}

impl AdviceRow {
    /// The columns of actions of this player.
    pub(super) fn columns(decider: Seat) -> Vec<Column> {
        let wins = Column::figures(format!("{} wins %", seat_name(decider)));
        vec![Column::words("action"), wins, Column::figures("cost, pp")]
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let cost = (self.cost > 0.0).then_some(self.cost);
        let cost = Cell::maybe(cost, |cost| percent(cost, 3));
        vec![Cell::words(&self.action), wins_cell(self.wins, 3), cost]
    }
}

impl Answer for Advice {
    fn document(&self) -> Document {
        let rows = self.rows.iter().map(AdviceRow::cells);
        let table = Block::table("", "", AdviceRow::columns(self.decider), rows);
        Document::answer("The actions of a position", vec![table])
    }

    fn json(&self, rules: Option<&str>) -> String {
        json_rows(rules, &self.rows)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(&self.rows))
    }
}

/// The sentence on the error of exact win probabilities.
fn exactness(bound: Bound) -> String {
    match bound {
        Bound::Proven(error) => format!("Exact, to within {error:.1e}: no dice were rolled."),
        Bound::Estimated(error) => {
            format!("To within an estimated {error:.1e}: no dice were rolled.")
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
