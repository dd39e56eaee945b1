//! `line_ups.csv`, of more than two seats: every player of every line-up.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "line_ups.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    /// From 1.
    line_up: usize,
    /// The ids in the roster's order, joined by `+`; all seatings take turns.
    players: String,
    /// The player of this row.
    id: &'a str,
    games: u64,
    wins: u64,
    /// `wins` / `games`.
    win_rate: f64,
    /// Lower end of the 95 % interval over groups of games.
    low: Option<f64>,
    high: Option<f64>,
    /// Share of the games won from each seat: as many columns as there are seats.
    first_seat: Option<f64>,
    second_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    third_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fourth_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fifth_seat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sixth_seat: Option<f64>,
}

/// In the order of the pairings.
pub(super) fn csv(results: &Results) -> String {
    let seats = results.finished.seats;
    let rows = results.members().iter().enumerate().map(|(row, member)| {
        let (players, totals) = (&member.pairing.players, &member.pairing.totals);
        let ids: Vec<_> = players.iter().map(|player| results.id(*player)).collect();
        let wins = &totals.wins[member.member * seats..][..seats];
        let seat = |seat: usize| {
            wins.get(seat)
                .map(|wins| *wins as f64 / totals.groups as f64)
        };
        Row {
            line_up: row / seats + 1,
            players: ids.join("+"),
            id: ids[member.member],
            games: totals.groups * seats as u64,
            wins: wins.iter().sum(),
            win_rate: member.win_rate.value,
            low: member.win_rate.low,
            high: member.win_rate.high,
            first_seat: seat(0),
            second_seat: seat(1),
            third_seat: seat(2),
            fourth_seat: seat(3),
            fifth_seat: seat(4),
            sixth_seat: seat(5),
        }
    });
    crate::report::csv_or_header(rows.collect())
}
