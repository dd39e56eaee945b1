//! `standings.csv`: a row per player, best first.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "standings.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    /// From 1: by rating, or by win rate where there are no ratings.
    rank: usize,
    id: &'a str,
    name: &'a str,
    games: u64,
    /// Share of games won; opponents count alike.
    win_rate: f64,
    /// Lower end of the 95 % interval over groups of games.
    low: Option<f64>,
    high: Option<f64>,
    /// From each seat alone.
    first_seat: f64,
    second_seat: f64,
    /// Beyond two seats, as many columns as there are seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    third_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fourth_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fifth_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sixth_seat: Option<f64>,
    /// Elo points of the joint fit, which add up to 0; empty without a fit.
    rating: Option<f64>,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    /// The win rate by the solved game, mean over opponents and both seats;
    /// empty unless all are solved.
    exact_win_rate: Option<f64>,
    /// Who does best against it, by exact rates where there are all.
    worst_opponent: Option<&'a str>,
    /// The sampled win rate against it.
    worst_win_rate: Option<f64>,
    /// The exact one.
    worst_exact: Option<f64>,
    /// Win probability lost per game against the optimum; empty if not solved.
    given_away: Option<f64>,
}

/// Best first.
pub(super) fn csv(results: &Results) -> String {
    let rows = results.standings.iter().enumerate().map(|(row, standing)| {
        let seat = |seat: usize| standing.by_seat.get(seat).copied();
        let worst = standing.worst.as_ref();
        Row {
            rank: row + 1,
            id: results.id(standing.player),
            name: results.name(standing.player),
            games: standing.games,
            win_rate: standing.win_rate.value,
            low: standing.win_rate.low,
            high: standing.win_rate.high,
            first_seat: standing.by_seat[0],
            second_seat: standing.by_seat[1],
            third_seat: seat(2),
            fourth_seat: seat(3),
            fifth_seat: seat(4),
            sixth_seat: seat(5),
            rating: standing.rating.map(|rating| rating.elo),
            rating_low: standing.rating.and_then(|rating| rating.low),
            rating_high: standing.rating.and_then(|rating| rating.high),
            exact_win_rate: standing.exact,
            worst_opponent: worst.map(|worst| results.id(worst.opponent)),
            worst_win_rate: worst.map(|worst| worst.win_rate),
            worst_exact: worst.and_then(|worst| worst.exact),
            given_away: standing.given_away,
        }
    });
    crate::report::csv_or_header(rows.collect())
}
