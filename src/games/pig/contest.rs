//! What tournaments of Pig measure, and a fast path for games between players that all hold at
//! a number of points.
//!
//! Games with other agents are played by [`Sittings`](crate::tournament::Sittings), with the
//! same metrics. `tests/library/tournament/sittings.rs` compares both, game by game.

use std::time::Duration;

use super::die::roll;
use super::engine::{AGENTS, PigEngine};
use super::{Face, Pig, PigAction, TARGET};
use crate::play::{AgentSpec, Dice, MAX_SEATS, Outcome, Seat, Seats, Sitting, Step};
use crate::tournament::{Contest, FastPath, GameRecord, Metric};

/// The indices of the metrics.
const TURNS: usize = 0;
const LOST_TURNS: usize = 1;
const STAKES: usize = 2;
const MARGIN: usize = 3;
const METRICS: usize = 4;

/// Pig to 100 points between players that hold at these numbers of points, each from 1 to 100,
/// or when holding wins.
///
/// # Panics
/// If a number is out of range.
#[must_use]
pub fn hold_contest(points: &[u32]) -> impl Contest + use<> {
    let spec = |points| AgentSpec::parse(&format!("hold-{points}"), AGENTS);
    let specs = points.iter().map(spec).collect::<Result<Vec<_>, _>>();
    PigEngine::new(TARGET).contest(&specs.expect("points from 1 to 100"))
}

/// What tournaments of Pig measure.
pub(crate) fn metrics() -> Vec<Metric> {
    let metric = |name: &str, unit, about: &str| Metric {
        name: name.to_owned(),
        unit,
        scale: 1,
        about: about.to_owned(),
        behaviour: true,
    };
    vec![
        metric("turns", "turns", "turns that it takes in a game"),
        metric("lost_turns", "share", "share of its turns that end with a 1"),
        metric("stakes", "points", "points at stake when it holds"),
        metric(
            "margin",
            "points",
            "lead over the next best score at the end of games that it wins",
        ),
    ]
}

/// Adds a turn of a seat: the points that it scored, or none if it ended with a 1.
fn add_turn(record: &mut GameRecord, seat: usize, scored: Option<u32>) {
    let of_seat = seat * METRICS;
    record.numerators[of_seat + TURNS] += 1;
    record.denominators[of_seat + LOST_TURNS] += 1;
    match scored {
        None => record.numerators[of_seat + LOST_TURNS] += 1,
        Some(points) => {
            record.numerators[of_seat + STAKES] += points as i32;
            record.denominators[of_seat + STAKES] += 1;
        }
    }
}

/// Adds the end of a game with these scores.
fn add_end(record: &mut GameRecord, winners: Seats, scores: &[i32]) {
    record.scores[..scores.len()].copy_from_slice(scores);
    for (seat, score) in scores.iter().enumerate() {
        record.denominators[seat * METRICS + TURNS] = 1;
        if winners.contains(Seat(seat as u8)) {
            let others = (scores.iter().enumerate()).filter(|&(other, _)| other != seat);
            let next = others.map(|(_, score)| *score).max().unwrap_or(0);
            record.numerators[seat * METRICS + MARGIN] = score - next;
            record.denominators[seat * METRICS + MARGIN] = 1;
        }
    }
}

/// Measures a finished game by its steps.
pub(crate) fn measure(
    _: &[usize],
    sitting: &Sitting<Pig>,
    outcome: &Outcome,
    record: &mut GameRecord,
) {
    let (mut mover, mut at_stake) = (0, 0);
    for step in sitting.steps() {
        match step {
            Step::Act(seat, PigAction::Roll) => mover = usize::from(seat.0),
            Step::Act(seat, PigAction::Hold) => {
                add_turn(record, usize::from(seat.0), Some(at_stake));
                at_stake = 0;
            }
            Step::Happen(Face(1)) => {
                add_turn(record, mover, None);
                at_stake = 0;
            }
            Step::Happen(Face(points)) => at_stake += u32::from(points),
            // The game is over then, and the others have won.
            Step::Forfeit(_) => {}
        }
    }
    let scores: Vec<i32> = outcome.scores.iter().map(|(_, score)| score).collect();
    add_end(record, outcome.winners(), &scores);
}

/// The time and the function of games between players that hold at these numbers of points.
pub(super) fn fast_games(target: u32, points: Vec<u32>) -> (Duration, FastPath) {
    let play = move |line_up: &[usize], dice: &Dice, record: &mut GameRecord| {
        let mut scores = [0; MAX_SEATS];
        for turn in 0.. {
            for (seat, &player) in line_up.iter().enumerate() {
                let hold_at = points[player].min(target - scores[seat] as u32);
                let scored = turn_points(hold_at, &mut dice.turn(seat, turn));
                add_turn(record, seat, scored);
                scores[seat] += scored.unwrap_or(0) as i32;
                if scores[seat] >= target as i32 {
                    record.winners = Seats::one(Seat(seat as u8));
                    add_end(record, record.winners, &scores[..line_up.len()]);
                    return true;
                }
            }
        }
        unreachable!("a game ends before the turns run out")
    };
    (Duration::from_nanos(500), Box::new(play))
}

/// The points of a turn that ends at `hold_at` points or more; none if the turn is lost.
fn turn_points(hold_at: u32, rng: &mut impl rand::Rng) -> Option<u32> {
    let mut at_stake = 0;
    while at_stake < hold_at {
        match roll(rng) {
            1 => return None,
            face => at_stake += face,
        }
    }
    Some(at_stake)
}
