//! The standings: the players in order, each with its results.

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use super::ratings::Ratings;
use rivals_statistics::{Rating, RatioEstimate};

/// One row of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The index of the player in the roster.
    pub player: usize,
    /// The number of games played.
    pub games: u64,
    /// The mean share of the wins, with its interval. All opponents have equal weight.
    pub win_rate: RatioEstimate,
    /// The mean share of the wins from each seat alone.
    pub by_seat: Vec<WinRate>,
    /// The share of its games that it won together with all others; all opponents have equal
    /// weight. None where wins are never shared.
    pub draws: Option<WinRate>,
    /// The same of games that it won together with some of the others; none with two seats.
    pub shared: Option<WinRate>,
    /// The rating from the joint fit, if there is one.
    pub rating: Option<Rating>,
    /// The exact win rate, as the mean over opponents and both seats; none if the exact
    /// win rate against one of the player's opponents is unknown.
    pub exact: Option<f64>,
    /// The opponent that does best against the player.
    pub worst: Option<Worst>,
    /// The equity loss: the win probability that the player loses per game against
    /// optimal play.
    pub equity_loss: Option<f64>,
    /// The metric that ranks in this game, if there is one.
    pub ranked: Option<RatioEstimate>,
}

/// A share of games, in 0..=1; a shared win counts as equal parts of a win.
pub type WinRate = f64;

/// The opponent against whom a player does worst, by the metric that ranks if there is one, else by
/// the exact rate where all are solved and by the sampled one otherwise; among equals the first of
/// the roster. With more than two seats, the player in whose games it wins least often; none if the
/// players of all its games are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// The index of the opponent in the roster.
    pub opponent: usize,
    /// The sampled rate.
    pub win_rate: WinRate,
    /// The exact win rate over both seats.
    pub exact: Option<f64>,
    /// The metric that ranks, of the player in the games with this opponent.
    pub ranked: Option<f64>,
}

/// All players who played, by the metric that ranks in this game if there is one, or else by
/// decreasing rating, or by win rate where there are no ratings; among equals by id.
pub(super) fn standings(field: &Field, ratings: Option<&Ratings>) -> Vec<Standing> {
    let mut standings: Vec<_> =
        (0..field.players()).filter_map(|player| standing(field, ratings, player)).collect();
    // Negative zeros are made positive, because they would be sorted below positive
    // ones.
    let key = |standing: &Standing| match (standing.ranked, standing.rating) {
        (Some(metric), _) => 0.0 - metric.value,
        (None, Some(rating)) => rating.elo + 0.0,
        (None, None) => standing.win_rate.value,
    };
    let id = |standing: &Standing| &field.finished.roster[standing.player].id;
    standings.sort_by(|a, b| {
        let better = key(b).total_cmp(&key(a));
        better.then_with(|| id(a).cmp(id(b)))
    });
    standings
}

fn standing(field: &Field, ratings: Option<&Ratings>, player: usize) -> Option<Standing> {
    let seats = field.finished.seats;
    let win_rate = PlayerEstimate::win_rate(field, player)?.estimate;
    let drawn = field.drawn_and_shared(player);
    Some(Standing {
        player,
        games: field.games(player),
        win_rate,
        by_seat: (0..seats).map(|seat| field.win_rate_in_seat(player, seat)).collect(),
        draws: drawn.map(|[drawn, _]| drawn),
        shared: drawn.filter(|_| seats > 2).map(|[_, shared]| shared),
        rating: ratings.and_then(|ratings| ratings.of(player)),
        exact: exact_win_rate(field, player).map(|exact| exact.0),
        worst: worst(field, player),
        equity_loss: (field.solved()).and_then(|solved| solved.equity_loss(player)),
        ranked: PlayerEstimate::ranked(field, field.appearances(player)).map(|of| of.estimate),
    })
}

/// The exact mean win rate over opponents and both seats, and a bound on its error; none
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
    let solved = field.solved()?;
    let (first, first_error) = solved.exact(player, other)?;
    let (second, second_error) = solved.exact(other, player)?;
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

fn appearances_with(field: &Field, player: usize, other: usize) -> Vec<Appearance> {
    (field.appearances(player).iter().copied())
        .filter(|appearance| field.pairings[appearance.pairing].players.contains(&other))
        .collect()
}

fn worst(field: &Field, player: usize) -> Option<Worst> {
    let all: Vec<_> = (opponents(field, player).into_iter())
        .filter_map(|opponent| {
            let appearances = appearances_with(field, player, opponent);
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
