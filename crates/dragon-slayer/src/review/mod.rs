//! The review of a game: what each roll brought, and what each decision cost.
//!
//! With V the first seat's win probability under optimal play by both seats, a game of two seats
//! is explained exactly:
//!
//! ```text
//! result - V(start) = sum over rolls (V after - mean of V over all results of the roll)
//!                     - costs of the first seat + costs of the second seat
//! ```
//!
//! The cost of a decision is the win probability that the best action would have kept. The first
//! two terms of a roll are its **luck**, whose mean is 0. Both sides of the equation are computed
//! apart: the value of a decision before it is made, and the value of the state that the step
//! before it led to, come from different evaluations. [`Review::residual`] is what remains of
//! their differences.
//!
//! With more than two seats optimal play has no single value. There each step is valued by the
//! view that personalities take: as in a game of two seats, against the strongest rival. These
//! figures are estimates, and do not add up.
//!
//! [`Values`] values one step, and [`Review`] sums a game up.

mod luck;
mod values;

use serde::Serialize;

use crate::solver::{Solution, TIE};
use crate::{DragonSlayer, Phase, State};
use rivals_core::play::{BySeat, Game, Logged, Outcome, Playthrough, Seat, Seats, Step, Turn};
use rivals_core::sort;

pub use values::{Asked, Rolled, Values};

/// The win probability lost from which on a decision is called an inaccuracy, a mistake and a
/// blunder. The limits are conventions.
pub const MARKS: [(f64, &str); 3] = [(0.05, "blunder"), (0.025, "mistake"), (0.01, "inaccuracy")];

/// A game with the luck of its rolls and the costs of its decisions.
#[derive(Clone, Debug)]
pub struct Review {
    /// The number of seats.
    pub seats: usize,
    /// How the game ended; `None` if it is not over.
    pub outcome: Option<Outcome>,
    /// The first seat's win probability at the start of the game, if there are two seats.
    pub start: f64,
    /// The first seat's win probability at the end: 1 or 0, unless the game is adjudicated or not
    /// over.
    pub end: f64,
    /// One moment for each step of the game.
    pub moments: Vec<Moment>,
    /// The sums of each seat.
    pub players: BySeat<Sums>,
    /// The difference of both sides of the equation above; with two seats only.
    pub residual: Option<f64>,
}

/// A step of the game as it is reviewed.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The state before the step.
    pub before: State,
    /// The seat that rolled or decided.
    pub seat: Seat,
    /// The win probability of that seat after the step; with more than two seats an estimate.
    pub wins: f64,
    /// What the step was.
    pub kind: Kind,
}

/// The kinds of steps.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A roll.
    Roll(Rolled),
    /// A decision.
    Decision(Asked),
}

/// The sums of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sums {
    /// The number of rolls.
    pub rolls: u32,
    /// The sum of the luck of all rolls, in win probability.
    pub luck: f64,
    /// The share of all results of the same rolls that would have been less lucky; half of the
    /// equally lucky ones count. None without rolls.
    pub luck_percentile: Option<f64>,
    /// The number of decisions with a choice.
    pub decisions: u32,
    /// The number of decisions that cost nothing.
    pub best: u32,
    /// The win probability that the decisions cost.
    pub equity_lost: f64,
    /// The numbers of decisions with each of [`MARKS`].
    pub marks: [u32; MARKS.len()],
}

