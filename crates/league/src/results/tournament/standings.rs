//! `standings.csv`: a row per player, best first.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `standings.csv`; the fields are the columns.
    struct StandingRow;
    /// The rows in the order of the standings.
    fn rows(results), for (row, standing) in results.standings.iter().enumerate() => {
        let seat = |seat: usize| standing.by_seat.get(seat).copied();
        let worst = standing.worst.as_ref();
    }
    /// The place from 1, by the metric that ranks in the game if there is one, else by rating, or
    /// by win rate where there are no ratings.
    rank: usize = row + 1;
    /// A unique id.
    id: String = results.id(standing.player).to_owned();
    /// The name for people.
    name: String = results.name(standing.player).to_owned();
    /// The number of games over all pairings and seats.
    games: u64 = standing.games;
    /// Share of games won; all opponents have the same weight.
    win_rate: f64 = standing.win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = standing.win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = standing.win_rate.high;
    /// Share of games won from the first seat. There is one such column per seat.
    first_seat: Option<f64> = seat(0);
    /// Share of games won from the second seat.
    second_seat: Option<f64> = seat(1);
    /// Share of games won from the third seat; only with more than two seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    third_seat: Option<f64> = seat(2);
    /// Share of games won from the fourth seat; only with more than three seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fourth_seat: Option<f64> = seat(3);
    /// Share of games won from the fifth seat; only with more than four seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fifth_seat: Option<f64> = seat(4);
    /// Share of games won from the sixth seat; only with six seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sixth_seat: Option<f64> = seat(5);
    /// Rating of the joint fit, in Elo points that add up to 0 over all players; empty without a
    /// fit.
    rating: Option<f64> = standing.rating.map(|rating| rating.elo);
    /// Lower end of the rating's 95 % interval; empty where the games do not bound the rating from
    /// below.
    rating_low: Option<f64> = standing.rating.and_then(|rating| rating.low);
    /// Upper end of the interval; empty where the games do not bound the rating from above.
    rating_high: Option<f64> = standing.rating.and_then(|rating| rating.high);
    /// The exact win rate, the mean over opponents and both seats; empty unless it is known
    /// against every opponent.
    exact_win_rate: Option<f64> = standing.exact;
    /// The id of the opponent against which the player wins least, by exact rates where all are
    /// known; where a metric ranks, the one in whose games the metric is highest.
    worst_opponent: Option<String> = worst.map(|worst| results.id(worst.opponent).to_owned());
    /// The sampled win rate against that opponent.
    worst_win_rate: Option<f64> = worst.map(|worst| worst.win_rate);
    /// The exact win rate against that opponent.
    worst_exact: Option<f64> = worst.and_then(|worst| worst.exact);
    /// Equity loss: win probability lost per game against optimal play; empty if the game is not
    /// solved.
    equity_loss: Option<f64> = standing.equity_loss;
    /// The share of the games that the player won together with all others; a column only of
    /// games whose wins may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_rate: Option<f64> = standing.draws;
    /// The share of the games that the player won together with some of the others; a column only of
    /// games of more than two seats whose wins may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shared_rate: Option<f64> = standing.shared;
    /// The metric that ranks the players, the lowest value first; this and the next four are columns
    /// only of games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_by: Option<String> = standing.ranked.and(results.ranked_by()).map(str::to_owned);
    /// The player's value of this metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_value: Option<f64> = standing.ranked.map(|metric| metric.value);
    /// Lower end of the 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_low: Option<Option<f64>> = standing.ranked.map(|metric| metric.low);
    /// Upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_high: Option<Option<f64>> = standing.ranked.map(|metric| metric.high);
    /// The value of the metric in the games with `worst_opponent`, where it is highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worst_ranked: Option<Option<f64>> = results.ranked_by().map(|_| worst.and_then(|worst| worst.ranked));
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(false);
}

by_seat!(StandingRow);

impl StandingRow {
    /// The interval of the metric that ranks.
    pub fn ranked_ends(&self) -> Option<(f64, f64)> {
        self.ranked_low.flatten().zip(self.ranked_high.flatten())
    }
}
