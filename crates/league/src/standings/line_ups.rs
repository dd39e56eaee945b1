//! With more than two seats: the results of each player of each line-up.

use serde::{Deserialize, Serialize};

use super::estimate::PlayerEstimate;
use super::field::{Appearance, Field};
use crate::tournament::FinishedPairing;
use crate::tournament::stopping::{ALPHA, share_interval};
use rivals_statistics::RatioEstimate;

csv_rows! {
    /// A row of `line_ups.csv`; the fields are the columns.
    struct LineUpRow;
    /// The rows in the order of the pairings.
    fn rows(field: &Field), for (row, (at, win_rate)) in rated(field).enumerate() => {
        let seats = field.finished.seats;
        let FinishedPairing { players, totals, .. } = field.pairings[at.pairing];
        let ids: Vec<_> = players.iter().map(|player| field.id(*player)).collect();
        let unit = totals.share_unit();
        let wins = &totals.wins[at.member * seats..][..seats];
        let all = (totals.groups * totals.games_per_seat * unit) as f64;
        let seat = |seat: usize| wins.get(seat).map(|wins| *wins as f64 / all);
        let by_seat = (0..seats).map(|seat| totals.shares_in_seat(at.member, seat));
        let [draws, shared] = totals.drawn_and_shared(at.member);
        let ranked = PlayerEstimate::ranked(field, &[at]).map(|ranked| ranked.estimate);
    }
    /// The number of the line-up, from 1.
    line_up: usize = row / seats + 1;
    /// The ids of its players in the roster's order, joined by `+`; all seatings take turns.
    players: String = ids.join("+");
    /// The id of the player of this row.
    id: String = ids[at.member].clone();
    /// Games of the line-up.
    games: u64 = totals.games();
    /// Games that the player won alone.
    wins: u64 = by_seat.filter_map(|shares| shares.last().copied()).sum();
    /// The mean share of the win: `wins` / `games` where wins are never shared.
    win_rate: f64 = win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = win_rate.high;
    /// The mean share of the win from the first seat: as many such columns as there are
    /// seats.
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
    /// Games that the player won together with all others; a column only of games whose wins
    /// may be shared, as the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draws: Option<u64> = (unit > 1).then_some(draws);
    /// Games that the player won together with some of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shared: Option<u64> = (unit > 1).then_some(shared);
    /// The metric that ranks the players, such as `porotos`; this and the next three are columns only
    /// of games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_by: Option<String> = field.ranked_by();
    /// The player's value of this metric; empty where no game of it came so far, as it gave all up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_value: Option<Option<f64>> = field.ranked_by().map(|_| Some(ranked?.value));
    /// Lower end of the 95 % interval, computed over paired games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_low: Option<Option<f64>> = field.ranked_by().map(|_| ranked?.low);
    /// Upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_high: Option<Option<f64>> = field.ranked_by().map(|_| ranked?.high);
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(true);
}

player_row!(LineUpRow);

/// The players of all line-ups, each with its share of the games. The interval over groups of paired
/// games is valid at any time where the pairing was played until its intervals were narrow.
fn rated(field: &Field) -> impl Iterator<Item = (Appearance, RatioEstimate)> {
    let seats = field.finished.seats;
    let line_ups = if seats == 2 || field.has_only_copies() { 0 } else { field.pairings.len() };
    let all = (0..line_ups)
        .flat_map(move |pairing| (0..seats).map(move |member| Appearance { pairing, member }));
    all.filter_map(|at| {
        let mut win_rate = PlayerEstimate::share(field, &[at])?.estimate;
        if field.finished.until_ci.is_some() {
            let interval = share_interval(&field.pairings[at.pairing].totals, at.member, ALPHA);
            (win_rate.low, win_rate.high) = (Some(interval.low), Some(interval.high));
        }
        Some((at, win_rate))
    })
}
