//! A tournament's files: of the same players, complete, and adding up.

use std::collections::{HashMap, HashSet};

use super::{Checked, Roster, games, unique};
use crate::results::error::ReadError;
use crate::results::folder::Tournament;
use crate::results::manifest::ManifestText;
use crate::results::table::Table;

pub(super) fn pairings(tournament: &Tournament, text: &ManifestText, roster: &Roster) -> Checked {
    let (pairings, manifest) = (&tournament.pairings, &tournament.manifest);
    // Rows by players in seat order.
    let mut rows: HashMap<[usize; 2], usize> = HashMap::new();
    for (at, row) in pairings.iter().enumerate() {
        let players = [&row.first, &row.second];
        let [first, second] = players.map(|id| roster.find(id, pairings, at));
        rows.insert([first?, second?], at);
        let most = manifest.groups_per_pairing;
        if row.games > most || (manifest.until_ci.is_none() && row.games != most) {
            let place = text.place(&["\"groups_per_pairing\":"]);
            let message = format!("{}, but {place}, says {most}", games(row.games));
            return Err(pairings.refuse(at, message));
        }
    }
    unique(
        pairings,
        |row| (&row.first, &row.second),
        |row| format!("`{}` against `{}`", row.first, row.second),
    )?;
    for first in 0..roster.len() {
        for second in (0..roster.len()).filter(|&second| second != first) {
            let Some(&at) = rows.get(&[first, second]) else {
                let [first, second] = [first, second].map(|player| roster.players[player].0);
                let message = format!("incomplete: no row of `{first}` against `{second}`");
                return Err(pairings.refuse_end(message));
            };
            if let Some(&back) = rows.get(&[second, first])
                && pairings[at].games != pairings[back].games
            {
                let (back, line) = (pairings[back].games, pairings.place(back).line);
                let here = games(pairings[at].games);
                let message = format!("{here}, but {back} with seats changed, in line {line}");
                return Err(pairings.refuse(at, message));
            }
        }
    }
    let games: u64 = pairings.iter().map(|row| row.games).sum();
    for (key, says, found) in [
        (
            "pairings",
            manifest.pairings as u64,
            pairings.len() as u64 / 2,
        ),
        ("groups", manifest.groups, games / 2),
        ("games", manifest.games, games),
    ] {
        if says != found {
            let place = text.place(&[&format!("\"{key}\":")]);
            let file = pairings.file().display();
            return Err(text.refuse(place, format!("{key} is {says}, but {found} by {file}")));
        }
    }
    Ok(())
}

pub(super) fn cycles(tournament: &Tournament, roster: &Roster) -> Checked {
    let cycles = &tournament.cycles;
    for (at, row) in cycles.iter().enumerate() {
        for id in [&row.a, &row.b, &row.c] {
            roster.find(id, cycles, at)?;
        }
        if row.a == row.b || row.b == row.c || row.c == row.a {
            return Err(cycles.refuse(at, "a cycle of fewer than three".to_owned()));
        }
    }
    unique(
        cycles,
        |row| {
            let mut ids = [&row.a, &row.b, &row.c];
            // A cycle may begin with any of its three.
            let least = (0..3).min_by_key(|&at| ids[at]).unwrap_or(0);
            ids.rotate_left(least);
            ids
        },
        |row| format!("the cycle of `{}`, `{}` and `{}`", row.a, row.b, row.c),
    )
}

