//! What follows from the places at the end of a game: the advantage of each seat and, with more
//! than two seats, who finishes ahead of whom and how often each player has each place. Players whom
//! the rules of a game give no order tie, such as those who lose a hand of Tute Cabrero.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::estimate::dependence;
use super::field::{Field, PairingSums};
use crate::tournament::Tally;
use crate::tournament::stopping::ALPHA;
use rivals_statistics::{Interval, RatioSums, StratifiedRatio, share_interval};

/// A share of games, in 0..=1, with its 95 % interval over paired games. All pairings have equal
/// weight.
fn share(strata: &[PairingSums]) -> Option<(f64, Interval)> {
    share_of_repeated(strata, 1)
}

/// The same where this number of strata each have the same games, however these depend on each
/// other: errors that all add up have so many times the variance of independent ones.
fn share_of_repeated(strata: &[PairingSums], repeated: usize) -> Option<(f64, Interval)> {
    let sums: Vec<RatioSums> = strata.iter().map(|of| of.all).collect();
    let more = repeated as f64 * dependence(strata);
    let interval = share_interval(&sums, more, ALPHA)?;
    Some((StratifiedRatio::new(&sums)?.value, interval))
}

csv_rows! {
    /// A row of `seats.csv`: the wins of one seat; the fields are the columns.
    struct SeatRow;
    /// The rows of all seats; empty where no game was played.
    fn seats(field: &Field), for (seat, (share, Interval { low, high })) in won(field) => {
        let exact = exact_of_first(field).map(|first| if seat == 0 { first } else { 1.0 - first });
        let advantage = |share: f64| advantage(share, field.finished.seats);
    }
    /// The number of the seat, from 1.
    seat: usize = seat + 1;
    /// The number of games.
    games: u64 = field.pairings.iter().map(|pairing| pairing.totals.games()).sum();
    /// The share of these games that the seat won, whoever sat there; all pairings have equal weight.
    win_rate: f64 = share;
    /// Lower end of the 95 % interval, computed over paired games.
    low: f64 = low;
    /// Upper end of the interval.
    high: f64 = high;
    /// The advantage of the seat: `win_rate` less the mean win rate of the other seats; with two
    /// seats, the difference of their win rates.
    advantage: f64 = advantage(share);
    /// Lower end of the 95 % interval of the advantage.
    advantage_low: f64 = advantage(low);
    /// Upper end of the interval.
    advantage_high: f64 = advantage(high);
    /// The exact win rate of the seat; empty unless it is known for all pairings.
    exact_win_rate: Option<f64> = exact;
    /// The exact advantage.
    exact_advantage: Option<f64> = exact.map(advantage);
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The share of each seat, with its interval.
fn won(field: &Field) -> impl Iterator<Item = (usize, (f64, Interval))> {
    (0..field.finished.seats).filter_map(|seat| {
        let sums = |totals: &Tally| totals.of_seat(seat);
        let strata = field.pairings.iter().map(|of| PairingSums::new(&of.totals, sums));
        Some((seat, share(&strata.collect::<Vec<_>>())?))
    })
}

/// The exact share of the first of two seats.
fn exact_of_first(field: &Field) -> Option<f64> {
    let first = field.pairings.iter().map(|pairing| {
        let [a, b] = [pairing.players[0], pairing.players[1]];
        Some(f64::midpoint(field.exact(a, b)?.0, field.exact(b, a)?.0))
    });
    let first: Vec<f64> = first.collect::<Option<_>>()?;
    Some(first.iter().sum::<f64>() / first.len() as f64)
}

/// The advantage of a seat that wins this share of the games: its share less the mean of the other
/// seats.
fn advantage(share: f64, seats: usize) -> f64 {
    (seats as f64 * share - 1.0) / (seats as f64 - 1.0)
}

/// The share of games that all players win together, where wins may be shared. How the games of a
/// group depend on each other is not recorded: the interval is that of games that are drawn
/// together, which varies most.
pub(super) fn draws(field: &Field) -> Option<(f64, Interval)> {
    let sums = |totals: &Tally| {
        let all = i128::from(totals.games() / totals.groups);
        let drawn = i128::from(totals.drawn_and_shared(0)[0]);
        RatioSums::of_whole(totals.groups, drawn, drawn * all, all)
    };
    let strata = field.pairings.iter().map(|of| PairingSums::new(&of.totals, sums));
    (field.finished.share_unit > 1).then(|| share(&strata.collect::<Vec<_>>()))?
}

csv_rows! {
    /// A row of `ahead.csv`: how often one player finishes ahead of another in the games of both; the
    /// fields are the columns.
    struct AheadRow;
    /// The rows in the roster's order; none with two seats.
    fn ahead(field: &Field), for ([a, b], games, (ahead, Interval { low, high })) in met(field) => {}
    /// The id of the player that comes first in the roster.
    a: String = field.id(a);
    /// The id of the other player.
    b: String = field.id(b);
    /// The number of games in which both played.
    games: u64 = games;
    /// The share of these games in which `a` finishes ahead of `b`: it wins and `b` does not, or
    /// neither wins and it has more points. A tie is half of one. All line-ups of both have equal
    /// weight, and so have the copies of one of them, where the players only meet so.
    a_ahead: f64 = ahead;
    /// Lower end of the 95 % interval, computed over paired games.
    low: f64 = low;
    /// Upper end of the interval.
    high: f64 = high;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The players that met at tables of more than two seats, with the number of their games, and the
/// share of these in which the first one finishes ahead.
fn met(field: &Field) -> impl Iterator<Item = ([usize; 2], u64, (f64, Interval))> {
    let mut met: BTreeMap<[usize; 2], (u64, Vec<PairingSums>)> = BTreeMap::new();
    let repeated = copies(field);
    for pairing in field.pairings.iter().filter(|_| field.finished.seats > 2) {
        for (b, &second) in pairing.players.iter().enumerate() {
            for (a, &first) in pairing.players[..b].iter().enumerate() {
                if first == second {
                    continue;
                }
                let sums = PairingSums::new(&pairing.totals, |totals| {
                    let sums = totals.ahead_of(a, b);
                    if first > second { sums.rest() } else { sums }
                });
                let (games, strata) =
                    met.entry([first.min(second), first.max(second)]).or_default();
                *games += pairing.totals.games();
                strata.push(sums);
            }
        }
    }
    met.into_iter().filter_map(move |(players, (games, of))| {
        Some((players, games / repeated as u64, share_of_repeated(&of, repeated)?))
    })
}

/// The number of copies of the other player that a player meets, where players only meet so, else 1.
fn copies(field: &Field) -> usize {
    if field.has_only_copies() { field.finished.seats - 1 } else { 1 }
}

csv_rows! {
    /// A row of `places.csv`: the mean place of a player; the fields are the columns.
    struct PlaceRow;
    /// The rows in the roster's order; none with two seats.
    fn places(field: &Field, ahead: &[AheadRow]),
    for (player, games, [mean, low, high]) in placed(field, ahead).into_iter() => {}
    /// The id of the player.
    id: String = field.id(player);
    /// The number of games.
    games: u64 = games;
    /// The mean place at the end of a game, from 1: 1 and the number of players who finish ahead, of
    /// whom a tie counts half. All others of the tables have the weight of the games with them.
    mean_place: f64 = mean;
    /// Lower end of the 95 % interval: that of errors that all add up, so that it may be too wide.
    low: f64 = low;
    /// Upper end of the interval.
    high: f64 = high;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The players with the number of their games, and their mean places with intervals.
fn placed(field: &Field, ahead: &[AheadRow]) -> Vec<(usize, u64, [f64; 3])> {
    let others = field.finished.seats as u64 - 1;
    let place = |player: usize| {
        let id = field.id(player);
        let (mut games, mut behind) = (0, [0.0; 3]);
        for row in ahead.iter().filter(|row| row.a == id || row.b == id) {
            // How often the other one finishes ahead, with its interval.
            let shares = if row.a == id {
                [1.0 - row.a_ahead, 1.0 - row.high, 1.0 - row.low]
            } else {
                [row.a_ahead, row.low, row.high]
            };
            games += row.games;
            for (sum, share) in behind.iter_mut().zip(shares) {
                *sum += row.games as f64 * share;
            }
        }
        let place = |sum: f64| 1.0 + others as f64 * sum / games as f64;
        (games > 0).then(|| (player, games / others, behind.map(place)))
    };
    let by_itself = |player: usize| Some((player, field.games(player), alone(field, player)?));
    let players = if ahead.is_empty() { Vec::new() } else { field.played() };
    if copies(field) > 1 {
        return players.into_iter().filter_map(by_itself).collect();
    }
    players.into_iter().filter_map(place).collect()
}

/// The mean place of a player that sits alone among copies of others, with its interval.
fn alone(field: &Field, player: usize) -> Option<[f64; 3]> {
    let others = field.finished.seats - 1;
    let pairings = field.appearances(player).iter().map(|of| field.pairings[of.pairing]);
    let behind = pairings.flat_map(|of| {
        let sums = move |copy: usize| {
            PairingSums::new(&of.totals, |totals| totals.ahead_of(0, copy).rest())
        };
        (1..=others).map(sums)
    });
    let (share, ends) = share_of_repeated(&behind.collect::<Vec<_>>(), others)?;
    Some([share, ends.low, ends.high].map(|share| 1.0 + others as f64 * share))
}

csv_rows! {
    /// A row of `place_shares.csv`: how often a player has one place; the fields are the columns.
    struct PlaceShareRow;
    /// The rows of the players that have a mean place, by player in the roster's order, then place.
    fn place_shares(field: &Field, places: &[PlaceRow]),
    for ([player, place], (share, Interval { low, high })) in shares(field, places) => {}
    /// The id of the player.
    id: String = field.id(player);
    /// The place at the end of a game, from 1.
    place: usize = place + 1;
    /// The number of games.
    games: u64 = field.games(player);
    /// The share of these games in which the player has the place. Players who tie have equal parts
    /// of their places, so that the share of the first place is the win rate. All pairings have
    /// equal weight.
    share: f64 = share;
    /// Lower end of the 95 % interval, computed over paired games.
    low: f64 = low;
    /// Upper end of the interval.
    high: f64 = high;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The players and places from 0, with the share of the games in which the player has the place.
fn shares(
    field: &Field,
    places: &[PlaceRow],
) -> impl Iterator<Item = ([usize; 2], (f64, Interval))> {
    let players = if places.is_empty() { Vec::new() } else { field.played() };
    let seats = 0..field.finished.seats;
    let all =
        players.into_iter().flat_map(move |player| seats.clone().map(move |place| [player, place]));
    all.filter_map(move |[player, place]| {
        let strata = field.appearances(player).iter().map(|of| {
            let totals = &field.pairings[of.pairing].totals;
            PairingSums::new(totals, |totals| totals.in_place(of.member, place))
        });
        Some(([player, place], share(&strata.collect::<Vec<_>>())?))
    })
}
