//! `values.csv` and `stops.csv`.

use serde::{Deserialize, Serialize};

use crate::games::Seat;
use crate::games::dragon_slayer::{DragonSet, Rules};
use crate::solver::{Position, Solution, Stage, Stops};

/// A row of `values.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueRow {
    /// Points of the first seat, below the target.
    pub first_score: u32,
    /// Points of the second seat, below the target.
    pub second_score: u32,
    /// Tokens left to the first seat.
    pub first_token: u32,
    /// Tokens left to the second seat.
    pub second_token: u32,
    /// `first` or `second`.
    pub to_move: String,
    /// The first seat's chance of winning.
    pub first_wins: f64,
}

/// A row of `stops.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StopRow {
    /// Points of the first seat, below the target.
    pub first_score: u32,
    /// Points of the second seat, below the target.
    pub second_score: u32,
    /// `first` or `second`.
    pub to_move: String,
    /// Warrior dice left.
    pub dice: u8,
    /// Living dragons, joined by `+`.
    pub alive: String,
    /// The least points at stake from which the optimum stops; empty where it
    /// does not stop below the solver's horizon.
    pub stop_at: Option<u32>,
}

/// The chance of winning of every position below the target.
#[must_use]
pub fn values(solution: &Solution) -> String {
    let rules = solution.rules();
    let tokens = rules.challenge.tokens;
    let mut rows = Vec::new();
    for (scores, mover) in positions(rules) {
        for first_token in 0..=tokens {
            for second_token in 0..=tokens {
                let stage = Stage::Running { scores, mover };
                let position = Position::new(stage, [first_token, second_token]);
                rows.push(ValueRow {
                    first_score: scores[0],
                    second_score: scores[1],
                    first_token,
                    second_token,
                    to_move: name(mover).to_owned(),
                    first_wins: solution.value(&position),
                });
            }
        }
    }
    crate::report::csv(rows)
}

/// How many points are enough to stop, in the plain case: no token is left.
#[must_use]
pub fn stops(solution: &Solution) -> String {
    let rules = solution.rules();
    let mut rows = Vec::new();
    for (scores, mover) in positions(rules) {
        let position = Position::new(Stage::Running { scores, mover }, [0, 0]);
        let stops = Stops::new(solution, &position);
        for dice in 1..=rules.warrior.dice {
            for alive in 1..1 << rules.dragons.len() {
                let alive = DragonSet::from_index(alive);
                rows.push(StopRow {
                    first_score: scores[0],
                    second_score: scores[1],
                    to_move: name(mover).to_owned(),
                    dice,
                    alive: names(rules, alive),
                    stop_at: stops.enough(alive, dice),
                });
            }
        }
    }
    crate::report::csv(rows)
}

fn positions(rules: &Rules) -> impl Iterator<Item = ([u32; 2], Seat)> {
    let target = rules.target;
    (0..target).flat_map(move |first| {
        (0..target).flat_map(move |second| {
            [Seat::FIRST, Seat::SECOND].map(|mover| ([first, second], mover))
        })
    })
}

/// Dragons by name, joined by `+`.
pub(super) fn names(rules: &Rules, dragons: DragonSet) -> String {
    let names: Vec<_> = dragons
        .iter()
        .map(|dragon| rules.dragons[dragon].name.as_str())
        .collect();
    names.join("+")
}

pub(super) fn name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST {
        "first"
    } else {
        "second"
    }
}
