//! `line_ups.csv`, only with more than two seats: a row for each player of each line-up.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `line_ups.csv`; the fields are the columns.
    struct LineUpRow;
    /// The rows in the order of the pairings.
    fn rows(results), for (row, member) in results.participants().iter().enumerate() => {
        let seats = results.finished.seats;
        let (players, totals) = (&member.pairing.players, &member.pairing.totals);
        let ids: Vec<_> = players.iter().map(|player| results.id(*player)).collect();
        let unit = totals.share_unit();
        let wins = &totals.wins[member.member * seats..][..seats];
        let all = (totals.groups * totals.turns * unit) as f64;
        let seat = |seat: usize| wins.get(seat).map(|wins| *wins as f64 / all);
        let by_seat = (0..seats).map(|seat| totals.shares_in_seat(member.member, seat));
        let [draws, shared] = totals.drawn_and_shared(member.member);
    }
    /// The number of the line-up, from 1.
    line_up: usize = row / seats + 1;
    /// The ids of its players in the roster's order, joined by `+`; all seatings take turns.
    players: String = ids.join("+");
    /// The id of the player of this row.
    id: String = ids[member.member].to_owned();
    /// Games of the line-up.
    games: u64 = totals.games();
    /// Games that the player won alone.
    wins: u64 = by_seat.map(|shares| shares[unit as usize]).sum();
    /// The mean share of the win: `wins` / `games` where wins are never shared.
    win_rate: f64 = member.win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = member.win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = member.win_rate.high;
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
    ranked_by: Option<String> = member.ranked.and(results.ranked_by()).map(str::to_owned);
    /// The player's value of this metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_value: Option<f64> = member.ranked.map(|metric| metric.value);
    /// Lower end of the 95 % interval, computed over paired games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_low: Option<Option<f64>> = member.ranked.map(|metric| metric.low);
    /// Upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranked_high: Option<Option<f64>> = member.ranked.map(|metric| metric.high);
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(true);
}

by_seat!(LineUpRow);

impl LineUpRow {
    /// The interval of the metric that ranks.
    pub fn ranked_ends(&self) -> Option<(f64, f64)> {
        self.ranked_low.flatten().zip(self.ranked_high.flatten())
    }
}