impl Review {
    /// The review of a game that began at its start, by a solution of optimal play. The outcome
    /// may also be that of a game which was adjudicated; `None` if it is not over.
    ///
    /// # Panics
    /// If the solution is of other rules, or not of optimal play.
    pub fn of(
        playthrough: &Playthrough<DragonSlayer>,
        outcome: Option<Outcome>,
        solution: &Solution,
    ) -> Self {
        let (game, seats) = (playthrough.game(), playthrough.seats());
        let mut values = Values::new(game, solution);
        let mut moments: Vec<Moment> = Vec::new();
        let mut state = game.start(seats);
        let (mut turn, mut mover) = (1, Seat::FIRST);
        for step in playthrough.steps() {
            let before = state;
            if before.mover != mover {
                (turn, mover) = (turn + 1, before.mover);
            }
            let (seat, wins, kind) = match step {
                Logged::Happen(event) => {
                    let rolled = values.roll(&before, event);
                    game.play(&mut state, Step::Event(event));
                    (before.mover, rolled.wins, Kind::Roll(rolled))
                }
                Logged::Act(seat, action) => {
                    let asked = values.decision(&before, seat, Some(action));
                    game.play(&mut state, Step::Act(action));
                    (seat, asked.wins, Kind::Decision(asked))
                }
                Logged::Forfeit(seat) => {
                    let asked = values.decision(&before, seat, None);
                    (seat, asked.wins, Kind::Decision(asked))
                }
            };
            moments.push(Moment { turn, before, seat, wins, kind });
        }
        let start = values.first_wins(&game.start(seats));
        let end = match playthrough.turn() {
            Turn::Over(outcome) => outcome.returns[Seat::FIRST].value(),
            // The draw by which a game is adjudicated is nobody's luck.
            _ => values.first_wins(&state),
        };
        let mut players = BySeat::new(Sums::default(), seats);
        for moment in &moments {
            players[moment.seat].add(&moment.kind);
        }
        for seat in Seats::all(seats).iter() {
            let rolls = moments.iter().filter(|moment| moment.seat == seat);
            let rolls = rolls.filter_map(|moment| match &moment.kind {
                Kind::Roll(rolled) => Some(rolled),
                Kind::Decision(_) => None,
            });
            players[seat].luck_percentile = luck::percentile(rolls);
        }
        let mut review = Self { seats, outcome, start, end, moments, players, residual: None };
        review.residual = (seats == 2).then(|| {
            let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| review.players[seat]);
            let explained = first.luck - first.equity_lost - second.luck + second.equity_lost;
            review.end - review.start - explained
        });
        review
    }

    /// Whether the figures are exact, and not estimates.
    pub fn is_exact(&self) -> bool {
        self.seats == 2
    }

    /// The win probability after a turn, given by its moments: of the first seat with two seats,
    /// and with more the estimate of the player whose turn it was, after its own last action.
    pub fn wins_after(&self, turn: &[Moment]) -> f64 {
        let last = &turn[turn.len() - 1];
        let mover = turn[0].before.mover;
        match (self.is_exact(), last.seat) {
            (true, Seat::FIRST) => last.wins,
            (true, _) => 1.0 - last.wins,
            (false, _) => {
                let own = turn.iter().rev().find(|moment| moment.seat == mover);
                own.unwrap_or(last).wins
            }
        }
    }

    /// The moments of each turn.
    pub fn turns(&self) -> impl Iterator<Item = &[Moment]> {
        self.moments.chunk_by(|a, b| a.turn == b.turn)
    }

    /// The decisions of a seat whether to challenge: the place of each in
    /// [`moments`](Self::moments), and what a challenge would gain.
    pub fn challenges(&self, seat: Seat) -> impl Iterator<Item = (usize, f64, &Asked)> {
        self.moments.iter().enumerate().filter_map(move |(place, moment)| match &moment.kind {
            Kind::Decision(asked) if moment.before.turn.phase == Phase::Asked(seat) => {
                Some((place, asked.challenge_gains()?, asked))
            }
            _ => None,
        })
    }

    /// The decisions that cost anything, the costliest first.
    pub fn costly(&self) -> Vec<(&Moment, &Asked)> {
        let mut costly: Vec<_> = (self.moments.iter())
            .filter_map(|moment| match &moment.kind {
                Kind::Decision(asked) if asked.cost > TIE => Some((moment, asked)),
                _ => None,
            })
            .collect();
        sort::by(&mut costly, |a, b| b.1.cost.total_cmp(&a.1.cost));
        costly
    }
}

impl Sums {
    fn add(&mut self, kind: &Kind) {
        match kind {
            Kind::Roll(rolled) => {
                self.rolls += 1;
                self.luck += rolled.luck;
            }
            Kind::Decision(asked) => {
                self.equity_lost += asked.cost;
                if asked.options.len() > 1 {
                    self.decisions += 1;
                    self.best += u32::from(asked.cost <= TIE);
                    if let Some(mark) = mark(asked.cost) {
                        self.marks[mark] += 1;
                    }
                }
            }
        }
    }
}

/// The place in [`MARKS`] of a decision that cost this win probability.
#[must_use]
pub fn mark(cost: f64) -> Option<usize> {
    MARKS.iter().position(|&(limit, _)| cost >= limit)
}
