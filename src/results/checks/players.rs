//! What a tournament's files say of each player alone.

use super::{Checked, Roster, unique};
use crate::results::folder::Tournament;

pub(super) fn roster(tournament: &Tournament, roster: &Roster) -> Checked {
    let rows = &tournament.roster;
    let mut players = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let player = roster.find(&row.id, rows, at)?;
        let name = roster.players[player].1;
        if row.name != name {
            let message = format!(
                "`{}` is called {:?}, but {name:?} by the manifest",
                row.id, row.name
            );
            return Err(rows.refuse(at, message));
        }
        players.push(player);
    }
    unique(rows, |row| &row.id, |row| format!("`{}`", row.id))?;
    roster.missing(rows, players.into_iter())
}

pub(super) fn traits(tournament: &Tournament, roster: &Roster) -> Checked {
    let rows = &tournament.traits;
    for (at, row) in rows.iter().enumerate() {
        roster.find(&row.id, rows, at)?;
    }
    unique(
        rows,
        |row| (&row.id, &row.kind, &row.name),
        |row| format!("{} of `{}`", row.name, row.id),
    )
}

pub(super) fn risk_curves(tournament: &Tournament, roster: &Roster) -> Checked {
    let rows = &tournament.risk_curves;
    for (at, row) in rows.iter().enumerate() {
        roster.find(&row.id, rows, at)?;
    }
    unique(
        rows,
        |row| (&row.id, row.at_stake),
        |row| format!("{} points at stake of `{}`", row.at_stake, row.id),
    )
}
