//! The answer of `rivals solve` for people: the favoured seat, and how to begin a turn.

use std::time::Duration;

use serde::Serialize;

use super::joined;
use crate::dragon_slayer::solver::{Bound, Position, Solution, Stage, Stops};
use crate::dragon_slayer::{Action, DragonSet, Turn};
use crate::play::Seat;
use crate::text::number::{counted, duration, percent};
use crate::text::table::{Column, note, table};

/// The win probability of each seat, and how to begin a turn, by the gap between the scores.
/// The game took `time` to solve; `without_challenge` is the same game without tokens.
#[must_use]
pub(crate) fn solution_text(
    solution: &Solution,
    without_challenge: &Solution,
    time: Duration,
    width: Option<usize>,
) -> String {
    // A narrow terminal takes headers of two lines and smaller gaps.
    let (titles, gap) = match width {
        Some(..72) => (["\ngame", "first\nwins %", "second\nwins %", "\nfavoured"], 1),
        _ => (["game", "first wins %", "second wins %", "favoured"], 2),
    };
    let columns = [
        Column::left(titles[0]),
        Column::right(titles[1]),
        Column::right(titles[2]),
        Column::left(titles[3]),
    ];
    let row = |name: &str, solution: &Solution| {
        let wins = [solution.first_wins(), 1.0 - solution.first_wins()];
        let (seat, lead) =
            if wins[0] > 0.5 { ("first", wins[0] - 0.5) } else { ("second", 0.5 - wins[0]) };
        vec![
            name.to_owned(),
            percent(wins[0], 3),
            percent(wins[1], 3),
            format!("{seat}, by {} pp", percent(2.0 * lead, 3)),
        ]
    };
    let mut rows = vec![row("without challenges", without_challenge)];
    if solution.rules().challenge.tokens > 0 {
        rows.insert(0, row("with challenges", solution));
    }
    let value = format!(
        "Under optimal play by both; pp are percentage points. {} in {}; {}.",
        counted(solution.positions() as u64, "position", "positions"),
        duration(time),
        match solution.bound() {
            Bound::Proven(error) =>
                format!("no value below the target is off by more than {error:.1e}"),
            Bound::Estimated(error) => format!(
                "values below the target are off by an estimated {error:.1e} at most, \
                 as turns may go on however far they are followed"
            ),
        },
    );
    let turn = format!(
        "The first seat's turn{}, by its gap to the other's score, around half of the target: \
         which dragon to fight first, the chance of winning, and from how many points at stake \
         to stop, by dice left, when all dragons but the first fought are alive (- where it \
         fights on).",
        match solution.rules().challenge.tokens {
            0 => "",
            1 => " while both seats hold their challenge token",
            _ => " while both seats hold all their challenge tokens",
        }
    );
    let favoured = table(&columns, &rows, gap);
    let (value, turn) = (note(&value, width), note(&turn, width));
    format!("{favoured}\n{value}\n{}\n{turn}", opening(solution, gap))
}

/// How to begin a turn of the first seat, at scores around half of the target.
#[derive(Serialize)]
pub(super) struct Opening<'a> {
    gap: i32,
    first_score: u32,
    second_score: u32,
    /// The dragon to fight first.
    fight_first: &'a str,
    /// The win probability of the first seat.
    first_wins: f64,
    /// When to stop, from the largest number of dice left.
    stops: Vec<StopWith>,
}

/// When to stop with a number of dice left, when all dragons but the first fought are alive.
#[derive(Serialize)]
struct StopWith {
    dice: u8,
    /// The points at stake from which on to stop; null if there are none.
    stop_at: Option<u32>,
    /// Fewer points at stake at which to stop as well.
    also_stops_at: Vec<u32>,
}

/// How to begin a turn, by the gap between the scores.
pub(super) fn openings(solution: &Solution) -> Vec<Opening<'_>> {
    let rules = solution.rules();
    let (dragons, most_dice) = (rules.dragons.len(), rules.warrior.dice);
    let row = |scores: [u32; 2]| {
        let mover = Seat::FIRST;
        let stage = Stage::Running { scores, mover };
        let position = Position::new(stage, [rules.challenge.tokens; 2]);
        let actions = solution.actions(&position, &Turn::new(dragons, most_dice));
        let best = (actions.iter())
            .max_by(|a, b| a.mover_wins.total_cmp(&b.mover_wins))
            .expect("a turn begins with a fight");
        let Action::Fight(first) = best.action else {
            unreachable!("a turn begins with a fight");
        };
        let first = usize::from(first);
        let alive = DragonSet::all(dragons).after_slaying(first, dragons);
        let stops = Stops::new(solution, &position);
        let stop = |dice| {
            let points = stops.at(alive, dice);
            StopWith { dice, stop_at: points.from, also_stops_at: points.also }
        };
        Opening {
            gap: scores[0] as i32 - scores[1] as i32,
            first_score: scores[0],
            second_score: scores[1],
            fight_first: &rules.dragons[first].name,
            first_wins: best.mover_wins,
            stops: (1..=most_dice).rev().map(stop).collect(),
        }
    };
    let step = (rules.target / 8).max(1) as i32;
    let scores = (-3..=3).filter_map(|gap| around_half(rules.target, gap * step));
    scores.map(row).collect()
}

/// The table of how to begin a turn, by the gap between the scores.
fn opening(solution: &Solution, gap_between: u16) -> String {
    let mut columns = vec![
        Column::right("\ngap"),
        Column::right("\nscores"),
        Column::left("\nfight first"),
        Column::right("\nwins %"),
    ];
    let dice_left = (1..=solution.rules().warrior.dice).rev();
    columns.extend(dice_left.map(|dice| Column::right(format!("stop with\n{dice} at"))));
    let words = |stop: &StopWith| match (joined(&stop.also_stops_at, ", "), stop.stop_at) {
        (also, None) if also.is_empty() => "-".to_owned(),
        (also, None) => also,
        (also, Some(from)) if also.is_empty() => from.to_string(),
        (also, Some(from)) => format!("{also}, {from} on"),
    };
    let row = |row: &Opening<'_>| {
        let mut cells = vec![
            format!("{:+}", row.gap),
            format!("{}:{}", row.first_score, row.second_score),
            row.fight_first.to_owned(),
            percent(row.first_wins, 2),
        ];
        cells.extend(row.stops.iter().map(words));
        cells
    };
    let rows: Vec<_> = openings(solution).iter().map(row).collect();
    table(&columns, &rows, gap_between)
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
