//! The standings: the players in order, each with its results.

use serde::{Deserialize, Serialize};

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use super::ratings::Ratings;
use rivals_statistics::RatioEstimate;

csv_rows! {
    /// A row of `standings.csv`; the fields are the columns.
    struct StandingRow;
    /// A row for each player who played, in the roster's order, without ranks.
    fn rows(field: &Field, ratings: Option<&Ratings>), for (player, win_rate) in rated(field) => {
        let seats = field.finished.seats;
        let seat = |at: usize| (at < seats).then(|| field.win_rate_in_seat(player, at));
        let rating = ratings.and_then(|ratings| ratings.of(player));
        let worst = worst(field, player);
        let drawn = field.drawn_and_shared(player);
        let ranked = PlayerEstimate::ranked(field, field.appearances(player));
        let ranked = ranked.map(|of| of.estimate);
    }
    /// The place from 1, by the metric that ranks in the game if there is one, else by rating, or
    /// by win rate where there are no ratings.
    rank: usize = 0;
    /// A unique id.
    id: String = field.id(player);
    /// The name for people.
    name: String = field.finished.roster[player].name.clone();
    /// The number of games over all pairings and seats.
    games: u64 = field.games(player);
    /// Share of games won; all opponents have the same weight.
    win_rate: f64 = win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = win_rate.high;
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
    rating: Option<f64> = rating.map(|rating| rating.elo);
    /// Lower end of the rating's 95 % interval; empty where the games do not bound the rating from
    /// below.
    rating_low: Option<f64> = rating.and_then(|rating| rating.low);
    /// Upper end of the interval; empty where the games do not bound the rating from above.
    rating_high: Option<f64> = rating.and_then(|rating| rating.high);
    /// The exact win rate, the mean over opponents and both seats; empty unless it is known
    /// against every opponent.
    exact_win_rate: Option<f64> = exact_win_rate(field, player).map(|exact| exact.0);
    /// The id of the opponent against which the player wins least, by exact rates where all are
    /// known; where a metric ranks, the one in whose games the metric is highest.
    worst_opponent: Option<String> = worst.map(|worst| field.id(worst.opponent));
    /// The sampled win rate against that opponent.
    worst_win_rate: Option<f64> = worst.map(|worst| worst.win_rate);
    /// The exact win rate against that opponent.
    worst_exact: Option<f64> = worst.and_then(|worst| worst.exact);
    /// Equity loss: win probability lost per game against optimal play; empty if the game is not
    /// solved.
    equity_loss: Option<f64> = field.solved().and_then(|solved| solved.equity_loss(player));
    /// The share of the games that the player won together with all others; a column only of
    /// games whose wins may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_rate: Option<f64> = drawn.map(|[drawn, _]| drawn);
    /// The share of the games that the player won together with some of the others; a column only of
    /// games of more than two seats whose wins may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shared_rate: Option<f64> = drawn.filter(|_| seats > 2).map(|[_, shared]| shared);
    /// The metric that ranks the players, the lowest value first; this and the next four are columns
    /// only of games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_by: Option<String> = field.ranked_by();
    /// The player's value of this metric; empty where no game of it came so far, as it gave all up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_value: Option<Option<f64>> = field.ranked_by().map(|_| Some(ranked?.value));
    /// Lower end of the 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_low: Option<Option<f64>> = field.ranked_by().map(|_| ranked?.low);
    /// Upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_high: Option<Option<f64>> = field.ranked_by().map(|_| ranked?.high);
    /// The value of the metric in the games with `worst_opponent`, where it is highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worst_ranked: Option<Option<f64>> = field.ranked_by().map(|_| worst.and_then(|worst| worst.ranked));
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
    /// The index in the roster, which is not a column: 0 of rows that were read.
    #[serde(skip)]
    player: usize = player;
}

player_row!(StandingRow);

/// The players who played, each with its mean share of the wins.
fn rated(field: &Field) -> impl Iterator<Item = (usize, RatioEstimate)> {
    let rate = |player| Some((player, PlayerEstimate::win_rate(field, player)?.estimate));
    field.played().into_iter().filter_map(rate)
}

