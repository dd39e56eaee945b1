//! `distances.csv` and `neighbours.csv`: how far apart players play.

use serde::{Deserialize, Serialize};

use crate::standings::{Analysis, Distance, neighbours};

/// The file's name.
pub const FILE: &str = "distances.csv";
/// The name of the file of nearest players.
pub const NEIGHBOURS: &str = "neighbours.csv";

/// A row of `distances.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DistanceRow {
    /// A player, by id.
    pub a: String,
    /// Another, later in the roster.
    pub b: String,
    /// Root of the mean square over metrics, each in standard deviations over
    /// the roster; empty where no metric can be compared.
    pub distance: Option<f64>,
    /// By how many standard errors their most different metric differs; empty
    /// where that metric does not vary.
    pub max_z: Option<f64>,
    /// That metric.
    pub metric: Option<String>,
    /// Whether it differs by more than chance allows among so many metrics.
    pub distinguishable: bool,
    /// With `--until-ci` alone: whether `max_z` allows for the number of
    /// games having depended on the games, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// A row of `neighbours.csv`; the fields are the columns, as in `distances.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NeighbourRow {
    /// The player.
    pub id: String,
    /// Whom it plays most like.
    pub nearest: String,
    /// As in `distances.csv`.
    pub distance: Option<f64>,
    /// As in `distances.csv`.
    pub max_z: Option<f64>,
    /// As in `distances.csv`.
    pub metric: Option<String>,
    /// As in `distances.csv`.
    pub distinguishable: bool,
    /// With `--until-ci` alone: whether `max_z` allows for the number of
    /// games having depended on the games, `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// Every two players, in the roster's order.
pub(super) fn rows(results: &Analysis) -> Vec<DistanceRow> {
    let rows = results.distances.iter().map(|distance| DistanceRow {
        a: results.id(distance.a).to_owned(),
        b: results.id(distance.b).to_owned(),
        distance: distance.distance,
        max_z: distance.max_z,
        metric: metric(results, distance),
        distinguishable: distance.distinguishable,
        optional_stopping: results.optional_stopping(false),
    });
    rows.collect()
}

/// Each player's nearest, in the roster's order.
pub(super) fn neighbour_rows(results: &Analysis) -> Vec<NeighbourRow> {
    let all = neighbours(&results.distances);
    let rows = all.iter().map(|neighbour| NeighbourRow {
        id: results.id(neighbour.player).to_owned(),
        nearest: results.id(neighbour.nearest).to_owned(),
        distance: neighbour.distance.distance,
        max_z: neighbour.distance.max_z,
        metric: metric(results, &neighbour.distance),
        distinguishable: neighbour.distance.distinguishable,
        optional_stopping: results.optional_stopping(false),
    });
    rows.collect()
}

fn metric(results: &Analysis, distance: &Distance) -> Option<String> {
    let metric = distance.metric?;
    Some(results.contest.metrics()[metric].name.clone())
}
