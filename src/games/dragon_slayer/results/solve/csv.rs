//! `values.csv` and `stops.csv`: the values of the solved game, and when optimal play stops.

use serde::{Deserialize, Serialize};

use crate::games::dragon_slayer::solver::{Position, Solution, Stage, Stops};
use crate::games::dragon_slayer::{DragonSet, Rules};
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
    let rules = solution.rules();
    let rows = positions(rules).map(|position| {
        let Place {
            scores,
            tokens,
            mover,
        } = position;
        ValueRow {
            first_score: scores[0],
            second_score: scores[1],
            first_token: tokens[0],
            second_token: tokens[1],
            to_move: name(mover).to_owned(),
            first_wins: solution.value(&position.begins()),
        }
    });
    crate::text::csv(rows)
}

/// The text of `stops.csv`: when the optimal policy stops, by the tokens of both seats.
#[must_use]
pub(crate) fn stops(solution: &Solution) -> String {
    let rules = solution.rules();
    let rows = positions(rules).flat_map(|position| {
        let Place {
            scores,
            tokens,
            mover,
        } = position;
        let stops = Stops::new(solution, &position.begins());
        let sets = (1..1 << rules.dragons.len()).map(DragonSet::from_index);
        let cells = (1..=rules.warrior.dice).flat_map(move |dice| {
            let sets = sets.clone();
            sets.map(move |alive| (dice, alive))
        });
        cells.map(move |(dice, alive)| {
            let points = stops.at(alive, dice);
            StopRow {
                first_score: scores[0],
                second_score: scores[1],
                first_token: tokens[0],
                second_token: tokens[1],
                to_move: name(mover).to_owned(),
                dice,
                alive: names(rules, alive),
                stop_at: points.from,
                also_stops_at: (!points.also.is_empty()).then(|| joined(&points.also, "+")),
            }
        })
    });
    crate::text::csv(rows)
}

/// The numbers as text, with `between` between them.
pub(super) fn joined(numbers: &[u32], between: &str) -> String {
    let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
    numbers.join(between)
}

/// A position below the target.
#[derive(Clone, Copy)]
struct Place {
    scores: [u32; 2],
    tokens: [u32; 2],
    mover: Seat,
}

impl Place {
    fn begins(self) -> Position {
        let (scores, mover) = (self.scores, self.mover);
        Position::new(Stage::Running { scores, mover }, self.tokens)
    }
}

/// All positions below the target, by scores, then the seat that moves, then tokens.
fn positions(rules: &Rules) -> impl Iterator<Item = Place> {
    let (target, held) = (rules.target, rules.challenge.tokens);
    let pairs = |most: u32| (0..most).flat_map(move |a| (0..most).map(move |b| [a, b]));
    pairs(target).flat_map(move |scores| {
        [Seat::FIRST, Seat::SECOND]
            .into_iter()
            .flat_map(move |mover| {
                pairs(held + 1).map(move |tokens| Place {
                    scores,
                    tokens,
                    mover,
                })
            })
    })
}

/// The names of the dragons, joined by `+`.
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