/// The opponent against whom a player does worst, by the metric that ranks if there is one, else by
/// the exact rate where all are solved and by the sampled one otherwise; among equals the first of
/// the roster. With more than two seats, the player in whose games it wins least often; none if the
/// players of all its games are the same.
#[derive(Clone, Copy)]
struct Worst {
    opponent: usize,
    win_rate: f64,
    exact: Option<f64>,
    ranked: Option<f64>,
}

/// All players who played, by the metric that ranks in this game if there is one, where it has a
/// value, and then by decreasing rating, or by win rate where there are no ratings; among equals by id.
pub(super) fn standings(field: &Field, ratings: Option<&Ratings>) -> Vec<StandingRow> {
    let mut rows = rows(field, ratings);
    // Negative zeros are made positive, because they would be sorted below positive
    // ones.
    let key = |row: &StandingRow| match (row.ranked(), row.rating) {
        (Some(metric), _) => 0.0 - metric,
        (None, Some(rating)) => rating + 0.0,
        (None, None) => row.win_rate,
    };
    let measured = |row: &StandingRow| row.ranked().is_some();
    rows.sort_by(|a, b| {
        let by_key = measured(b).cmp(&measured(a)).then_with(|| key(b).total_cmp(&key(a)));
        by_key.then_with(|| a.id.cmp(&b.id))
    });
    (1..).zip(&mut rows).for_each(|(rank, row)| row.rank = rank);
    rows
}

/// The exact mean win rate over opponents and both seats, and a bound on its error; `None`
/// if the exact win rate against one of the player's opponents is unknown.
pub(super) fn exact_win_rate(field: &Field, player: usize) -> Option<(f64, f64)> {
    let rates: Option<Vec<(f64, f64)>> = (opponents(field, player).iter())
        .map(|&opponent| exact_against(field, player, opponent))
        .collect();
    let rates = rates?;
    let mean = |of: fn(&(f64, f64)) -> f64| rates.iter().map(of).sum::<f64>() / rates.len() as f64;
    (!rates.is_empty()).then(|| (mean(|rate| rate.0), mean(|rate| rate.1)))
}

/// The exact win rate over both seats against one opponent, and a bound on its error.
pub(super) fn exact_against(field: &Field, player: usize, other: usize) -> Option<(f64, f64)> {
    let (first, first_error) = field.exact(player, other)?;
    let (second, second_error) = field.exact(other, player)?;
    let rate = f64::midpoint(first, 1.0 - second);
    Some((rate, f64::midpoint(first_error, second_error)))
}

/// The players that it met, in the roster's order.
fn opponents(field: &Field, player: usize) -> Vec<usize> {
    let mut met = vec![false; field.players()];
    for appearance in field.appearances(player) {
        for &other in &field.pairings[appearance.pairing].players {
            met[other] = other != player;
        }
    }
    (0..met.len()).filter(|&other| met[other]).collect()
}

fn worst(field: &Field, player: usize) -> Option<Worst> {
    let all: Vec<_> = (opponents(field, player).into_iter())
        .filter_map(|opponent| {
            let met = |of: &Appearance| field.pairings[of.pairing].players.contains(&opponent);
            let appearances: Vec<_> =
                field.appearances(player).iter().copied().filter(met).collect();
            Some(Worst {
                opponent,
                ranked: PlayerEstimate::ranked(field, &appearances).map(|metric| metric.value()),
                win_rate: PlayerEstimate::mean_share(field, &appearances)?,
                exact: exact_against(field, player, opponent).map(|exact| exact.0),
            })
        })
        .collect();
    let solved = all.iter().all(|worst| worst.exact.is_some());
    let rate = |worst: &Worst| worst.exact.filter(|_| solved).unwrap_or(worst.win_rate);
    // The least win rate, or the highest value of the metric.
    let key = |worst: &Worst| worst.ranked.map_or_else(|| rate(worst), |value| -value);
    let one_table = field.finished.seats > 2 && field.appearances(player).len() == 1;
    if one_table {
        return None;
    }
    (all.iter().copied()).min_by(|a, b| key(a).total_cmp(&key(b)))
}
