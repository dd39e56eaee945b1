//! The rows of `values.csv` and `stops.csv`: the value of every position of the solved game, and
//! the points at stake at which optimal play stops.

use serde::{Deserialize, Serialize};

use super::{dragon_names, joined, seat_name};
use crate::dragon_slayer::solver::{Position, Solution, Stage};
use crate::dragon_slayer::{DragonSet, Rules};
use crate::play::Seat;

/// A row of `values.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ValueRow {
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
    /// The win probability of the first seat.
    pub first_wins: f64,
}

/// A row of `stops.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StopRow {
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
    /// Warrior dice left.
    pub dice: u8,
    /// Living dragons, joined by `+`.
    pub alive: String,
    /// The optimal policy stops at this number of points at stake and at every larger one;
    /// empty where it fights on up to the solver's horizon.
    pub stop_at: Option<u32>,
    /// Smaller numbers of points at which it also stops, joined by `+`; empty where there are
    /// none.
    pub also_stops_at: Option<String>,
}

/// The text of `values.csv`: the win probability of every position below the target.
#[must_use]
pub(crate) fn values(solution: &Solution) -> String {
    let rows = positions(solution.rules()).into_iter();
    crate::text::csv(rows.map(|(scores, tokens, mover)| ValueRow {
        first_score: scores[0],
        second_score: scores[1],
        first_token: tokens[0],
        second_token: tokens[1],
        to_move: seat_name(mover).to_owned(),
        first_wins: solution.value(&Position::new(Stage::Running { scores, mover }, tokens)),
    }))
}

/// The text of `stops.csv`: when the optimal policy stops, by the tokens of both seats.
#[must_use]
pub(crate) fn stops(solution: &Solution) -> String {
    let rules = solution.rules();
    let sets = 1..1 << rules.dragons.len();
    let of_position = |(scores, tokens, mover)| {
        let position = Position::new(Stage::Running { scores, mover }, tokens);
        let turn = solution.turn(&position);
        let cells = (1..=rules.warrior.dice)
            .flat_map(|dice| sets.clone().map(move |set| (dice, DragonSet::from_index(set))));
        let row = |(dice, alive)| {
            let points = turn.stops(alive, dice);
            StopRow {
                first_score: scores[0],
                second_score: scores[1],
                first_token: tokens[0],
                second_token: tokens[1],
                to_move: seat_name(mover).to_owned(),
                dice,
                alive: dragon_names(rules, alive),
                stop_at: points.from,
                also_stops_at: (!points.also.is_empty()).then(|| joined(&points.also, "+")),
            }
        };
        cells.map(row).collect::<Vec<_>>()
    };
    crate::text::csv(positions(rules).into_iter().flat_map(of_position))
}

/// The scores, tokens and mover of all positions below the target, in the order of the files.
fn positions(rules: &Rules) -> Vec<([u32; 2], [u32; 2], Seat)> {
    let pairs = |count: u32| (0..count).flat_map(move |a| (0..count).map(move |b| [a, b]));
    let mut positions = Vec::new();
    for scores in pairs(rules.target) {
        for mover in [Seat::FIRST, Seat::SECOND] {
            let tokens = pairs(rules.challenge.tokens + 1);
            positions.extend(tokens.map(|tokens| (scores, tokens, mover)));
        }
    }
    positions
}