pub(super) fn fingerprints(tournament: &Tournament, roster: &Roster) -> Checked {
    let fingerprints = &tournament.fingerprints;
    let mut players = Vec::new();
    for (at, row) in fingerprints.iter().enumerate() {
        players.push(roster.find(&row.id, fingerprints, at)?);
    }
    unique(
        fingerprints,
        |row| (&row.id, &row.metric),
        |row| format!("{} of `{}`", row.metric, row.id),
    )?;
    roster.missing(fingerprints, players.iter().copied())?;
    // Everybody has the metrics of the first, in the same units.
    let first = fingerprints.first().map(|row| &row.id);
    let known: HashMap<_, _> = (fingerprints.iter())
        .filter(|row| Some(&row.id) == first)
        .map(|row| (&row.metric, &row.unit))
        .collect();
    let mut counts = vec![0; roster.len()];
    for (at, (row, &player)) in fingerprints.iter().zip(&players).enumerate() {
        counts[player] += 1;
        if known.get(&row.metric) != Some(&&row.unit) {
            let first = first.map_or("", String::as_str);
            let message = format!(
                "{} in {} is not measured of `{first}`",
                row.metric, row.unit
            );
            return Err(fingerprints.refuse(at, message));
        }
    }
    match counts.iter().position(|&count| count != known.len()) {
        None => Ok(()),
        Some(player) => {
            let last = players.iter().rposition(|&other| other == player);
            let id = roster.players[player].0;
            let message = format!("`{id}` has {} metrics of {}", counts[player], known.len());
            Err(fingerprints.refuse(last.unwrap_or(0), message))
        }
    }
}

/// A metric that no fingerprint has is another tournament's.
fn check_metric<R>(
    tournament: &Tournament,
    table: &Table<R>,
    at: usize,
    metric: Option<&String>,
) -> Checked {
    let fingerprints = &tournament.fingerprints;
    let Some(metric) = metric else {
        return Ok(());
    };
    // The first player has them all.
    match fingerprints.iter().any(|row| row.metric == *metric) {
        true => Ok(()),
        false => {
            let file = fingerprints.file().display();
            Err(table.refuse(at, format!("the metric `{metric}` is not in {file}")))
        }
    }
}

pub(super) fn distances(tournament: &Tournament, roster: &Roster) -> Checked {
    let distances = &tournament.distances;
    let mut pairs = HashSet::new();
    for (at, row) in distances.iter().enumerate() {
        let a = roster.find(&row.a, distances, at)?;
        let b = roster.find(&row.b, distances, at)?;
        check_metric(tournament, distances, at, row.metric.as_ref())?;
        if !pairs.insert([a.min(b), a.max(b)]) {
            let message = format!("`{}` and `{}` are there twice", row.a, row.b);
            return Err(distances.refuse(at, message));
        }
    }
    let due = roster.len() * (roster.len() - 1) / 2;
    match pairs.len() == due {
        true => Ok(()),
        false => Err(distances.refuse_end(format!("{} pairs, not {due}", pairs.len()))),
    }
}

pub(super) fn neighbours(tournament: &Tournament, roster: &Roster) -> Checked {
    let (neighbours, distances) = (&tournament.neighbours, &tournament.distances);
    let mut players = Vec::new();
    for (at, row) in neighbours.iter().enumerate() {
        players.push(roster.find(&row.id, neighbours, at)?);
        roster.find(&row.nearest, neighbours, at)?;
        let between = |a: &str, b: &str| [a, b] == [row.id.as_str(), row.nearest.as_str()];
        let same = |distance: &&crate::results::tournament::DistanceRow| {
            between(&distance.a, &distance.b) || between(&distance.b, &distance.a)
        };
        let distance = distances.iter().position(|distance| same(&distance));
        if let Some(found) = distance.filter(|&found| distances[found].distance != row.distance) {
            let place = distances.place(found);
            return Err(neighbours.refuse(at, format!("another distance than in {place}")));
        }
    }
    unique(neighbours, |row| &row.id, |row| format!("`{}`", row.id))?;
    roster.missing(neighbours, players.into_iter())
}

pub(super) fn claims(tournament: &Tournament, roster: &Roster) -> Checked {
    let claims = &tournament.claims;
    for (at, row) in claims.iter().enumerate() {
        // Of those who did not play, nothing is measured.
        if row.value.is_none() {
            continue;
        }
        roster.find(&row.personality, claims, at)?;
        let others = row.against.split('+').filter(|id| !id.is_empty());
        let found: Result<Vec<usize>, ReadError> =
            others.map(|id| roster.find(id, claims, at)).collect();
        found?;
    }
    unique(
        claims,
        |row| &row.id,
        |row| format!("the claim `{}`", row.id),
    )
}
