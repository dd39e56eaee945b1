//! Standings against pairings: everybody once, with games and rates that add up.

use super::{Checked, Roster, games, unique};
use crate::results::folder::Tournament;
use crate::results::rows::ROUNDING;

/// What the pairings say of a player.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    opponents: f64,
    /// Sums of rates over opponents, by seat.
    by_seat: [f64; 2],
}

/// The pairings are complete and of this roster.
fn sums(tournament: &Tournament, roster: &Roster) -> Vec<Sum> {
    let mut sums = vec![Sum::default(); roster.len()];
    for row in tournament.pairings.iter() {
        let rates = [row.first_win_rate, 1.0 - row.first_win_rate];
        for (seat, id) in [&row.first, &row.second].into_iter().enumerate() {
            let sum = &mut sums[roster.places[id.as_str()]];
            sum.games += row.games;
            sum.opponents += 0.5;
            sum.by_seat[seat] += rates[seat];
        }
    }
    sums
}

pub(super) fn standings(tournament: &Tournament, roster: &Roster) -> Checked {
    let standings = &tournament.standings;
    let sums = sums(tournament, roster);
    let pairings = tournament.pairings.file().display();
    let mut players = Vec::new();
    for (at, row) in standings.iter().enumerate() {
        let player = roster.find(&row.id, standings, at)?;
        players.push(player);
        if let Some(worst) = &row.worst_opponent {
            roster.find(worst, standings, at)?;
        }
        let name = roster.players[player].1;
        if row.name != name {
            let place = &roster.place;
            let message = format!("`{}` is called {name} in {place}", row.id);
            return Err(standings.refuse(at, message));
        }
        if row.rank != at + 1 {
            let message = format!("rank {} follows where {} is due", row.rank, at + 1);
            return Err(standings.refuse(at, message));
        }
        let sum = sums[player];
        if row.games != sum.games {
            let message = format!("{}, but {} in {pairings}", games(row.games), sum.games);
            return Err(standings.refuse(at, message));
        }
        let by_seat = sum.by_seat.map(|rates| rates / sum.opponents);
        for (column, says, due) in [
            ("first_seat", row.first_seat, by_seat[0]),
            ("second_seat", row.second_seat, by_seat[1]),
            (
                "win_rate",
                row.win_rate,
                f64::midpoint(by_seat[0], by_seat[1]),
            ),
        ] {
            if (says - due).abs() > ROUNDING {
                let message = format!("{column} is {says}, but {due} by {pairings}");
                return Err(standings.refuse(at, message));
            }
        }
    }
    unique(standings, |row| &row.id, |row| format!("`{}`", row.id))?;
    roster.missing(standings, players.into_iter())
}
