//! Tournaments of Pig. Players that hold at a number of points have a fast path,
//! [`PigContest`]; tournaments with other agents are played by
//! [`Sittings`](crate::tournament::Sittings), with the same metrics.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::die::roll;
use super::{Face, Pig, PigAction};
use crate::games::pig::solver::{PigPlay, PigSolution};
use crate::play::{Dice, MAX_SEATS, Outcome, Seat, Seats, Sitting, Step};
use crate::tournament::{Contest, GameRecord, Metric, Player, Solved};

/// The points that win by the built-in rules.
pub(super) const TARGET: u32 = 100;

/// A player that holds at a number of points at stake, or when holding wins.
#[derive(Clone, Debug, PartialEq)]
pub struct HoldAt {
    /// The player as tournaments know it.
    pub player: Player,
    /// The points at stake at which it holds, at least 1.
    pub points: u32,
}

impl HoldAt {
    /// The player `hold-N`.
    #[must_use]
    pub fn new(points: u32) -> Self {
        Self {
            player: Player::policy(
                format!("hold-{points}"),
                format!("Hold at {points}"),
                format!("Holds at {points} points, or when holding wins."),
            ),
            points,
        }
    }
}

/// Pig between players that hold at a number of points.
#[derive(Clone, Debug)]
pub struct PigContest {
    target: u32,
    roster: Vec<Player>,
    /// The points at stake at which each player holds.
    points: Vec<u32>,
    metrics: Vec<Metric>,
}

/// The indices of the metrics.
const TURNS: usize = 0;
const LOST_TURNS: usize = 1;
const STAKES: usize = 2;
const MARGIN: usize = 3;

impl PigContest {
    /// Pig to 100 points between these players.
    #[must_use]
    pub fn new(players: &[HoldAt]) -> Self {
        Self::to(TARGET, players)
    }

    /// Pig to a target between these players.
    #[must_use]
    pub fn to(target: u32, players: &[HoldAt]) -> Self {
        Self {
            target,
            roster: players.iter().map(|hold| hold.player.clone()).collect(),
            points: players.iter().map(|hold| hold.points).collect(),
            metrics: metrics(),
        }
    }
}

/// What tournaments of Pig measure.
pub(super) fn metrics() -> Vec<Metric> {
    let metric = |name: &str, unit, about: &str| Metric {
        name: name.to_owned(),
        unit,
        scale: 1,
        about: about.to_owned(),
        behaviour: true,
    };
    vec![
        metric("turns", "turns", "turns per game"),
        metric("lost_turns", "share", "turns that ended with a 1, of all"),
        metric("stakes", "points", "points at stake when holding"),
        metric(
            "margin",
            "points",
            "distance to the next best, of games won",
        ),
    ]
}

/// Measures the steps of a game.
pub(super) fn measure(sitting: &Sitting<Pig>, outcome: &Outcome, record: &mut GameRecord) {
    let metrics = record.numerators.len() / outcome.scores.seats();
    let (mut mover, mut stake) = (0, 0);
    for step in sitting.steps() {
        match step {
            Step::Act(seat, action) => {
                mover = usize::from(seat.0) * metrics;
                if action == PigAction::Hold {
                    record.numerators[mover + TURNS] += 1;
                    record.denominators[mover + LOST_TURNS] += 1;
                    record.numerators[mover + STAKES] += stake;
                    record.denominators[mover + STAKES] += 1;
                    stake = 0;
                }
            }
            Step::Happen(Face(1)) => {
                record.numerators[mover + TURNS] += 1;
                record.numerators[mover + LOST_TURNS] += 1;
                record.denominators[mover + LOST_TURNS] += 1;
                stake = 0;
            }
            Step::Happen(Face(points)) => stake += i32::from(points),
            // The game is over then, and the others have won.
            Step::Forfeit(_) => {}
        }
    }
    for (seat, score) in outcome.scores.iter() {
        let of_seat = usize::from(seat.0) * metrics;
        record.denominators[of_seat + TURNS] = 1;
        if outcome.winners.contains(seat) {
            let others = outcome.scores.iter().filter(|&(other, _)| other != seat);
            let next = others.map(|(_, score)| score).max().unwrap_or(0);
            record.numerators[of_seat + MARGIN] = score - next;
            record.denominators[of_seat + MARGIN] = 1;
        }
    }
}

impl Contest for PigContest {
    fn name(&self) -> &str {
        "pig"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=MAX_SEATS
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn identity(&self) -> String {
        let players = self.roster.iter().zip(&self.points);
        let players = players.map(|(player, points)| format!("{} holds at {points}", player.id));
        format!(
            "to {}; {}",
            self.target,
            players.collect::<Vec<_>>().join(", ")
        )
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        let metrics = self.metrics.len();
        let mut scores = [0; MAX_SEATS];
        for turn in 0.. {
            for (seat, &player) in line_up.iter().enumerate() {
                let hold = self.points[player].min(self.target - scores[seat]);
                let stake = turn_points(hold, &mut dice.turn(seat, turn));
                let of_seat = seat * metrics;
                record.numerators[of_seat + TURNS] += 1;
                record.denominators[of_seat + LOST_TURNS] += 1;
                let Some(stake) = stake else {
                    record.numerators[of_seat + LOST_TURNS] += 1;
                    continue;
                };
                record.numerators[of_seat + STAKES] += stake as i32;
                record.denominators[of_seat + STAKES] += 1;
                scores[seat] += stake;
                if scores[seat] >= self.target {
                    let others = (0..line_up.len()).filter(|&other| other != seat);
                    let next = others.map(|other| scores[other]).max().unwrap_or(0);
                    record.winners = Seats::one(Seat(seat as u8));
                    record.numerators[of_seat + MARGIN] = (scores[seat] - next) as i32;
                    record.denominators[of_seat + MARGIN] = 1;
                    for seat in 0..line_up.len() {
                        record.denominators[seat * metrics + TURNS] = 1;
                    }
                    return;
                }
            }
        }
    }

    fn game_time(&self) -> Duration {
        Duration::from_nanos(500)
    }

    fn solved(&self) -> Option<&dyn Solved> {
        Some(self)
    }
}

impl Solved for PigContest {
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let plays = [first, second].map(|player| PigPlay::HoldAt(self.points[player]));
        let solution = PigSolution::solve(self.target, plays).ok()?;
        Some((solution.first_wins(), solution.error))
    }
}

/// The points of a turn that ends at `hold` points or more; none if the turn is lost.
fn turn_points(hold: u32, rng: &mut impl rand::Rng) -> Option<u32> {
    let mut stake = 0;
    while stake < hold {
        match roll(rng) {
            1 => return None,
            face => stake += face,
        }
    }
    Some(stake)
}
