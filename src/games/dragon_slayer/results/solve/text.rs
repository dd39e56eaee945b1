//! The solved game as text: values, matches, best responses and advice.

use std::time::Duration;

use super::csv::{joined, name, names};
use super::json::response_wins;
use crate::games::dragon_slayer::solver::{ActionValue, Bound, Position, Solution, Stage, Stops};
use crate::games::dragon_slayer::{Action, DragonSet, Rules, Turn};
use crate::play::Seat;
use crate::text::number::{counted, duration, percent};
use crate::text::table::{Column, note, table};

/// The game with and without challenges.
pub(crate) struct Comparison<'a> {
    /// The game by the rules as they are.
    pub solution: &'a Solution,
    /// The game without challenge tokens.
    pub without_challenge: &'a Solution,
    /// The time that solving `solution` took.
    pub time: Duration,
}

/// The win probability of each seat, and how to begin a turn, by the gap between the scores.
#[must_use]
pub(crate) fn solution_text(comparison: &Comparison<'_>, width: Option<usize>) -> String {
    let solution = comparison.solution;
    let columns = [
        Column::left("game"),
        Column::right("first wins %"),
        Column::right("second wins %"),
        Column::left("favoured"),
    ];
    let row = |name: &str, solution: &Solution| {
        let first = solution.first_wins();
        let (seat, lead) = if first > 0.5 {
            ("first", first - 0.5)
        } else {
            ("second", 0.5 - first)
        };
        vec![
            name.to_owned(),
            percent(first, 3),
            percent(1.0 - first, 3),
            format!("{seat}, by {} pp", percent(2.0 * lead, 3)),
        ]
    };
    let mut rows = vec![row("without challenges", comparison.without_challenge)];
    if solution.rules().challenge.tokens > 0 {
        rows.insert(0, row("with challenges", solution));
    }
    let mut text = table(&columns, &rows, 2) + "\n";
    text += &note(
        &format!(
            "Under optimal play by both; pp are percentage points. {} in {}; {}.",
            counted(solution.positions() as u64, "position", "positions"),
            duration(comparison.time),
            match solution.bound() {
                Bound::Proven(error) =>
                    format!("no value below the target is off by more than {error:.1e}"),
                Bound::Estimated(error) => format!(
                    "values below the target are off by an estimated {error:.1e} at most, \
                     as turns may go on however far they are followed"
                ),
            },
        ),
        width,
    );
    text += "\n";
    text += &opening(solution);
    text += "\n";
    text + &note(
        &format!(
            "The first seat's turn{}, by its gap to the other's score, around half of the target: \
             which dragon to fight first, the chance of winning, and from how many points at stake \
             to stop, by dice left, when all dragons but the first fought are alive (- where it \
             fights on).",
            match solution.rules().challenge.tokens {
                0 => "",
                1 => " while both seats hold their challenge token",
                _ => " while both seats hold all their challenge tokens",
            }
        ),
        width,
    )
}

/// The table of how to begin a turn, by the gap between the scores.
fn opening(solution: &Solution) -> String {
    let rules = solution.rules();
    let most_dice = rules.warrior.dice;
    let mut columns = vec![
        Column::right("\ngap"),
        Column::right("\nscores"),
        Column::left("\nfight first"),
        Column::right("\nwins %"),
    ];
    columns.extend(
        (1..=most_dice)
            .rev()
            .map(|dice| Column::right(format!("stop with\n{dice} at"))),
    );
    let step = (rules.target / 8).max(1) as i32;
    let rows: Vec<_> = (-3..=3)
        .filter_map(|gap| around_half(rules.target, gap * step))
        .map(|[mine, theirs]| {
            let gap = mine as i32 - theirs as i32;
            let stage = Stage::Running {
                scores: [mine, theirs],
                mover: Seat::FIRST,
            };
            let position = Position::new(stage, [rules.challenge.tokens; 2]);
            let actions = solution.actions(&position, &Turn::new(rules.dragons.len(), most_dice));
            let best = (actions.iter())
                .max_by(|a, b| a.mover_wins.total_cmp(&b.mover_wins))
                .map_or((0, 0.0), |best| match best.action {
                    Action::Fight(dragon) => (usize::from(dragon), best.mover_wins),
                    _ => (0, best.mover_wins),
                });
            let stops = Stops::new(solution, &position);
            let alive =
                DragonSet::all(rules.dragons.len()).after_slaying(best.0, rules.dragons.len());
            let mut row = vec![
                format!("{gap:+}"),
                format!("{mine}:{theirs}"),
                rules.dragons[best.0].name.clone(),
                percent(best.1, 2),
            ];
            row.extend((1..=most_dice).rev().map(|dice| {
                let points = stops.at(alive, dice);
                let from = points.from.map(|from| from.to_string());
                match (joined(&points.also, ", "), from) {
                    (also, None) if also.is_empty() => "-".to_owned(),
                    (also, None) => also,
                    (also, Some(from)) if also.is_empty() => from,
                    (also, Some(from)) => format!("{also}, {from} on"),
                }
            }));
            row
        })
        .collect();
    table(&columns, &rows, 2)
}

