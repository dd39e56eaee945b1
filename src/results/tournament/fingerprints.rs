//! `fingerprints.csv`: a row per player and metric.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

/// A row of `fingerprints.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FingerprintRow {
    /// The id of the player.
    pub id: String,
    /// The name of the metric.
    pub metric: String,
    /// The unit, such as `points`, or `share`, in 0..=1.
    pub unit: String,
    /// The mean over the player's pairings, which have the same weight; empty where nothing was
    /// counted.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval, computed over paired games; empty where the figure does not
    /// vary.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The number of sets of paired games.
    pub groups: u64,
    /// The exact value; empty where it is not known.
    pub exact: Option<f64>,
    /// Whether distances between players count the metric: it is sampled, and it follows from
    /// decisions.
    pub in_distances: bool,
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The rows in the roster's order, then the order of the metrics.
pub(super) fn rows(results: &Analysis) -> Vec<FingerprintRow> {
    let metrics = results.contest.metrics();
    let mut players: Vec<_> = results.standings.iter().collect();
    players.sort_by_key(|standing| standing.player);
    let seats = results.finished.seats as u64;
    let rows = players.into_iter().flat_map(|standing| {
        metrics.iter().enumerate().map(move |(index, metric)| {
            let player = standing.player;
            let estimate = results.fingerprints.get(player, index);
            let estimate = estimate.map(|figure| figure.estimate);
            FingerprintRow {
                id: results.id(player).to_owned(),
                metric: metric.name.clone(),
                unit: metric.unit.to_owned(),
                value: estimate.map(|estimate| estimate.value),
                low: estimate.and_then(|estimate| estimate.low),
                high: estimate.and_then(|estimate| estimate.high),
                groups: standing.games / seats,
                exact: results.fingerprints.exact(player, index),
                in_distances: metric.behaviour && estimate.is_some(),
                optional_stopping: results.optional_stopping(false),
            }
        })
    });
    rows.collect()
}
