//! `line_ups.csv`, only with more than two seats: a row for each player of each line-up.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// A row of `line_ups.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineUpRow {
    /// The number of the line-up, from 1.
    pub line_up: usize,
    /// The ids of its players in the roster's order, joined by `+`; all seatings take turns.
    pub players: String,
    /// The id of the player of this row.
    pub id: String,
    /// Games of the line-up.
    pub games: u64,
    /// Games that the player won alone.
    pub wins: u64,
    /// The mean share of the win: `wins` / `games` where wins are never shared.
    pub win_rate: f64,
    /// Lower end of the 95 % interval, computed over paired games.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The mean share of the win from the first seat: as many such columns as there are
    /// seats.
    pub first_seat: Option<f64>,
    /// Share of games won from the second seat.
    pub second_seat: Option<f64>,
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
    /// Games that the player won together with others; a column only of games whose wins
    /// may be shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

impl LineUpRow {
    /// The mean share of the win from each seat, in the order of the seats.
    pub fn by_seat(&self) -> impl Iterator<Item = f64> {
        let first = [self.first_seat, self.second_seat];
        let others = [
            self.third_seat,
            self.fourth_seat,
            self.fifth_seat,
            self.sixth_seat,
        ];
        first.into_iter().chain(others).flatten()
    }
}

/// The rows in the order of the pairings.
pub(super) fn rows(results: &Analysis) -> Vec<LineUpRow> {
    let seats = results.finished.seats;
    let rows = results
        .participants()
        .iter()
        .enumerate()
        .map(|(row, member)| {
            let (players, totals) = (&member.pairing.players, &member.pairing.totals);
            let ids: Vec<_> = players.iter().map(|player| results.id(*player)).collect();
            let unit = totals.share_unit();
            let wins = &totals.wins[member.member * seats..][..seats];
            let seat = |seat: usize| {
                wins.get(seat)
                    .map(|wins| *wins as f64 / (totals.groups * unit) as f64)
            };
            let by_seat = (0..seats).map(|seat| totals.shares_in_seat(member.member, seat));
            let draws = (0..seats).flat_map(|seat| totals.draws_in_seat(member.member, seat));
            LineUpRow {
                line_up: row / seats + 1,
                players: ids.join("+"),
                id: ids[member.member].to_owned(),
                games: totals.groups * seats as u64,
                wins: by_seat.map(|shares| shares[unit as usize]).sum(),
                win_rate: member.win_rate.value,
                low: member.win_rate.low,
                high: member.win_rate.high,
                first_seat: seat(0),
                second_seat: seat(1),
                third_seat: seat(2),
                fourth_seat: seat(3),
                fifth_seat: seat(4),
                sixth_seat: seat(5),
                draws: (unit > 1).then(|| draws.sum()),
                optional_stopping: results.optional_stopping(true),
            }
        });
    rows.collect()
}