/// The scores below the target with this gap that are nearest to half of the target, if
/// there are any.
fn around_half(target: u32, gap: i32) -> Option<[u32; 2]> {
    let (half, most) = ((target / 2) as i32, target as i32 - 1);
    if gap.abs() > most {
        return None;
    }
    let theirs = (half - gap / 2).clamp((-gap).max(0), most - gap.max(0));
    Some([(theirs + gap) as u32, theirs as u32])
}

/// The win probability of each of two policies against the other.
#[must_use]
pub(crate) fn match_text(names: [&str; 2], solution: &Solution) -> String {
    let first = solution.first_wins();
    let columns = [
        Column::left("seat"),
        Column::left("policy"),
        Column::right("wins %"),
    ];
    let rows = [
        ("first", names[0], first),
        ("second", names[1], 1.0 - first),
    ];
    let rows: Vec<_> = (rows.iter())
        .map(|&(seat, name, wins)| vec![seat.to_owned(), name.to_owned(), percent(wins, 4)])
        .collect();
    table(&columns, &rows, 2) + "\n" + &exact(solution.bound())
}

fn exact(bound: Bound) -> String {
    match bound {
        Bound::Proven(error) => format!("Exact, to within {error:.1e}: no dice were rolled.\n"),
        Bound::Estimated(error) => {
            format!("To within an estimated {error:.1e}: no dice were rolled.\n")
        }
    }
}

/// What a best response wins from the first and from the second seat, and how much more that
/// is than optimal play wins there against optimal play.
#[must_use]
pub(crate) fn respond_text(policy: &str, responses: [&Solution; 2], optimum: &Solution) -> String {
    let columns = [
        Column::left("best response's seat"),
        Column::right("wins %"),
        Column::right("more than against optimal play, pp"),
    ];
    let wins = response_wins(responses);
    let fair = response_wins([optimum; 2]);
    let rows = [("first", wins[0], fair[0]), ("second", wins[1], fair[1])];
    let rows: Vec<_> = (rows.iter())
        .map(|&(seat, wins, fair)| {
            vec![
                seat.to_owned(),
                percent(wins, 4),
                format!("{:+.4}", 100.0 * (wins - fair)),
            ]
        })
        .collect();
    let exploitability = f64::midpoint(wins[0] - fair[0], wins[1] - fair[1]);
    // The error of the mean of two differences is at most the sum of all errors.
    let bound = (responses.iter()).fold(optimum.bound(), |sum, solved| sum.and(solved.bound()));
    let lost = format!(
        "The exploitability of {policy} is {} percentage points: the mean of the last column.",
        percent(exploitability, 4)
    );
    table(&columns, &rows, 2) + "\n" + &note(&lost, None) + &exact(bound)
}

/// The table of all actions, the best first.
#[must_use]
pub(crate) fn advice_text(rules: &Rules, decider: Seat, actions: &[ActionValue]) -> String {
    let best = actions.first().map_or(0.0, |best| best.mover_wins);
    let columns = [
        Column::left("action"),
        Column::right(format!("{} wins %", name(decider))),
        Column::right("cost, pp"),
    ];
    let rows: Vec<_> = (actions.iter())
        .map(|value| {
            let cost = best - value.mover_wins;
            vec![
                action_name(rules, value.action),
                percent(value.mover_wins, 3),
                if cost > 0.0 {
                    percent(cost, 3)
                } else {
                    "-".to_owned()
                },
            ]
        })
        .collect();
    table(&columns, &rows, 2)
}

/// The action in words, with the dragon's name.
pub(super) fn action_name(rules: &Rules, action: Action) -> String {
    match action {
        Action::Fight(dragon) => {
            let dragon = DragonSet::default().with(dragon.into());
            format!("fight {}", names(rules, dragon))
        }
        action => action.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_their_gap_below_any_target() {
        assert_eq!(around_half(40, -15), Some([12, 27]));
        assert_eq!(around_half(40, 15), Some([28, 13]));
        assert_eq!(around_half(2, 1), Some([1, 0]));
        for target in 1..=50 {
            for gap in -60..=60_i32 {
                let exists = gap.unsigned_abs() < target;
                match around_half(target, gap) {
                    Some([mine, theirs]) => {
                        assert!(exists && mine < target && theirs < target);
                        assert_eq!(mine as i32 - theirs as i32, gap);
                    }
                    None => assert!(!exists, "{target} {gap}"),
                }
            }
        }
    }
}
