//! `fingerprints.csv`: a row per player and metric.

use serde::Serialize;

use crate::standings::Results;

pub(super) const FILE: &str = "fingerprints.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    id: &'a str,
    metric: &'a str,
    unit: &'a str,
    /// Over all the player's pairings, which count alike; empty where nothing
    /// was counted.
    value: Option<f64>,
    /// Lower end of the 95 % interval over groups of games; empty where none
    /// deviates.
    low: Option<f64>,
    high: Option<f64>,
    /// Groups of games.
    groups: u64,
    /// The exact value; empty where it is not known.
    exact: Option<f64>,
}

/// In the roster's order, then the metrics'.
pub(super) fn csv(results: &Results) -> String {
    let metrics = results.contest.metrics();
    let mut players: Vec<_> = results.standings.iter().collect();
    players.sort_by_key(|standing| standing.player);
    let seats = results.finished.seats as u64;
    let rows = players.into_iter().flat_map(|standing| {
        metrics.iter().enumerate().map(move |(index, metric)| {
            let player = standing.player;
            let estimate = results.fingerprints.get(player, index);
            let estimate = estimate.map(|figure| figure.estimate);
            Row {
                id: results.id(player),
                metric: &metric.name,
                unit: metric.unit,
                value: estimate.map(|estimate| estimate.value),
                low: estimate.and_then(|estimate| estimate.low),
                high: estimate.and_then(|estimate| estimate.high),
                groups: standing.games / seats,
                exact: results.fingerprints.exact(player, index),
            }
        })
    });
    crate::report::csv_or_header(rows.collect())
}
