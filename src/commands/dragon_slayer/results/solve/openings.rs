//! How to begin a turn of the solved game.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "scores are below 10,000")]

use serde::Serialize;

use super::joined;
use crate::document::{Block, Cell, Column};
use crate::dragon_slayer::solver::{Position, Solution, Stage};
use crate::dragon_slayer::{Action, DragonSet, Turn};
use crate::play::Seat;
use crate::text::number::percent;

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
        let turn = solution.turn(&position);
        let stop = |dice| {
            let points = turn.stops(alive, dice);
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

/// How to begin a turn, for people: a table by the gap between the scores, and what it shows.
pub(super) fn opening(openings: &[Opening<'_>], tokens: u32) -> Vec<Block> {
    let mut columns = vec![
        Column::figures("gap"),
        Column::figures("scores"),
        Column::words("fight first"),
        Column::figures("wins %"),
    ];
    let stops = openings.first().map_or(&[][..], |row| &row.stops);
    columns.extend(stops.iter().map(|stop| Column::figures(format!("stop with {}", stop.dice))));
    let words = |stop: &StopWith| match (joined(&stop.also_stops_at, ", "), stop.stop_at) {
        (also, None) if also.is_empty() => Cell::words("-"),
        (also, None) => Cell::words(also),
        (also, Some(from)) if also.is_empty() => Cell::words(from.to_string()),
        (also, Some(from)) => Cell::words(format!("{also}, {from} on")),
    };
    let rows = openings.iter().map(|row| {
        let mut cells = vec![
            Cell::figure(row.gap.into(), format!("{:+}", row.gap)),
            Cell::words(format!("{}:{}", row.first_score, row.second_score)),
            Cell::words(row.fight_first),
            Cell::figure(row.first_wins, percent(row.first_wins, 2)),
        ];
        cells.extend(row.stops.iter().map(words));
        cells
    });
    let said = format!(
        "The first seat's turn{}, by its gap to the other's score, around half of the target: \
         which dragon to fight first, the chance of winning, and from how many points at stake \
         to stop, by dice left, when all dragons but the first fought are alive (- where it \
         fights on).",
        match tokens {
            0 => "",
            1 => " while both seats hold their challenge token",
            _ => " while both seats hold all their challenge tokens",
        }
    );
    vec![Block::table("", "", columns, rows), Block::text(said)]
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
