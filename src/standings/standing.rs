//! Who stands where.

use super::field::Field;
use super::figure::PlayerEstimate;
use super::ratings::Ratings;
use crate::statistics::{Rating, RatioEstimate};

/// A player's line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Index of the roster.
    pub player: usize,
    /// Games played.
    pub games: u64,
    /// Mean share of the wins, opponents counting alike, with its interval.
    pub win_rate: RatioEstimate,
    /// The same from each seat alone.
    pub by_seat: Vec<WinRate>,
    /// The share of its games that it won together with others, opponents counting alike;
    /// none where wins are never shared.
    pub draws: Option<WinRate>,
    /// Of the joint fit, if there is one.
    pub rating: Option<Rating>,
    /// The exact win rate, mean over opponents and both seats; none unless all
    /// are solved.
    pub exact: Option<f64>,
    /// Who does best against it.
    pub worst: Option<Worst>,
    /// Its equity loss: the win probability that it loses per game against optimal play.
    pub equity_loss: Option<f64>,
}

/// A share of games, in 0..=1; a win that is shared counts as equal parts of one.
pub type WinRate = f64;

/// The opponent against whom a player does worst, by the exact rate where all
/// are solved and by the sampled one otherwise; the first of the roster among
/// equals. At tables of more than two: whose tables it wins least often; nobody if
/// all tables are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// Index of the roster.
    pub opponent: usize,
    /// The sampled rate.
    pub win_rate: WinRate,
    /// The exact rate over both seats.
    pub exact: Option<f64>,
}

/// Everybody who played, best rating first, or best win rate where there are no
/// ratings; among equals by id.
pub(super) fn standings(field: &Field, ratings: Option<&Ratings>) -> Vec<Standing> {
    let mut standings: Vec<_> = (0..field.players())
        .filter_map(|player| standing(field, ratings, player))
        .collect();
    // Without negative zeros, which would stand below others.
    let key = |standing: &Standing| match standing.rating {
        Some(rating) => rating.elo + 0.0,
        None => standing.win_rate.value,
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
    Some(Standing {
        player,
        games: win_rate.groups * seats as u64,
        win_rate,
        by_seat: (0..seats)
            .map(|seat| field.win_rate_in_seat(player, seat))
            .collect(),
        draws: field.draws(player),
        rating: ratings.and_then(|ratings| ratings.of(player)),
        exact: exact_win_rate(field, player).map(|exact| exact.0),
        worst: worst(field, player),
        equity_loss: field.equity_loss(player),
    })
}

/// The mean over opponents and both seats, and how far it may be off; none unless all
/// are solved.
pub(super) fn exact_win_rate(field: &Field, player: usize) -> Option<(f64, f64)> {
    let rates: Option<Vec<(f64, f64)>> = (opponents(field, player).iter())
        .map(|&opponent| exact_against(field, player, opponent))
        .collect();
    let rates = rates?;
    let mean = |of: fn(&(f64, f64)) -> f64| rates.iter().map(of).sum::<f64>() / rates.len() as f64;
    (!rates.is_empty()).then(|| (mean(|rate| rate.0), mean(|rate| rate.1)))
}

/// The exact win rate over both seats, and how far it may be off.
pub(super) fn exact_against(field: &Field, player: usize, other: usize) -> Option<(f64, f64)> {
    let (first, first_error) = field.exact(player, other)?;
    let (second, second_error) = field.exact(other, player)?;
    let rate = f64::midpoint(first, 1.0 - second);
    Some((rate, f64::midpoint(first_error, second_error)))
}

/// Whom it met, in the roster's order.
fn opponents(field: &Field, player: usize) -> Vec<usize> {
    let mut met = vec![false; field.players()];
    for place in field.places(player) {
        for &other in &field.pairings[place.pairing].players {
            met[other] = other != player;
        }
    }
    (0..met.len()).filter(|&other| met[other]).collect()
}

/// At tables with each other player: the sampled win rate.
pub(super) fn sampled_against(
    field: &Field,
    player: usize,
    other: usize,
) -> Option<PlayerEstimate> {
    let places: Vec<_> = (field.places(player).iter().copied())
        .filter(|place| field.pairings[place.pairing].players.contains(&other))
        .collect();
    PlayerEstimate::share(&places, |place| field.wins(place))
}

fn worst(field: &Field, player: usize) -> Option<Worst> {
    let all: Vec<_> = (opponents(field, player).into_iter())
        .filter_map(|opponent| {
            Some(Worst {
                opponent,
                win_rate: sampled_against(field, player, opponent)?.value(),
                exact: exact_against(field, player, opponent).map(|exact| exact.0),
            })
        })
        .collect();
    let solved = all.iter().all(|worst| worst.exact.is_some());
    let key = |worst: &Worst| worst.exact.filter(|_| solved).unwrap_or(worst.win_rate);
    let one_table = field.finished.seats > 2 && field.places(player).len() == 1;
    if one_table {
        return None;
    }
    (all.iter().copied()).min_by(|a, b| key(a).total_cmp(&key(b)))
}
