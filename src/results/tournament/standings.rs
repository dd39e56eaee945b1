//! `standings.csv`: a row per player, best first.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// A row of `standings.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StandingRow {
    /// The place from 1, by rating, or by win rate where there are no ratings.
    pub rank: usize,
    /// A unique id.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The number of games over all pairings and seats.
    pub games: u64,
    /// Share of games won; all opponents have the same weight.
    pub win_rate: f64,
    /// Lower end of the 95 % interval, computed over paired games.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Share of games won from the first seat. There is one such column per seat.
    pub first_seat: f64,
    /// Share of games won from the second seat.
    pub second_seat: f64,
    /// Share of games won from the third seat; only with more than two seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub third_seat: Option<f64>,
    /// Share of games won from the fourth seat; only with more than three seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fourth_seat: Option<f64>,
    /// Share of games won from the fifth seat; only with more than four seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifth_seat: Option<f64>,
    /// Share of games won from the sixth seat; only with six seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sixth_seat: Option<f64>,
    /// Rating of the joint fit, in Elo points that add up to 0; empty without a fit.
    pub rating: Option<f64>,
    /// Lower end of the rating's 95 % interval.
    pub rating_low: Option<f64>,
    /// Upper end of the interval.
    pub rating_high: Option<f64>,
    /// The exact win rate, the mean over opponents and both seats; empty unless it is known
    /// against every opponent.
    pub exact_win_rate: Option<f64>,
    /// The id of the opponent against which the player wins least, by exact rates where all are
    /// known.
    pub worst_opponent: Option<String>,
    /// The sampled win rate against that opponent.
    pub worst_win_rate: Option<f64>,
    /// The exact win rate against that opponent.
    pub worst_exact: Option<f64>,
    /// Equity loss: win probability lost per game against optimal play; empty if the game is not
    /// solved.
    pub equity_loss: Option<f64>,
    /// The share of the games that the player won together with others; a column only of
    /// games whose wins may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_rate: Option<f64>,
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

impl StandingRow {
    /// The share of games won from each seat, in the order of the seats.
    pub fn by_seat(&self) -> impl Iterator<Item = f64> {
        let first = [Some(self.first_seat), Some(self.second_seat)];
        let others = [
            self.third_seat,
            self.fourth_seat,
            self.fifth_seat,
            self.sixth_seat,
        ];
        first.into_iter().chain(others).flatten()
    }
}

/// The rows in the order of the standings.
pub(super) fn rows(results: &Analysis) -> Vec<StandingRow> {
    let rows = results.standings.iter().enumerate().map(|(row, standing)| {
        let seat = |seat: usize| standing.by_seat.get(seat).copied();
        let worst = standing.worst.as_ref();
        StandingRow {
            rank: row + 1,
            id: results.id(standing.player).to_owned(),
            name: results.name(standing.player).to_owned(),
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
            worst_opponent: worst.map(|worst| results.id(worst.opponent).to_owned()),
            worst_win_rate: worst.map(|worst| worst.win_rate),
            worst_exact: worst.and_then(|worst| worst.exact),
            equity_loss: standing.equity_loss,
            draw_rate: standing.draws,
            optional_stopping: results.optional_stopping(false),
        }
    });
    rows.collect()
}
